// A mining account or a fixed investment that is no longer listed, confirmed by two consecutive
// responses. An investment closed from here is attributed to that order.
import type { OnDemandList } from '../../shared/on-demand-list.js'
import type { ActiveFixedInvestment } from '../../shared/investments/investment.js'
import type { PoolAccount } from '../../shared/mining/mining.js'
import { messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { compareLists } from './confirmed-absence.js'
import { namesText, plainName } from './notification-text.js'
import type { AlertCandidate, Evaluation } from './open-alerts.js'
import type { EvaluatorStates } from './stored-alert-state.js'

type HoldingsState = EvaluatorStates['holdings']
type ListName = keyof HoldingsState
type Seen = NonNullable<HoldingsState[ListName]>['seen'][number]

const mostListed = 50

export type HoldingsAnswer = Pick<OnDemandList<unknown>, 'at' | 'more' | 'unreadable'> & {
  entries: readonly Seen[]
}

export function miningEntry({ name }: PoolAccount): Seen {
  return { id: name, name }
}

export function fixedEntry({ id, asset, amount, endsAt }: ActiveFixedInvestment): Seen {
  return {
    id,
    name: asset,
    amount,
    ...(endsAt !== null && { endsAt }),
  }
}

/** Whether its term had ended when it disappeared, as far as the exchange said. */
function hasEnded({ endsAt }: Seen, at: UnixSeconds): boolean {
  return endsAt !== undefined && Number.parseInt(endsAt, 10) <= at
}

/** When its close was sent from here and accepted by the exchange; null if none was. */
export type ClosedHere = (id: string) => UnixSeconds | null

function newest(moments: readonly UnixSeconds[]): UnixSeconds {
  return moments.reduce((last, one) => (one > last ? one : last), 0)
}

/** `closed`: the latest close among them, as a local time; null if none was closed from here. */
function candidateFor(
  list: ListName,
  gone: readonly Seen[],
  at: UnixSeconds,
  closed: string | null,
): AlertCandidate {
  const [first] = gone
  const names = namesText(gone.map(({ name }) => plainName(name)))
  const count = gone.length
  const only = count === 1 ? first : undefined
  const name: MessageOrText =
    only === undefined
      ? messageOf(`alerts.holding-gone.${list}.count`, { count })
      : plainName(only.name)
  const hasTermOver = list === 'fixed' && gone.every((one) => hasEnded(one, at))
  return {
    key: `holdings/${list}@${at}${closed === null ? '' : '/own-order'}`,
    kind: list === 'mining' ? 'mining-account-gone' : 'fixed-investment-gone',
    level: 'info',
    subject: { key: `holdings:${list}`, name },
    found: 'new',
    title: messageOf(`alerts.holding-gone.${list}.title`, { count, names }),
    text:
      closed === null
        ? messageOf(
            hasTermOver
              ? 'alerts.holding-gone.fixed.text-ended'
              : `alerts.holding-gone.${list}.text`,
          )
        : messageOf('alerts.holding-gone.fixed.text-closed', { count, time: closed }),
    endTitle: '',
    cause: {
      ids: gone.slice(0, mostListed).map(({ id }) => id),
      ...(only?.amount !== undefined && { amount: only.amount }),
      ...(closed !== null && { endedBy: 'own-order' }),
    },
  }
}

/**
 * One good response. Nothing counts as gone if the list was truncated or partly unreadable. `key`:
 * of the exchange account; with a different one, or at the first response, there is nothing to
 * compare with.
 */
export function evaluateHoldings(
  list: ListName,
  answer: HoldingsAnswer,
  keyHint: string,
  before: HoldingsState,
  { closedHere, clockText }: { closedHere: ClosedHere; clockText: (at: UnixSeconds) => string },
): Evaluation<HoldingsState> & { isMissing: boolean } {
  const known = before[list]?.keyHint === keyHint ? before[list] : null
  const isWhole = !answer.more && answer.unreadable === undefined
  const { gone, memory, isMissing } = compareLists(answer.entries, isWhole, known)
  const state = { ...before, [list]: { keyHint, ...memory } }
  const isSame = JSON.stringify(state[list]) === JSON.stringify(before[list])
  const own = gone.flatMap((one) => (list === 'fixed' && closedHere(one.id) !== null ? [one] : []))
  const others = gone.filter((one) => !own.includes(one))
  const closed = clockText(newest(own.flatMap(({ id }) => closedHere(id) ?? [])))
  return {
    candidates: [
      ...(others.length === 0 ? [] : [candidateFor(list, others, answer.at, null)]),
      ...(own.length === 0 ? [] : [candidateFor(list, own, answer.at, closed)]),
    ],
    resolved: [],
    state: isSame ? before : state,
    isMissing,
  }
}
