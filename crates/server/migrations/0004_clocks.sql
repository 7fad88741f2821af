-- How long players have been away, when the clocks of games run out that are not in memory, and which
-- process an opponent thinks in. Times are Unix milliseconds.
CREATE TABLE absences (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    noted BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE TABLE flags (
    game TEXT PRIMARY KEY NOT NULL REFERENCES games (id),
    due BIGINT NOT NULL
);
CREATE INDEX flags_by_time ON flags (due);
CREATE TABLE minds (
    game TEXT PRIMARY KEY NOT NULL REFERENCES games (id),
    at BIGINT NOT NULL,
    node BIGINT NOT NULL,
    until BIGINT NOT NULL
);
