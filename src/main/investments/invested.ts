// What the account currently has invested, for its net worth and to notice what disappears: read
// only every few minutes.
import type { OnDemandList } from '../../shared/on-demand-list.js'
import { isNotOffered } from '../../shared/portfolio/feed.js'
import {
  type InvestedFeed,
  type InvestedView,
  noInvested,
} from '../../shared/investments/invested.js'
import type { ActiveFixedInvestment } from '../../shared/investments/investment.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'
import { readOnDemandList } from '../polling/read-list.js'
import {
  later,
  longestIdle,
  type Moment,
  momentNow,
  noAccessInterval,
  pauseAfter,
  type PollScheduler,
  secondsUntil,
} from '../polling/poll-scheduler.js'

type InvestedClient = Pick<ExchangeClient, 'flexInvestments' | 'activeFixedInvestments'>
type ListName = Exclude<keyof InvestedView, 'profileId'>

/**
 * Seconds between two reads: interest is credited once a day, and the rest changes only when
 * someone invests.
 */
const readEvery = 300
/** Seconds after the key was accepted: feeds that carry risk are read first. */
const startsAfter = 3
/** Seconds until a list with a missing member is read again. */
const toConfirm = 60
/** Seconds allowed for the network to come back after a sleep. */
const afterSleep = 3
/** Seconds after a temporary failure; doubling up to the usual interval. */
const firstRetry = 30

export type Invested = {
  view: () => InvestedView
  /** Reads both lists once, now. */
  refresh: () => void
  /** The exchange responds again: lists that only wait after failures need not wait any longer. */
  recovered: () => void
  close: () => void
}

/** The same list, with the new result. */
function withFound<T>(found: OnDemandList<T>): InvestedFeed<T> {
  const { list, at, more, unreadable } = found
  return {
    value: list,
    asOf: at,
    source: 'live',
    problem: null,
    every: readEvery,
    more,
    ...(unreadable === undefined ? {} : { unreadable }),
  }
}

/**
 * Sends no request before there is a client. `changed` is called for every change after opening.
 */
export function openInvested(
  profileId: string,
  ports: {
    clock: Clock
    timing: Timing
    scheduler: PollScheduler
    /** Null while there is no key, or the exchange has not accepted it yet. */
    client(): InvestedClient | null
    changed(view: InvestedView): void
    /** `isMissing`: a member listed before is missing, and another read has to confirm that. */
    fixedRead(found: OnDemandList<ActiveFixedInvestment>): { isMissing: boolean }
  },
): Invested {
  const now = (): Moment => momentNow(ports)
  const first = later(now(), startsAfter)
  const due: Record<ListName, Moment> = { flexible: first, fixed: first }
  const failures: Record<ListName, number> = { flexible: 0, fixed: 0 }
  /** The exchange does not offer it at all, or asked for a pause. */
  const isRefused: Record<ListName, boolean> = { flexible: false, fixed: false }
  let view: InvestedView = { ...noInvested, profileId }
  let reading: ListName = 'flexible'

  const show = (part: Partial<InvestedView>): void => {
    view = { ...view, ...part }
    ports.changed(view)
  }

  const next = (): ListName =>
    secondsUntil(due.fixed, now()) < secondsUntil(due.flexible, now()) ? 'fixed' : 'flexible'

  const waitAfter = (name: ListName, problem: Problem): number => {
    if (problem.code === 'gone') return longestIdle
    if (isNotOffered(problem)) return noAccessInterval
    // eslint-disable-next-line no-restricted-syntax -- seconds, no amount
    const backOff = Math.min(firstRetry * 2 ** (failures[name] - 1), readEvery)
    // eslint-disable-next-line no-restricted-syntax -- seconds, no amount
    return Math.max(backOff, pauseAfter(problem, ports.clock()))
  }

  const failed = (name: ListName, problem: Problem): void => {
    failures[name] += 1
    due[name] = later(now(), waitAfter(name, problem))
    isRefused[name] = isNotOffered(problem) || pauseAfter(problem, ports.clock()) > 0
    if (problem.code === 'gone') return
    const every = isNotOffered(problem) ? null : readEvery
    show({ [name]: { ...view[name], problem, every } })
  }

  const received = (name: ListName, feed: InvestedView[ListName], again: number): void => {
    failures[name] = 0
    due[name] = later(now(), again)
    show({ [name]: feed })
  }

  const readList = async <T extends { id: string }>(
    name: ListName,
    asking: Promise<Result<OnDemandList<T>, Problem>>,
    toFeed: (found: OnDemandList<T>) => InvestedView[ListName],
    nextAfter: (found: OnDemandList<T>) => number = () => readEvery,
  ): Promise<() => void> => {
    const answer = await asking
    return () =>
      answer.ok
        ? received(name, toFeed(answer.value), nextAfter(answer.value))
        : failed(name, answer.error)
  }

  const job = ports.scheduler.add({
    dueIn: () => (ports.client() === null ? null : secondsUntil(due[next()], now())),
    poll: () => {
      const client = ports.client()
      if (client === null) return Promise.resolve(() => undefined)
      reading = next()
      if (reading === 'flexible')
        return readList(
          'flexible',
          readOnDemandList(
            (page) => client.flexInvestments(page),
            ({ id }) => id,
          ),
          withFound,
        )
      return readList(
        'fixed',
        readOnDemandList(
          (page) => client.activeFixedInvestments(page),
          ({ id }) => id,
        ),
        withFound,
        (found) => (ports.fixedRead(found).isMissing ? toConfirm : readEvery),
      )
    },
    failed: (problem) => failed(reading, problem),
    slept: () => {
      due.flexible = later(now(), afterSleep)
      due.fixed = later(now(), afterSleep)
      const remembered = <T>(feed: InvestedFeed<T>): InvestedFeed<T> =>
        feed.source === 'live' ? { ...feed, source: 'cache' } : feed
      show({ flexible: remembered(view.flexible), fixed: remembered(view.fixed) })
    },
  })

  return {
    view: (): InvestedView => view,
    refresh: (): void => {
      due.flexible = now()
      due.fixed = now()
      job.wake()
    },
    recovered: (): void => {
      for (const name of ['flexible', 'fixed'] as const)
        if (failures[name] > 0 && !isRefused[name]) due[name] = now()
      job.wake()
    },
    close: job.remove,
  }
}
