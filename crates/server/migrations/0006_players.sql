-- People who took a name: who they are, where they sit, and how their games ended. Times are Unix milliseconds.
CREATE TABLE players (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    -- The name as it is looked for, so that two cannot be told apart by capitals alone.
    folded TEXT NOT NULL,
    -- The hash of the recovery phrase.
    phrase TEXT NOT NULL,
    -- Keys of an earlier number no longer open anything.
    keys BIGINT NOT NULL,
    made BIGINT NOT NULL
);
CREATE UNIQUE INDEX players_by_name ON players (folded);
CREATE TABLE seated (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    player TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seated_by_player ON seated (player, since);
CREATE TABLE results (
    game TEXT PRIMARY KEY NOT NULL REFERENCES games (id),
    ended BIGINT NOT NULL,
    edition TEXT NOT NULL,
    rated BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX results_by_time ON results (rated, ended);
