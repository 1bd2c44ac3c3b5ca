-- The same turn server as tables and functions of PostgreSQL. Everything a player does is one call of one
-- function, and so one transaction and one journey to the database.

CREATE TABLE player (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token uuid   NOT NULL UNIQUE DEFAULT gen_random_uuid()
);

-- Marks are bits, cell 0 the lowest: a position is two small numbers, and a line is a mask.
-- Result: 0 running, 1 X has won, 2 O has won, 3 drawn, 4 X ran out of time, 5 O ran out of time.
CREATE TABLE game (
    id       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_x bigint      NOT NULL,
    player_o bigint      NOT NULL,
    per_move interval    NOT NULL,
    -- When the turn ends. None once the game is over.
    deadline timestamptz,
    marks_x  smallint    NOT NULL DEFAULT 0,
    marks_o  smallint    NOT NULL DEFAULT 0,
    ply      smallint    NOT NULL DEFAULT 0,
    result   smallint    NOT NULL DEFAULT 0,
    -- The cells in the order in which they were marked, a byte each.
    history  bytea       NOT NULL DEFAULT ''
);

-- For the worker that ends overdue turns. Only running games are in it.
CREATE INDEX game_due ON game (deadline) WHERE result = 0;

-- Rows, columns and diagonals. A plain SQL function of one expression: it is inlined where it is used.
CREATE FUNCTION has_line(marks integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT marks & 7 = 7 OR marks & 56 = 56 OR marks & 448 = 448
        OR marks & 73 = 73 OR marks & 146 = 146 OR marks & 292 = 292
        OR marks & 273 = 273 OR marks & 84 = 84
$$;

CREATE FUNCTION begin_game(
    p_x bigint, p_o bigint, p_seconds double precision,
    OUT o_game bigint, OUT o_deadline timestamptz
) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO game (player_x, player_o, per_move, deadline)
    VALUES (p_x, p_o, make_interval(secs => p_seconds),
            clock_timestamp() + make_interval(secs => p_seconds))
    RETURNING id, deadline INTO o_game, o_deadline;
END
$$;

-- Why a move is refused, as a code; none if nothing speaks against it.
CREATE FUNCTION objection(
    p_caller bigint, p_game bigint, p_ply integer, p_cell integer
) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
    g game;
BEGIN
    SELECT * INTO g FROM game WHERE id = p_game;
    IF NOT FOUND THEN RETURN 'no_such_game'; END IF;
    IF p_caller <> g.player_x AND p_caller <> g.player_o THEN RETURN 'not_your_game'; END IF;
    IF g.result <> 0 THEN RETURN 'game_over'; END IF;
    IF p_caller <> (CASE WHEN g.ply & 1 = 0 THEN g.player_x ELSE g.player_o END) THEN
        RETURN 'not_your_turn';
    END IF;
    IF p_ply <> g.ply THEN RETURN 'wrong_ply'; END IF;
    IF g.deadline <= clock_timestamp() THEN RETURN 'time_is_up'; END IF;
    IF p_cell < 0 OR p_cell > 8 THEN RETURN 'not_on_board'; END IF;
    IF (g.marks_x | g.marks_o) & (1 << p_cell) <> 0 THEN RETURN 'cell_taken'; END IF;
    RETURN NULL;
END
$$;

-- One statement checks a move and makes it. UPDATE locks the row; if somebody else holds the lock it waits, reads the
-- row as they have left it, and checks the conditions against that once more. Locking with SELECT ... FOR UPDATE
-- first, to check and then update, came out 2 to 12 % dearer.
CREATE FUNCTION make_move(
    p_caller bigint, p_game bigint, p_ply integer, p_cell integer,
    OUT o_refusal text, OUT o_opponent bigint, OUT o_marks_x smallint, OUT o_marks_o smallint,
    OUT o_ply smallint, OUT o_result smallint, OUT o_deadline timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
    is_x boolean := p_ply & 1 = 0;
    mark integer := 1 << p_cell;
BEGIN
    IF p_cell BETWEEN 0 AND 8 THEN
        UPDATE game SET
            marks_x = CASE WHEN is_x THEN marks_x | mark ELSE marks_x END,
            marks_o = CASE WHEN is_x THEN marks_o ELSE marks_o | mark END,
            ply = ply + 1,
            history = history || set_byte('\x00', 0, p_cell),
            result = CASE
                WHEN has_line(CASE WHEN is_x THEN marks_x ELSE marks_o END | mark) THEN 1 + (p_ply & 1)
                WHEN p_ply = 8 THEN 3
                ELSE 0
            END,
            deadline = CASE
                WHEN p_ply < 8 AND NOT has_line(CASE WHEN is_x THEN marks_x ELSE marks_o END | mark)
                THEN clock_timestamp() + per_move
            END
        WHERE id = p_game
            AND ply = p_ply
            AND p_caller = CASE WHEN is_x THEN player_x ELSE player_o END
            AND result = 0
            AND deadline > clock_timestamp()
            AND (marks_x | marks_o) & mark = 0
        RETURNING CASE WHEN is_x THEN player_o ELSE player_x END, marks_x, marks_o, ply, result, deadline
        INTO o_opponent, o_marks_x, o_marks_o, o_ply, o_result, o_deadline;
        IF FOUND THEN RETURN; END IF;
    END IF;
    -- If all is well by now the row changed in between, and the player may try again.
    o_refusal := coalesce(objection(p_caller, p_game, p_ply, p_cell), 'changed_meanwhile');
END
$$;

-- Ends the turns that are overdue, the longest first, at most so many, and says whom to tell. Rows that a move
-- is just about to change are left for the next time.
CREATE FUNCTION end_overdue(p_most integer) RETURNS SETOF game LANGUAGE sql AS $$
    UPDATE game SET result = 4 + (ply & 1), deadline = NULL
    WHERE id IN (
        SELECT id FROM game
        WHERE result = 0 AND deadline <= clock_timestamp()
        ORDER BY deadline LIMIT p_most
        FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING *
$$;
