-- lineage: of the transcript that the session's trail belongs to; empty if there is no trail.
-- opening: a title made of the first words, and the place of the message that holds them.
-- folded: not 0 if messages may have been left out because a later window of the key holds them.
ALTER TABLE sessions ADD COLUMN lineage TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN opening TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN opening_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN folded INTEGER NOT NULL DEFAULT 1;

CREATE INDEX sessions_doubted ON sessions (store) WHERE fingerprint = '';
CREATE INDEX sessions_given_up ON sessions (store) WHERE events < 0;

-- part 0 is the head of a trail, the others are its links in order.
CREATE TABLE trails (
  session INTEGER NOT NULL,
  part INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (session, part)
) WITHOUT ROWID;
