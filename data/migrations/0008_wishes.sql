-- What people have told a table beforehand is theirs, wherever they sit, and nobody else's to see.

CREATE TABLE wishes (
    table_id     INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    user_id      INTEGER NOT NULL,
    queued       TEXT,                               -- the card they want to play next
    plays_forced INTEGER NOT NULL CHECK (plays_forced IN (0, 1)),
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

INSERT INTO wishes (table_id, user_id, queued, plays_forced)
SELECT table_id, user_id, queued, plays_forced FROM seats WHERE user_id IS NOT NULL AND (queued IS NOT NULL OR plays_forced);

ALTER TABLE seats DROP COLUMN queued;
ALTER TABLE seats DROP COLUMN plays_forced;
