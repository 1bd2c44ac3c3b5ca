//! The key pair that signs identity tokens, and files that only their owner may read.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use engine::auth::{EcKeyPair, JwtKeys};

use crate::error::{StartError, one_line};

const PRIVATE_KEY: &str = "private.pem";
const PUBLIC_KEY: &str = "public.pem";

/// The key pair in `directory`, made there if there is none.
///
/// # Errors
/// [`StartError::Keys`] if only half of a pair is there, or it cannot be read, written or understood.
pub fn load_or_create(directory: &Path) -> Result<JwtKeys, StartError> {
    let unusable = |reason: String| StartError::Keys { path: directory.to_owned(), reason };
    let private = read_if_there(&directory.join(PRIVATE_KEY)).map_err(|error| unusable(one_line(error)))?;
    let public = read_if_there(&directory.join(PUBLIC_KEY)).map_err(|error| unusable(one_line(error)))?;
    match (private, public) {
        (Some(private), Some(public)) => {
            JwtKeys::new(public, private).map_err(|error| unusable(one_line(format_args!("{error:#}"))))
        }
        (None, None) => {
            let pair =
                EcKeyPair::generate().map_err(|error| unusable(one_line(format_args!("{error:#}"))))?;
            fs::create_dir_all(directory)
                .and_then(|()| write_private(&directory.join(PRIVATE_KEY), &pair.private_key_bytes))
                .and_then(|()| write_private(&directory.join(PUBLIC_KEY), &pair.public_key_bytes))
                .map_err(|error| unusable(one_line(error)))?;
            pair.try_into().map_err(|error: anyhow::Error| unusable(one_line(format_args!("{error:#}"))))
        }
        (Some(_), None) => Err(unusable(format!("{PUBLIC_KEY} is missing"))),
        (None, Some(_)) => Err(unusable(format!("{PRIVATE_KEY} is missing"))),
    }
}

/// A key pair that is kept nowhere.
///
/// # Errors
/// [`StartError::Keys`] if the system cannot make one.
pub fn unsaved() -> Result<JwtKeys, StartError> {
    JwtKeys::generate().map_err(|error| StartError::Keys {
        path: "memory".into(),
        reason: one_line(format_args!("{error:#}")),
    })
}

/// Writes `bytes` to `path`, whole or not at all, readable (mode 0600) by its owner alone.
///
/// # Errors
/// Those of the file system.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    // Created with mode 0600, so there is no moment at which others can read it.
    let mut file = tempfile::NamedTempFile::new_in(parent)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// What is in `path`, or `None` if there is no such file.
///
/// # Errors
/// Those of the file system, other than that it is not there.
pub fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
