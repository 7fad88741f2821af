-- Ladders and tournaments: how each was made, what happened to it in order, who is in it, and for whom seats of its
-- games are kept free. Times are Unix milliseconds.
CREATE TABLE contests (
    id TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL,
    plan TEXT NOT NULL,
    maker TEXT NOT NULL,
    made BIGINT NOT NULL
);
CREATE INDEX contests_by_kind ON contests (kind, made);
CREATE TABLE contest_entries (
    contest TEXT NOT NULL REFERENCES contests (id),
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (contest, at)
);
CREATE TABLE contest_players (
    contest TEXT NOT NULL REFERENCES contests (id),
    player TEXT NOT NULL,
    PRIMARY KEY (contest, player)
);
CREATE INDEX contests_by_player ON contest_players (player);
CREATE TABLE promised (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);
