# Was das Fenster sagt. Jede Datei in diesem Ordner ist eine Sprache; sie heißt wie deren Kürzel.

language-name = Deutsch
window-title = Zeitnot

nav-lobby = Partien
nav-leaders = Bestenliste
nav-archive = Archiv
nav-preferences = Einstellungen
nav-leave = Verlassen

banner-connecting = Die Verbindung zum Server wird hergestellt …
banner-offline = Keine Verbindung: { $reason }
banner-closed = Die Sitzung ist beendet.
banner-still = Deine Partien lassen sich weiter ansehen. Ziehen kannst du, sobald die Verbindung wieder da ist.
broken-title = In diesem Fenster ist etwas kaputtgegangen.
broken-report = Deine Partien sind auf dem Server sicher. Ein Bericht, der bei der Fehlersuche hilft, liegt in { $path }.
broken-again = Zurück zu den Partien
notice-close = Schließen
notice-game-gone = Die Partie wurde abgesagt.
notice-token-refused = Der Server kennt dich nicht mehr; es geht als neuer Spieler weiter. Dein alter Ausweis liegt in { $path }.
notice-token-not-kept = Wer du bist, ließ sich nicht speichern: { $reason }. Beim nächsten Mal bist du ein neuer Spieler.
notice-exported = Die Aufzeichnung liegt in { $path }.
notice-file-trouble = Mit der Datei geht es nicht: { $reason }
notice-copied = Kopiert.
notice-broke-before = Das Programm ist letztes Mal abgestürzt. Ein Bericht, der bei der Fehlersuche hilft, liegt in { $path }.

start-what = Brettspiele für zwei bis vier, mit Uhren
start-server = Server
start-name = Dein Name
start-name-hint = wie der Server dich nennt
start-profile = Profil
start-profile-hint = Jedes Profil ist ein eigener Spieler auf diesem Rechner.
start-connect = Spielen
start-connecting = Verbindung zu { $server } …
start-unreachable = { $server } ist nicht erreichbar.
start-again = Nächster Versuch in { $seconds } s.
start-retry = Jetzt versuchen
start-other = Anderer Server
start-host-offer = Auf diesem Rechner ist ein Server installiert.
start-host = Starten
start-host-starting = Er startet …
start-host-trouble = Er startet nicht: { $reason }
start-bad-server = Die Adresse eines Servers sieht so aus: http://127.0.0.1:3000
start-bad-profile = Ein Profil hat 1 bis 32 Buchstaben, Ziffern, - oder _.
start-bad-name = Ein Name hat höchstens 24 Zeichen.

lobby-new = Neue Partie
lobby-create = Partie anlegen …
lobby-code = Code oder Nummer
lobby-join = Mitspielen
lobby-running = Deine Partien
lobby-none = Es läuft keine Partie. Lege eine an oder tritt mit einem Code bei.
lobby-finished = Beendet
lobby-records = Aufzeichnungen
lobby-path = Datei
lobby-import = Öffnen
lobby-import-hint = Eine Aufzeichnung lässt sich auch auf das Fenster ziehen.

state-waiting = wartet auf Spieler
state-waiting-for =
    { $count ->
        [one] Es fehlt noch ein Spieler.
       *[other] Es fehlen noch { $count } Spieler.
    }
state-paused = Pause: die Uhren stehen.
state-your-turn = Du bist am Zug
state-their-turn = Am Zug: { $who }
state-time-up = Die Zeit ist um. Der Server entscheidet.
state-sending = { $move } ist unterwegs …
state-uncertain = Die Verbindung brach ab, während { $move } unterwegs war. Ob der Zug zählt, zeigt sich noch.

create-title = Partie anlegen
create-game = Spiel
create-own-game = eigenes
create-rows = Reihen
create-columns = Spalten
create-strike = In einer Linie
create-seats = Spieler
create-starter = Wer beginnt
create-starter-random = der Zufall entscheidet
create-starter-you = du ({ $mark })
create-gravity-hint = Man wählt eine Spalte, und das Zeichen fällt auf das unterste freie Feld.
create-misere-hint = Wer eine Linie vollendet, verliert.
create-phantom-hint = Man sieht die Zeichen der anderen erst, wenn man darauf stößt.
create-time = Bedenkzeit
create-time-text = oder als Text
create-time-hint = Zum Beispiel 5+3, turn:30s, byoyomi:10m+3x30s, days:3 oder none.
create-policy = Wenn die Zeit abläuft
policy-forfeit = scheidet der Spieler aus
policy-skip = verfällt der Zug
policy-play = wird für ihn gezogen
policy-missed = aus nach
policy-draw = remis, wenn kein anderer mehr gewinnen könnte
policy-void = zählt nicht, solange nicht alle gezogen haben
create-leaving = Wenn ein Spieler geht
leave-run = läuft die Uhr
leave-pause = stehen die Uhren
leave-reset = wird der Platz frei
leave-minutes = für Minuten
create-series = Partien
series-single = eine
series-best-of = die besten von
series-first-to = bis zu Punkten
series-number = Zahl
create-rated = Gewertet
create-private = Nur mit dem Code
create-open = Partie eröffnen
create-open-all = Allen anbieten
create-back = Zurück
create-bad-strike = Auf dieses Brett passen höchstens { $max } in einer Linie.
create-bad-time = Die Bedenkzeit ist unlesbar: { $reason }

game-tic-tac-toe = Tic-Tac-Toe
game-connect-four = Vier gewinnt
game-gomoku-10 = Gomoku
game-misere-tic-tac-toe = Misère-Tic-Tac-Toe
game-phantom-tic-tac-toe = Phantom-Tic-Tac-Toe
game-board = { $rows } × { $columns }, { $strike } in einer Linie
game-players = { $count } Spieler
game-first-random = Zufall beginnt
game-first = { $mark } beginnt
game-gravity = Schwerkraft
game-misere = Misère
game-phantom = Phantom

mark-x = X
mark-o = O
mark-triangle = Dreieck
mark-square = Quadrat
cell-empty = leer
cell-unknown = unbekannt
cell-last = letzter Zug
cell-in-line = in der Linie
cell-sent = gesendet, nicht bestätigt
cell-chosen = gewählt, nicht bestätigt
cell-premove = dein Vorabzug

unit-days = { $count } T
unit-hours = { $count } h
unit-minutes = { $count } min
unit-seconds = { $count } s
time-none = ohne Zeitbegrenzung
time-turn = { $turn } je Zug
time-absolute = { $main } für die Partie
time-fischer = { $main } + { $increment }
time-delay = { $main }, { $delay } frei je Zug
time-bronstein = { $main }, bis zu { $delay } zurück je Zug
time-byoyomi = { $main } + { $periods } × { $period }
time-canadian = { $main } + { $turns } Züge in { $block }
time-hourglass = Sanduhr { $main }
time-bank = { $turn } je Zug, Vorrat { $bank }
time-days =
    { $days ->
        [one] 1 Tag je Zug
       *[other] { $days } Tage je Zug
    }
clock-days = { $days } T { $rest }
clock-periods =
    { $periods ->
        [one] + 1 Periode
       *[other] + { $periods } Perioden
    }
clock-periods-left =
    { $periods ->
        [one] letzte Periode
       *[other] noch { $periods } Perioden
    }
clock-turns-left =
    { $turns ->
        [one] noch 1 Zug
       *[other] noch { $turns } Züge
    }
clock-bank = Vorrat { $bank }
clock-low = wenig Zeit

player-nobody = noch niemand
player-nameless = ein Spieler
player-you = du
player-to-move = am Zug
player-winner = hat gewonnen
player-bot = Bot
player-out = ausgeschieden
player-off = freie Tage
player-away = nicht da
player-away-claim = nicht da, du kannst die Partie in { $left } beanspruchen

table-loading = Die Partie ist noch nicht angekommen.
table-number = Partie { $game }
table-rated = gewertet
policy-title-skip = versäumte Züge verfallen, aus nach { $count }
policy-title-play = für Säumige wird gezogen
policy-title-play-of = für Säumige wird gezogen, aus nach { $count }
series-title-best-of = die besten von { $count }
series-title-first-to = bis zu { $count } Punkten
table-series = { $series }, Partie { $round }, { $score }
table-watchers = { $count } sehen zu
table-code = Code { $code }
table-copy-code = Code kopieren
table-not-begun = Das Brett kommt, wenn alle da sind.
table-no-board = Diese Art von Spiel kennt dieses Programm nicht.

confirm-question = { $move } spielen?
confirm-yes = Spielen
confirm-no = Noch nicht

asked-draw = { $who } bietet remis.
asked-draw-you = Du hast remis geboten.
asked-takeback = { $who } möchte einen Zug zurücknehmen.
asked-takeback-you = Du möchtest deinen letzten Zug zurücknehmen.
asked-pause = { $who } möchte eine Pause.
asked-pause-you = Du möchtest eine Pause.
asked-rematch = { $who } möchte noch eine Partie.
asked-rematch-you = Du möchtest noch eine Partie.

choice-offer-draw = Remis anbieten
choice-accept-draw = Remis annehmen
choice-decline-draw = Remis ablehnen
choice-withdraw-draw = Angebot zurückziehen
choice-ask-takeback = Zug zurücknehmen
choice-accept-takeback = Zurücknahme erlauben
choice-decline-takeback = Zurücknahme ablehnen
choice-withdraw-takeback = Doch nicht zurücknehmen
choice-cancel-premove = Vorabzug streichen
choice-claim-win = Sieg beanspruchen
choice-claim-draw = Remis beanspruchen
choice-ask-pause = Um Pause bitten
choice-agree-pause = Der Pause zustimmen
choice-resume = Uhren weiterlaufen lassen
choice-give-time = { $who } 15 s geben
choice-take-day-off = Einen Tag frei nehmen
choice-end-days-off = Freie Tage beenden
choice-abort = Abbrechen
choice-resign = Aufgeben
choice-cancel-game = Partie absagen
choice-call-bots = Bots dazuholen
choice-ask-rematch = Noch eine Partie
choice-accept-rematch = Noch eine Partie annehmen
choice-decline-rematch = Noch eine Partie ablehnen
choice-withdraw-rematch = Wunsch zurückziehen
choice-next-game = Zur nächsten Partie
choice-analyse = Durchsehen
choice-challenge = { $who } herausfordern
choice-copy-record = Aufzeichnung kopieren
choice-export-record = Aufzeichnung speichern
resign-question = Diese Partie aufgeben?
resign-yes = Aufgeben
resign-no = Weiterspielen

history-empty = Noch kein Zug.
history-viewing = Ansicht von Zug { $move }
history-back-to-live = Zurück zum Geschehen
history-tried = versucht
history-first = Erste Stellung
history-back = Einen Zug zurück
history-play = Abspielen
history-stop = Anhalten
history-forward = Einen Zug vor
history-last = Letzte Stellung
step-unreadable = unlesbar
step-unseen = ungesehen
step-pass = Zug verpasst
step-out = hat die Partie verlassen
step-out-resignation = hat aufgegeben
step-out-time = Zeit abgelaufen

review-place = Zug { $move } von { $last }
review-beside = Neben der Partie
review-main-line = Zurück zur Partie
review-ways = Weiter mit:
review-hint = Wähle ein Feld, um einen anderen Zug zu versuchen.
record-hidden = Züge dieser Partie sind noch verborgen.
record-unreadable = Die Aufzeichnung ist unlesbar: { $reason }

result-draw = Remis
result-you-won = Du hast gewonnen
result-won = { $who } hat gewonnen
ending = { $result }: { $reason }.
ending-void = Die Partie zählt für niemanden: die Zeit ist abgelaufen.
ending-aborted = Die Partie wurde abgebrochen und zählt für niemanden.
reason-line = { $strike } in einer Linie
reason-misere-line = die anderen haben eine Linie vollendet
reason-full-board = das Brett ist voll
reason-agreement = die Spieler haben sich geeinigt
reason-last-seat = alle anderen sind gegangen
reason-resignation = { $who } hat aufgegeben
reason-resignation-you = du hast aufgegeben
reason-time = die Zeit von { $who } ist abgelaufen
reason-time-you = deine Zeit ist abgelaufen
reason-time-nobody = die Zeit ist abgelaufen
reason-away = { $who } war gegangen
reason-away-you = du warst gegangen
reason-away-nobody = die anderen waren gegangen

announce-move = { $who } hat { $move } gespielt.
announce-unseen = { $who } hat gespielt, ungesehen.
announce-pass = { $who } hat den Zug verpasst.
announce-out = { $who } hat die Partie verlassen.
announce-low-time = Die Zeit wird knapp.
notify-turn = Du bist am Zug
notify-turn-body = Deine Partie mit { $who } wartet auf dich.
notify-challenge = Du wirst um eine Partie gebeten
notify-over = Partie { $game } ist zu Ende

answer-not-done = Nicht geschehen: { $reason }
answer-unknown = Die Verbindung ging verloren; ob es geschehen ist, ist nicht bekannt.
refused-refused = Der Server hat das abgelehnt.
refused-stale-ply = Die Partie ist schon weiter; sieh noch einmal hin.
refused-out-of-time = Zu spät: die Zeit war abgelaufen.
refused-game-over = Die Partie ist zu Ende.
refused-not-your-turn = Du bist nicht am Zug.
refused-no-such-game = So eine Partie wartet nicht; vielleicht hat sie begonnen oder wurde abgesagt.
refused-already-joined = In dieser Partie hast du schon einen Platz.
refused-paused = Die Partie pausiert.
refused-draw-too-soon = Du kannst etwas später wieder remis anbieten.
refused-no-claim = Niemand war lange genug weg.
refused-no-more-time = In dieser Partie lässt sich keine Zeit mehr schenken.
refused-too-late-to-abort = Zum Abbrechen ist es zu spät; du kannst aufgeben.

preferences-language = Sprache
preferences-system = wie der Rechner
preferences-theme = Farben
preferences-light = hell
preferences-dark = dunkel
preferences-contrast = Hoher Kontrast
preferences-motion = Weniger Bewegung
preferences-scale = Größe der Schrift
preferences-confirm = Vor dem Senden eines Zuges fragen
preferences-confirm-slow = bei Fernpartien
preferences-confirm-always = immer
preferences-confirm-never = nie
preferences-notify = Sag mir, wenn ich am Zug bin
preferences-sound = Klänge
preferences-sound-quiet = Bei verringerter Bewegung gibt es keine.
preferences-rename = Ändern
preferences-back = Zurück

lobby-pools = Gegner finden
lobby-pools-hint = Ein Druck auf ein Spiel sucht einen Gegner, ein zweiter hört auf.
lobby-searching = sucht …
lobby-seeks = Offene Partien
lobby-seeks-none = Gerade wartet niemand auf einen Gegner.
lobby-take = Platz nehmen
lobby-own = deine
lobby-opponent = Gegner
lobby-rating = Wertung
lobby-game = Spiel
lobby-time = Bedenkzeit
lobby-rated = Gewertet
lobby-yes = ja
lobby-no = nein
lobby-any = alle
lobby-only-rated = gewertete
lobby-only-casual = ungewertete
lobby-people = ohne Bots
lobby-seats = { $taken } von { $seats } Plätzen besetzt
lobby-from = ab { $rating }
lobby-up-to = bis { $rating }
lobby-challenges = Herausforderungen
lobby-live = Partien zum Zusehen
lobby-live-none = Gerade gibt es nichts zu sehen.
lobby-watch = Zusehen
lobby-ratings = Deine Wertungen
lobby-rating-line = { $board }: { $value } ± { $deviation } ({ $wins } gewonnen, { $draws } remis, { $losses } verloren)
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Schnell
speed-classical = Klassisch
speed-correspondence = Fernpartie
challenge-in = { $who } fordert dich heraus: { $game }
challenge-out = Du hast { $who } herausgefordert: { $game }
challenge-declined = { $who } lehnt ab: { $game } – { $reason }.
challenge-you-declined = Du hast { $who } abgelehnt: { $game } ({ $reason })
challenge-accept = Annehmen
challenge-decline = Ablehnen
challenge-withdraw = Zurückziehen
decline-generic = nein, danke
decline-later = nicht jetzt, frag später noch einmal
decline-too-fast = diese Bedenkzeit ist zu kurz
decline-too-slow = diese Bedenkzeit ist zu lang
decline-time-control = nicht mit dieser Bedenkzeit
decline-rated = nur gewertete Partien
decline-casual = nur ungewertete Partien
decline-variant = nicht nach diesen Regeln
decline-no-bot = keine Partien mit Bots
decline-only-bot = nur Partien mit Bots
create-min-rating = Wertung ab
create-max-rating = bis
create-any-rating = beliebig
create-title-for = Eine Partie mit { $who }
create-challenge = Herausfordern
create-challenged = Spieler

loading = Es ist unterwegs …
leaders-title = Die besten Spieler
leaders-hint = Die besten hundert in jedem Spiel und Tempo; ohne Bots, und ohne alle, deren Wertung vorläufig ist. Drück auf einen Namen, um jemanden um eine Partie zu bitten.
leaders-none = Noch hat niemand eine Wertung, die zählt.
leaders-board = Spiel und Tempo
leaders-place = Platz
leaders-player = Spieler
leaders-games = Gewertete Partien
archive-title = Partien früherer Tage
archive-hint = Deine letzten tausend beendeten Partien, ohne die, die noch bei deinen Partien stehen.
archive-none = Noch ist keine da.
archive-newer = Neuere Partien
archive-older = Ältere Partien
archive-page = Seite { $page } von { $pages }

watch-watching = Du siehst zu.
chat-title = Gespräch
chat-none = Noch hat niemand etwas gesagt.
chat-phrase = Sagen …
chat-text = Nachricht
chat-send = Senden
chat-mute = Stumm schalten
chat-unmute = Wieder hören
phrase-0 = Hallo
phrase-1 = Viel Glück
phrase-2 = Viel Spaß
phrase-3 = Dir auch
phrase-4 = Gute Partie
phrase-5 = Gut gespielt
phrase-6 = Danke
phrase-7 = Tut mir leid
phrase-8 = Einen Moment, bitte
phrase-9 = Ich bin wieder da
phrase-10 = Noch eine Partie?
phrase-11 = Ich muss gehen
phrase-12 = Auf Wiedersehen
