-- A memory in format 1, from which v1.db was made (see TestMigration).
CREATE TABLE session(
	id TEXT PRIMARY KEY, project TEXT NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL, compact TEXT NOT NULL,
	branch TEXT NOT NULL, commit_start TEXT NOT NULL, commit_end TEXT NOT NULL, tags TEXT NOT NULL,
	continues TEXT NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, doc INTEGER NOT NULL);
CREATE INDEX session_project ON session(project, updated);
CREATE INDEX session_updated ON session(updated);
CREATE INDEX session_continues ON session(continues);
CREATE INDEX session_doc ON session(doc);
CREATE TABLE fact(session TEXT NOT NULL, n INTEGER NOT NULL, importance INTEGER NOT NULL, text TEXT NOT NULL,
	doc INTEGER NOT NULL, PRIMARY KEY(session, n));
CREATE INDEX fact_doc ON fact(doc);
CREATE TABLE turn(session TEXT NOT NULL, n INTEGER NOT NULL, part INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL,
	doc INTEGER NOT NULL, PRIMARY KEY(session, n, part));
CREATE INDEX turn_doc ON turn(doc);
CREATE TABLE memory(id TEXT PRIMARY KEY, project TEXT NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL,
	tags TEXT NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, doc INTEGER NOT NULL);
CREATE INDEX memory_title ON memory(title, project);
CREATE INDEX memory_project ON memory(project, updated);
CREATE INDEX memory_updated ON memory(updated);
CREATE INDEX memory_doc ON memory(doc);
CREATE TABLE entry(source TEXT NOT NULL, id TEXT NOT NULL, project TEXT NOT NULL, text TEXT NOT NULL, created INTEGER NOT NULL,
	doc INTEGER NOT NULL, PRIMARY KEY(source, id));
CREATE INDEX entry_doc ON entry(doc);
CREATE TABLE doc(id INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT NULL, owner TEXT NOT NULL, project TEXT NOT NULL,
	created INTEGER NOT NULL, updated INTEGER NOT NULL, words INTEGER NOT NULL);
CREATE INDEX doc_updated ON doc(updated);
CREATE TABLE stat(docs INTEGER NOT NULL, words INTEGER NOT NULL);
CREATE VIRTUAL TABLE fts USING fts5(t, content='', contentless_delete=1, detail='none', tokenize="ascii tokenchars '=^+#'");

INSERT INTO session VALUES('11111111-aaaa', 'shop', 'Cart mails', 'We chose the mail service.', 'Goal: mails for abandoned carts
Status: in-progress
Next: deploy to staging
Blockers: none

---

Klaviyo, not Mailchimp.', 'main', 'abc', 'def', '["mail"]', '', 1767261600000, 1767265200000, 1);
INSERT INTO session VALUES('22222222-bbbb', 'shop', '', '结账页面改好了', '', '', '', '', '[]', '11111111-aaaa', 1767348000000, 1767348000000, 2);
INSERT INTO fact VALUES('11111111-aaaa', 0, 2, 'The webhook fires dozens of times.', 3);
INSERT INTO turn VALUES('11111111-aaaa', 0, 0, 'user', 'why does the kestrel fail', 4);
INSERT INTO turn VALUES('11111111-aaaa', 1, 0, 'assistant', 'the pangolin was away', 4);
INSERT INTO memory VALUES('m1', 'shop', 'guide', 'no-floats', 'Prices are stored as integers.', '["money"]', 1767261600000, 1767261600000, 5);
INSERT INTO entry VALUES('TempContext.md', 'ts-1', 'shop', 'Open: the phone number of guests', 1767261600000, 6);
INSERT INTO doc VALUES(1, 1, '11111111-aaaa', 'shop', 1767261600000, 1767265200000, 20), (2, 1, '22222222-bbbb', 'shop', 1767348000000, 1767348000000, 9),
	(3, 2, '11111111-aaaa', 'shop', 1767261600000, 1767265200000, 6), (4, 5, '11111111-aaaa', 'shop', 1767261600000, 1767265200000, 9),
	(5, 3, 'm1', 'shop', 1767261600000, 1767261600000, 9), (6, 4, 'TempContext.md', 'shop', 1767261600000, 1767261600000, 6);
INSERT INTO stat VALUES(6, 59);
INSERT INTO fts(rowid, t) VALUES(1, 'cart mails klaviyo not mailchimp'), (2, '结账 账页'), (3, 'the webhook fires dozens of times'),
	(4, 'why does the kestrel fail the pangolin was away'), (5, 'prices are stored as integers'), (6, 'open the phone number of guests');
PRAGMA application_id=1937138552;
PRAGMA user_version=1;
