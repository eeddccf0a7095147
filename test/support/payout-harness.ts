// The mining accounts and their alerts, connected as an account connects them, on virtual time and
// with a scripted exchange.
import { openMining, type Mining } from '../../src/main/mining/mining.js'
import { createPayoutAcknowledgement } from '../../src/main/alerts/payout-alerts.js'
import type { PayoutClient } from '../../src/main/mining/mining.js'
import type { MiningRepository } from '../../src/main/mining/mining-repository.js'
import { createPollScheduler } from '../../src/main/polling/poll-scheduler.js'
import type { AccountAlerts } from '../../src/main/alerts/account-alerts.js'
import type { AlertRepository } from '../../src/main/alerts/alert-repository.js'
import type { Alert } from '../../src/shared/alerts/alert.js'
import type { MiningAccount } from '../../src/shared/mining/mining.js'
import { ok } from '../../src/shared/result.js'
import { createAlertHarness } from './alert-harness.js'
import { testMiningRepository } from './mining-harness.js'

type Opened = { mining: Mining; alerts: AccountAlerts; resumed(): void; close(): void }

export function createPayoutHarness(startsAt?: number) {
  const harness = createAlertHarness({}, startsAt)
  const { time, notified } = harness
  const { clock, timing } = time
  let repositories: { alerts: AlertRepository; mining: MiningRepository } = {
    alerts: harness.repository,
    mining: testMiningRepository('a', 'b'),
  }
  /** Where each account pays out, by the key that asks. */
  const exchange = new Map<string, Map<string, string>>()
  let keyHint = 'aaaa…1111'
  const opened = new Map<string, Opened>()
  let newest: Opened | null = null

  const clientOf = (key: string): PayoutClient => ({
    payoutDestination: (accountName) => {
      const externalAddress = exchange.get(key)?.get(accountName) ?? 'bc1qnobody'
      return Promise.resolve(
        ok({
          value: { accountName, destination: 'external_address', externalAddress },
          at: clock(),
        }),
      )
    },
  })
  const start = (id: string): Opened => {
    const scheduler = createPollScheduler({ clock, timing })
    const client = clientOf(keyHint)
    const alerts = harness.open(id, repositories.alerts)
    const mining = openMining({ id, keyHint }, repositories.mining, {
      clock,
      timing,
      scheduler,
      client: () => client,
      payout: alerts.payoutRead,
      forgotten: alerts.payoutRemoved,
      changed: () => undefined,
    })
    return {
      mining,
      alerts,
      resumed: () => {
        scheduler.resumed()
        alerts.resumed()
      },
      close: () => {
        scheduler.close()
        mining.close()
        alerts.close()
      },
    }
  }
  const openBeside = async (id: string): Promise<void> => {
    newest = start(id)
    opened.set(id, newest)
    await time.pass(10)
  }
  const quit = (): void => {
    for (const account of opened.values()) account.close()
    opened.clear()
  }
  /** The account with this id, or the one that was opened last. */
  const at = (id?: string): Opened => {
    const found = id === undefined ? newest : opened.get(id)
    if (found == null) throw new Error('no account is open')
    return found
  }
  const mining = (id?: string): Mining => at(id).mining

  return {
    time,
    mining,
    alerts: (id?: string): AccountAlerts => at(id).alerts,
    /** The system says that the computer woke up. */
    resumed: (): void => {
      for (const account of opened.values()) account.resumed()
    },
    /** Closes what is open, and opens this one. */
    open: (id: string): Promise<void> => {
      quit()
      return openBeside(id)
    },
    openBeside,
    quit,
    /** For accounts that are opened from now on. */
    useRepositories: (some: Partial<typeof repositories>): void => {
      repositories = { ...repositories, ...some }
    },
    repositories: () => repositories,
    pays: (accountName: string, address: string, key = keyHint): void => {
      exchange.set(key, new Map(exchange.get(key)).set(accountName, address))
    },
    /** The key of accounts that are opened from now on. */
    useKey: (hint: string): void => {
      keyHint = hint
    },
    acknowledgement: () => createPayoutAcknowledgement(at()),
    account: (name = 'rig', id?: string): MiningAccount => {
      const found = mining(id)
        .read()
        .accounts.find((account) => account.name === name)
      if (found === undefined) throw new Error(`no account ${name}`)
      return found
    },
    /**
     * Of notices on payouts; a loss of monitoring is reported as well, because nothing else is
     * polled here.
     */
    titles: (): string[] =>
      notified.filter(({ screen }) => screen === 'mining').map(({ title }) => title),
    openAlerts: (id?: string): Alert[] =>
      at(id)
        .alerts.view()
        .attention.map(({ alert }) => alert)
        .filter(({ kind }) => kind === 'payout-changed'),
  }
}
