-- Nights of leagues as they are held here: series of them, who comes, and all that is done for one.
-- Local dates are ISO, moments are unix seconds.

CREATE TABLE series (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    league_id  INTEGER NOT NULL REFERENCES leagues ON DELETE CASCADE,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    creator    INTEGER NOT NULL,
    schedule   TEXT NOT NULL CHECK (json_type(schedule) = 'object'),
    settings   TEXT NOT NULL CHECK (json_type(settings) = 'object'),
    created_at REAL NOT NULL,
    state      TEXT NOT NULL,
    skipped    TEXT NOT NULL CHECK (json_type(skipped) = 'array')
) STRICT;

CREATE INDEX series_by_guild ON series (guild_id);

CREATE TABLE evenings (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    series_id  INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
    league_id  INTEGER NOT NULL REFERENCES leagues ON DELETE CASCADE,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    season_id  INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    night      TEXT NOT NULL,                    -- its id in the season
    date       TEXT NOT NULL,
    starts_at  REAL NOT NULL,
    settings   TEXT NOT NULL CHECK (json_type(settings) = 'object'),
    seed       TEXT NOT NULL,
    stage      TEXT NOT NULL,
    draw       INTEGER NOT NULL,
    plan       TEXT NOT NULL CHECK (json_type(plan) = 'array'),
    posted     INTEGER NOT NULL CHECK (posted IN (0, 1)),
    round      INTEGER NOT NULL,
    began_at   REAL,
    paused_at  REAL,
    held_up    REAL NOT NULL,
    time_up    INTEGER NOT NULL CHECK (time_up IN (0, 1)),
    is_last    INTEGER NOT NULL CHECK (is_last IN (0, 1)),
    late       INTEGER NOT NULL CHECK (late IN (0, 1)),
    ended_at   REAL,
    why        TEXT NOT NULL,
    settled    INTEGER NOT NULL CHECK (settled IN (0, 1)),
    version    INTEGER NOT NULL,
    UNIQUE (series_id, date)
) STRICT;

CREATE INDEX evenings_live ON evenings (starts_at) WHERE stage IN ('sign-up', 'check-in', 'playing');
CREATE INDEX evenings_unsettled ON evenings (id) WHERE settled = 0;

-- What the cards of duplicate rounds follow from: a secret, and the presses that took part in the first round.
CREATE TABLE evening_secrets (
    evening_id INTEGER PRIMARY KEY REFERENCES evenings ON DELETE CASCADE,
    secret     BLOB NOT NULL CHECK (length(secret) = 32),
    press_ids  TEXT NOT NULL CHECK (json_type(press_ids) = 'array')
) STRICT;

CREATE TABLE evening_people (
    evening_id  INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
    user_id     INTEGER NOT NULL,
    name        TEXT NOT NULL,
    answer      TEXT,
    answered_at REAL NOT NULL,
    here_at     REAL,
    press_id    INTEGER,
    gone        INTEGER NOT NULL CHECK (gone IN (0, 1)),
    substitute  INTEGER NOT NULL CHECK (substitute IN (0, 1)),
    PRIMARY KEY (evening_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX evening_people_by_user ON evening_people (user_id, evening_id);

CREATE TABLE evening_steps (
    evening_id INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
    kind       TEXT NOT NULL,
    about      INTEGER NOT NULL,
    state      TEXT NOT NULL,
    nonce      INTEGER NOT NULL,
    begun_at   REAL NOT NULL,
    tried_at   REAL NOT NULL,
    channel_id INTEGER,
    discord_id INTEGER,
    hindrance  TEXT NOT NULL,
    PRIMARY KEY (evening_id, kind, about)
) STRICT, WITHOUT ROWID;
