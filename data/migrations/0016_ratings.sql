-- How strong people are, by the games they have finished at tables of a server: a pool for each family of games.

-- How far a pool has got: all games up to that one are rated, or were found not to be. basis tells by which ratings
-- of robots; where these are others by now, all is rated anew.
CREATE TABLE server_pools (
    guild_id INTEGER NOT NULL,
    family   TEXT NOT NULL,
    basis    TEXT NOT NULL,
    ended_at REAL NOT NULL,
    table_id INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    PRIMARY KEY (guild_id, family)
) STRICT, WITHOUT ROWID;

-- The games of a pool, and what each was to it.
CREATE TABLE server_games (
    table_id INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    family   TEXT NOT NULL,
    ended_at REAL NOT NULL,
    verdict  TEXT NOT NULL
) STRICT;

CREATE INDEX server_games_in_order ON server_games (guild_id, family, ended_at, table_id);

-- What each game did to each person; games counts those of the person that were rated, this one included.
CREATE TABLE rating_changes (
    guild_id     INTEGER NOT NULL,
    family       TEXT NOT NULL,
    user_id      INTEGER NOT NULL,
    ended_at     REAL NOT NULL,
    table_id     INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    mu_before    REAL NOT NULL,
    sigma_before REAL NOT NULL,
    mu           REAL NOT NULL,
    sigma        REAL NOT NULL,
    games        INTEGER NOT NULL,
    PRIMARY KEY (guild_id, family, user_id, ended_at, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_of_table ON rating_changes (table_id);

-- Everybody's rating now: their last change.
CREATE TABLE server_ratings (
    guild_id INTEGER NOT NULL,
    family   TEXT NOT NULL,
    user_id  INTEGER NOT NULL,
    mu       REAL NOT NULL,
    sigma    REAL NOT NULL,
    games    INTEGER NOT NULL,
    PRIMARY KEY (guild_id, family, user_id)
) STRICT, WITHOUT ROWID;

-- Tables whose game a correction has made another one: it and all later ones are to be rated again.
CREATE TABLE rate_again (
    table_id INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE
) STRICT;

-- Games in the order in which they are rated.
CREATE INDEX tables_in_order ON tables (guild_id, preset, ended_at, id)
    WHERE state IN ('finished', 'parked') AND veiled = 0 AND guild_id IS NOT NULL AND ended_at IS NOT NULL;
