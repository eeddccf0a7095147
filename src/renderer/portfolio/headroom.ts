// Headroom in words, as it is and as it would be. Shares are truncated to one decimal, so that the
// headroom is never overstated; a projected LTV is rounded up.
import { hasReached } from '../../shared/portfolio/loan-levels.js'
import { inRegion } from '../../shared/orders/order-rules.js'
import type { LoanChange, LoanOutlook } from '../../shared/portfolio/what-if.js'
import { decimalText } from '../../shared/formats.js'
import {
  asPercent,
  compare,
  divideUp,
  headroom,
  isDecimal,
  multiply,
  type Decimal,
} from '../../shared/money.js'
import { messageParts, t, wordsBy } from '../../shared/messages/messages.js'
import { ratiosHidden, shownRatio } from '../components/shown-text.svelte.js'
import type { LoadLine, Mark, MarkName, StepMark } from './load-line.js'

export const markTitles: Record<MarkName, string> = wordsBy({
  initial: 'terms.initial.word',
  'margin-call': 'terms.marginCall.word',
  liquidation: 'terms.liquidation.word',
})

/** "66.6 %", "less than 0.1 %". For a share above zero. */
export function shareText(share: Decimal): string {
  const percent = asPercent(share)
  return ratiosHidden() || /[1-9]/.test(percent)
    ? `${shownRatio(percent)}\u00a0%`
    : t('loan.less-than-tenth')
}

/**
 * How much collateral must rise if headroom is negative: its size, rounded up, so that what is
 * needed is never understated.
 */
function riseText(share: Decimal): string {
  return `${shownRatio(asPercent(share).replace('-', ''))}\u00a0%`
}

/**
 * The share for the hover, with more digits: it is the quotient of two levels, so further digits
 * would be meaningless. Also truncated.
 */
export function exactShareText(share: Decimal): string {
  return `${shownRatio(asPercent(share, 4))}\u00a0%`
}

/** One line beside a mark. */
export function markSentence(mark: Mark): string {
  if (mark.headroom === null) return t('loan.not-comparable')
  if (mark.state === 'ahead') return t('loan.may-fall', { share: shareText(mark.headroom) })
  if (compare(mark.headroom, '0') === 0) return t('loan.reached-exactly')
  return t('loan.must-rise', { share: riseText(mark.headroom) })
}

/** One line beside an early step. A step stays crossed until LTV has fallen clearly below it. */
export function stepSentence({ crossed, headroom }: StepMark): string {
  const ahead = headroom !== null && compare(headroom, '0') > 0
  if (crossed) return ahead ? t('loan.step-crossed-not-clear') : t('loan.step-crossed')
  if (headroom === null) return t('loan.not-comparable')
  return ahead ? t('loan.may-fall', { share: shareText(headroom) }) : t('loan.step-reached')
}

export type Verdict = {
  tone: 'calm' | 'caution' | 'danger'
  /** The share to print large; null if there is nothing to print. */
  share: Decimal | null
  /** The text before and after the share; without one, a title and a sentence. */
  before: string
  after: string
}

type VerdictName = 'not-comparable' | 'liquidation' | 'margin-call' | 'no-level'
type VerdictOfShare = 'before-margin-call' | 'before-liquidation' | 'past-margin-call'

function verdictNamed(tone: Verdict['tone'], name: VerdictName): Verdict {
  return {
    tone,
    share: null,
    before: t(`loan.verdict.${name}`),
    after: t(`loan.verdict.${name}.text`),
  }
}

function ofShare(tone: Verdict['tone'], name: VerdictOfShare, share: Decimal): Verdict {
  const parts = messageParts(`loan.verdict.${name}`, {}, ['share'])
  const [before = '', after = ''] = parts.filter((part) => typeof part === 'string')
  return { tone, share, before: before.trim(), after: after.trim() }
}

/**
 * The verdict of the load line, in one sentence: "Collateral may fall | 66.6 % | before margin
 * call". It claims what the ladder claims; if the levels are not sound, it is never calm.
 */
export function verdictOf({ levels }: LoadLine): Verdict {
  const { current, initial, marginCall, liquidation, sound } = levels
  if (current === null) return verdictNamed('caution', 'not-comparable')
  if (hasReached(levels, liquidation)) return verdictNamed('danger', 'liquidation')
  const untilEnd = liquidation === null ? null : headroom(current, liquidation)
  if (hasReached(levels, marginCall)) {
    return untilEnd === null
      ? verdictNamed('danger', 'margin-call')
      : ofShare('danger', 'past-margin-call', untilEnd)
  }
  const tone = sound && !hasReached(levels, initial) ? 'calm' : 'caution'
  const untilCall = marginCall === null ? null : headroom(current, marginCall)
  if (untilCall !== null) return ofShare(tone, 'before-margin-call', untilCall)
  return untilEnd === null
    ? verdictNamed('caution', 'no-level')
    : ofShare(tone, 'before-liquidation', untilEnd)
}

/**
 * Headroom until liquidation, if the verdict speaks of the margin call before it; otherwise null.
 */
export function furtherHeadroom({ levels }: LoadLine): Decimal | null {
  const { current, marginCall, liquidation } = levels
  const isAhead =
    current !== null && !hasReached(levels, marginCall) && !hasReached(levels, liquidation)
  return isAhead && marginCall !== null && liquidation !== null
    ? headroom(current, liquidation)
    : null
}

/** The complete verdict as one sentence, for screen readers and short lists. */
export function verdictSentence(line: LoadLine): string {
  const verdict = verdictOf(line)
  if (verdict.share === null) return `${verdict.before}. ${verdict.after}`
  return `${verdict.before} ${shareText(verdict.share)} ${verdict.after}.`
}

/**
 * The levels LTV lies between, without a figure: what can be shown of the danger while amounts are
 * hidden.
 */
export function bandSentence({ levels }: LoadLine): string {
  if (levels.current === null) return t('loan.band.not-comparable')
  if (hasReached(levels, levels.liquidation)) return t('loan.band.liquidation')
  if (hasReached(levels, levels.marginCall)) return t('loan.band.margin-call')
  if (hasReached(levels, levels.initial)) return t('loan.band.initial')
  return levels.marginCall === null
    ? t('loan.band.below-liquidation')
    : t('loan.band.below-initial')
}

/** The gauge as text for screen readers. */
export function meterText(line: LoadLine, steps: readonly StepMark[] = []): string {
  const now = line.water === null ? [] : [t('loan.meter.now', { ltv: line.water.value })]
  const levels = line.marks
    .map((mark) => `${markTitles[mark.name]} ${shownRatio(mark.value)}`)
    .join(', ')
  const crossed = steps.filter((step) => step.crossed).length
  const early = steps.length === 0 ? [] : [t('loan.meter.steps', { crossed, count: steps.length })]
  const known = levels === '' ? t('loan.meter.no-levels') : `${levels}.`
  return [...now, known, ...early, verdictSentence(line), t('loan.meter.debt-unchanged')].join(' ')
}

export type ChangeKind = LoanChange['kind']

/**
 * The change that was typed. Shares are typed in percent; text that is not a decimal is passed on
 * unchanged, to be refused with a message.
 */
export function changeOf(kind: ChangeKind, typed: string): LoanChange {
  const read = inRegion(typed)
  const figure = 'text' in read ? read.text.trim() : typed.trim()
  if (kind === 'repay') return { kind, amount: figure }
  return { kind, share: isDecimal(figure) ? multiply(figure, '0.01') : figure }
}

/** A share to add, in percent with at most four decimals; it was already rounded up. */
export function shareToAddText(share: Decimal): string {
  return `${decimalText(multiply(share, '100'))}\u00a0%`
}

/** The projected LTV. At most four decimals, never below the exact value. */
export function ltvText(ltv: Decimal): string {
  return divideUp(ltv, '1', 4)
}

export function outlookSentence({ headroom: { marginCall, liquidation } }: LoanOutlook): string {
  if (liquidation !== null && compare(liquidation, '0') <= 0)
    return t('loan.outlook.at-liquidation')
  if (marginCall !== null && compare(marginCall, '0') <= 0) {
    if (liquidation === null) return t('loan.outlook.at-margin-call')
    return t('loan.outlook.at-margin-call-further', { share: shareText(liquidation) })
  }
  if (marginCall === null) return t('loan.outlook.not-known')
  const share = shareText(marginCall)
  if (liquidation === null) return t('loan.outlook.margin-call', { share })
  return t('loan.outlook.margin-call-further', { share, further: shareText(liquidation) })
}
