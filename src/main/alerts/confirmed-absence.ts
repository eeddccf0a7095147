// What a list no longer contains: one answer alone proves nothing, because the exchange may have
// left it out by mistake; the next one confirms it.

export type ListMemory<Entry> = { seen: Entry[]; missing: string[] }

/**
 * `isWhole`: nothing was truncated or unreadable; otherwise only what is in `denied` counts as
 * missing: the answer says of these that they are not on the list.
 */
export function compareLists<Entry extends { id: string }>(
  entries: readonly Entry[],
  isWhole: boolean,
  known: ListMemory<Entry> | null,
  denied: ReadonlySet<string> = new Set(),
): { gone: Entry[]; memory: ListMemory<Entry>; isMissing: boolean } {
  const ids = new Set(entries.map(({ id }) => id))
  const missing = (known?.seen ?? []).filter(({ id }) => !ids.has(id))
  const isAnswered = (id: string): boolean => isWhole || denied.has(id)
  const wasMissing = (id: string): boolean => known?.missing.includes(id) === true
  const gone = missing.filter(({ id }) => isAnswered(id) && wasMissing(id))
  const kept = missing.filter((one) => !gone.includes(one))
  return {
    gone,
    memory: {
      seen: [...entries, ...kept],
      // One that is back in a partial answer is in doubt no more.
      missing: kept.map(({ id }) => id).filter((id) => isAnswered(id) || wasMissing(id)),
    },
    isMissing: isWhole && kept.length > 0,
  }
}
