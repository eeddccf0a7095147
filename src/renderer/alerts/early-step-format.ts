// The early steps of a loan, as typed and as the settings show them.
import { mostSteps } from '../../shared/alerts/alert.js'
import type { LoanLevels } from '../../shared/portfolio/loan-levels.js'
import {
  asLtvStep,
  type EarlyStep,
  inPercent,
  type PartOfWay,
  placeOf,
  thresholdOf,
} from '../../shared/alerts/ltv-step.js'
import { decimalText } from '../../shared/formats.js'
import { t } from '../../shared/messages/messages.js'
import {
  add,
  compare,
  cut,
  type Decimal,
  headroom,
  multiply,
  subtract,
} from '../../shared/money.js'
import { fail, ok } from '../../shared/result.js'
import { percentText, type Read, readFigure, short } from './alert-settings.js'
import { shareText } from '../portfolio/headroom.js'

/** "65 %" for the LTV 65. */
export function ltvPercentText(ltv: Decimal): string {
  return `${decimalText(ltv)}\u00a0%`
}

const mostPlaces = 2

/** Where the loan is liquidated, in percent; null if unknown. */
export function liquidationOf(levels: LoanLevels | null): Decimal | null {
  return levels === null || levels.liquidation === null
    ? null
    : inPercent(levels, levels.liquidation)
}

/**
 * "65" or "65 %" as that LTV, below the liquidation of the loan, or below 100 % if that is unknown.
 */
export function readLtv(text: string, levels: LoanLevels | null): Read<Decimal> {
  const typed = text.trim()
  const read = readFigure(text)
  if (!read.ok) return read
  const figure = read.value
  if (compare(figure, '0') <= 0)
    return fail(t('alerts.typed.ltv-not-above-zero', { typed: short(typed) }))
  const liquidation = liquidationOf(levels)
  if (liquidation !== null && compare(figure, liquidation) >= 0)
    return fail(t('alerts.typed.ltv-past-liquidation', { typed: short(typed), liquidation }))
  if (liquidation === null && compare(figure, '100') >= 0)
    return fail(t('alerts.typed.percent-outside', { typed: short(typed) }))
  if (compare(cut(figure, mostPlaces), figure) !== 0)
    return fail(t('alerts.typed.ltv-too-many-places', { typed: short(typed) }))
  return ok(add(figure, '0'))
}

/**
 * "20" or "20 %" as the LTV from which the collateral may fall that much before the loan is
 * liquidated, exactly.
 */
export function readHeadroom(text: string, liquidation: Decimal): Read<Decimal> {
  const typed = short(text.trim())
  const read = readFigure(text)
  if (!read.ok) return read
  const percent = read.value
  if (compare(percent, '0') <= 0 || compare(percent, '100') >= 0)
    return fail(t('alerts.typed.percent-outside', { typed }))
  if (compare(cut(percent, mostPlaces), percent) !== 0)
    return fail(t('alerts.typed.ltv-too-many-places', { typed }))
  // Cut down: then it alerts earlier rather than later.
  return ok(cut(multiply(liquidation, multiply(subtract('100', percent), '0.01')), 18))
}

const isLtv = (step: EarlyStep): step is { ltv: Decimal } => 'ltv' in step

/** Fractions of the distance first, then LTVs, each in ascending order without duplicates. */
function inOrder(steps: readonly EarlyStep[]): EarlyStep[] {
  const ltvs = steps.filter(isLtv).sort((a, b) => compare(a.ltv, b.ltv))
  return [
    ...steps.filter((step) => !isLtv(step)),
    ...ltvs.filter(({ ltv }, at) => at === 0 || compare(ltv, ltvs[at - 1]?.ltv ?? ltv) !== 0),
  ]
}

/** The steps as LTVs, where the levels of the loan allow it. */
export function asLtvSteps(levels: LoanLevels | null, steps: readonly EarlyStep[]): EarlyStep[] {
  return inOrder(steps.map((step) => (levels === null ? null : asLtvStep(levels, step)) ?? step))
}

export function withLtv(
  levels: LoanLevels | null,
  steps: readonly EarlyStep[],
  ltv: Decimal,
): Read<EarlyStep[]> {
  if (steps.length >= mostSteps) return fail(t('alerts.steps.too-many', { most: mostSteps }))
  const isTaken = asLtvSteps(levels, steps).some(
    (step) => isLtv(step) && compare(step.ltv, ltv) === 0,
  )
  return isTaken ? fail(t('alerts.steps.ltv-taken')) : ok(inOrder([...steps, { ltv }]))
}

/** "1/3", or "50 %" if it was entered in hundredths. */
export function partText({ part, of }: PartOfWay): string {
  return of === 100 || of === 10_000
    ? percentText(multiply(String(part), of === 100 ? '0.01' : '0.0001'))
    : `${part}/${of}`
}

/**
 * `at`: its index in the settings. `note` and `exact` follow from the loan, `title` from the
 * settings alone.
 */
type ShownStep = { at: number; title: string; note?: string; exact?: string }

/** How far the value of the collateral may fall until the step alerts, or why it does not alert. */
function noteOf(levels: LoanLevels, threshold: Decimal): string {
  const place = placeOf(levels, threshold)
  if (place !== 'early') return t(`alerts.early.${place}`)
  const room = levels.current === null ? null : headroom(levels.current, threshold)
  if (room === null) return t('loan.not-comparable')
  return compare(room, '0') > 0
    ? t('loan.may-fall', { share: shareText(room) })
    : t('loan.step-reached')
}

function shownStep(levels: LoanLevels | null, step: EarlyStep, at: number): ShownStep {
  const title = isLtv(step)
    ? t('alerts.early.ltv', { ltv: { count: ltvPercentText(step.ltv) } })
    : t('alerts.early.of-way', { part: partText(step) })
  const threshold = levels === null ? null : thresholdOf(levels, step)
  if (levels === null || threshold === null) return { at, title }
  const note = noteOf(levels, threshold)
  if (isLtv(step)) return { at, title, note }
  const ltv = inPercent(levels, threshold)
  return {
    at,
    title,
    note: t('alerts.early.way-at', { ltv: ltvPercentText(cut(ltv, mostPlaces)), note }),
    exact: t('alerts.early.ltv', { ltv: ltvPercentText(ltv) }),
  }
}

/** Lowest first, as far as the loan determines the order. */
export function shownSteps(levels: LoanLevels | null, steps: readonly EarlyStep[]): ShownStep[] {
  const placed = steps.map((step, at) => ({
    shown: shownStep(levels, step, at),
    threshold: (levels === null ? null : thresholdOf(levels, step)) ?? '0',
  }))
  return placed.sort((a, b) => compare(a.threshold, b.threshold)).map(({ shown }) => shown)
}
