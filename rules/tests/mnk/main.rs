//! The m,n,k family: its rules, what it hides, its bytes.

mod bytes;
mod configs;
mod counts;
mod courses;
mod damaged;
mod notation;
mod phantom;
mod plays;
mod properties;
mod script;
mod secrecy;
mod soundness;
mod winnable;
