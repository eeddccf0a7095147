// The loan's ladder: the person's own early steps, then margin call, then liquidation, on the loan's own strings.
import type { AlertKind, AlertSettings, LadderStep, PartOfWay } from '../../shared/domain/alert.js'
import { isPartOfWay, isShare } from '../../shared/domain/alert.js'
import type { Loan } from '../../shared/domain/loan.js'
import { compare, type Decimal, multiply, partWay, subtract } from '../../shared/money.js'
import { climb, noSteps, type Reading, type StepState } from './hysteresis.js'
import type { Evaluation, Finding, Resolution } from './alert-candidate.js'
import { levelsOf, type LoanLevels, unclearLevels } from '../../shared/domain/loan-levels.js'
import { plainName } from './plain-text.js'

export type LadderSettings = Pick<AlertSettings, 'earlySteps' | 'rearm'>

export type LadderState = {
  /** Which loan this is about; null with none. */
  loan: string | null
  /** The loan that ended last. Should it be back (the exchange said "none" by mistake), it is no first look. */
  past: string | null
  steps: StepState
  /** Whether the loan's levels make sense, as a step of its own. */
  sense: StepState
}

export const noLadder: LadderState = { loan: null, past: null, steps: noSteps, sense: noSteps }

const usualRearm = '0.02'

type Rung = {
  key: string
  kind: LadderStep['kind']
  /** Early steps are counted from 1; zero for the exchange's own. */
  number: number
  part: PartOfWay | null
  /** Null where it cannot be told. */
  threshold: Decimal | null
}

/** A loan is another one when its asset or the time of its making differ. */
const identityOf = ({ asset, createdAt }: Loan): string => JSON.stringify([asset, createdAt])

const earlySteps = ({ earlySteps }: LadderSettings): PartOfWay[] => {
  const lowestFirst = earlySteps.filter(isPartOfWay).sort((a, b) => a.part * b.of - b.part * a.of)
  return lowestFirst.filter((step, at) => {
    const before = lowestFirst[at - 1]
    return before === undefined || before.part * step.of !== step.part * before.of
  })
}

const rungsOf = ({ initial, marginCall, liquidation }: LoanLevels, settings: LadderSettings): Rung[] => {
  const way = initial !== null && marginCall !== null && compare(initial, marginCall) < 0 ? { initial, marginCall } : null
  const early = earlySteps(settings).map((part, at): Rung => ({
    key: `early:${part.part}/${part.of}`,
    kind: 'ltv-step',
    number: at + 1,
    part,
    threshold: way === null ? null : partWay(way.initial, way.marginCall, part.part, part.of),
  }))
  return [
    ...early,
    { key: 'margin-call', kind: 'margin-call', number: 0, part: null, threshold: marginCall },
    { key: 'liquidation', kind: 'liquidation', number: 0, part: null, threshold: liquidation },
  ]
}

const readingOf = (current: Decimal | null, threshold: Decimal | null, rearm: Decimal): Reading => {
  if (current === null || threshold === null) return 'unknown'
  if (compare(current, threshold) >= 0) return 'reached'
  return compare(current, multiply(threshold, subtract('1', rearm))) <= 0 ? 'cleared' : 'between'
}

const levelOfKind: Record<Rung['kind'], Finding['level']> = { 'ltv-step': 'caution', 'margin-call': 'danger', liquidation: 'danger' }

type Words = Pick<Finding, 'title' | 'text' | 'endTitle'>

const wordsFor = (rung: Rung, name: string, earlyCount: number): Words => {
  switch (rung.kind) {
    case 'ltv-step':
      return {
        title: `${name}: LTV has passed early step ${rung.number} of ${earlyCount}`,
        text: rung.number < earlyCount ? 'Your next early step comes before margin call.' : 'Margin call is the next level.',
        endTitle: `${name}: LTV is back below early step ${rung.number}`,
      }
    case 'margin-call':
      return {
        title: `${name}: LTV has reached margin call`,
        text: 'Add collateral or repay before it reaches liquidation.',
        endTitle: `${name}: LTV is below margin call again`,
      }
    case 'liquidation':
      return {
        title: `${name}: LTV has reached liquidation`,
        text: 'The exchange may be selling collateral now.',
        endTitle: `${name}: LTV is below liquidation again`,
      }
  }
}

const standingRemark = 'It was so at the first check.'

const findingOf = (loan: Loan, key: string, found: Finding['found'], kind: AlertKind, level: Finding['level'], words: Words): Finding => ({
  key: `loan/${key}`,
  kind,
  level,
  subject: { key: 'loan', name: `${plainName(loan.asset)} loan` },
  found,
  ...words,
  text: found === 'standing' ? `${standingRemark} ${words.text}` : words.text,
  cause: {
    asset: loan.asset,
    createdAt: loan.createdAt,
    currentLtv: loan.currentLtv,
    initialLtv: loan.initialLtv,
    marginCallLtv: loan.marginCallLtv,
    liquidationLtv: loan.liquidationLtv,
  },
})

const unclear = 'unclear'

const unclearWords = (name: string): Words => ({
  title: `${name}: its LTV levels make no sense`,
  text: unclearLevels,
  endTitle: `${name}: its LTV levels make sense again`,
})

/** Keys of the alerts that are open as far as this state knows. */
export const ladderKeys = ({ steps, sense }: LadderState): string[] => [...steps.raised, ...sense.raised].map((key) => `loan/${key}`)

const ended = (state: LadderState): Resolution[] => ladderKeys(state).map((key) => ({ key, end: 'loan-ended' }))

/** What was seen of the loan that is gone; nothing of it is crossed any more, nothing raised. */
const withoutLoan = ({ loan, steps, sense }: LadderState): LadderState => ({
  loan: null,
  past: loan,
  steps: { ...noSteps, seen: steps.seen },
  sense: { ...noSteps, seen: sense.seen },
})

const stateFor = (identity: string, before: LadderState): LadderState => {
  if (before.loan === identity) return before
  return before.loan === null && before.past === identity ? { ...before, loan: identity, past: null } : { ...noLadder, loan: identity }
}

/**
 * One look at the loan. `loan` null is the exchange saying that there is none. Fires at most one alert for the ladder, naming the gravest
 * step crossed, and one where the levels stop making sense. Units do not matter as long as the loan's LTV fields share one.
 */
export const evaluateLadder = (loan: Loan | null, settings: LadderSettings, before: LadderState): Evaluation<LadderState> => {
  if (loan === null) return { alerts: [], resolved: ended(before), state: before.loan === null ? before : withoutLoan(before) }
  const identity = identityOf(loan)
  const known = stateFor(identity, before)

  const levels = levelsOf(loan)
  const rearm = isShare(settings.rearm) ? settings.rearm : usualRearm
  const rungs = rungsOf(levels, settings)
  const steps = climb(
    rungs.map(({ key, threshold }) => ({ key, reading: readingOf(levels.current, threshold, rearm) })),
    known.steps,
  )
  const sense = climb([{ key: unclear, reading: levels.sound ? 'cleared' : 'reached' }], known.sense)

  const name = `${plainName(loan.asset)} loan`
  const alerts: Finding[] = []
  const { raise } = steps
  const rung = rungs.find(({ key }) => key === raise?.key)
  if (raise !== null && rung !== undefined) {
    const words = wordsFor(rung, name, rungs.filter(({ kind }) => kind === 'ltv-step').length)
    const finding = findingOf(loan, rung.key, raise.found, rung.kind, levelOfKind[rung.kind], words)
    alerts.push({ ...finding, cause: { ...finding.cause, threshold: rung.threshold, step: rung.part } })
  }
  if (sense.raise !== null) alerts.push(findingOf(loan, unclear, sense.raise.found, 'ltv-unclear', 'caution', unclearWords(name)))

  const over = [...steps.resolved, ...sense.resolved].map(({ key, end }): Resolution => ({ key: `loan/${key}`, end }))
  const unchanged = known === before && steps.state === before.steps && sense.state === before.sense
  return {
    alerts,
    resolved: known === before ? over : ended(before),
    state: unchanged ? before : { loan: identity, past: null, steps: steps.state, sense: sense.state },
  }
}

/** The steps as they lie on the load line, lowest first; those that cannot be placed are left out. */
export const ladderSteps = (loan: Loan, settings: LadderSettings, { steps }: LadderState): LadderStep[] =>
  rungsOf(levelsOf(loan), settings).flatMap(({ key, kind, number, threshold }) =>
    threshold === null ? [] : [{ key, kind, number, threshold, crossed: steps.crossed.includes(key) }],
  )
