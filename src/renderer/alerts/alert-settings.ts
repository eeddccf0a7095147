// Strict parsing of what is typed into the alert settings: nothing is guessed, and invalid input is
// quoted back.
import { type AlertSettings, isMarginStep, isShare, mostSteps } from '../../shared/alerts/alert.js'
import { inRegion } from '../../shared/orders/order-rules.js'
import { decimalText } from '../../shared/formats.js'
import { t } from '../../shared/messages/messages.js'
import { compare, type Decimal, isDecimal, multiply } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'

/** The value, or a sentence that says what is wrong. */
export type Read<T> = Result<T, string>

/** The typed text, for a message that quotes it. */
export function short(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text
}

const whole = (text: string): number => Number.parseInt(text, 10)

/** "5" or "5 %" as the typed number, with the decimal mark of the region. */
export function readFigure(text: string): Read<Decimal> {
  const typed = text.trim()
  // As shown: with a narrow no-break space, or with the space of the language.
  const read = inRegion(typed.replace(/[ \u00a0\u202f]?%$/, ''))
  const figure = 'text' in read ? read.text : ''
  return isDecimal(figure) ? ok(figure) : fail(t('alerts.typed.no-number', { typed: short(typed) }))
}

/** "5" or "5 %" as the share 0.05. */
export function readPercent(text: string): Read<Decimal> {
  const figure = readFigure(text)
  if (!figure.ok) return figure
  const share = multiply(figure.value, '0.01')
  return isShare(share)
    ? ok(share)
    : fail(t('alerts.typed.percent-outside', { typed: short(text.trim()) }))
}

/** "150" or "150 %" as a margin level in percent. */
export function readMarginLevel(text: string): Read<Decimal> {
  const level = readFigure(text)
  if (!level.ok) return level
  return isMarginStep(level.value)
    ? ok(multiply(level.value, '1'))
    : fail(t('alerts.typed.margin-outside', { typed: short(text.trim()) }))
}

const dayMinutes = 1440

/** Whole minutes, at most a day. */
export function readMinutes(text: string): Read<number> {
  const typed = text.trim()
  if (!/^\d{1,5}$/.test(typed)) return fail(t('alerts.typed.no-minutes', { typed: short(typed) }))
  const minutes = whole(typed)
  return minutes <= dayMinutes ? ok(minutes) : fail(t('alerts.typed.too-many-minutes'))
}

/** "22:30" as minutes since midnight. */
export function readClock(text: string): Read<number> {
  const parts = /^(\d{1,2}):(\d{2})$/.exec(text.trim())
  const minutes = parts === null ? dayMinutes : whole(parts[1] ?? '') * 60 + whole(parts[2] ?? '')
  return minutes < dayMinutes && parts !== null && whole(parts[2] ?? '') < 60
    ? ok(minutes)
    : fail(t('alerts.typed.no-time'))
}

/** "10 %" for the share 0.1. */
export function percentText(share: Decimal): string {
  return `${decimalText(multiply(share, '100'))}\u00a0%`
}

export function withShare(steps: readonly Decimal[], step: Decimal): Read<Decimal[]> {
  if (steps.length >= mostSteps) return fail(t('alerts.steps.too-many', { most: mostSteps }))
  if (steps.some((other) => compare(other, step) === 0))
    return fail(t('alerts.steps.distance-taken'))
  return ok([...steps, step].sort((a, b) => compare(b, a)))
}

/** From the highest level to the lowest. */
export function withMarginLevel(steps: readonly Decimal[], step: Decimal): Read<Decimal[]> {
  if (steps.length >= mostSteps) return fail(t('alerts.steps.too-many', { most: mostSteps }))
  if (steps.some((other) => compare(other, step) === 0)) return fail(t('alerts.steps.level-taken'))
  return ok([...steps, step].sort((a, b) => compare(b, a)))
}

/** Whether quiet hours have any effect: equal start and end mean none. */
export function hasQuietHours({ quietHours }: Pick<AlertSettings, 'quietHours'>): boolean {
  return quietHours.on && quietHours.from !== quietHours.to
}
