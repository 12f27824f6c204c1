-- What games measured of their deals, as `measures` was, which knew less: it is made again from the logs, as all that
-- follows from a table of before this migration is, at the next start.
DROP VIEW measures_of_people;
DROP TABLE measures;

CREATE TABLE measured (
    table_id INTEGER NOT NULL,
    attempt  INTEGER NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    measure  TEXT NOT NULL,                          -- one of the game's
    key      TEXT NOT NULL,                          -- what it is about, as a contract
    value    INTEGER NOT NULL,
    PRIMARY KEY (table_id, attempt, seat, measure, key),
    FOREIGN KEY (table_id, attempt) REFERENCES deals ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The cards that the seat was dealt, bit CARD of the notation's order for each.
ALTER TABLE points ADD COLUMN hand INTEGER NOT NULL DEFAULT 0;

-- What follows from deals and games of many tables: sums, each brought up to date in the transaction that ends a deal.

-- How much of each table is in the sums below: so many of its deals, those thrown in too, and its game or not.
CREATE TABLE counted (
    table_id INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    deals    INTEGER NOT NULL,
    game     INTEGER NOT NULL CHECK (game IN (0, 1))
) STRICT;

-- What was counted of a person (bot/statistics/model.py), each thing once for its month, YYYY-MM in UTC, and once for
-- all time, with the month ''. guild_id is 0 for private tables, season_id for games of no league.
CREATE TABLE tallies (
    user_id       INTEGER NOT NULL,
    guild_id      INTEGER NOT NULL,
    month         TEXT NOT NULL,
    kind          TEXT NOT NULL,
    key           TEXT NOT NULL,
    preset        TEXT NOT NULL,
    season_id     INTEGER NOT NULL,
    count         INTEGER NOT NULL,
    points        INTEGER NOT NULL,
    tricks        INTEGER NOT NULL,
    won           INTEGER NOT NULL,
    lost          INTEGER NOT NULL,
    table_points  INTEGER NOT NULL,
    table_seats   INTEGER NOT NULL,
    best          INTEGER,                           -- its points, and where it was
    best_table    INTEGER,
    best_attempt  INTEGER,
    worst         INTEGER,
    worst_table   INTEGER,
    worst_attempt INTEGER,
    PRIMARY KEY (user_id, month, guild_id, kind, key, preset, season_id)
) STRICT, WITHOUT ROWID;

-- Which months and presets somebody has played.
CREATE INDEX tallies_of_deals ON tallies (user_id, month, guild_id, preset, count) WHERE kind = 'deal';

-- For ladders of a server, and for its best and worst.
CREATE INDEX tallies_of_games ON tallies (guild_id, preset, season_id, user_id) WHERE kind = 'game' AND month = '';
CREATE INDEX tallies_best ON tallies (guild_id, preset, kind, best) WHERE month = '' AND best IS NOT NULL;
CREATE INDEX tallies_worst ON tallies (guild_id, preset, kind, worst) WHERE month = '' AND worst IS NOT NULL;

-- Each person's games in their order.
CREATE TABLE games_of (
    user_id      INTEGER NOT NULL,
    guild_id     INTEGER NOT NULL,
    ended_at     REAL NOT NULL,
    table_id     INTEGER NOT NULL,
    preset       TEXT NOT NULL,
    season_id    INTEGER NOT NULL,
    players      INTEGER NOT NULL,
    place        INTEGER NOT NULL,
    is_last      INTEGER NOT NULL CHECK (is_last IN (0, 1)),
    points       INTEGER NOT NULL,
    table_points INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild_id, ended_at, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX games_of_anywhere ON games_of (user_id, ended_at, table_id);
CREATE INDEX games_of_preset ON games_of (user_id, guild_id, preset, ended_at, table_id);
CREATE INDEX games_of_season ON games_of (user_id, season_id, ended_at, table_id);

-- How many games in a row somebody has won, or was not last in: the row that lasts, and the longest. Of all games of a
-- server (preset '') and of each preset there.
CREATE TABLE streaks (
    user_id  INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    preset   TEXT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('won', 'not-last')),
    now      INTEGER NOT NULL,
    longest  INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild_id, preset, kind)
) STRICT, WITHOUT ROWID;

-- What was played on a server in each week, by its Monday in UTC.
CREATE TABLE weeks (
    guild_id INTEGER NOT NULL,
    week     TEXT NOT NULL,
    preset   TEXT NOT NULL,
    games    INTEGER NOT NULL,
    deals    INTEGER NOT NULL,
    seconds  INTEGER NOT NULL,
    PRIMARY KEY (guild_id, week, preset)
) STRICT, WITHOUT ROWID;

-- In which hour of the week games that ended had begun, from Monday midnight in UTC on.
CREATE TABLE hours (
    guild_id INTEGER NOT NULL,
    hour     INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 167),
    games    INTEGER NOT NULL,
    PRIMARY KEY (guild_id, hour)
) STRICT, WITHOUT ROWID;

-- How often each card of a pack came to a seat (user_id 0), and to a person (seat -1), in deals of games that ended.
CREATE TABLE dealt (
    guild_id INTEGER NOT NULL,
    pack     INTEGER NOT NULL,                       -- bit CARD for each of its cards
    players  INTEGER NOT NULL,
    shuffled INTEGER NOT NULL CHECK (shuffled IN (0, 1)),
    seat     INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    deals    INTEGER NOT NULL,
    counts   TEXT NOT NULL CHECK (json_type(counts) = 'array'),  -- by card of the pack, in the notation's order
    PRIMARY KEY (guild_id, user_id, pack, players, shuffled, seat)
) STRICT, WITHOUT ROWID;

-- The latest games of a channel or a server.
CREATE INDEX tables_by_guild ON tables (guild_id, id);
