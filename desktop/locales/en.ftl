# What the window says. Each file in this folder is a language; its name is the language's code.
# Names and values in braces stay as they are.

language-name = English
window-title = Zeitnot

nav-lobby = Games
nav-leaders = Leaders
nav-archive = Archive
nav-preferences = Preferences
nav-leave = Leave

banner-connecting = Connecting to the server …
banner-offline = Not connected: { $reason }
banner-closed = The session has been closed.
banner-still = You can still look through your games. You can move again when the connection is back.
broken-title = Something in this window has broken.
broken-report = Your games are safe on the server. A report that helps to mend it is in { $path }.
broken-again = Back to the games
notice-close = Close
notice-game-gone = The game has been cancelled.
notice-token-refused = The server does not know you any more; you go on as a new player. What said who you were is kept in { $path }.
notice-token-not-kept = Who you are could not be kept: { $reason }. The next time you will be a new player.
notice-exported = The record is in { $path }.
notice-file-trouble = The file cannot be used: { $reason }
notice-copied = Copied.
notice-broke-before = The program broke the last time. A report that helps to mend it is in { $path }.

start-what = Board games for two to four, with clocks
start-server = Server
start-name = Your name
start-name-hint = as the server calls you
start-profile = Profile
start-profile-hint = Each profile is a player of its own on this computer.
start-connect = Play
start-connecting = Connecting to { $server } …
start-unreachable = { $server } cannot be reached.
start-again = It is tried again in { $seconds } s.
start-retry = Try now
start-other = Another server
start-host-offer = A server is installed on this computer.
start-host = Start it
start-host-starting = It is starting …
start-host-trouble = It does not start: { $reason }
start-bad-server = A server's address looks like http://127.0.0.1:3000.
start-bad-profile = A profile has 1 to 32 letters, digits, - or _.
start-bad-name = A name has at most 24 characters.

lobby-new = New game
lobby-create = Create a game …
lobby-code = Code or number
lobby-join = Join
lobby-running = Your games
lobby-none = No game is running. Open one, or join one by its code.
lobby-finished = Finished
lobby-records = Records
lobby-path = File
lobby-import = Open
lobby-import-hint = You can also drop a record on the window.

state-waiting = waiting for players
state-waiting-for =
    { $count ->
        [one] Waiting for one more player.
       *[other] Waiting for { $count } more players.
    }
state-paused = Paused: the clocks stand.
state-your-turn = Your turn
state-their-turn = Turn of { $who }
state-time-up = The time is up. The server decides.
state-sending = { $move } is on its way …
state-uncertain = The connection broke while { $move } was on its way. Whether it counts will show.

create-title = Create a game
create-game = Game
create-own-game = of your own
create-rows = Rows
create-columns = Columns
create-strike = In a row
create-seats = Players
create-starter = Who begins
create-starter-random = chance decides
create-starter-you = you ({ $mark })
create-gravity-hint = You choose a column, and the mark falls to its lowest free cell.
create-misere-hint = Whoever completes a line loses.
create-phantom-hint = You do not see the others' marks until you run into them.
create-time = Time
create-time-text = or as text
create-time-hint = For instance 5+3, turn:30s, byoyomi:10m+3x30s, days:3 or none.
create-policy = When time runs out
policy-forfeit = the player is out
policy-skip = the turn passes
policy-play = a move is made for them
policy-missed = out after
policy-draw = a draw if nobody else could still win
policy-void = does not count if it happens before everybody has moved
create-leaving = When a player leaves
leave-run = the clock runs
leave-pause = the clocks stand
leave-reset = the seat is freed
leave-minutes = for minutes
create-series = Games
series-single = one
series-best-of = best of
series-first-to = first to
series-number = number
create-rated = Rated
create-private = Only by its code
create-open = Open the game
create-open-all = Open it to everybody
create-back = Back
create-bad-strike = At most { $max } in a row fit this board.
create-bad-time = The time cannot be read: { $reason }

game-tic-tac-toe = tic-tac-toe
game-connect-four = Connect Four
game-gomoku-10 = Gomoku
game-misere-tic-tac-toe = misère tic-tac-toe
game-phantom-tic-tac-toe = phantom tic-tac-toe
game-board = { $rows } × { $columns }, { $strike } in a row
game-players = { $count } players
game-first-random = random start
game-first = { $mark } begins
game-gravity = gravity
game-misere = misère
game-phantom = phantom

mark-x = X
mark-o = O
mark-triangle = triangle
mark-square = square
cell-empty = empty
cell-unknown = unknown
cell-last = last move
cell-in-line = in the line
cell-sent = sent, not confirmed
cell-chosen = chosen, not confirmed
cell-premove = your premove

unit-days = { $count } d
unit-hours = { $count } h
unit-minutes = { $count } min
unit-seconds = { $count } s
time-none = no time limit
time-turn = { $turn } a turn
time-absolute = { $main } for the game
time-fischer = { $main } + { $increment }
time-delay = { $main }, { $delay } free a turn
time-bronstein = { $main }, up to { $delay } back a turn
time-byoyomi = { $main } + { $periods } × { $period }
time-canadian = { $main } + { $turns } turns in { $block }
time-hourglass = hourglass { $main }
time-bank = { $turn } a turn, bank { $bank }
time-days =
    { $days ->
        [one] 1 day a turn
       *[other] { $days } days a turn
    }
clock-days = { $days } d { $rest }
clock-periods =
    { $periods ->
        [one] + 1 period
       *[other] + { $periods } periods
    }
clock-periods-left =
    { $periods ->
        [one] last period
       *[other] { $periods } periods left
    }
clock-turns-left =
    { $turns ->
        [one] 1 turn left
       *[other] { $turns } turns left
    }
clock-bank = bank { $bank }
clock-low = little time

player-nobody = nobody yet
player-nameless = a player
player-you = you
player-to-move = on move
player-winner = has won
player-bot = bot
player-out = out
player-off = days off
player-away = away
player-away-claim = away, you may claim the game in { $left }

table-loading = The game has not arrived yet.
table-number = Game { $game }
table-rated = rated
policy-title-skip = late turns pass, out after { $count }
policy-title-play = a move is made for who is late
policy-title-play-of = a move is made for who is late, out after { $count }
series-title-best-of = best of { $count }
series-title-first-to = first to { $count }
table-series = { $series }, game { $round }, { $score }
table-watchers = { $count } watching
table-code = Code { $code }
table-copy-code = Copy the code
table-not-begun = The board comes when everybody is there.
table-no-board = This game is of a kind that this program does not know.

confirm-question = Play { $move }?
confirm-yes = Play it
confirm-no = Not yet

asked-draw = { $who } offers a draw.
asked-draw-you = You have offered a draw.
asked-takeback = { $who } asks for a move back.
asked-takeback-you = You have asked for your last move back.
asked-pause = { $who } asks for a pause.
asked-pause-you = You have asked for a pause.
asked-rematch = { $who } asks for another game.
asked-rematch-you = You have asked for another game.

choice-offer-draw = Offer a draw
choice-accept-draw = Accept the draw
choice-decline-draw = Decline the draw
choice-withdraw-draw = Take the offer back
choice-ask-takeback = Ask for a takeback
choice-accept-takeback = Allow the takeback
choice-decline-takeback = Refuse the takeback
choice-withdraw-takeback = Ask no more
choice-cancel-premove = Cancel the premove
choice-claim-win = Claim the win
choice-claim-draw = Claim a draw
choice-ask-pause = Ask for a pause
choice-agree-pause = Agree to the pause
choice-resume = Let the clocks go on
choice-give-time = Give { $who } 15 s
choice-take-day-off = Take a day off
choice-end-days-off = End the days off
choice-abort = Abort
choice-resign = Resign
choice-cancel-game = Cancel the game
choice-call-bots = Let bots join
choice-ask-rematch = Ask for a rematch
choice-accept-rematch = Accept the rematch
choice-decline-rematch = Decline the rematch
choice-withdraw-rematch = Take the request back
choice-next-game = Go to the next game
choice-analyse = Look through it
choice-challenge = Challenge { $who }
choice-copy-record = Copy the record
choice-export-record = Save the record
resign-question = Resign this game?
resign-yes = Resign
resign-no = Play on

history-empty = No move yet.
history-viewing = Viewing move { $move }
history-back-to-live = Back to live
history-tried = tried
history-first = First position
history-back = One move back
history-play = Play it through
history-stop = Stop
history-forward = One move on
history-last = Last position
step-unreadable = unreadable
step-unseen = unseen
step-pass = missed the turn
step-out = left the game
step-out-resignation = resigned
step-out-time = out of time

review-place = Move { $move } of { $last }
review-beside = Beside the game
review-main-line = Back to the game
review-ways = Ways on:
review-hint = Choose a cell to try another move.
record-hidden = Moves of this game are still hidden.
record-unreadable = The record cannot be read: { $reason }

result-draw = A draw
result-you-won = You have won
result-won = { $who } has won
ending = { $result }: { $reason }.
ending-void = The game counts for nobody: the time ran out.
ending-aborted = The game was aborted, and counts for nobody.
reason-line = { $strike } in a row
reason-misere-line = the others completed a line
reason-full-board = the board is full
reason-agreement = the players agreed
reason-last-seat = all others have left
reason-resignation = { $who } resigned
reason-resignation-you = you resigned
reason-time = { $who } ran out of time
reason-time-you = your time ran out
reason-time-nobody = the time ran out
reason-away = { $who } had left
reason-away-you = you had left
reason-away-nobody = the others had left

announce-move = { $who } has played { $move }.
announce-unseen = { $who } has played, unseen.
announce-pass = { $who } has missed the turn.
announce-out = { $who } has left the game.
announce-low-time = Little time is left.
notify-turn = It is your turn
notify-turn-body = Your game with { $who } waits for you.
notify-challenge = You are asked for a game
notify-over = Game { $game } is over

answer-not-done = Not done: { $reason }
answer-unknown = The connection was lost, and it is not known whether this was done.
refused-refused = The server has refused this.
refused-stale-ply = The game has moved on; look again.
refused-out-of-time = Too late: the time had run out.
refused-game-over = The game is over.
refused-not-your-turn = It is not your turn.
refused-no-such-game = There is no such game waiting; it may have begun or been cancelled.
refused-already-joined = You have a seat in that game already.
refused-paused = The game is paused.
refused-draw-too-soon = You may offer a draw again a little later.
refused-no-claim = Nobody has been away for long enough.
refused-no-more-time = No more time can be given in this game.
refused-too-late-to-abort = It is too late to abort; you can resign.

preferences-language = Language
preferences-system = as the computer
preferences-theme = Colours
preferences-light = light
preferences-dark = dark
preferences-contrast = High contrast
preferences-motion = Reduced motion
preferences-scale = Size of text
preferences-confirm = Ask before a move is sent
preferences-confirm-slow = by correspondence
preferences-confirm-always = always
preferences-confirm-never = never
preferences-notify = Tell me when it is my turn
preferences-sound = Sounds
preferences-sound-quiet = There are none with reduced motion.
preferences-rename = Change
preferences-back = Back

lobby-pools = Find an opponent
lobby-pools-hint = Press a game to search for an opponent, and again to stop.
lobby-searching = searching …
lobby-seeks = Open games
lobby-seeks-none = Nobody waits for an opponent just now.
lobby-take = Take a seat
lobby-own = yours
lobby-opponent = Opponent
lobby-rating = Rating
lobby-game = Game
lobby-time = Time
lobby-rated = Rated
lobby-yes = yes
lobby-no = no
lobby-any = all
lobby-only-rated = rated
lobby-only-casual = casual
lobby-people = without bots
lobby-seats = { $taken } of { $seats } seats taken
lobby-from = from { $rating }
lobby-up-to = up to { $rating }
lobby-challenges = Challenges
lobby-live = Games to watch
lobby-live-none = No game can be watched just now.
lobby-watch = Watch
lobby-ratings = Your ratings
lobby-rating-line = { $board }: { $value } ± { $deviation } ({ $wins } won, { $draws } drawn, { $losses } lost)
speed-bullet = bullet
speed-blitz = blitz
speed-rapid = rapid
speed-classical = classical
speed-correspondence = correspondence
challenge-in = { $who } asks you for a game: { $game }
challenge-out = You have asked { $who } for a game: { $game }
challenge-declined = { $who } says no to { $game }: { $reason }.
challenge-you-declined = You have said no to { $who }: { $game } ({ $reason })
challenge-accept = Accept
challenge-decline = Decline
challenge-withdraw = Take it back
decline-generic = no, thank you
decline-later = not now; ask again later
decline-too-fast = this time control is too fast
decline-too-slow = this time control is too slow
decline-time-control = not under this time control
decline-rated = rated games only
decline-casual = casual games only
decline-variant = not by these rules
decline-no-bot = no games with bots
decline-only-bot = games with bots only
create-min-rating = Rating from
create-max-rating = up to
create-any-rating = any
create-title-for = A game with { $who }
create-challenge = Challenge
create-challenged = Player

loading = It is on its way …
leaders-title = The best players
leaders-hint = The best hundred of each game and speed; no bots, and nobody whose rating is provisional. Press a name to ask for a game.
leaders-none = Nobody has a rating yet that counts.
leaders-board = Game and speed
leaders-place = Place
leaders-player = Player
leaders-games = Rated games
archive-title = Games of former days
archive-hint = Your last thousand finished games, without those that are still listed among your games.
archive-none = There is none yet.
archive-newer = Newer games
archive-older = Older games
archive-page = Page { $page } of { $pages }

watch-watching = You are watching.
chat-title = Chat
chat-none = Nothing has been said.
chat-phrase = Say …
chat-text = Message
chat-send = Send
chat-mute = Mute
chat-unmute = Hear again
phrase-0 = Hello
phrase-1 = Good luck
phrase-2 = Have fun
phrase-3 = You too
phrase-4 = Good game
phrase-5 = Well played
phrase-6 = Thank you
phrase-7 = Sorry
phrase-8 = One moment, please
phrase-9 = I am back
phrase-10 = Another game?
phrase-11 = I have to go
phrase-12 = Goodbye
