// Price alerts in words, and strict parsing of a typed one.
import type { Market, Ticker } from '../../shared/markets/market.js'
import { readFieldDecimal, readTypedMarket } from '../../shared/orders/order-rules.js'
import {
  distanceToLevel,
  hasReachedLevel,
  type MoveDirection,
  type PriceAlertRule,
  type PriceAlertSettings,
  type PriceAlertStatus,
  rearmPrice,
  ruleFault,
} from '../../shared/alerts/price-alert.js'
import { lastOf } from '../../shared/portfolio/valuation.js'
import {
  messageOf,
  t,
  textOf,
  type MessageOrText,
  wordsBy,
} from '../../shared/messages/messages.js'
import { absolute, compare, type Decimal, subtract } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { readMinutes } from './alert-settings.js'
import { shownRatio } from '../components/shown-text.svelte.js'
import { sinceText, spanText, timeOrDayText, type Zone } from '../components/times.js'
import type { Tone } from '../components/words.js'

type Tickers = { readonly [market: string]: Ticker }

export type RuleKind = PriceAlertRule['kind']
export const ruleKinds: Readonly<Record<RuleKind, string>> = wordsBy({
  above: 'alerts.rule-kind.above',
  below: 'alerts.rule-kind.below',
  move: 'alerts.rule-kind.move',
})

export const directionTitles: Readonly<Record<MoveDirection, string>> = wordsBy({
  either: 'alerts.direction.either',
  up: 'alerts.direction.up',
  down: 'alerts.direction.down',
})

export type PriceAlertDraft = {
  market: string
  kind: RuleKind
  price: string
  percent: string
  minutes: string
  direction: MoveDirection
  repeats: boolean
}

export const emptyDraft: PriceAlertDraft = {
  market: '',
  kind: 'above',
  price: '',
  percent: '',
  minutes: '15',
  direction: 'either',
  repeats: true,
}

export function draftOf({ market, rule, repeats }: PriceAlertSettings): PriceAlertDraft {
  return rule.kind === 'move'
    ? {
        ...emptyDraft,
        market,
        kind: 'move',
        percent: rule.percent,
        minutes: String(rule.minutes),
        direction: rule.direction,
        repeats,
      }
    : { ...emptyDraft, market, kind: rule.kind, price: rule.price, repeats }
}

export type DraftFaults = { market?: string; price?: string; percent?: string; minutes?: string }

function faultIn(read: Result<unknown, MessageOrText>): string | undefined {
  return read.ok ? undefined : textOf(read.error)
}

/** The typed alert, or what is wrong, by field. */
export function readDraft(draft: PriceAlertDraft): Result<PriceAlertSettings, DraftFaults> {
  const market = readTypedMarket(draft.market)
  const { kind, direction, repeats } = draft
  const settingsOf = (
    rule: PriceAlertRule | null,
    faults: DraftFaults,
  ): Result<PriceAlertSettings, DraftFaults> => {
    const fault = rule === null ? null : ruleFault(rule)
    if (market.ok && rule !== null && fault === null)
      return ok({ market: market.value, rule, repeats })
    const wrong = faultIn(market)
    return fail({
      ...faults,
      ...(fault !== null && { [fault.field]: textOf(fault.text) }),
      ...(wrong !== undefined && { market: wrong }),
    })
  }
  if (kind !== 'move') {
    const price = readFieldDecimal(messageOf('common.price'), draft.price)
    return price.ok
      ? settingsOf({ kind, price: price.value }, {})
      : settingsOf(null, { price: textOf(price.error) })
  }
  const percent = readFieldDecimal(messageOf('common.percent'), draft.percent.replace(/ ?%$/, ''))
  const minutes = readMinutes(draft.minutes)
  if (percent.ok && minutes.ok)
    return settingsOf({ kind, percent: percent.value, minutes: minutes.value, direction }, {})
  return settingsOf(null, {
    ...(!percent.ok && { percent: textOf(percent.error) }),
    ...(!minutes.ok && { minutes: minutes.error }),
  })
}

/** "Above 100000", "5 % up within 15 min". */
export function ruleText(rule: PriceAlertRule): string {
  if (rule.kind !== 'move') return t(`alerts.rule.${rule.kind}`, { price: rule.price })
  return t(`alerts.rule.${rule.direction}`, {
    percent: rule.percent,
    span: spanText(60 * rule.minutes),
  })
}

/**
 * The note under the level as it is typed: how far the price has to move, or that it is already
 * there. Null if no price is known.
 */
export function levelHint(
  rule: PriceAlertRule | null,
  price: Decimal | null,
): { text: string; beyond: boolean } | null {
  if (rule === null || rule.kind === 'move' || price === null) return null
  if (!hasReachedLevel(rule, price))
    return {
      text: t('alerts.hint.away', { distance: distanceToLevel(rule, price), price }),
      beyond: false,
    }
  return { text: t(`alerts.hint.${rule.kind}`, { price, back: rearmPrice(rule) }), beyond: true }
}

/** How far the price is from triggering it, in percent; null if unknown or already there. */
export function distanceOf(
  { rule, state, moved }: PriceAlertStatus,
  price: Decimal | null,
): Decimal | null {
  if (state !== 'armed') return null
  if (rule.kind !== 'move') return price === null ? null : distanceToLevel(rule, price)
  if (moved === null) return null
  const left = subtract(rule.percent, absolute(moved))
  return compare(left, '0') > 0 ? left : '0'
}

export function stateText(
  alert: PriceAlertStatus,
  now: UnixSeconds,
  zone: Zone,
): { text: string; tone: Tone; title: string } {
  const { rule, state, triggeredAt } = alert
  const since = triggeredAt === null ? '' : sinceText(triggeredAt, now, zone)
  const time = triggeredAt === null ? '' : timeOrDayText(triggeredAt, now, zone)
  const last =
    since === ''
      ? t('alerts.price-alert-state.never')
      : t('alerts.price-alert-state.last', { time: since })
  switch (state) {
    case 'armed':
      return { text: t('alerts.price-alert-state.armed'), tone: 'good', title: last }
    case 'beyond': {
      if (rule.kind === 'move')
        return { text: t('alerts.price-alert-state.already-there'), tone: 'plain', title: '' }
      const price = rearmPrice(rule)
      const title = t(
        rule.kind === 'above'
          ? 'alerts.price-alert-state.arms-below'
          : 'alerts.price-alert-state.arms-above',
        { price },
      )
      return { text: t(`alerts.price-alert-state.already-${rule.kind}`), tone: 'plain', title }
    }
    case 'triggered': {
      const text =
        time === ''
          ? t('alerts.price-alert-state.triggered')
          : t('alerts.price-alert-state.triggered-at', { time })
      return { text, tone: 'caution', title: t('alerts.price-alert-state.arms-again', { last }) }
    }
    case 'ended': {
      const text =
        time === ''
          ? t('alerts.price-alert-state.ended')
          : t('alerts.price-alert-state.ended-at', { time })
      return { text, tone: 'plain', title: t('alerts.price-alert-state.stays-ended', { last }) }
    }
    case 'blind':
      return {
        text: t('alerts.price-alert-state.no-price'),
        tone: 'caution',
        title: t('alerts.price-alert-state.no-price-text'),
      }
  }
}

const mostSuggestions = 50

function priceNote(price: Decimal | null): string {
  return price === null ? t('alerts.price-alerts.no-price') : shownRatio(price)
}

/** Open markets that match the typed text, prefix matches first. */
export function marketSuggestions(
  markets: readonly Market[] | null,
  tickers: Tickers | null,
  typed: string,
): { value: string; note: string }[] {
  const wanted = typed.trim().toUpperCase()
  const fitting = (markets ?? []).filter(({ name, isOpen }) => isOpen && name.includes(wanted))
  const begins = ({ name }: Market): boolean => name.startsWith(wanted)
  return [...fitting.filter(begins), ...fitting.filter((market) => !begins(market))]
    .slice(0, mostSuggestions)
    .map(({ name }) => ({
      value: name,
      note: tickers === null ? '' : priceNote(lastOf(tickers, name)),
    }))
}
