-- How a table is shown: by messages that the bot posts, by answers where it is not (among friends), or by
-- answers that one person alone sees.
ALTER TABLE tables ADD COLUMN venue TEXT NOT NULL DEFAULT 'posted';
