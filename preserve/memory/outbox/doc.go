// Package outbox keeps on disk what a memory store could not take, until it can.
//
//	Put ──▶ FOLDER/<number>-<id>.json ──Deliver──▶ delivered: FOLDER/done/<number>-<id>.json
//	                  ▲      │
//	                  │      ├─ cannot be delivered yet ──▶ stays, tries and reason kept; Deliver stops
//	                Retry    └─ never can be ─────────────▶ FOLDER/aside/<number>-<id>.json
//	                  └──────────────────────────────────────────┘
//
// The id is a hash of what is to be delivered and where to: the same fact is
// queued once, and knows all saves that want it, each by the date of its record.
// A save that is taken back (Leave) takes only its own wish away. Numbers grow,
// so the order of the files is that of the Puts.
//
// Deliver takes all that waits for one store, DeliverThese some of it, and
// DeliverAside one that was set aside and that a person has decided about.
//
// Two locks: a short one around each change of the folder, and one that a
// deliverer holds as long as it works. Two deliverers never have the same item;
// whoever puts waits for no delivery.
//
// Killed at any moment: an item whose Put returned is there until its delivery
// returned. One that was delivered and not yet removed is delivered again, so
// what delivers has to look first whether it is there, as package remote does.
// What it is about to write it notes in the item (Note); that, and what came of
// it, stays in the folder done, without the fact itself, so that an undo knows.
//
// Files have mode 0600 and are written with package safefile. Anything in the
// folder that is not such a file is left alone; one that cannot be read is set
// aside as it is, and listed.
package outbox
