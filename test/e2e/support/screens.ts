/**
 * Whether each worker has a screen of its own: where Linux can give it one, and nobody wants to
 * watch.
 */
export const ownScreens =
  process.platform === 'linux' && process.env['PLIMSOLL_OWN_DISPLAY'] !== '1'
