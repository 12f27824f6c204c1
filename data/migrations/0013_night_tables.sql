-- Tables of an evening: each has a place there, at which no second one is ever opened.

ALTER TABLE tables ADD COLUMN place TEXT;
-- Whether robots play every seat to the end.
ALTER TABLE tables ADD COLUMN time_up INTEGER NOT NULL DEFAULT 0 CHECK (time_up IN (0, 1));
-- Whether it is one of several tables that play the same cards, and nobody else is to know of these yet.
ALTER TABLE tables ADD COLUMN duplicate INTEGER NOT NULL DEFAULT 0 CHECK (duplicate IN (0, 1));
ALTER TABLE tables ADD COLUMN veiled INTEGER NOT NULL DEFAULT 0 CHECK (veiled IN (0, 1));

CREATE UNIQUE INDEX tables_place ON tables (place) WHERE place IS NOT NULL;

-- Who has had a seat at one of those tables knows the cards of all.
CREATE INDEX tables_duplicate ON tables (secret) WHERE duplicate = 1;
