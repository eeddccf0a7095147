// The mining accounts and the watch over them, wired as the app wires them, on virtual time and with an exchange the test writes.
import { createMining, type Mining } from '../../src/main/mining/mining.js'
import { createMiningMemory } from '../../src/main/mining/mining-memory.js'
import { createPayoutAcknowledgement } from '../../src/main/mining/payout-acknowledgement.js'
import type { MiningMemory, PayoutClient } from '../../src/main/mining/ports.js'
import type { AlertMemory } from '../../src/main/watch/alerts/alert-memory.js'
import type { Alert } from '../../src/shared/domain/alert.js'
import type { MiningAccount } from '../../src/shared/domain/mining.js'
import { ok } from '../../src/shared/result.js'
import { createWatchedHouse } from './alerts.js'

export const createPayoutHouse = (startsAt?: number) => {
  const house = createWatchedHouse({}, startsAt)
  const { time, notified } = house
  let memories: { alerts: AlertMemory; mining: MiningMemory } = { alerts: house.memory, mining: createMiningMemory() }
  let watchman = house.start()
  /** Where each account pays out, by the key that asks. */
  const exchange = new Map<string, Map<string, string>>()
  let keyHint = 'aaaa…1111'

  const client: PayoutClient = {
    payoutDestination: (accountName) => {
      const externalAddress = exchange.get(keyHint)?.get(accountName) ?? 'bc1qnobody'
      return Promise.resolve(ok({ value: { accountName, destination: 'external_address', externalAddress }, at: time.clock() }))
    },
  }
  const make = (): Mining =>
    createMining({
      clock: time.clock,
      timing: time.timing,
      client: () => client,
      keyHint: () => keyHint,
      payout: (...look) => watchman.payout(...look),
      forgotten: (profileId, name) => watchman.payoutForgotten(profileId, name),
      changed: () => undefined,
    })
  let mining = make()

  const open = async (profileId: string): Promise<void> => {
    watchman.watch({ id: profileId, demo: false }, memories.alerts)
    mining.start(profileId, memories.mining)
    await time.pass(10)
  }
  const quit = (): void => {
    watchman.end()
    mining.end()
    watchman = house.start()
    mining = make()
  }

  return {
    time,
    mining: () => mining,
    watchman: () => watchman,
    open,
    quit,
    /** Everything from here on is kept there. */
    keepIn: (some: Partial<typeof memories>): void => {
      memories = { ...memories, ...some }
    },
    memories: () => memories,
    pays: (accountName: string, address: string, key = keyHint): void => {
      exchange.set(key, new Map(exchange.get(key)).set(accountName, address))
    },
    useKey: (hint: string): void => {
      keyHint = hint
    },
    acknowledgement: () => createPayoutAcknowledgement({ mining, alerts: watchman }),
    account: (name = 'rig'): MiningAccount => {
      const found = mining.read().accounts.find((account) => account.name === name)
      if (found === undefined) throw new Error(`no account ${name}`)
      return found
    },
    /** Of notices about payouts; that nothing else is watched in these stories is told, too. */
    titles: (): string[] => notified.filter(({ screen }) => screen === 'mining').map(({ title }) => title),
    alarms: (): Alert[] =>
      watchman
        .view()
        .attention.map(({ alert }) => alert)
        .filter(({ kind }) => kind === 'payout-changed'),
  }
}
