/** What was left out of an answer because it could not be read, wherever in it that was. */
export function misfitsIn(read: unknown): unknown[] {
  return typeof read !== 'object' || read === null
    ? []
    : Object.entries(read).flatMap(([name, value]) =>
        name === 'misfits' && Array.isArray(value) ? value : misfitsIn(value),
      )
}
