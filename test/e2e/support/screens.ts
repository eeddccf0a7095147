/**
 * Whether each worker has its own screen: on Linux where possible, unless someone wants to watch.
 */
export const ownScreens =
  process.platform === 'linux' && process.env['PLIMSOLL_OWN_DISPLAY'] !== '1'
