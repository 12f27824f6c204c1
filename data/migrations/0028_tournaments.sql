-- Championships: a league whose season is played in stages. Who belongs to a team, and who has withdrawn.
CREATE TABLE tournaments (
    league_id INTEGER PRIMARY KEY REFERENCES leagues ON DELETE CASCADE,
    guild_id  INTEGER NOT NULL,
    season_id INTEGER NOT NULL REFERENCES seasons ON DELETE CASCADE,
    seed      TEXT NOT NULL,                                         -- what lots follow from
    plan      TEXT NOT NULL CHECK (json_type(plan) = 'object'),
    groups    TEXT NOT NULL CHECK (json_type(groups) = 'array'),     -- the series of each stage that has begun
    ended_at  REAL,
    version   INTEGER NOT NULL
) STRICT;

CREATE INDEX tournaments_by_guild ON tournaments (guild_id);

CREATE TABLE entrants (
    league_id INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    user_id   INTEGER NOT NULL,
    team      TEXT NOT NULL,
    withdrawn INTEGER,                                               -- after which stage, counted from 0
    PRIMARY KEY (league_id, user_id)
) STRICT, WITHOUT ROWID;
