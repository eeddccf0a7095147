// One alert for all price alerts that cannot trigger because the price of their market has not been
// read for minutes.
import { isNotOffered } from '../../shared/portfolio/feed.js'
import type { Problem } from '../../shared/problem.js'
import { sameJson } from '../../shared/json.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { lossReasonFor } from './monitoring-loss-reason.js'
import { namesText, plainName } from './notification-text.js'
import type { AlertCandidate, Evaluation } from './open-alerts.js'
import type { EvaluatorStates } from './stored-alert-state.js'

type BlindState = EvaluatorStates['prices']['blind']

/** Awake seconds without a price until the alert. */
export const blindAfter = 300

const mostListed = 50

export type Blindness = {
  /** Markets with an armed alert and no price, in the order of the alerts. */
  markets: readonly string[]
  /** `some`: others have one · `all`: no price at all is read, and why, if known. */
  of: 'some' | 'all'
  problem: Problem | null
}

function whyAll(problem: Problem | null): Message {
  if (problem === null) return messageOf('alerts.loss.no-answer')
  if (isNotOffered(problem)) return messageOf('alerts.blind.not-offered')
  return problem.code === 'store-trouble'
    ? messageOf('alerts.blind.not-read')
    : lossReasonFor(problem.code)
}

function wordsFor({ markets, of, problem }: Blindness): Pick<AlertCandidate, 'title' | 'text'> {
  if (of === 'all') {
    const isOffered = problem === null || !isNotOffered(problem)
    return {
      title: messageOf('alerts.blind.title', { reason: whyAll(problem) }),
      text: messageOf(isOffered ? 'alerts.blind.text' : 'alerts.blind.text-not-offered'),
    }
  }
  const names = markets.map(plainName)
  const [market = ''] = names
  return {
    title:
      names.length === 1
        ? messageOf('alerts.blind.title-market', { market })
        : messageOf('alerts.blind.title-markets', { count: names.length }),
    text: messageOf('alerts.blind.text-markets', { names: namesText(names) }),
  }
}

function candidateFor(blindness: Blindness, key: string): AlertCandidate {
  return {
    key,
    kind: 'price-alarms-blind',
    level: 'caution',
    subject: { key: 'prices', name: messageOf('alerts.subject.price-alarms') },
    found: 'new',
    ...wordsFor(blindness),
    endTitle: messageOf('alerts.blind.end'),
    cause: {
      markets: blindness.markets.slice(0, mostListed),
      code: blindness.of === 'some' ? null : (blindness.problem?.code ?? null),
    },
  }
}

/**
 * A new alert if more markets have no price than it named; a new text if the old one is no longer
 * true. Null: all prices are read.
 */
export function evaluateBlindness(
  blindness: Blindness | null,
  before: BlindState,
  at: UnixSeconds,
): Evaluation<BlindState> {
  if (blindness === null)
    return {
      candidates: [],
      resolved: before === null ? [] : [{ key: before.key, end: 'over' }],
      state: null,
    }
  const markets = [...blindness.markets]
  const code = blindness.of === 'some' ? 'some' : (blindness.problem?.code ?? null)
  if (before !== null && markets.every((market) => before.markets.includes(market))) {
    if (sameJson([markets, code], [before.markets, before.code]))
      return { candidates: [], resolved: [], state: before }
    return {
      candidates: [],
      resolved: [],
      reworded: [candidateFor(blindness, before.key)],
      state: { key: before.key, markets, code },
    }
  }
  const key = `prices/blind@${at}`
  return {
    candidates: [candidateFor(blindness, key)],
    resolved: before === null ? [] : [{ key: before.key, end: 'dropped' }],
    state: { key, markets, code },
  }
}
