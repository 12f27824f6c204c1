-- What is due at some moment and follows from nothing else that is stored. A row goes once that was done.

CREATE TABLE timers (
    kind    TEXT NOT NULL,
    subject INTEGER NOT NULL,                        -- the id of what it belongs to
    about   INTEGER NOT NULL,                        -- which one of a subject's, else 0
    at      REAL NOT NULL,
    PRIMARY KEY (kind, subject, about)
) STRICT, WITHOUT ROWID;
