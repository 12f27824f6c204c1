-- People of whom a cell of the bot has changed something while the others could not be told: the names of what that is.
CREATE TABLE unshared_players (
    user_id INTEGER PRIMARY KEY,
    names   TEXT NOT NULL CHECK (json_type(names) = 'array')
) STRICT;
