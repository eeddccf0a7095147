// The end-to-end stories that prove something of Electron itself, or of the system behind it, and therefore do not run on the stand-in.
// Matched against "<file> <title>". An entry that matches no story is a mistake, and the suite says so.

/** @type {readonly { story: RegExp, why: string }[]} */
export const needsElectron = [
  { story: /keychain\.spec\.ts /, why: 'a real keychain, locked, hung or missing, behind Electron’s own kind of process' },
  { story: /watch[\w-]*\.spec\.ts /, why: 'the notifications of the system' },
  { story: /connect\.spec\.ts .*kept in the real keychain/, why: 'a real keychain' },
  { story: /connect\.spec\.ts .*a restart shows the last figures at once/, why: 'a key that is still in the keychain after a restart' },
  { story: /connect\.spec\.ts .*accounts are added, renamed, switched and deleted/, why: 'a real keychain to look into' },
  { story: /trade\.spec\.ts .*an app killed with an order on its way/, why: 'a key that is still in the keychain after a restart' },
  { story: /mining\.spec\.ts the tripwire/, why: 'the notifications of the system' },
  { story: /investments\.spec\.ts an account with 100,000 records/, why: 'a key that is still in the keychain after a restart' },
  { story: /wall\.spec\.ts .*IPC-10 /, why: 'main’s own loop, with Electron’s messages in it' },
  { story: /wall\.spec\.ts .*REN-6 /, why: 'the page’s own address, and windows that are refused before they open' },
  { story: /wall\.spec\.ts .*REN-8 /, why: 'Electron’s permission handlers' },
  { story: /wall\.spec\.ts .*REN-16 /, why: 'a page process that crashes and comes back in the same window' },
  { story: /wall\.spec\.ts .*a second start raises the first window/, why: 'Electron’s single-instance lock' },
]
