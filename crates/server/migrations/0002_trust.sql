-- What a look at the health of the database writes: something that takes space, gone again at once.
CREATE TABLE pulse (
    node BIGINT PRIMARY KEY NOT NULL,
    filler TEXT NOT NULL
);
