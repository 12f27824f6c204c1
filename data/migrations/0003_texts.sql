-- What the bot keeps about itself are texts by key, and called so.

ALTER TABLE notes RENAME TO texts;
