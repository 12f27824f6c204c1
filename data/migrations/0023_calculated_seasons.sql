-- What follows from a season is calculated when somebody asks, and no longer kept.

DROP TABLE shares;
DROP TABLE standings;
DROP TABLE nights_held;
DROP TABLE games_now;
DROP TABLE rated;
DROP TABLE ratings;

-- How often what a season follows from has become other than it was: what was calculated before does not hold then.
CREATE TABLE season_versions (
    season_id INTEGER PRIMARY KEY REFERENCES seasons ON DELETE CASCADE,
    version   INTEGER NOT NULL
) STRICT;
