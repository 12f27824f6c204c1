-- Tables of an evening: each has a place there, at which no second one is ever opened.

ALTER TABLE tables ADD COLUMN place TEXT;
-- Whether robots play every seat to the end.
ALTER TABLE tables ADD COLUMN time_up INTEGER NOT NULL DEFAULT 0 CHECK (time_up IN (0, 1));

CREATE UNIQUE INDEX tables_place ON tables (place) WHERE place IS NOT NULL;
