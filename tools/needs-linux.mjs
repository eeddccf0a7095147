// The end-to-end stories that need what only Linux lets a test have to itself: a keychain and a notification service on a bus of their
// own. On macOS and Windows there is one of each, a person's, and no test touches it. Matched against "<file> <title>", like
// stand-in/needs-electron.mjs. The stand-in for Electron keeps keys in memory, so on it most of them run on every system.

const keychain = 'a keychain of its own, which only Linux has'

/** @type {readonly { story: RegExp, why: string, onStandIn: boolean }[]} `onStandIn`: whether they need Linux there too */
export const needsLinux = [
  { story: /connect\.spec\.ts /, why: keychain, onStandIn: false },
  { story: /investments\.spec\.ts /, why: keychain, onStandIn: false },
  { story: /keychain\.spec\.ts /, why: keychain, onStandIn: true },
  { story: /mining\.spec\.ts /, why: keychain, onStandIn: false },
  { story: /trade\.spec\.ts /, why: keychain, onStandIn: false },
  { story: /watch[\w-]*\.spec\.ts /, why: `${keychain}, and a notification service`, onStandIn: true },
  { story: /window\.spec\.ts .*where no desktop shows a tray/, why: 'a desktop without a tray', onStandIn: true },
]
