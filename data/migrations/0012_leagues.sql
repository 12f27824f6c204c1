-- Leagues of servers: who belongs to them, their seasons, the games that count there, and what follows from these.
-- People, games, nights and corrections are known to a season by ids of its own (texts, as in a season file).
-- Scores are exact: whole numbers of the season's unit, or texts "n/d". Dates are local ones, ISO.

CREATE TABLE leagues (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id   INTEGER NOT NULL,
    key        TEXT NOT NULL,                    -- the name without what people take for the same
    name       TEXT NOT NULL,
    preset     TEXT NOT NULL,
    players    INTEGER NOT NULL,
    zone       TEXT NOT NULL,
    creator    INTEGER NOT NULL,
    created_at REAL NOT NULL,
    options    TEXT NOT NULL CHECK (json_type(options) = 'object'),
    pace       TEXT NOT NULL,
    entry      TEXT NOT NULL,
    guests     INTEGER NOT NULL CHECK (guests IN (0, 1)),
    roles      TEXT NOT NULL CHECK (json_type(roles) = 'array'),
    UNIQUE (guild_id, key)
) STRICT;

-- Everybody who ever was a member.
CREATE TABLE league_members (
    league_id INTEGER NOT NULL REFERENCES leagues ON DELETE CASCADE,
    id        TEXT NOT NULL,
    name      TEXT NOT NULL,
    user_id   INTEGER,                           -- NULL: who has no account here
    since     REAL NOT NULL,
    joined    TEXT NOT NULL,
    left      TEXT,
    PRIMARY KEY (league_id, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX league_members_by_user ON league_members (user_id, league_id) WHERE user_id IS NOT NULL;

CREATE TABLE candidates (
    league_id INTEGER NOT NULL REFERENCES leagues ON DELETE CASCADE,
    user_id   INTEGER NOT NULL,
    name      TEXT NOT NULL,
    waiting   TEXT NOT NULL,
    at        REAL NOT NULL,
    PRIMARY KEY (league_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE seasons (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    league_id INTEGER NOT NULL REFERENCES leagues ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    name      TEXT NOT NULL,
    settings  TEXT NOT NULL CHECK (json_type(settings) = 'object'),
    begun     TEXT NOT NULL,
    closed    TEXT,
    levels    TEXT NOT NULL CHECK (json_type(levels) = 'object'),
    imported  INTEGER NOT NULL CHECK (imported IN (0, 1)),
    UNIQUE (league_id, number)
) STRICT;

-- Seasons of a league follow one another.
CREATE UNIQUE INDEX seasons_open ON seasons (league_id) WHERE closed IS NULL;

-- The members of a season, with the dates that absences go by. Those of a closed one stay as they were.
CREATE TABLE season_members (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    id        TEXT NOT NULL,
    since     REAL NOT NULL,                     -- whoever comes later was a guest at the games before
    joined    TEXT NOT NULL,
    left      TEXT,
    PRIMARY KEY (season_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE season_guests (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    id        TEXT NOT NULL,
    name      TEXT NOT NULL,
    PRIMARY KEY (season_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE nights (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    number    INTEGER NOT NULL,                  -- their order
    id        TEXT NOT NULL,
    date      TEXT NOT NULL,
    excused   TEXT NOT NULL CHECK (json_type(excused) = 'array'),
    PRIMARY KEY (season_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE byes (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    number    INTEGER NOT NULL,                  -- their order
    night     TEXT NOT NULL,
    round     INTEGER NOT NULL,
    player    TEXT NOT NULL,
    PRIMARY KEY (season_id, number)
) STRICT, WITHOUT ROWID;

-- Results as they were first written.
CREATE TABLE league_games (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    id        TEXT NOT NULL,
    night     TEXT,
    started   INTEGER NOT NULL,
    ended     INTEGER NOT NULL,
    sum       INTEGER,
    seats     TEXT NOT NULL CHECK (json_type(seats) = 'array'),
    table_id  INTEGER REFERENCES tables ON DELETE SET NULL,  -- where it was played; NULL: on paper
    PRIMARY KEY (season_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX league_games_by_table ON league_games (table_id) WHERE table_id IS NOT NULL;

-- Corrections, in the order in which they were made; those that were refused are none.
CREATE TABLE corrections (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    thing     TEXT NOT NULL,                     -- what it is about: no other thing bears on it
    id        TEXT NOT NULL,
    at        INTEGER NOT NULL,
    by        TEXT NOT NULL,
    reason    TEXT NOT NULL,
    change    TEXT NOT NULL CHECK (json_type(change) = 'object'),
    PRIMARY KEY (season_id, number),
    UNIQUE (season_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX corrections_by_thing ON corrections (season_id, thing, number);

-- Games on paper that wait for their players' word.
CREATE TABLE reports (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    by        INTEGER NOT NULL,
    text      TEXT NOT NULL,
    game      TEXT NOT NULL CHECK (json_type(game) = 'object'),
    awaited   TEXT NOT NULL CHECK (json_type(awaited) = 'array'),
    at        REAL NOT NULL,
    guests    TEXT NOT NULL CHECK (json_type(guests) = 'array')
) STRICT;

-- The threads in which results are disputed.
CREATE TABLE disputes (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    game      TEXT NOT NULL,
    thread_id INTEGER NOT NULL,
    PRIMARY KEY (season_id, game)
) STRICT, WITHOUT ROWID;

-- What each game did to its members' standing when it ended: it was told, and stays so whatever is corrected since.
CREATE TABLE gains (
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    member   TEXT NOT NULL,
    name     TEXT NOT NULL,
    score    TEXT NOT NULL,
    place    INTEGER,
    climbed  INTEGER,
    nights   INTEGER NOT NULL,
    minimum  INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- What follows from all that, and can be made again.

-- The games as corrections have left them. night is that which they belong to, a free one too.
CREATE TABLE games_now (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    id        TEXT NOT NULL,
    night     TEXT NOT NULL,
    started   INTEGER NOT NULL,
    ended     INTEGER NOT NULL,
    seats     TEXT NOT NULL CHECK (json_type(seats) = 'array'),
    void      INTEGER NOT NULL CHECK (void IN (0, 1)),
    counts    INTEGER NOT NULL CHECK (counts IN (0, 1)),
    events    INTEGER NOT NULL,                  -- how many corrections there were about it
    PRIMARY KEY (season_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX games_now_by_end ON games_now (season_id, ended, id);
CREATE INDEX games_now_by_night ON games_now (season_id, counts, night);

-- Each member's part of each game that counts: the score in units, parts of a win; at the end of it points and place.
CREATE TABLE shares (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    member    TEXT NOT NULL,
    game      TEXT NOT NULL,
    night     TEXT NOT NULL,
    ended     INTEGER NOT NULL,
    score     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    players   INTEGER NOT NULL,
    points    INTEGER,
    place     INTEGER,
    PRIMARY KEY (season_id, member, ended, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX shares_by_game ON shares (season_id, game);

-- Standings, now and (before = 1) without the last night.
CREATE TABLE standings (
    season_id  INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    before     INTEGER NOT NULL CHECK (before IN (0, 1)),
    player     TEXT NOT NULL,
    value      TEXT NOT NULL,
    wins       INTEGER NOT NULL,
    best_night TEXT,
    last_night TEXT,
    is_placed  INTEGER NOT NULL CHECK (is_placed IN (0, 1)),
    place      INTEGER,
    position   INTEGER NOT NULL,
    nights     INTEGER NOT NULL,
    games      INTEGER NOT NULL,
    form       TEXT NOT NULL CHECK (json_type(form) = 'array'),
    PRIMARY KEY (season_id, before, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX standings_in_order ON standings (season_id, before, position);

-- Which nights the standings know of, in order.
CREATE TABLE nights_held (
    season_id INTEGER PRIMARY KEY REFERENCES seasons ON DELETE CASCADE,
    nights    TEXT NOT NULL CHECK (json_type(nights) = 'array')
) STRICT;

-- How far the ratings of a season have got: all games up to that one are rated.
CREATE TABLE rated (
    season_id INTEGER PRIMARY KEY REFERENCES seasons ON DELETE CASCADE,
    ended     INTEGER NOT NULL,
    game      TEXT NOT NULL,
    games     INTEGER NOT NULL
) STRICT;

CREATE TABLE ratings (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    person    TEXT NOT NULL,
    mu        REAL NOT NULL,
    sigma     REAL NOT NULL,
    PRIMARY KEY (season_id, person)
) STRICT, WITHOUT ROWID;

-- What ratings begin from and robots keep, where a file said so.
CREATE TABLE given_ratings (
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('robot', 'person')),
    id        TEXT NOT NULL,
    mu        REAL NOT NULL,
    sigma     REAL NOT NULL,
    PRIMARY KEY (season_id, kind, id)
) STRICT, WITHOUT ROWID;

-- Tables of a league: the season that their game counts in, the night they belong to, and who may sit down.
ALTER TABLE tables ADD COLUMN season_id INTEGER REFERENCES seasons;
ALTER TABLE tables ADD COLUMN night TEXT;
ALTER TABLE tables ADD COLUMN members_only INTEGER NOT NULL DEFAULT 0 CHECK (members_only IN (0, 1));

CREATE INDEX tables_of_seasons ON tables (season_id) WHERE season_id IS NOT NULL;
