-- Whether an organiser lets those sit together tonight who are kept apart.
ALTER TABLE evenings ADD COLUMN together INTEGER NOT NULL DEFAULT 0 CHECK (together IN (0, 1));
