/** What was left out of an answer because it could not be read, wherever in it that was. */
export const misfitsIn = (read: unknown): unknown[] =>
  typeof read !== 'object' || read === null
    ? []
    : Object.entries(read).flatMap(([name, value]) => (name === 'misfits' && Array.isArray(value) ? value : misfitsIn(value)))
