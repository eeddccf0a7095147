// What a person types into the settings of alerts, read strictly: nothing is guessed, and what is wrong is quoted back.
import { type AlertSettings, isMarginStep, isPartOfWay, isShare, mostSteps, type PartOfWay } from '../../shared/domain/alert.js'
import { levelsOf } from '../../shared/domain/loan-levels.js'
import type { Loan } from '../../shared/domain/loan.js'
import { inRegion } from '../../shared/domain/order-rules.js'
import { decimalText } from '../../shared/formats.js'
import { t } from '../../shared/messages/messages.js'
import { compare, type Decimal, isDecimal, multiply, partWay } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'

/** The value, or a sentence that says what is wrong. */
export type Read<T> = Result<T, string>

const short = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text)

const whole = (text: string): number => Number.parseInt(text, 10)

/** "1/3", "50 %" or "50" as a part of the way; percent with at most two places. */
export const readPart = (text: string): Read<PartOfWay> => {
  const typed = text.trim()
  const fraction = /^(\d{1,5}) ?\/ ?(\d{1,5})$/.exec(typed)
  const [full = '', places = '', ...more] = typed.replace(/ ?%$/, '').split('.')
  const isPercent = /^\d{1,3}$/.test(full) && (typed.includes('.') ? /^\d{1,2}$/.test(places) : true) && more.length === 0
  if (fraction !== null) {
    const part = { part: whole(fraction[1] ?? ''), of: whole(fraction[2] ?? '') }
    return isPartOfWay(part) ? ok(part) : fail(t('alerts.typed.part-outside', { typed: short(typed) }))
  }
  if (!isPercent) return fail(t('alerts.typed.part-unclear', { typed: short(typed) }))
  const part = places === '' ? { part: whole(full), of: 100 } : { part: whole(`${full}${places.padEnd(2, '0')}`), of: 10_000 }
  return isPartOfWay(part) ? ok(part) : fail(t('alerts.typed.percent-outside', { typed: short(typed) }))
}

/** "5" or "5 %" as the share 0.05. */
export const readPercent = (text: string): Read<Decimal> => {
  const typed = text.trim()
  const read = inRegion(typed.replace(/ ?%$/, ''))
  const figure = 'text' in read ? read.text : ''
  if (!isDecimal(figure)) return fail(t('alerts.typed.no-number', { typed: short(typed) }))
  const share = multiply(figure, '0.01')
  return isShare(share) ? ok(share) : fail(t('alerts.typed.percent-outside', { typed: short(typed) }))
}

/** "150" or "150 %" as a margin level in percent. */
export function readMarginLevel(text: string): Read<Decimal> {
  const typed = text.trim()
  const level = typed.replace(/ ?%$/, '')
  if (!isDecimal(level)) return fail(t('alerts.typed.no-number', { typed: short(typed) }))
  return isMarginStep(level) ? ok(multiply(level, '1')) : fail(t('alerts.typed.margin-outside', { typed: short(typed) }))
}

const dayMinutes = 1440

/** Whole minutes, at most a day. */
export const readMinutes = (text: string): Read<number> => {
  const typed = text.trim()
  if (!/^\d{1,5}$/.test(typed)) return fail(t('alerts.typed.no-minutes', { typed: short(typed) }))
  const minutes = whole(typed)
  return minutes <= dayMinutes ? ok(minutes) : fail(t('alerts.typed.too-many-minutes'))
}

/** "22:30" as minutes since midnight. */
export const readClock = (text: string): Read<number> => {
  const parts = /^(\d{1,2}):(\d{2})$/.exec(text.trim())
  const minutes = parts === null ? dayMinutes : whole(parts[1] ?? '') * 60 + whole(parts[2] ?? '')
  return minutes < dayMinutes && parts !== null && whole(parts[2] ?? '') < 60 ? ok(minutes) : fail(t('alerts.typed.no-time'))
}

/** "10 %" for the share 0.1. */
export const percentText = (share: Decimal): string => `${decimalText(multiply(share, '100'))}\u202f%`

/** "1/3", or "50 %" where it was made of hundredths. */
export const partText = ({ part, of }: PartOfWay): string =>
  of === 100 || of === 10_000 ? percentText(multiply(String(part), of === 100 ? '0.01' : '0.0001')) : `${part}/${of}`

/** Negative where `a` comes first on the way. */
const comparePart = (a: PartOfWay, b: PartOfWay): number => a.part * b.of - b.part * a.of

/** The LTV at which the step lies for a loan; null where the loan's levels do not allow to say. */
export const stepLtv = (loan: Loan, { part, of }: PartOfWay): Decimal | null => {
  const { initial, marginCall } = levelsOf(loan)
  if (initial === null || marginCall === null || compare(initial, marginCall) >= 0) return null
  return partWay(initial, marginCall, part, of)
}

export const withPart = (steps: readonly PartOfWay[], step: PartOfWay): Read<PartOfWay[]> => {
  if (steps.length >= mostSteps) return fail(t('alerts.steps.too-many', { most: mostSteps }))
  if (steps.some((other) => comparePart(other, step) === 0)) return fail(t('alerts.steps.place-taken'))
  return ok([...steps, step].sort(comparePart))
}

export const withShare = (steps: readonly Decimal[], step: Decimal): Read<Decimal[]> => {
  if (steps.length >= mostSteps) return fail(t('alerts.steps.too-many', { most: mostSteps }))
  if (steps.some((other) => compare(other, step) === 0)) return fail(t('alerts.steps.distance-taken'))
  return ok([...steps, step].sort((a, b) => compare(b, a)))
}

/** From the highest level to the lowest. */
export function withMarginLevel(steps: readonly Decimal[], step: Decimal): Read<Decimal[]> {
  if (steps.length >= mostSteps) return fail(t('alerts.steps.too-many', { most: mostSteps }))
  if (steps.some((other) => compare(other, step) === 0)) return fail(t('alerts.steps.level-taken'))
  return ok([...steps, step].sort((a, b) => compare(b, a)))
}

/** Whether quiet hours mean anything: equal ends are no hours at all. */
export const hasQuietHours = ({ quietHours }: Pick<AlertSettings, 'quietHours'>): boolean =>
  quietHours.on && quietHours.from !== quietHours.to
