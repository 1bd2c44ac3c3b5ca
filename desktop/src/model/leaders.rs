//! The best players.

use zeitnot_client::session::{Feed, Leader, Me};

use super::texts::Texts;
use super::wording::game_title;

/// Somebody's place, as it is to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderView {
    /// From 1.
    pub place: u32,
    /// Who.
    pub name: String,
    /// Their rating.
    pub value: u32,
    /// How many games stand behind it.
    pub games: u32,
    /// It is the player.
    pub mine: bool,
}

impl LeaderView {
    /// Those of a board, the best first.
    pub fn all(feed: &Feed, board: &str, me: Option<&Me>) -> Vec<LeaderView> {
        let leaders = feed.leaders.iter().filter(|leader| leader.board == board);
        let view = |leader: &Leader| LeaderView {
            place: leader.place,
            name: leader.name.clone(),
            value: leader.value,
            games: leader.games,
            mine: me.is_some_and(|me| me.identity == leader.player),
        };
        leaders.map(view).collect()
    }
}

/// The boards that have leaders.
pub fn boards(feed: &Feed) -> Vec<String> {
    let mut boards: Vec<String> = feed.leaders.iter().map(|leader| leader.board.clone()).collect();
    // They come by board.
    boards.dedup();
    boards
}

/// What a board is called: `Connect Four, blitz`.
pub fn board_title(board: &str, texts: &Texts) -> String {
    let Some((game, speed)) = board.split_once('/') else { return board.to_owned() };
    let name = format!("speed-{speed}");
    let speed = if texts.has(&name) { texts.get(&name) } else { speed.to_owned() };
    format!("{}, {speed}", game_title(game, texts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_titles() {
        let texts = Texts::of("en");
        assert_eq!(board_title("connect-four/blitz", &texts), "Connect Four, blitz");
        assert_eq!(board_title("chess/blink", &texts), "chess, blink");
        assert_eq!(board_title("chess", &texts), "chess");
    }
}
