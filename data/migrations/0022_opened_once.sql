-- The interaction by which a person opened a table. Delivered again, also to a later process, it opens no second one.

ALTER TABLE tables ADD COLUMN interaction_id INTEGER;

CREATE UNIQUE INDEX tables_interaction ON tables (interaction_id) WHERE interaction_id IS NOT NULL;
