/** `demo` opens the demo account at once. `hidden` starts without a window, as a start at login does. */
export type Flags = { demo: boolean; hidden: boolean }

/** Reads Plimsoll's own flags. Everything else on the line belongs to Electron and is left alone. */
export const parseFlags = (line: readonly string[]): Flags => ({ demo: line.includes('--demo'), hidden: line.includes('--hidden') })
