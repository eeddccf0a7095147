// Price alarms in words, and what is typed for one, read strictly.
import type { Market, Ticker } from '../../shared/domain/market.js'
import { readTypedDecimal, readTypedMarket } from '../../shared/domain/order-rules.js'
import {
  distanceToLevel,
  hasReachedLevel,
  type MoveDirection,
  type PriceAlarmRule,
  type PriceAlarmSettings,
  type PriceAlarmStatus,
  rearmPrice,
  ruleFault,
} from '../../shared/domain/price-alarm.js'
import { lastOf } from '../../shared/domain/valuation.js'
import { absolute, compare, type Decimal, subtract } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { readMinutes } from './alert-settings.js'
import { sinceText, spanText, type Zone } from './times.js'
import type { Tone } from './words.js'

type Tickers = { readonly [market: string]: Ticker }

export const ruleKinds = { above: 'Above', below: 'Below', move: 'Move' } as const
export type RuleKind = keyof typeof ruleKinds

export const directionTitles: Record<MoveDirection, string> = { either: 'Either', up: 'Up', down: 'Down' }

export type AlarmDraft = {
  market: string
  kind: RuleKind
  price: string
  percent: string
  minutes: string
  direction: MoveDirection
  repeats: boolean
}

export const emptyDraft: AlarmDraft = {
  ...{ market: '', kind: 'above', price: '', percent: '', minutes: '15', direction: 'either', repeats: true },
}

export const draftOf = ({ market, rule, repeats }: PriceAlarmSettings): AlarmDraft =>
  rule.kind === 'move'
    ? {
        ...emptyDraft,
        ...{ market, kind: 'move', percent: rule.percent, minutes: String(rule.minutes) },
        direction: rule.direction,
        repeats,
      }
    : { ...emptyDraft, market, kind: rule.kind, price: rule.price, repeats }

export type DraftFaults = { market?: string; price?: string; percent?: string; minutes?: string }

const faultIn = (read: Result<unknown, string>): string | undefined => (read.ok ? undefined : read.error)

/** What is typed as an alarm, or what is wrong, by field. */
export const readDraft = (draft: AlarmDraft): Result<PriceAlarmSettings, DraftFaults> => {
  const market = readTypedMarket(draft.market)
  const { kind, direction, repeats } = draft
  const settingsOf = (rule: PriceAlarmRule | null, faults: DraftFaults): Result<PriceAlarmSettings, DraftFaults> => {
    const fault = rule === null ? null : ruleFault(rule)
    if (market.ok && rule !== null && fault === null) return ok({ market: market.value, rule, repeats })
    const wrong = faultIn(market)
    return fail({ ...faults, ...(fault !== null && { [fault.field]: fault.text }), ...(wrong !== undefined && { market: wrong }) })
  }
  if (kind !== 'move') {
    const price = readTypedDecimal('Price', draft.price)
    return price.ok ? settingsOf({ kind, price: price.value }, {}) : settingsOf(null, { price: price.error })
  }
  const percent = readTypedDecimal('Percent', draft.percent.replace(/ ?%$/, ''))
  const minutes = readMinutes(draft.minutes)
  if (percent.ok && minutes.ok) return settingsOf({ kind, percent: percent.value, minutes: minutes.value, direction }, {})
  return settingsOf(null, {
    ...(!percent.ok && { percent: percent.error }),
    ...(!minutes.ok && { minutes: minutes.error }),
  })
}

/** "Above 100000", "5 % up within 15 min". */
export const ruleText = (rule: PriceAlarmRule): string => {
  if (rule.kind !== 'move') return `${rule.kind === 'above' ? 'Above' : 'Below'} ${rule.price}`
  const way = rule.direction === 'either' ? 'up or down' : rule.direction
  return `${rule.percent}\u202f% ${way} within ${spanText(60 * rule.minutes)}`
}

/** What stands under the level as it is typed: how far the price has to go, or that it is there already. Null where no price is known. */
export const levelHint = (rule: PriceAlarmRule | null, price: Decimal | null): { text: string; beyond: boolean } | null => {
  if (rule === null || rule.kind === 'move' || price === null) return null
  if (!hasReachedLevel(rule, price))
    return { text: `${distanceToLevel(rule, price)}\u202f% away. The price is ${price} now.`, beyond: false }
  const back = `${rule.kind === 'above' ? 'below' : 'above'} ${rearmPrice(rule)}`
  return {
    text: `The price is already ${rule.kind}: ${price} now. This triggers once it has been ${back} and gets there again.`,
    beyond: true,
  }
}

/** How far the price is from triggering it, in percent; null where that cannot be told, or it is there. */
export const distanceOf = ({ rule, state, moved }: PriceAlarmStatus, price: Decimal | null): Decimal | null => {
  if (state !== 'armed') return null
  if (rule.kind !== 'move') return price === null ? null : distanceToLevel(rule, price)
  if (moved === null) return null
  const left = subtract(rule.percent, absolute(moved))
  return compare(left, '0') > 0 ? left : '0'
}

export const stateTold = (alarm: PriceAlarmStatus, now: UnixSeconds, zone: Zone): { text: string; tone: Tone; title: string } => {
  const { rule, state, triggeredAt } = alarm
  const since = triggeredAt === null ? '' : sinceText(triggeredAt, now, zone)
  const [first = ''] = since.split(' ')
  // The time of today, else the day.
  const when = first === '' ? '' : ` ${first}`
  const last = since === '' ? 'Not triggered yet.' : `Triggered last ${since}.`
  switch (state) {
    case 'armed':
      return { text: 'Armed', tone: 'good', title: last }
    case 'beyond': {
      const title =
        rule.kind === 'move' ? '' : `It arms once the price is ${rule.kind === 'above' ? 'below' : 'above'} ${rearmPrice(rule)}.`
      return { text: `Already ${rule.kind === 'move' ? 'there' : rule.kind}`, tone: 'plain', title }
    }
    case 'triggered':
      return { text: `Triggered${when}`, tone: 'caution', title: `${last} It arms again by itself once the price is back.` }
    case 'ended':
      return { text: `Ended${when}`, tone: 'plain', title: `${last} It does not arm again by itself.` }
    case 'blind':
      return {
        text: 'No new price',
        tone: 'caution',
        title: 'No price of this market has been read for minutes, so it cannot trigger now.',
      }
  }
}

const mostSuggestions = 50

/** Markets that are open and fit what is typed, those that begin with it first. */
export const marketSuggestions = (
  markets: readonly Market[] | null,
  tickers: Tickers | null,
  typed: string,
): { value: string; note: string }[] => {
  const wanted = typed.trim().toUpperCase()
  const fitting = (markets ?? []).filter(({ name, isOpen }) => isOpen && name.includes(wanted))
  const begins = ({ name }: Market): boolean => name.startsWith(wanted)
  return [...fitting.filter(begins), ...fitting.filter((market) => !begins(market))]
    .slice(0, mostSuggestions)
    .map(({ name }) => ({ value: name, note: tickers === null ? '' : (lastOf(tickers, name) ?? 'no price') }))
}
