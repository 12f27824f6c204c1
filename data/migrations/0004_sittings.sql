-- Who had each seat: for the inputs of log from from_seq up to, but without, to_seq.
-- Numbered in each seat, since one may have lasted for no input at all.

CREATE TABLE sittings (
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    number   INTEGER NOT NULL CHECK (number >= 0),
    user_id  INTEGER,                                -- NULL: a robot's own seat
    name     TEXT NOT NULL,
    robot    TEXT NOT NULL,
    from_seq INTEGER NOT NULL CHECK (from_seq >= 0),
    to_seq   INTEGER CHECK (to_seq >= from_seq),     -- NULL: it lasts, or lasted to the end
    PRIMARY KEY (table_id, seat, number)
) STRICT, WITHOUT ROWID;

-- A seat has one holder.
CREATE UNIQUE INDEX sittings_last ON sittings (table_id, seat) WHERE to_seq IS NULL;

CREATE INDEX sittings_by_person ON sittings (user_id) WHERE user_id IS NOT NULL;

-- The people who gave up a seat of a game that was played to its end.
CREATE TABLE given_up (
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    user_id  INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat, user_id)
) STRICT, WITHOUT ROWID;

-- Whose the points of a deal are: theirs who had the seat when it ended.
CREATE VIEW points_of_people AS
SELECT points.table_id, points.attempt, points.seat, sittings.number, sittings.user_id, sittings.name,
    points.points, points.tricks
FROM points JOIN deals USING (table_id, attempt)
    JOIN sittings ON sittings.table_id = points.table_id AND sittings.seat = points.seat
        AND sittings.from_seq <= deals.seq AND (sittings.to_seq IS NULL OR deals.seq < sittings.to_seq);

-- The games that are here already, as far as it can be known. Who has a seat now is in seats; who had it before
-- has left acts in log, under their id. It cannot be known
--   - when exactly a seat changed hands: taken to be at the first act of who came, or, if there is none yet, after
--     the last of who went;
--   - whose acts those without an id were: a robot's own, or made for a person who was absent, or slow. Those before
--     anybody's first act are taken for a robot's, whose name is lost; between two people's for the first one's;
--   - of anybody who had a seat and never acted, nor who left a seat and took it again;
--   - under which name somebody sat who is there no more: the one they have now, if the bot knows them.
INSERT INTO sittings (table_id, seat, number, user_id, name, robot, from_seq, to_seq)
WITH acts AS (
    SELECT table_id, CAST(line AS INTEGER) AS seat, seq, user_id FROM log WHERE line NOT LIKE 'deck %'
),
first_acts AS (  -- of each person, after somebody else's or nobody's
    SELECT table_id, seat, seq, user_id FROM (
        SELECT *, lag(user_id) OVER (PARTITION BY table_id, seat ORDER BY seq) AS earlier
        FROM acts WHERE user_id IS NOT NULL
    ) WHERE earlier IS NOT user_id
),
last_acts AS (  -- of people; SQLite takes user_id from the row of the maximum
    SELECT table_id, seat, max(seq) AS seq, user_id FROM acts WHERE user_id IS NOT NULL GROUP BY table_id, seat
),
comings AS (  -- who, and from which input on, but for what was before the first
    SELECT table_id, seat, seq, user_id FROM first_acts
    UNION ALL
    SELECT seats.table_id, seats.seat,
        CASE
            WHEN last_acts.seq IS NOT NULL THEN last_acts.seq + 1
            WHEN seats.user_id IS NULL OR seats.absent THEN 0
            ELSE coalesce((SELECT max(seq) + 1 FROM acts
                WHERE acts.table_id = seats.table_id AND acts.seat = seats.seat), 0)
        END,
        seats.user_id
    FROM seats JOIN tables ON tables.id = seats.table_id AND tables.started_at IS NOT NULL
        LEFT JOIN last_acts ON last_acts.table_id = seats.table_id AND last_acts.seat = seats.seat
    WHERE last_acts.user_id IS NULL OR last_acts.user_id IS NOT seats.user_id
),
earliest AS (
    SELECT table_id, seat, min(seq) AS seq FROM comings GROUP BY table_id, seat
),
robots_first AS (
    SELECT earliest.* FROM earliest WHERE EXISTS (SELECT 1 FROM acts
        WHERE acts.table_id = earliest.table_id AND acts.seat = earliest.seat AND acts.seq < earliest.seq)
),
begun AS (
    SELECT comings.table_id, comings.seat, comings.user_id,
        CASE WHEN comings.seq = earliest.seq AND NOT EXISTS (SELECT 1 FROM robots_first
                WHERE robots_first.table_id = comings.table_id AND robots_first.seat = comings.seat)
            THEN 0 ELSE comings.seq END AS from_seq
    FROM comings JOIN earliest USING (table_id, seat)
    UNION ALL
    SELECT table_id, seat, NULL, 0 FROM robots_first
)
SELECT begun.table_id, begun.seat, row_number() OVER course - 1, begun.user_id,
    CASE
        WHEN begun.user_id IS seats.user_id AND lead(from_seq) OVER course IS NULL THEN seats.name
        WHEN begun.user_id = seats.user_id THEN seats.name
        ELSE coalesce(players.name, '?')
    END,
    tables.robots, from_seq, lead(from_seq) OVER course
FROM begun JOIN tables ON tables.id = begun.table_id
    JOIN seats ON seats.table_id = begun.table_id AND seats.seat = begun.seat
    LEFT JOIN players ON players.user_id = begun.user_id
WINDOW course AS (PARTITION BY begun.table_id, begun.seat ORDER BY from_seq);

INSERT INTO given_up (table_id, seat, user_id)
SELECT DISTINCT sittings.table_id, sittings.seat, sittings.user_id
FROM sittings JOIN tables ON tables.id = sittings.table_id AND tables.state = 'finished'
WHERE sittings.to_seq IS NOT NULL AND sittings.user_id IS NOT NULL;
