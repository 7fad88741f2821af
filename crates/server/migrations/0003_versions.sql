-- What a game was made with, positions from which it can go on under another version, and what was shown.
ALTER TABLE games ADD COLUMN engine TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN content TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN format BIGINT NOT NULL DEFAULT 1;
CREATE TABLE positions (
    game TEXT NOT NULL REFERENCES games (id),
    at BIGINT NOT NULL,
    -- 1 if the game goes on from here under another version, and the position is needed for ever.
    base BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, at)
);
CREATE TABLE shown (
    game TEXT NOT NULL REFERENCES games (id),
    upto BIGINT NOT NULL,
    engine TEXT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (game, upto)
);
