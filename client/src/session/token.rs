//! Where the proof of who one is, is kept.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use super::profile::Profile;
use super::server::ServerAddress;

/// Keeps a player's token, one for each server and profile.
///
/// Whoever holds the token is the player. So its file can be read by nobody else (mode 0600, in
/// directories of mode 0700), is written whole or not at all, and is never thrown away: one that a
/// server refuses is put aside.
#[derive(Clone, Debug)]
pub enum TokenStore {
    /// A directory on disk.
    Directory(PathBuf),
    /// Nothing is kept: every session is a new player.
    Nowhere,
}

/// What became of a token to be saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Saved {
    /// It is kept now.
    Yes,
    /// Another window of this profile was quicker: that one's token is kept, and is the one to use.
    Other(String),
}

impl TokenStore {
    /// The user's own data directory. `None` if the user has no home directory.
    pub fn of_user() -> Option<TokenStore> {
        ProjectDirs::from("", "", "zeitnot")
            .map(|dirs| TokenStore::Directory(dirs.data_local_dir().join("tokens")))
    }

    /// The token of `profile` on `server`, if there is one.
    pub(super) fn load(&self, server: &ServerAddress, profile: &Profile) -> io::Result<Option<String>> {
        let Some(path) = self.path(server, profile) else { return Ok(None) };
        match fs::read(path) {
            // Whatever is in a damaged file, it is something that can be sent: the server refuses it, and then it is put
            // aside as any refused token is.
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                let token = text.trim().replace(|letter: char| !letter.is_ascii_graphic(), "?");
                Ok(Some(token).filter(|token| !token.is_empty()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Keeps a token that the server has just minted, unless there is one already.
    pub(super) fn save(&self, server: &ServerAddress, profile: &Profile, token: &str) -> io::Result<Saved> {
        let Some(path) = self.path(server, profile) else { return Ok(Saved::Yes) };
        let directory = path.parent().unwrap_or(Path::new("."));
        create_private(directory)?;
        // Created with mode 0600.
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        writeln!(file, "{token}")?;
        file.as_file().sync_all()?;
        match file.persist_noclobber(&path) {
            Ok(_) => Ok(Saved::Yes),
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                match self.load(server, profile)? {
                    Some(kept) if kept != token => Ok(Saved::Other(kept)),
                    Some(_) => Ok(Saved::Yes),
                    // An empty file: of no use to anybody.
                    None => {
                        fs::remove_file(&path)?;
                        self.save(server, profile, token)
                    }
                }
            }
            Err(failed) => Err(failed.error),
        }
    }

    /// Puts aside a token that the server has refused; says where it is now. Does nothing if the
    /// kept token is another by now.
    pub(super) fn set_aside(
        &self,
        server: &ServerAddress,
        profile: &Profile,
        refused: &str,
    ) -> io::Result<Option<PathBuf>> {
        let Some(path) = self.path(server, profile) else { return Ok(None) };
        if self.load(server, profile)?.as_deref() != Some(refused) {
            return Ok(None);
        }
        let aside = (1..)
            .map(|number| path.with_added_extension(format!("refused-{number}")))
            .find(|candidate| !candidate.exists())
            .unwrap_or_else(|| path.with_added_extension("refused"));
        fs::rename(&path, &aside)?;
        Ok(Some(aside))
    }

    fn path(&self, server: &ServerAddress, profile: &Profile) -> Option<PathBuf> {
        match self {
            TokenStore::Directory(root) => {
                Some(root.join(server.file_name()).join(format!("{}.token", profile.file_stem())))
            }
            TokenStore::Nowhere => None,
        }
    }
}

fn create_private(directory: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixture {
        directory: tempfile::TempDir,
        store: TokenStore,
        server: ServerAddress,
        profile: Profile,
    }

    fn fixture() -> Fixture {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let store = TokenStore::Directory(directory.path().join("tokens"));
        let server = "http://127.0.0.1:3000".parse().expect("an address");
        Fixture { directory, store, server, profile: Profile::standard() }
    }

    #[test]
    fn a_token_is_kept_for_each_server_and_profile() {
        let Fixture { directory: _directory, store, server, profile } = fixture();
        let other_server: ServerAddress = "http://127.0.0.1:3001".parse().expect("an address");
        let other_profile: Profile = "second".parse().expect("a profile");
        assert_eq!(store.load(&server, &profile).expect("no token yet"), None);
        assert_eq!(store.save(&server, &profile, "one").expect("saves"), Saved::Yes);
        assert_eq!(store.save(&other_server, &profile, "two").expect("saves"), Saved::Yes);
        assert_eq!(store.save(&server, &other_profile, "three").expect("saves"), Saved::Yes);
        assert_eq!(store.load(&server, &profile).expect("loads").as_deref(), Some("one"));
        assert_eq!(store.load(&other_server, &profile).expect("loads").as_deref(), Some("two"));
        assert_eq!(store.load(&server, &other_profile).expect("loads").as_deref(), Some("three"));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let Fixture { directory: _directory, store, server, profile } = fixture();
        store.save(&server, &profile, "secret").expect("saves");
        let path = store.path(&server, &profile).expect("a path");
        let mode = |path: &Path| fs::metadata(path).expect("exists").permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        assert_eq!(mode(path.parent().expect("a directory")), 0o700);
    }

    #[test]
    fn the_second_window_takes_the_first_ones_token() {
        let Fixture { directory: _directory, store, server, profile } = fixture();
        store.save(&server, &profile, "first").expect("saves");
        let second = store.save(&server, &profile, "second").expect("loads");
        assert_eq!(second, Saved::Other("first".to_owned()));
        assert_eq!(store.save(&server, &profile, "first").expect("the same"), Saved::Yes);
        assert_eq!(store.load(&server, &profile).expect("loads").as_deref(), Some("first"));
    }

    #[test]
    fn an_empty_file_is_no_token() {
        let Fixture { directory: _directory, store, server, profile } = fixture();
        let path = store.path(&server, &profile).expect("a path");
        create_private(path.parent().expect("a directory")).expect("creates");
        fs::write(&path, "\n").expect("writes");
        assert_eq!(store.load(&server, &profile).expect("loads"), None);
        assert_eq!(store.save(&server, &profile, "new").expect("saves"), Saved::Yes);
        assert_eq!(store.load(&server, &profile).expect("loads").as_deref(), Some("new"));
    }

    #[test]
    fn a_damaged_file_is_read_as_a_token_that_can_be_refused() {
        let Fixture { store, server, profile, .. } = fixture();
        store.save(&server, &profile, "whole").expect("saved");
        let path = store.path(&server, &profile).expect("a path");
        fs::write(&path, [b'e', 0xff, 0xfe, 0, b'\n', b'y']).expect("damaged");
        let read = store.load(&server, &profile).expect("it can be read").expect("a token");
        assert!(read.is_ascii() && read.starts_with('e') && read.ends_with('y'), "{read}");
        assert!(store.set_aside(&server, &profile, &read).expect("put aside").is_some());
        assert_eq!(store.load(&server, &profile).expect("nothing"), None);
    }

    #[test]
    fn a_refused_token_is_put_aside_and_not_lost() {
        let Fixture { directory: _directory, store, server, profile } = fixture();
        for token in ["old", "newer"] {
            store.save(&server, &profile, token).expect("saves");
            let aside = store.set_aside(&server, &profile, token).expect("renames").expect("a path");
            assert_eq!(fs::read_to_string(aside).expect("still there").trim(), token);
            assert_eq!(store.load(&server, &profile).expect("loads"), None);
        }
    }

    #[test]
    fn a_token_that_another_window_has_renewed_stays() {
        let Fixture { directory: _directory, store, server, profile } = fixture();
        store.save(&server, &profile, "renewed").expect("saves");
        assert_eq!(store.set_aside(&server, &profile, "old").expect("reads"), None);
        assert_eq!(store.load(&server, &profile).expect("loads").as_deref(), Some("renewed"));
    }

    #[test]
    fn a_place_that_cannot_be_written_is_an_error_and_no_panic() {
        let Fixture { directory, server, profile, .. } = fixture();
        let file = directory.path().join("file");
        fs::write(&file, "").expect("writes");
        assert!(TokenStore::Directory(file).save(&server, &profile, "token").is_err());
    }

    #[test]
    fn nowhere_keeps_nothing() {
        let Fixture { server, profile, .. } = fixture();
        assert_eq!(TokenStore::Nowhere.save(&server, &profile, "token").expect("saves"), Saved::Yes);
        assert_eq!(TokenStore::Nowhere.load(&server, &profile).expect("loads"), None);
    }
}
