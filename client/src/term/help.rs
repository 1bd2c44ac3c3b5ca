//! What can be typed at a table.

use zeitnot_rules::mnk::Sight;

use super::page::{Page, Rank, fit, head_line, standing_lines, state_line};
use super::players::player_lines;
use super::text::Line;
use crate::session::Status;

/// What can be typed at a table, and who plays, in place of the board.
pub fn help_page(page: &Page) -> Vec<Line> {
    let Page { game, look, .. } = page;
    let help = if game.status == Status::Over { HELP_OVER } else { HELP };
    let needed = |line: Line| (line, Rank::Needed);
    let blank = || (Line::new(), Rank::Blank);
    let mut lines = vec![needed(head_line(game, *look)), blank()];
    lines.extend(help.lines().map(|line| needed(Line::from(format!(" {line}")))));
    lines.push(blank());
    lines.extend(player_lines(game, page.you, page.now, *look).into_iter().map(needed));
    lines.push(blank());
    lines.push(needed(state_line(page, Sight::decode(&game.position).ok().as_ref())));
    lines.extend(standing_lines(page));
    lines.push(needed(Line::from(" Enter goes back to the board.")));
    fit(lines, page.height)
}

/// What can be typed at a table.
pub const HELP: &str = "\
Moves    `b2`, its number, or row and column, `2 3`; where marks fall, a column
         `pre b2` is played as soon as it is your turn, `cancel` takes it back
Offers   `draw`, `takeback`; `accept` and `decline` answer them
Ending   `resign`; `abort` before the second move
         `claim` or `claim draw` when your opponent has been away for a while
Clocks   `pause` asks for a pause or agrees to one, `resume` ends it
         `more` gives your opponent 15 s
         by correspondence, `off 3` takes three days off, `back` ends them
Talk     `say good game`, `say 5`; `say` lists the phrases
         `mute`, `unmute`; `block` (no games with them any more), `unblock`
Besides  `board` (draw it again), `quit`; your name: `zeitnot name NEW`";

/// What can be typed at the table of a game that is over.
pub const HELP_OVER: &str = "\
Next     `again` asks for a rematch or agrees to one, `decline` declines it;
         in a series `again` begins the next game, `decline` stops it
         `new` opens another game like this one
Talk     `say good game`, `say 5`; `say` lists the phrases; `mute`, `unmute`
Besides  `quit` leaves; later `zeitnot review NUMBER` steps through the game";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Connection, samples};
    use crate::term::Look;
    use crate::time::ServerTime;
    use zeitnot_rules::Seat;

    #[test]
    fn help_fits_a_small_terminal_and_shows_the_clocks() {
        let game = samples::live(1);
        let lines = help_page(&Page {
            game: &game,
            now: Some(ServerTime::from_micros(8_000_000)),
            connection: &Connection::Online,
            you: Some(Seat::FIRST),
            chat: &[],
            sent: None,
            look: Look { ascii: false, styled: false },
            seek: false,
            width: 80,
            height: 22,
        });
        assert!(lines.len() + 2 <= 24, "{}", lines.len());
        assert!(HELP_OVER.lines().all(|line| Line::from(line).width() < 80));
        let widest = lines.iter().map(Line::width).max();
        assert!(widest <= Some(80), "{widest:?}");
        assert!(lines.iter().any(|line| line.to_string().starts_with(" ▸ X  Ada (you)")), "{lines:#?}");
    }
}
