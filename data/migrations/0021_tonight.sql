-- Whether an organiser lets those sit together tonight who are kept apart, and when somebody comes to a night
-- who is late, and until when they stay.
ALTER TABLE evenings ADD COLUMN together INTEGER NOT NULL DEFAULT 0 CHECK (together IN (0, 1));
ALTER TABLE evening_people ADD COLUMN from_at REAL;
ALTER TABLE evening_people ADD COLUMN until_at REAL;
