-- What SQLite keeps of games under way, in the order it came; see store/journal.rs. PostgreSQL leaves it empty.
CREATE TABLE journal (
    n INTEGER PRIMARY KEY NOT NULL,
    game TEXT NOT NULL REFERENCES games (id),
    at BIGINT NOT NULL,
    body TEXT NOT NULL
);
