// What a list no longer contains: one answer alone proves nothing, because the exchange may have
// left it out by mistake; the next one confirms it.

export type ListMemory<Entry> = { seen: Entry[]; missing: string[] }

/** `isWhole`: nothing was truncated or unreadable; otherwise nothing counts as missing. */
export function compareLists<Entry extends { id: string }>(
  entries: readonly Entry[],
  isWhole: boolean,
  known: ListMemory<Entry> | null,
): { gone: Entry[]; memory: ListMemory<Entry>; isMissing: boolean } {
  const ids = new Set(entries.map(({ id }) => id))
  const missing = (known?.seen ?? []).filter(({ id }) => !ids.has(id))
  const gone = isWhole ? missing.filter(({ id }) => known?.missing.includes(id) === true) : []
  const kept = missing.filter((one) => !gone.includes(one))
  return {
    gone,
    memory: {
      seen: [...entries, ...kept],
      // One that is back in a partial answer is in doubt no more.
      missing: isWhole
        ? kept.map(({ id }) => id)
        : (known?.missing ?? []).filter((id) => !ids.has(id)),
    },
    isMissing: isWhole && kept.length > 0,
  }
}
