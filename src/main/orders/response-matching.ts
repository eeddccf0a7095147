// Which entry of a response to several orders belongs to which order: by the id it names first, by
// its place if no id says otherwise, and never by a guess (specification 2.6 and 4.6 leave open
// which members are absent and how long the array is).

export type Match<Entry> =
  /** `again`: the response names it more than once. */
  | { by: 'id'; entry: Entry; again: boolean }
  /** An entry that names none of them. `sure`: nothing before this place was left out. */
  | { by: 'place'; entry: Entry; sure: boolean }
  /** There is no entry at its place. */
  | { by: 'nothing' }
  /** The entry at its place is about another order, or the response is in a different order. */
  | { by: 'other' }

/** `isComplete`: a short response is known to omit only its tail. */
export function matchEntries<Entry>(
  ids: readonly string[],
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
  isComplete = false,
): { matches: Match<Entry>[]; inOrder: boolean; unclaimed: number; unnamed: Entry[] } {
  const numberOfId = new Map(ids.map((id, number) => [id, number]))
  /** Indexes of the entries that name each order. */
  const claims = new Map<number, number[]>()
  for (const [place, entry] of entries.entries()) {
    const number = numberOfId.get(idOf(entry))
    if (number !== undefined) claims.set(number, [...(claims.get(number) ?? []), place])
  }
  const claimed = new Set([...claims.values()].flat())
  const inOrder = [...claims].every(([number, places]) => places.every((place) => place === number))
  /** In a short response, only entries before a named one have a certain place. */
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
