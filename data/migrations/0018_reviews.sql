-- What the cards of each sitting cost who played them, once somebody has asked for a review of the game. The game of a
-- table has been reviewed where there is any row of it.

CREATE TABLE reviews (
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    number   INTEGER NOT NULL CHECK (number >= 0),  -- of the seat's sittings
    user_id  INTEGER,                               -- NULL: a robot's own seat
    cards    INTEGER NOT NULL CHECK (cards >= 0),
    judged   INTEGER NOT NULL CHECK (judged BETWEEN 0 AND cards),
    costly   TEXT NOT NULL,                         -- JSON: deal, ply, seat, the better card, hundredths of a point
    PRIMARY KEY (table_id, seat, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX reviews_of_person ON reviews (user_id) WHERE user_id IS NOT NULL;
