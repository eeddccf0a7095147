// Mining accounts and active fixed investments, as the exchange lists them: read seldom, so that one that disappears is noticed although
// nobody opens their screens.
import type { ActiveFixedInvestment } from '../../shared/domain/investment.js'
import type { PoolAccount } from '../../shared/domain/mining.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { AskedList } from '../../shared/domain/asked-list.js'
import type { Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'
import { readAskedList } from '../polling/asked-list.js'
import { failureKind, later, type Moment, momentNow, type PollScheduler, secondsUntil } from '../polling/poll-scheduler.js'

/** Seconds after the start: what carries more risk is asked first. */
const startsAfter = 90
/** Seconds between two looks at a list; after one in which something is missing; and where this key may not read it. */
const every = 600
const toConfirm = 60
const withoutAccess = 3600

/** `isMissing`: something that was on the list before is not on it, and another look has to confirm that. */
type Heard<Member> = (answer: AskedList<Member>) => { isMissing: boolean }

export function openHoldingsWatch(ports: {
  clock: Clock
  timing: Timing
  scheduler: PollScheduler
  /** Null while there is no key, or the exchange has not accepted it yet. */
  client(): Pick<ExchangeClient, 'miningAccounts' | 'activeFixedInvestments'> | null
  miningRead: Heard<PoolAccount>
  fixedRead: Heard<ActiveFixedInvestment>
}): void {
  const { scheduler } = ports

  const watch = <Member>(
    ask: (client: NonNullable<ReturnType<typeof ports.client>>) => Promise<Result<AskedList<Member>, Problem>>,
    heard: Heard<Member>,
  ): void => {
    let due: Moment = later(momentNow(ports), startsAfter)
    const wait = (seconds: number): void => {
      due = later(momentNow(ports), seconds)
    }
    scheduler.add({
      dueIn: () => (ports.client() === null ? null : secondsUntil(due, momentNow(ports))),
      poll: async () => {
        const client = ports.client()
        if (client === null) return () => undefined
        const answer = await ask(client)
        return () => {
          if (!answer.ok)
            return wait(failureKind(answer.error) === 'no-access' || answer.error.code === 'not-found' ? withoutAccess : every)
          wait(heard(answer.value).isMissing ? toConfirm : every)
        }
      },
      failed: () => wait(every),
      slept: () => undefined,
    })
  }

  watch(
    (client) =>
      readAskedList(
        (page) => client.miningAccounts(page),
        ({ name }) => name,
      ),
    ports.miningRead,
  )
  watch(
    (client) =>
      readAskedList(
        (page) => client.activeFixedInvestments(page),
        ({ id }) => id,
      ),
    ports.fixedRead,
  )
}
