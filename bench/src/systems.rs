//! The servers that are compared, a file each.

pub mod echo;
