// What of a list could not be read. The rest of the list is shown; nothing of it may pass for the whole.

/** A member of a list that the exchange sent and that is left out because it does not fit the specification. */
export type Unreadable = {
  /** Its place in the exchange's list, from 1. */
  place: number
  /** Its own id, and the market or the asset it is about; null where that cannot be read either. */
  id: string | null
  name: string | null
  /** Of a position, where it can be read: the state it is in, null for none. */
  liquidationState?: string | null
  /** Which of its members does not fit, empty for the whole of it; and why: "is missing", "must be text". */
  field: string
  why: string
}

/** Named in a sentence before "and 3 more". */
const named = 3

/** "BTC_USDT (528)", "BTC_USDT", "528", "no. 4 of the list". */
export const unreadableName = ({ place, id, name }: Unreadable): string => {
  if (name !== null && name !== '') return id === null || id === '' ? name : `${name} (${id})`
  return id === null || id === '' ? `no. ${place} of the list` : id
}

/** "“amount” must be a decimal number in text". */
export const unreadableReason = ({ field, why }: Pick<Unreadable, 'field' | 'why'>): string =>
  field === '' ? `it ${why}` : `“${field}” ${why}`

/** "BTC_USDT (528): “amount” is missing". */
export const unreadableText = (one: Unreadable): string => `${unreadableName(one)}: ${unreadableReason(one)}`

/** "1 of 12 positions could not be read". `total` counts what could be read as well. */
export const unreadableCount = (unreadable: readonly Unreadable[], total: number, one: string, many = `${one}s`): string =>
  `${unreadable.length} of ${total} ${total === 1 ? one : many} could not be read`

/** "BTC_USDT (528): “amount” is missing; ETH_USDT (529): “market” must be text, and 2 more". */
export const unreadableList = (unreadable: readonly Unreadable[]): string => {
  const told = unreadable.slice(0, named).map(unreadableText)
  const more = unreadable.length - told.length
  return `${told.join('; ')}${more > 0 ? `, and ${more} more` : ''}`
}

/** Whether one of them is about one of these markets, or may be, for want of a name. */
export const touches = (unreadable: readonly Unreadable[] | undefined, markets: readonly string[]): boolean =>
  (unreadable ?? []).some(({ name }) => name === null || markets.includes(name))
