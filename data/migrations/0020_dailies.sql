-- Who plays the deal of which day, each once. The table where they do has the place '0.' || id. No id is given
-- twice, so that no table is ever taken for another's.
CREATE TABLE dailies (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    day      TEXT NOT NULL,
    user_id  INTEGER NOT NULL,
    seal     TEXT NOT NULL CHECK (length(seal) = 64),  -- which deal of that day
    par      INTEGER NOT NULL,                         -- what a robot makes of it
    begun_at REAL NOT NULL,
    UNIQUE (day, user_id)
) STRICT;

CREATE INDEX dailies_by_user ON dailies (user_id, day);

-- On which servers they have asked for it: there they are compared.
CREATE TABLE daily_servers (
    guild_id INTEGER NOT NULL,
    daily_id INTEGER NOT NULL REFERENCES dailies ON DELETE CASCADE,
    PRIMARY KEY (guild_id, daily_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_servers_by_daily ON daily_servers (daily_id);

-- The tables of daily deals that others may still be playing.
CREATE INDEX tables_untold ON tables (place) WHERE veiled = 1 AND guild_id IS NULL;
