//! `zeitnot delete-account`

use std::io::{self, BufRead, IsTerminal};

use super::connect::{Context, done};
use super::error::CliError;
use super::out;

/// Deletes the player's account; unless `sure`, the player is asked first.
pub(super) fn run(context: &Context, sure: bool) -> Result<(), CliError> {
    if !sure && !io::stdin().is_terminal() {
        return Err(CliError::Usage("nobody can be asked here; `--yes` deletes the account without asking"));
    }
    let (session, _events) = context.connect()?;
    if !sure {
        let name = session.snapshot().me.map(|me| me.name).unwrap_or_default();
        out::line(format_args!(
            "This resigns all games of {name} and deletes the name, the ratings and what was said, for good.\n\
             Type `delete` to do it, anything else to keep the account."
        ))?;
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer)?;
        if !is_meant(&answer) {
            return Ok(out::line("Nothing has been deleted.")?);
        }
    }
    done(session.delete_account())?;
    Ok(out::line("Your account is deleted. Should you come back, you begin anew.")?)
}

fn is_meant(answer: &str) -> bool {
    answer.trim().eq_ignore_ascii_case("delete")
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    #[test]
    fn an_account_is_deleted_by_no_slip_of_the_finger() {
        assert!(is_meant("delete\n") && is_meant(" Delete "));
        assert!(["", "\n", "y", "yes", "no", "delete it"].iter().all(|answer| !is_meant(answer)));
    }
}
