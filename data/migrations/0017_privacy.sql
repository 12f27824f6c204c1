-- The numbers that stand for people who have had everything about them deleted. None is given twice.

CREATE TABLE former_players (
    user_id INTEGER PRIMARY KEY CHECK (user_id < 0)  -- drawn at random: nothing tells whose it was
) STRICT;
