-- What referees have decided about games of an evening, and why.
CREATE TABLE rulings (
    evening_id INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    referee    INTEGER NOT NULL,
    number     INTEGER NOT NULL,
    ruled_at   REAL NOT NULL,
    clock      REAL NOT NULL,                      -- seconds that the round had been played
    reason     TEXT NOT NULL,
    seat       INTEGER,
    whom       INTEGER,                            -- whose seat it was
    heir       INTEGER,                            -- whose it is then; nobody, of a robot
    points     INTEGER NOT NULL,                   -- to each of the others
    PRIMARY KEY (evening_id, number)
) STRICT, WITHOUT ROWID;
