-- A message may show something else than a table: a league, a night.

CREATE TABLE postings_now (
    nonce      INTEGER PRIMARY KEY,                  -- Discord makes no second message of the same one
    subject    TEXT NOT NULL,                        -- «table 12»
    kind       TEXT NOT NULL,
    about      INTEGER NOT NULL,                     -- the person of a hand or a call, the deal of a table's message, else 0
    channel_id INTEGER NOT NULL,
    begun_at   REAL NOT NULL,
    message_id INTEGER,                              -- NULL: not known to have arrived
    table_id   INTEGER REFERENCES tables ON DELETE CASCADE
        AS (CASE WHEN subject LIKE 'table %' THEN CAST(substr(subject, 7) AS INTEGER) END) STORED
) STRICT;

INSERT INTO postings_now (nonce, subject, kind, about, channel_id, begun_at, message_id)
SELECT nonce, 'table ' || table_id, kind, about, channel_id, begun_at, message_id FROM postings;

DROP TABLE postings;
ALTER TABLE postings_now RENAME TO postings;

CREATE INDEX postings_by_table ON postings (table_id);
