/**
 * `demo` opens the demo account at once. `demoOnly` takes in no key: for a program around Plimsoll that could not guard one. `hidden` starts
 * without a window, as a start at login does.
 */
export type Flags = { demo: boolean; demoOnly: boolean; hidden: boolean }

/** Reads Plimsoll's own flags. Everything else on the line belongs to Electron and is left alone. */
export const parseFlags = (line: readonly string[]): Flags => ({
  demo: line.includes('--demo'),
  demoOnly: line.includes('--demo-only'),
  hidden: line.includes('--hidden'),
})
