-- Tables, what was played at them, what shows them, and whom the bot has met.
-- Times are unix seconds. Ids of people, servers, channels, messages and presses are Discord's.

CREATE TABLE tables (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again: buttons in old messages carry it
    guild_id     INTEGER,
    channel_id   INTEGER NOT NULL,
    host_id      INTEGER NOT NULL,
    preset       TEXT NOT NULL,
    options      TEXT NOT NULL CHECK (json_type(options) = 'object'),
    players      INTEGER NOT NULL,
    pace         TEXT NOT NULL,
    title        TEXT NOT NULL,                      -- of the named preset its rules were taken from
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
    rematch_of   INTEGER REFERENCES tables ON DELETE SET NULL  -- the finished table that this one goes on from
) STRICT;

CREATE INDEX tables_unfinished ON tables (id) WHERE state IN ('lobby', 'playing', 'adjourned');

-- Two people who ask for a rematch get one table.
CREATE UNIQUE INDEX tables_rematch ON tables (rematch_of)
    WHERE rematch_of IS NOT NULL AND state IN ('lobby', 'playing', 'adjourned');

CREATE TABLE seats (
    table_id     INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat         INTEGER NOT NULL CHECK (seat >= 0),
    name         TEXT NOT NULL,
    user_id      INTEGER,                            -- NULL: a robot's own seat
    robot        TEXT NOT NULL,
    absent       INTEGER NOT NULL CHECK (absent IN (0, 1)),
    missed       INTEGER NOT NULL,
    ready        INTEGER NOT NULL CHECK (ready IN (0, 1)),
    press_id     INTEGER,
    queued       TEXT,                               -- the card its person wants to play next: nobody else's to see
    plays_forced INTEGER NOT NULL CHECK (plays_forced IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- The inputs of a game, in a record's notation. All truth about the game follows from them.
CREATE TABLE log (
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    seq      INTEGER NOT NULL CHECK (seq >= 0),
    line     TEXT NOT NULL,
    at       REAL NOT NULL,
    user_id  INTEGER,                                -- NULL: a robot or the clock
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- The deals that ended, in order (attempt), those thrown in included; deal counts the scored ones, and a thrown-in
-- deal carries the number of the one that replaces it.
CREATE TABLE deals (
    table_id  INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    attempt   INTEGER NOT NULL CHECK (attempt >= 0),
    deal      INTEGER NOT NULL,
    dealer    INTEGER NOT NULL,
    contract  TEXT NOT NULL,
    trump     TEXT CHECK (trump IN ('C', 'D', 'H', 'S')),
    thrown_in INTEGER NOT NULL CHECK (thrown_in IN (0, 1)),
    seq       INTEGER NOT NULL,                      -- of the last input of the step that ended it
    ended_at  REAL NOT NULL,
    PRIMARY KEY (table_id, attempt)
) STRICT, WITHOUT ROWID;

-- What each seat made in a scored deal.
CREATE TABLE points (
    table_id INTEGER NOT NULL,
    attempt  INTEGER NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    points   INTEGER NOT NULL,
    tricks   INTEGER NOT NULL,
    PRIMARY KEY (table_id, attempt, seat),
    FOREIGN KEY (table_id, attempt) REFERENCES deals ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- How each seat of a finished game ended.
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    user_id  INTEGER,
    name     TEXT NOT NULL,
    points   INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- Which message shows what; seat -1 is a message for all.
CREATE TABLE shown (
    table_id   INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    kind       TEXT NOT NULL,
    seat       INTEGER NOT NULL CHECK (seat >= -1),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    posted_at  REAL NOT NULL,
    PRIMARY KEY (table_id, kind, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    user_id       INTEGER PRIMARY KEY,
    name          TEXT NOT NULL,
    locale        TEXT NOT NULL,
    dm_channel_id INTEGER,
    dm_closed     INTEGER NOT NULL CHECK (dm_closed IN (0, 1)),
    dm_checked_at REAL NOT NULL,
    preferences   TEXT NOT NULL CHECK (json_type(preferences) = 'object')  -- what differs from the defaults
) STRICT;

CREATE TABLE guilds (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL CHECK (json_type(settings) = 'object')  -- what differs from the defaults
) STRICT;

-- Rules that servers keep under names of their own. Tables hold copies.
CREATE TABLE presets (
    guild_id INTEGER NOT NULL,
    key      TEXT NOT NULL,                          -- the name without what people take for the same
    name     TEXT NOT NULL,
    preset   TEXT NOT NULL,                          -- the built-in one
    players  INTEGER NOT NULL,
    options  TEXT NOT NULL CHECK (json_type(options) = 'object'),
    pace     TEXT NOT NULL,
    PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;

-- What the bot keeps about itself, as which slash commands it last told Discord.
CREATE TABLE notes (
    key  TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
