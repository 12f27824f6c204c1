-- Two deals a day: one of King, one of Colour Whist; each of them is somebody's once.

CREATE TABLE dailies_now (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    day      TEXT NOT NULL,
    user_id  INTEGER NOT NULL,
    seal     TEXT NOT NULL CHECK (length(seal) = 64),  -- which deal of that day
    par      INTEGER NOT NULL,                         -- what a robot makes of it
    begun_at REAL NOT NULL,
    game     TEXT NOT NULL,
    UNIQUE (day, user_id, game)
) STRICT;

INSERT INTO dailies_now (id, day, user_id, seal, par, begun_at, game)
SELECT id, day, user_id, seal, par, begun_at, 'king' FROM dailies;

-- A number is never used again, not that of a deal which is gone either.
DELETE FROM sqlite_sequence WHERE name = 'dailies_now';
INSERT INTO sqlite_sequence (name, seq) SELECT 'dailies_now', seq FROM sqlite_sequence WHERE name = 'dailies';

DROP TABLE dailies;
ALTER TABLE dailies_now RENAME TO dailies;

CREATE INDEX dailies_by_user ON dailies (user_id, day);
