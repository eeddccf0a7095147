// Which entry of an answer about several orders is about which of them: by the id that it names
// first, by its place where no id says otherwise, and never by a guess (specification 2.6 and 4.6
// leave open which members are absent and how long the array is).

export type Match<Entry> =
  /** `again`: the answer names it more than once. */
  | { by: 'id'; entry: Entry; again: boolean }
  /** An entry that names none of them. `sure`: nothing before this place was left out. */
  | { by: 'place'; entry: Entry; sure: boolean }
  /** There is no entry at its place. */
  | { by: 'nothing' }
  /** The entry at its place is about another one, or the answer is in another order. */
  | { by: 'other' }

/** `isComplete`: that the answer is short is known to leave nobody out but its tail. */
export function matchEntries<Entry>(
  ids: readonly string[],
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
  isComplete = false,
): { matches: Match<Entry>[]; inOrder: boolean; unclaimed: number; unnamed: Entry[] } {
  const numberOfId = new Map(ids.map((id, number) => [id, number]))
  /** Places in the answer that name each. */
  const claims = new Map<number, number[]>()
  for (const [place, entry] of entries.entries()) {
    const number = numberOfId.get(idOf(entry))
    if (number !== undefined) claims.set(number, [...(claims.get(number) ?? []), place])
  }
  const claimed = new Set([...claims.values()].flat())
  const inOrder = [...claims].every(([number, places]) => places.every((place) => place === number))
  /** Only what comes before a named one is sure of its place in an answer that is short. */
  const isSure = (number: number): boolean =>
    isComplete || entries.length >= ids.length || [...claims.keys()].some((named) => named > number)

  const matchOf = (number: number): Match<Entry> => {
    const [place, another] = claims.get(number) ?? []
    const named = place === undefined ? undefined : entries[place]
    if (named !== undefined) return { by: 'id', entry: named, again: another !== undefined }
    if (!inOrder) return { by: 'other' }
    const entry = entries[number]
    if (entry === undefined) return { by: 'nothing' }
    return claimed.has(number) ? { by: 'other' } : { by: 'place', entry, sure: isSure(number) }
  }

  return {
    matches: ids.map((_, number) => matchOf(number)),
    inOrder,
    unclaimed: ids.length - claims.size,
    unnamed: entries.filter((_, place) => !claimed.has(place)),
  }
}
