// What of a list could not be read. The rest of the list is shown; it must never pass for the
// whole.
import { type Message, messageOf, type MessageOrText } from './messages/messages.js'

/**
 * A member of a list from the exchange that is left out because it does not match the
 * specification.
 */
export type Unreadable = {
  /** Its place in the exchange's list, from 1. */
  place: number
  /** Its own id, and its market or asset; null if that cannot be read either. */
  id: string | null
  name: string | null
  /** Of a position, if readable: its state, null for none. */
  liquidationState?: string | null
  /**
   * Which of its members is invalid, empty for the whole of it; and why: "is missing", "must be
   * text". An older version stored that in English.
   */
  field: string
  why: MessageOrText
}

/** Named in a sentence before "and 3 more". */
const named = 3

/** "BTC_USDT (528)", "BTC_USDT", "528", "no. 4 of the list". */
export function unreadableName({ place, id, name }: Unreadable): MessageOrText {
  const noId = id === null || id === ''
  if (name !== null && name !== '')
    return noId ? name : messageOf('portfolio.unreadable.name-and-id', { name, id })
  return noId ? messageOf('portfolio.unreadable.place', { place }) : id
}

/** "“amount” must be a decimal number". */
export function unreadableReason({ field, why }: Pick<Unreadable, 'field' | 'why'>): Message {
  return field === ''
    ? messageOf('portfolio.unreadable.whole', { complaint: why })
    : messageOf('portfolio.unreadable.field', { field, complaint: why })
}

/** "BTC_USDT (528): “amount” is missing". */
export function unreadableText(one: Unreadable): Message {
  return messageOf('portfolio.unreadable.one', {
    name: unreadableName(one),
    reason: unreadableReason(one),
  })
}

const counts = {
  position: 'portfolio.unreadable-count.position',
  asset: 'portfolio.unreadable-count.asset',
  record: 'portfolio.unreadable-count.record',
  'open order': 'portfolio.unreadable-count.open-order',
} as const

/** "1 of 12 positions could not be read". `total` includes those that could be read. */
export function unreadableCount(
  unreadable: readonly Unreadable[],
  total: number,
  of: keyof typeof counts,
): Message {
  return messageOf(counts[of], { count: unreadable.length, total })
}

/** "BTC_USDT (528): “amount” is missing; ETH_USDT (529): “market” must be text, and 2 more". */
export function unreadableList(unreadable: readonly Unreadable[]): MessageOrText {
  const [first = '', ...others] = unreadable.slice(0, named).map(unreadableText)
  const list = others.reduce<MessageOrText>(
    (earlier, next) => messageOf('portfolio.unreadable.and-next', { list: earlier, next }),
    first,
  )
  const more = unreadable.length - named
  return more > 0 ? messageOf('portfolio.unreadable.and-more', { list, more }) : list
}

/** Both in a sentence. */
export function unreadableSentence(
  unreadable: readonly Unreadable[],
  total: number,
  of: keyof typeof counts,
): Message {
  return messageOf('portfolio.unreadable.sentence', {
    count: unreadableCount(unreadable, total, of),
    list: unreadableList(unreadable),
  })
}

/** Whether one of them is about one of these markets, or may be, as its name is missing. */
export function touches(
  unreadable: readonly Unreadable[] | undefined,
  markets: readonly string[],
): boolean {
  return (unreadable ?? []).some(({ name }) => name === null || markets.includes(name))
}
