/**
 * The view if it belongs to the profile on screen, else nothing. Session and figures arrive on separate topics, so for a moment after
 * a switch one of the two is ahead; comparing at reading time, not at arrival, is right whichever comes first.
 */
export const onlyOfProfile = <T extends { profileId: string | null }>(view: T | null, profileId: string | null): T | null =>
  view !== null && profileId !== null && view.profileId === profileId ? view : null
