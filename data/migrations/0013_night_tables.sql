-- Tables of an evening: each has a place there, at which no second one is ever opened.

ALTER TABLE tables ADD COLUMN place TEXT;

CREATE UNIQUE INDEX tables_place ON tables (place) WHERE place IS NOT NULL;
