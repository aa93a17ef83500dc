// Package safefile is the only code of savectx that writes files.
//
// savectx's own small files:
//
//	Replace   path ── temporary file beside it ── write ── fsync ── rename ── fsync of the folder
//	Update    lock path.lock ── read ── pure function ── Replace ── unlock
//	Append    one write at the end
//	TryLock, Lock   flock on a file of its own; the kernel frees it when the holder dies
//
// They get mode 0600, and folders that are missing on the way get 0700.
// Folders that exist keep their mode.
//
// The user's files, several at once, so that it can be undone:
//
//	LockAll ── ReadState of each ── the caller plans ── Begin ── Write 0 … Write n ── Done ── unlock
//
//	           killed here: no step, nothing touched
//	Begin      every file looked at ── old and new contents, one file in the journal ── fsync
//	           killed here: a step; Finish and Undo both know the way
//	Write      lock the step ── still Old? ── temporary file ── fsync ── still Old? ── rename ── fsync
//	           killed here: each file is whole, old or new
//	Done       an empty file "done"
//
//	begun ──Write, Finish──▶ finished ──Prune──▶ gone
//	  │                         │                 ▲
//	  └───────────Undo──────────┴▶ undoing ─▶ undone
//
// A file goes to New only from Old, and back to Old only from New. What holds
// anything else was changed by somebody else, and is left alone and reported.
// A step that an Undo has begun on can only be undone.
//
// A path that is a symbolic link is followed: the file it names is replaced
// inside its real folder, the link stays a link, and both names share one
// lock. A state folder kept elsewhere by means of links goes on working.
// Anything at the path that is not a regular file is refused. In a step, so are
// files that an editor would not write (read-only ones, in read-only folders),
// hard links, which a rename would tear apart, and links into folders that do
// not exist.
//
// A file that is replaced keeps its mode, and its owner and group where the
// system permits it. Access lists, extended attributes and times are not kept.
//
// Not promised: locks between machines on a network file system; that another
// program's write is seen which falls between the last look at a file and the
// rename, some microseconds; the order of files on the disk after a power cut
// where the file system does not sync folders. And no leftover after kill -9: a
// killed [Replace] can leave its temporary file, a dot, the name and a number,
// which nobody removes. A killed step can leave .name.savectx-<16 hex digits>:
// the next Begin, Finish or Undo that has to do with the same file removes it,
// if it is of the same step or older than a minute. The file itself is whole,
// old or new.
//
// Errors are of type [os.PathError] with the path that was asked for, so
// errors.Is finds syscall.ENOSPC, syscall.EROFS, syscall.EACCES, fs.ErrNotExist
// and the errors declared here.
package safefile
