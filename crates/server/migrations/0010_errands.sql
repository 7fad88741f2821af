-- Matches and tournaments that are to be looked at and from when on, so that what is due happens though nobody opens
-- their pages. Times are Unix milliseconds.
CREATE TABLE errands (
    contest TEXT PRIMARY KEY NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX errands_by_time ON errands (at);
-- Those of before are looked at once.
INSERT INTO errands (contest, at) SELECT id, 0 FROM contests WHERE kind IN ('match', 'tournament');
