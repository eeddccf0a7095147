// The mining accounts and the alerts over them, joined as an account joins them, on virtual time and with an exchange the test writes.
import { openMining, type Mining } from '../../src/main/mining/mining.js'
import { createPayoutAcknowledgement } from '../../src/main/mining/payout-acknowledgement.js'
import type { MiningMemory, PayoutClient } from '../../src/main/mining/ports.js'
import { createPollScheduler } from '../../src/main/polling/poll-scheduler.js'
import type { AccountAlerts } from '../../src/main/alerts/account-alerts.js'
import type { AlertMemory } from '../../src/main/alerts/alert-memory.js'
import type { Alert } from '../../src/shared/domain/alert.js'
import type { MiningAccount } from '../../src/shared/domain/mining.js'
import { ok } from '../../src/shared/result.js'
import { createWatchedHouse } from './alerts.js'
import { miningMemory } from './mining-room.js'

type Opened = { mining: Mining; alerts: AccountAlerts; resumed(): void; close(): void }

export const createPayoutHouse = (startsAt?: number) => {
  const house = createWatchedHouse({}, startsAt)
  const { time, notified } = house
  const { clock, timing } = time
  let memories: { alerts: AlertMemory; mining: MiningMemory } = { alerts: house.memory, mining: miningMemory('a', 'b') }
  /** Where each account pays out, by the key that asks. */
  const exchange = new Map<string, Map<string, string>>()
  let keyHint = 'aaaa…1111'
  const opened = new Map<string, Opened>()
  let newest: Opened | null = null

  const clientOf = (key: string): PayoutClient => ({
    payoutDestination: (accountName) => {
      const externalAddress = exchange.get(key)?.get(accountName) ?? 'bc1qnobody'
      return Promise.resolve(ok({ value: { accountName, destination: 'external_address', externalAddress }, at: clock() }))
    },
  })
  const start = (id: string): Opened => {
    const scheduler = createPollScheduler({ clock, timing })
    const client = clientOf(keyHint)
    const alerts = house.open(id, memories.alerts)
    const mining = openMining({ id, keyHint }, memories.mining, {
      clock,
      timing,
      scheduler,
      client: () => client,
      payout: alerts.payout,
      forgotten: alerts.payoutForgotten,
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
    /** Everything from here on is kept there. */
    keepIn: (some: Partial<typeof memories>): void => {
      memories = { ...memories, ...some }
    },
    memories: () => memories,
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
    /** Of notices about payouts; that nothing else is watched in these stories is told, too. */
    titles: (): string[] => notified.filter(({ screen }) => screen === 'mining').map(({ title }) => title),
    alarms: (id?: string): Alert[] =>
      at(id)
        .alerts.view()
        .attention.map(({ alert }) => alert)
        .filter(({ kind }) => kind === 'payout-changed'),
  }
}
