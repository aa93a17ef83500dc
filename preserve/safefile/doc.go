// Package safefile is the only code of savectx that writes files.
//
//	Replace   path ── temporary file beside it ── write ── fsync ── rename ── fsync of the folder
//	Update    lock path.lock ── read ── pure function ── Replace ── unlock
//	Append    one write at the end
//	TryLock, Lock   flock on a file of its own; the kernel frees it when the holder dies
//
// These are savectx's own files: they get mode 0600, and folders that are
// missing on the way get 0700. Folders that exist keep their mode.
//
// A path that is a symbolic link is followed: the file it names is replaced
// inside its real folder, the link stays a link, and both names share one
// lock. A state folder kept elsewhere by means of links goes on working.
// Anything at the path that is not a regular file is refused.
//
// Not promised: locks between machines on a network file system, and no
// leftover after kill -9. A killed [Replace] can leave its temporary file, a
// dot, the name and a number; the file itself is whole, old or new.
//
// Errors are of type [os.PathError] with the path that was asked for, so
// errors.Is finds syscall.ENOSPC, syscall.EROFS, syscall.EACCES and fs.ErrNotExist.
package safefile
