-- Which part of the bot this database is of: cell 1 of 1 in a bot of one process. What is numbered in a cell has numbers
-- that no other cell of so many gives, so a number is one thing's whatever file it lies in.
CREATE TABLE cell (
    number INTEGER NOT NULL,
    count  INTEGER NOT NULL
) STRICT;
INSERT INTO cell VALUES (1, 1);
