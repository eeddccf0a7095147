// The exchange's list of mining accounts: read rarely, so that a disappearing one is noticed even
// if their screen is never opened.
import { isNotOffered } from '../../shared/portfolio/feed.js'
import type { PoolAccount } from '../../shared/mining/mining.js'
import type { OnDemandList } from '../../shared/on-demand-list.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'
import { readOnDemandList } from '../polling/read-list.js'
import {
  later,
  type Moment,
  momentNow,
  type PollScheduler,
  secondsUntil,
} from '../polling/poll-scheduler.js'

/** Seconds after the start: feeds that carry more risk are read first. */
const startsAfter = 90
/**
 * Seconds between two reads of the list; after one with a missing account; and if this key may not
 * read it.
 */
const every = 600
const toConfirm = 60
const withoutAccess = 3600

/**
 * `miningRead` returns whether an account that was on the list is missing, so that another read has
 * to confirm it.
 */
export function openPoolAccountsWatch(ports: {
  clock: Clock
  timing: Timing
  scheduler: PollScheduler
  /** Null while there is no key, or the exchange has not accepted it yet. */
  client(): Pick<ExchangeClient, 'miningAccounts'> | null
  miningRead(answer: OnDemandList<PoolAccount>): { isMissing: boolean }
}): void {
  const { scheduler } = ports
  let due: Moment = later(momentNow(ports), startsAfter)
  const wait = (seconds: number): void => {
    due = later(momentNow(ports), seconds)
  }
  scheduler.add({
    dueIn: () => (ports.client() === null ? null : secondsUntil(due, momentNow(ports))),
    poll: async () => {
      const client = ports.client()
      if (client === null) return () => undefined
      const answer = await readOnDemandList(
        (page) => client.miningAccounts(page),
        ({ name }) => name,
      )
      return () => {
        if (answer.ok) wait(ports.miningRead(answer.value).isMissing ? toConfirm : every)
        else wait(isNotOffered(answer.error) ? withoutAccess : every)
      }
    },
    failed: () => wait(every),
    slept: () => undefined,
  })
}
