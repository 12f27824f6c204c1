-- The program can open a table itself: without a host, its people on seats that are given to them.

CREATE TABLE tables_now (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again: buttons in old messages carry it
    guild_id     INTEGER,
    channel_id   INTEGER NOT NULL,
    host_id      INTEGER,                            -- NULL: the program has opened it, and nobody is host
    preset       TEXT NOT NULL,
    options      TEXT NOT NULL CHECK (json_type(options) = 'object'),
    players      INTEGER NOT NULL,
    pace         TEXT NOT NULL,
    title        TEXT NOT NULL,                      -- what it is called in place of its preset
    robots       TEXT NOT NULL,                      -- the kind that plays here
    secret       BLOB NOT NULL CHECK (length(secret) = 32),
    press_ids    TEXT NOT NULL CHECK (json_type(press_ids) = 'array'),
    gone         TEXT NOT NULL CHECK (json_type(gone) = 'object'),
    state        TEXT NOT NULL,
    first_dealer INTEGER,
    seq          INTEGER NOT NULL CHECK (seq >= 0),  -- how many rows of log the table has
    turn         INTEGER,
    deadline     REAL,
    created_at   REAL NOT NULL,
    started_at   REAL,
    ended_at     REAL,
    notice       TEXT NOT NULL,
    turn_at      REAL,                               -- since when the person to move is waited for
    nudged       INTEGER NOT NULL CHECK (nudged IN (0, 1)),
    rematch_of   INTEGER REFERENCES tables ON DELETE SET NULL,  -- the finished table that this one goes on from
    seats_given  INTEGER NOT NULL CHECK (seats_given IN (0, 1))  -- whether they were not drawn
) STRICT;

INSERT INTO tables_now (
    id, guild_id, channel_id, host_id, preset, options, players, pace, title, robots, secret, press_ids, gone,
    state, first_dealer, seq, turn, deadline, created_at, started_at, ended_at, notice, turn_at, nudged,
    rematch_of, seats_given
)
SELECT
    id, guild_id, channel_id, host_id, preset, options, players, pace, title, robots, secret, press_ids, gone,
    state, first_dealer, seq, turn, deadline, created_at, started_at, ended_at, notice, turn_at, nudged,
    rematch_of, 0
FROM tables;

-- A number is never used again, not that of a table which is gone either.
DELETE FROM sqlite_sequence WHERE name = 'tables_now';
INSERT INTO sqlite_sequence (name, seq) SELECT 'tables_now', seq FROM sqlite_sequence WHERE name = 'tables';

DROP TABLE tables;
ALTER TABLE tables_now RENAME TO tables;

CREATE INDEX tables_unfinished ON tables (id) WHERE state IN ('lobby', 'playing', 'adjourned');

-- Two people who ask for a rematch get one table.
CREATE UNIQUE INDEX tables_rematch ON tables (rematch_of)
    WHERE rematch_of IS NOT NULL AND state IN ('lobby', 'playing', 'adjourned');
