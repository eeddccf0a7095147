/**
 * Where typed letters lead in a list of names, from the one at `at`: to the next that begins with them. One letter again and again goes through
 * all that begin with it. Null where none does.
 */
export const typedTo = (names: readonly string[], at: number, typed: string): number | null => {
  const wanted = typed.toLowerCase()
  const again = wanted.length > 1 && [...wanted].every((letter) => letter === wanted[0])
  const begins = (name: string, letters: string): boolean => name.toLowerCase().startsWith(letters)
  const letters = again && !names.some((name) => begins(name, wanted)) ? wanted.slice(0, 1) : wanted
  // A single letter moves on from where it is; more letters may still fit the same name.
  const start = letters.length === 1 ? at + 1 : at < 0 ? 0 : at
  const places = names.map((_, step) => (start + step) % names.length)
  return places.find((place) => begins(names[place] ?? '', letters)) ?? null
}
