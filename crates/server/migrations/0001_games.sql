-- Games, everything that was stored about them, players' preferences, and the server's own secrets.
-- The same statements for SQLite and PostgreSQL.
CREATE TABLE games (
    id TEXT PRIMARY KEY NOT NULL,
    plan TEXT NOT NULL,
    stage TEXT NOT NULL,
    listed BIGINT NOT NULL,
    made BIGINT NOT NULL,
    touched BIGINT NOT NULL,
    glance TEXT NOT NULL
);
CREATE INDEX games_by_stage ON games (stage, touched);
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games (id),
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, at)
);
CREATE TABLE preferences (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE TABLE secrets (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
);
