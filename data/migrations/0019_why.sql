-- Whether a person at a table allows that robots say during a deal why cards were played.

ALTER TABLE seats ADD COLUMN allows_why INTEGER NOT NULL DEFAULT 0 CHECK (allows_why IN (0, 1));
