// Headroom in words, as it is and as it would be. Shares are cut downwards to one decimal, so that what may be lost is never overstated; an LTV
// that would be is cut up.
import { hasReached } from '../../shared/domain/loan-levels.js'
import type { LoanChange, LoanOutlook } from '../../shared/domain/what-if.js'
import { asPercent, compare, divideUp, headroom, isDecimal, multiply, type Decimal } from '../../shared/money.js'
import { counted } from './words.js'
import type { LoadLine, Mark, MarkName, StepMark } from './load-line.js'

export const markWords: Record<MarkName, string> = { initial: 'initial', 'margin-call': 'margin call', liquidation: 'liquidation' }

export const markTitles: Record<MarkName, string> = { initial: 'Initial', 'margin-call': 'Margin call', liquidation: 'Liquidation' }

/** "66.6 %", "less than 0.1 %". For a share above zero. */
export const shareText = (share: Decimal): string => {
  const percent = asPercent(share)
  return /[1-9]/.test(percent) ? `${percent}\u202f%` : `less than 0.1\u202f%`
}

/** How much collateral must rise where headroom is negative: its size, rounded up, so that what is needed is never understated. */
const riseText = (share: Decimal): string => `${asPercent(share).replace('-', '')}\u202f%`

/** The exact share for the hover, in percent with every digit that is known. */
export const exactShareText = (share: Decimal): string => `${asPercent(share, 16)} %`

/** One line beside a mark. */
export const markSentence = (mark: Mark): string => {
  if (mark.headroom === null) return 'cannot be compared'
  if (mark.state === 'ahead') return `collateral may fall ${shareText(mark.headroom)}`
  if (compare(mark.headroom, '0') === 0) return 'reached exactly'
  return `collateral must rise ${riseText(mark.headroom)}`
}

/** One line beside an early step. A step stays crossed until LTV has fallen clearly below it. */
export const stepSentence = ({ crossed, headroom }: StepMark): string => {
  const ahead = headroom !== null && compare(headroom, '0') > 0
  if (crossed) return ahead ? 'crossed, not yet clear of it' : 'crossed'
  if (headroom === null) return 'cannot be compared'
  return ahead ? `collateral may fall ${shareText(headroom)}` : 'reached'
}

export type Verdict = {
  tone: 'calm' | 'caution' | 'danger'
  /** The share to print large; null where there is nothing to print. */
  share: Decimal | null
  before: string
  after: string
}

/**
 * What the load line says, in one sentence: "Collateral may fall | 66.6 % | before margin call". It claims what the ladder claims; where
 * the levels are not sound, it is never calm.
 */
export const verdictOf = ({ levels }: LoadLine): Verdict => {
  const { current, initial, marginCall, liquidation, sound } = levels
  const told = (tone: Verdict['tone'], before: string, after: string): Verdict => ({ tone, share: null, before, after })
  if (current === null)
    return told(
      'caution',
      'The current LTV cannot be compared with the levels',
      'They may be in different units. Check the loan on the exchange.',
    )
  if (hasReached(levels, liquidation))
    return told('danger', 'LTV has reached the liquidation level', 'The exchange may be selling collateral now.')
  const untilEnd = liquidation === null ? null : headroom(current, liquidation)
  if (hasReached(levels, marginCall)) {
    if (untilEnd === null) return told('danger', 'LTV has reached the margin call level', 'Distance to liquidation unknown.')
    return { tone: 'danger', share: untilEnd, before: 'Past margin call. Collateral may fall', after: 'before liquidation' }
  }
  const tone = sound && !hasReached(levels, initial) ? 'calm' : 'caution'
  const untilCall = marginCall === null ? null : headroom(current, marginCall)
  const share = untilCall ?? untilEnd
  if (share === null)
    return told(
      'caution',
      'The exchange sent no margin call level above zero',
      'There is no headroom to show. Check the loan on the exchange.',
    )
  return { tone, share, before: 'Collateral may fall', after: `before ${markWords[untilCall === null ? 'liquidation' : 'margin-call']}` }
}

/** Headroom until liquidation, where the verdict speaks of the margin call before it; else null. */
export const furtherHeadroom = ({ levels }: LoadLine): Decimal | null => {
  const { current, marginCall, liquidation } = levels
  const isAhead = current !== null && !hasReached(levels, marginCall) && !hasReached(levels, liquidation)
  return isAhead && marginCall !== null && liquidation !== null ? headroom(current, liquidation) : null
}

/** The whole verdict as one sentence, for screen readers and short lists. */
export const verdictSentence = (line: LoadLine): string => {
  const verdict = verdictOf(line)
  if (verdict.share === null) return `${verdict.before}. ${verdict.after}`
  return `${verdict.before} ${shareText(verdict.share)} ${verdict.after}.`
}

/** Between which levels LTV lies, without a figure: what is to be seen of the danger while amounts are hidden. */
export const bandSentence = ({ levels }: LoadLine): string => {
  if (levels.current === null) return 'LTV cannot be compared with the levels.'
  if (hasReached(levels, levels.liquidation)) return 'LTV has reached liquidation.'
  if (hasReached(levels, levels.marginCall)) return 'LTV is between margin call and liquidation.'
  if (hasReached(levels, levels.initial)) return 'LTV is between initial and margin call.'
  return levels.marginCall === null ? 'LTV is below liquidation.' : 'LTV is below the level where the loan began.'
}

/** What the gauge says to somebody who does not see it. */
export const meterText = (line: LoadLine, steps: readonly StepMark[] = []): string => {
  const now = line.water === null ? [] : [`LTV ${line.water.value}.`]
  const levels = line.marks.map((mark) => `${markTitles[mark.name]} ${mark.value}`).join(', ')
  const crossed = steps.filter((step) => step.crossed).length
  const early = steps.length === 0 ? '' : `${crossed} of ${counted(steps.length, 'early step')} crossed. `
  return [...now, levels === '' ? 'No levels.' : `${levels}.`, early + verdictSentence(line), 'Debt unchanged is assumed.'].join(' ')
}

export type ChangeKind = LoanChange['kind']

/** What was typed as the change it asks for. Shares are typed in percent; what is no decimal is passed on as it is, to be refused in words. */
export const changeOf = (kind: ChangeKind, typed: string): LoanChange => {
  const figure = typed.trim()
  if (kind === 'repay') return { kind, amount: figure }
  return { kind, share: isDecimal(figure) ? multiply(figure, '0.01') : figure }
}

/** A share to add, in percent with at most four places; it was rounded up already. */
export const shareToAddText = (share: Decimal): string => `${multiply(share, '100')}\u202f%`

/** What LTV would be. At most four places, never below the exact value. */
export const ltvText = (ltv: Decimal): string => divideUp(ltv, '1', 4)

export const outlookSentence = ({ headroom: { marginCall, liquidation } }: LoanOutlook): string => {
  if (liquidation !== null && compare(liquidation, '0') <= 0) return 'It would still be at liquidation or beyond.'
  if (marginCall !== null && compare(marginCall, '0') <= 0) {
    const further = liquidation === null ? '' : ` Collateral could then fall ${shareText(liquidation)} before liquidation.`
    return `It would still be at margin call or beyond.${further}`
  }
  if (marginCall === null) return 'Distance to margin call unknown.'
  const further = liquidation === null ? '' : `, ${shareText(liquidation)} before liquidation`
  return `Collateral could then fall ${shareText(marginCall)} before margin call${further}.`
}
