CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;

CREATE TABLE stores (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  agent TEXT NOT NULL,
  state_dir TEXT NOT NULL,
  kind TEXT NOT NULL,
  stamp TEXT NOT NULL DEFAULT '',
  generation INTEGER NOT NULL DEFAULT 0,
  checked INTEGER NOT NULL DEFAULT 0,
  fault TEXT NOT NULL DEFAULT '',
  detail TEXT NOT NULL DEFAULT ''
);

CREATE TABLE agents (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

-- phase: 0 building, 1 live, 2 dead. Only live sessions are shown; their rows come and go with the phase.
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  store INTEGER NOT NULL REFERENCES stores (id),
  phase INTEGER NOT NULL,
  archived INTEGER NOT NULL,
  superseded INTEGER NOT NULL,
  class INTEGER NOT NULL,
  agent INTEGER NOT NULL REFERENCES agents (id),
  messages INTEGER NOT NULL,
  unreadable INTEGER NOT NULL,
  events INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  key TEXT NOT NULL,
  kind TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  title TEXT NOT NULL,
  parent TEXT NOT NULL,
  spawned_by TEXT NOT NULL
);

CREATE UNIQUE INDEX sessions_live ON sessions (store, session_id) WHERE phase = 1;
CREATE INDEX sessions_key ON sessions (key, store);
CREATE INDEX sessions_updated ON sessions (updated_at);
CREATE INDEX sessions_hidden ON sessions (phase) WHERE phase <> 1;
CREATE INDEX sessions_archived ON sessions (id) WHERE archived = 1;

-- id: the UTC day of the message shifted by 24 bits, plus a counter within the day.
CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  message_id TEXT NOT NULL,
  role INTEGER NOT NULL,
  ts INTEGER NOT NULL,
  class INTEGER NOT NULL,
  hidden BLOB,
  text TEXT NOT NULL
);

CREATE INDEX messages_place ON messages (session, seq, message_id);

-- tags: a<agent> t<store> s<session> r<role> c<class> k<kind>, so that a scope is intersected inside MATCH.
CREATE VIRTUAL TABLE messages_fts USING fts5 (
  text, tags,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2"
);

CREATE VIRTUAL TABLE titles_fts USING fts5 (
  title,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2"
);

-- Fewer, larger merges while an index grows: with FTS5's own 4 a library of 200,000 messages writes each page of it three times,
-- with 8 twice. A transaction's words are kept together until its end, where 1 MB would cut those of long messages in two.
INSERT INTO messages_fts (messages_fts, rank) VALUES ('automerge', 8), ('hashsize', 4194304);
