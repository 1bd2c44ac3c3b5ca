//! Files: preferences, records, reports.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use directories::{ProjectDirs, UserDirs};
use zeitnot_client::session::Profile;

use crate::model::Preferences;

/// The longest file that is read as a record, in bytes; no record is longer.
const MAX_RECORD: u64 = 1 << 20;

/// Where files are.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    preferences: PathBuf,
    records: PathBuf,
    /// For what is written when the program breaks.
    pub(crate) reports: PathBuf,
}

impl Store {
    /// The user's own directories, or all in one.
    pub(crate) fn new(directory: Option<&Path>) -> Store {
        if let Some(directory) = directory {
            return Store {
                preferences: directory.join("preferences"),
                records: directory.join("records"),
                reports: directory.join("reports"),
            };
        }
        let project = ProjectDirs::from("", "", "zeitnot");
        // Without a home directory, at least nothing is lost while the program runs.
        let temporary = || std::env::temp_dir().join("zeitnot");
        let config = project.as_ref().map_or_else(temporary, |dirs| dirs.config_dir().to_owned());
        let data = project.as_ref().map_or_else(temporary, |dirs| dirs.data_local_dir().to_owned());
        let documents = UserDirs::new().and_then(|dirs| dirs.document_dir().map(Path::to_owned));
        Store {
            preferences: config.join("window"),
            records: documents.map_or_else(|| data.join("records"), |folder| folder.join("Zeitnot")),
            reports: data.join("reports"),
        }
    }

    /// What is kept for a profile. A file that cannot be read is put aside, so that it is not overwritten.
    pub(crate) fn load(&self, profile: &Profile) -> (Preferences, Option<String>) {
        let path = self.preferences_path(profile);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (Preferences::default(), None),
            Err(error) => return (Preferences::default(), Some(error.to_string())),
        };
        match toml::from_str(&text) {
            Ok(preferences) => (preferences, None),
            Err(error) => {
                let aside = path.with_extension("toml.unreadable");
                let moved = fs::rename(&path, &aside).map(|()| aside.display().to_string());
                let place = moved.unwrap_or_else(|error| error.to_string());
                (Preferences::sound_parts(&text), Some(format!("{}; {place}", error.message())))
            }
        }
    }

    /// Keeps the preferences of a profile: all of them or none.
    pub(crate) fn save(&self, profile: &Profile, preferences: &Preferences) -> io::Result<()> {
        let text = toml::to_string(preferences).map_err(io::Error::other)?;
        write_whole(&self.preferences_path(profile), &text)
    }

    /// Writes a record, under a name of its own if there is a file of this name. Says where it is.
    pub(crate) fn export(&self, name: &str, text: &str) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.records)?;
        let wanted = self.records.join(name);
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "txt"));
        let others = (2..1000).map(|number| self.records.join(format!("{stem}-{number}.{ending}")));
        for path in std::iter::once(wanted).chain(others) {
            match fs::File::create_new(&path) {
                Ok(mut file) => {
                    file.write_all(text.as_bytes())?;
                    return Ok(path);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn preferences_path(&self, profile: &Profile) -> PathBuf {
        self.preferences.join(format!("{profile}.toml"))
    }
}

/// Reads what may be a record.
pub(crate) fn read_record(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    fs::File::open(path)?.take(MAX_RECORD + 1).read_to_string(&mut text)?;
    Ok(text)
}

fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let directory = tempfile::tempdir().expect("a directory");
        let store = Store::new(Some(directory.path()));
        (directory, store)
    }

    #[test]
    fn preferences_come_back_as_they_were() {
        let (_directory, store) = store();
        let (profile, other) = (Profile::standard(), Profile::bot());
        assert_eq!(store.load(&profile), (Preferences::default(), None));
        let preferences =
            Preferences { scale: 1.5, server: "http://host".to_owned(), ..Preferences::default() };
        store.save(&profile, &preferences).expect("kept");
        assert_eq!(store.load(&profile), (preferences, None));
        assert_eq!(store.load(&other), (Preferences::default(), None));
    }

    #[test]
    fn preferences_that_cannot_be_read_are_put_aside() {
        let (directory, store) = store();
        let folder = directory.path().join("preferences");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("default.toml"), "scale = [").expect("written");
        let (preferences, trouble) = store.load(&Profile::standard());
        assert_eq!(preferences, Preferences::default());
        assert!(trouble.is_some_and(|trouble| trouble.contains("unreadable")));
        assert!(folder.join("default.toml.unreadable").exists());
    }

    #[test]
    fn one_wrong_value_leaves_the_others() {
        let (directory, store) = store();
        let folder = directory.path().join("preferences");
        fs::create_dir_all(&folder).expect("a folder");
        let text = "server = \"http://host\"\ntheme = \"blue\"\nscale = 1.5";
        fs::write(folder.join("default.toml"), text).expect("written");
        let (preferences, trouble) = store.load(&Profile::standard());
        let server = "http://host".to_owned();
        assert_eq!(preferences, Preferences { server, scale: 1.5, ..Preferences::default() });
        assert!(trouble.is_some_and(|trouble| trouble.contains("blue")));
    }

    #[test]
    fn no_record_overwrites_another() {
        let (_directory, store) = store();
        let first = store.export("zeitnot-7.txt", "one").expect("written");
        let second = store.export("zeitnot-7.txt", "two").expect("written");
        assert_ne!(first, second);
        assert_eq!(read_record(&first).expect("read"), "one");
    }
}
