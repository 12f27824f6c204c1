-- Several cards can be queued, in order.

CREATE TABLE wishes_now (
    table_id     INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    user_id      INTEGER NOT NULL,
    queued       TEXT NOT NULL CHECK (json_type(queued) = 'array'),  -- the cards they want to play next
    plays_forced INTEGER NOT NULL CHECK (plays_forced IN (0, 1)),
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

INSERT INTO wishes_now (table_id, user_id, queued, plays_forced)
SELECT table_id, user_id, iif(queued IS NULL, json_array(), json_array(queued)), plays_forced FROM wishes;

DROP TABLE wishes;
ALTER TABLE wishes_now RENAME TO wishes;
