-- A message belongs to a person, not to a seat, and is known from before it is sent: a nonce names it.

CREATE TABLE postings (
    nonce      INTEGER PRIMARY KEY,                  -- Discord makes no second message of the same one
    table_id   INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    kind       TEXT NOT NULL,
    about      INTEGER NOT NULL,                     -- the person of a hand or a call, the deal of a table's message, else 0
    channel_id INTEGER NOT NULL,
    begun_at   REAL NOT NULL,
    message_id INTEGER                               -- NULL: not known to have arrived
) STRICT;

CREATE INDEX postings_by_table ON postings (table_id);

-- Whose a hand is tells the channel it was sent to; the seat it was kept by may have been another person's since.
INSERT INTO postings (nonce, table_id, kind, about, channel_id, begun_at, message_id)
SELECT shown.message_id, shown.table_id, 'hand', players.user_id, shown.channel_id, shown.posted_at, shown.message_id
FROM shown JOIN players ON players.dm_channel_id = shown.channel_id WHERE shown.kind = 'hand' GROUP BY shown.message_id;

-- The deals that are over when the message was kept; while the next deal waits its message is that of the last one.
INSERT INTO postings (nonce, table_id, kind, about, channel_id, begun_at, message_id)
SELECT shown.message_id, shown.table_id, shown.kind,
    CASE WHEN shown.kind = 'table'
        THEN (SELECT count(*) FROM deals WHERE deals.table_id = shown.table_id) - (tables.turn < 0 AND EXISTS
            (SELECT 1 FROM deals WHERE deals.table_id = shown.table_id))
        ELSE 0 END,
    shown.channel_id, shown.posted_at, shown.message_id
FROM shown JOIN tables ON tables.id = shown.table_id WHERE shown.kind != 'hand' GROUP BY shown.message_id;

DROP TABLE shown;
