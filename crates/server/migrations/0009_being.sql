-- What people said at tables, whom somebody does not want to meet, and the devices that prove a name. Times are Unix
-- milliseconds.
CREATE TABLE said (
    id TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    at BIGINT NOT NULL,
    spoken BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX said_by_game ON said (game, spoken);
CREATE TABLE blocked (
    player TEXT NOT NULL,
    other TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (player, other)
);
CREATE INDEX blocked_by_other ON blocked (other);
CREATE TABLE devices (
    player TEXT NOT NULL,
    -- 0 stands for all devices whose key is older than this list.
    number BIGINT NOT NULL,
    label TEXT NOT NULL,
    made BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    -- 1 if its key opens nothing any more.
    withdrawn BIGINT NOT NULL,
    PRIMARY KEY (player, number)
);
