// What was sent today (UTC), for the limits of a day. What certainly was not carried out does not count.
import type { ItemState, OrderIntent, UsedToday } from '../../shared/domain/trading.js'
import { add, type Decimal, subtract } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { ItemNotional, UsedItem } from './intent-repository.js'

export const startOfDay = (at: UnixSeconds): UnixSeconds => at - (at % 86_400)

const uncounted: readonly string[] = ['not-sent', 'rejected', 'not-processed', 'cancelled'] satisfies ItemState[]

type Entry = Omit<UsedItem, 'intentId' | 'number'>

export type DailyUsage = {
  used(): UsedToday
  /** Replaces everything by what is recorded since the start of `day`. */
  load(day: UnixSeconds, items: readonly UsedItem[]): void
  day(): UnixSeconds | null
  add(intent: OrderIntent, notionals: readonly ItemNotional[]): void
  update(intent: OrderIntent): void
}

export const createDailyUsage = (): DailyUsage => {
  let day: UnixSeconds | null = null
  let orders = 0
  const entries = new Map<string, Entry>()
  const byQuote = new Map<string, Decimal>()
  const byMarket = new Map<string, Decimal>()

  const count = (entry: Entry, sign: 1 | -1): void => {
    if (uncounted.includes(entry.state)) return
    const change = sign === 1 ? add : subtract
    orders += sign
    byMarket.set(entry.market, change(byMarket.get(entry.market) ?? '0', entry.amount))
    if (entry.notional !== null) byQuote.set(entry.quote, change(byQuote.get(entry.quote) ?? '0', entry.notional))
  }

  const put = (key: string, entry: Entry): void => {
    const before = entries.get(key)
    if (before !== undefined) count(before, -1)
    entries.set(key, entry)
    count(entry, 1)
  }

  const keyOf = (intentId: string, number: number): string => `${intentId} ${number}`

  return {
    used: () => ({ orders, byQuote: Object.fromEntries(byQuote), byMarket: Object.fromEntries(byMarket) }),
    day: () => day,
    load: (start, items) => {
      day = start
      orders = 0
      entries.clear()
      byQuote.clear()
      byMarket.clear()
      for (const { intentId, number, ...entry } of items) put(keyOf(intentId, number), entry)
    },
    add: (intent, notionals) => {
      if (day === null || intent.createdAt < day) return
      for (const { index, market, amount, state } of intent.items) {
        put(keyOf(intent.id, index), { market, amount, state, ...(notionals[index] ?? { quote: '', notional: null }) })
      }
    },
    update: (intent) => {
      for (const { index, state } of intent.items) {
        const entry = entries.get(keyOf(intent.id, index))
        if (entry !== undefined && entry.state !== state) put(keyOf(intent.id, index), { ...entry, state })
      }
    },
  }
}
