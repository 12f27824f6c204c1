-- How fast the robots of a table play; those that there are get what is usual from now on.

ALTER TABLE tables ADD COLUMN robot_pace TEXT NOT NULL DEFAULT 'brisk';
