-- child_of and owner: keys of the sessions that the store names as parent and as owner.
-- linked_until: when a sandboxed session stops seeing what it spawned; 0 is never.
ALTER TABLE sessions ADD COLUMN child_of TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN linked_until INTEGER NOT NULL DEFAULT 0;

-- Keys that are not simply those of an agent's sessions. Who may see these is decided one by one.
CREATE INDEX sessions_odd ON sessions (id) WHERE (key NOT GLOB 'agent:[^:]*:?*' OR key GLOB '*:incognito-*');
