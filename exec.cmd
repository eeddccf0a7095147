@rem Windows has no "exec". npm looks here first, so scripts that begin with it run there too.
@%*
