-- What statistics may count of each deal, as its game measured it. Of games played before this migration it is made
-- by `python -m bot rebuild`.

CREATE TABLE measures (
    table_id INTEGER NOT NULL,
    attempt  INTEGER NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    measure  TEXT NOT NULL,                          -- one of the game's
    key      TEXT NOT NULL,                          -- what it is about, as a contract
    value    INTEGER NOT NULL,
    PRIMARY KEY (table_id, attempt, seat, measure, key),
    FOREIGN KEY (table_id, attempt) REFERENCES deals ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Whose the measures of a deal are: theirs who had the seat when it ended.
CREATE VIEW measures_of_people AS
SELECT measures.table_id, measures.attempt, measures.seat, sittings.number, sittings.user_id, sittings.name,
    measures.measure, measures.key, measures.value
FROM measures JOIN deals USING (table_id, attempt)
    JOIN sittings ON sittings.table_id = measures.table_id AND sittings.seat = measures.seat
        AND sittings.from_seq <= deals.seq AND (sittings.to_seq IS NULL OR deals.seq < sittings.to_seq);
