// FIONREAD as macOS defines it, in <sys/filio.h>; x/sys leaves it out.

package tmux

const ioctlUnread = 0x4004667f
