// From the simulator over HTTP to the alert: a changed destination is notified once, also over a
// restart.
import { afterEach, describe, expect, it } from 'vitest'
import { type Mining, openMining } from '../../../src/main/mining/mining.js'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import { openAccountAlerts } from '../../../src/main/alerts/account-alerts.js'
import type { AlertNotification } from '../../../src/shared/alerts/alert.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { alertPorts } from '../../support/alert-harness.js'
import { wallClock } from '../../support/test-client.js'
import { flexClient } from '../../support/flex-harness.js'
import { aProfile, valueOf } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const profile = aProfile({ id: 'p1' })
/**
 * Seconds in which the alerts check twice, without missing the figures that this test does not
 * provide.
 */
const twoBeats = 10

async function setup() {
  const time = createFakeClock(wallClock())
  const { clock, timing } = time
  const simulator = await startSimulator({ port: 0, clock: wallClock, seed: 3, scene: 'calm' })
  cleanUps.push(() => simulator.stop())
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('a key expected')
  const client = flexClient(simulator.url, key)
  cleanUps.push(() => client.close())
  const notices: AlertNotification[] = []
  const memory = openMemoryStorage([profile], clock)
  cleanUps.push(memory.close)
  const begin = (): Mining => {
    const alerts = openAccountAlerts(
      { id: profile.id, demo: false, keyHint: profile.keyHint },
      memory,
      alertPorts(time, { notify: (notice) => notices.push(notice) }),
    )
    const scheduler = createPollScheduler({ clock, timing })
    const mining = openMining(profile, memory.mining, {
      clock,
      timing,
      scheduler,
      client: () => client,
      payout: alerts.payoutRead,
      forgotten: alerts.payoutRemoved,
      changed: () => undefined,
    })
    const close = (): void => {
      scheduler.close()
      mining.close()
      alerts.close()
    }
    cleanUps.push(close)
    return { ...mining, close }
  }
  const checked = async (mining: Mining, act: () => unknown): Promise<void> => {
    act()
    await expect
      .poll(() => mining.read().accounts.some(({ checking }) => checking), {
        timeout: 30_000,
        interval: 5,
      })
      .toBe(false)
  }
  return { simulator, notices, begin, checked, time }
}

describe('payout monitoring', () => {
  it('fires once on a change, and not again after a restart', async () => {
    const { simulator, notices, begin, checked, time } = await setup()
    const [rig] = simulator.world.miningAccounts
    if (rig === undefined) throw new Error('an account expected')
    let mining = begin()
    await checked(mining, () => valueOf(mining.add(rig.name)))
    await checked(mining, () => valueOf(mining.check(null)))
    expect(notices).toEqual([])
    const before = mining.read().accounts[0]?.destination
    rig.payoutDestination = 'external_address'
    rig.externalAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    await checked(mining, () => valueOf(mining.check(rig.name)))
    const to = {
      accountName: rig.name,
      destination: 'external_address',
      externalAddress: rig.externalAddress,
    }
    expect(mining.read().accounts[0]).toMatchObject({
      destination: to,
      form: 'bitcoin',
      change: { from: before, to, acknowledgedAt: null },
    })
    await checked(mining, () => valueOf(mining.check(rig.name)))
    await time.pass(twoBeats)
    expect(notices).toHaveLength(1)
    mining.close()
    mining = begin()
    await checked(mining, () => valueOf(mining.check(null)))
    await time.pass(twoBeats)
    expect(mining.read().accounts[0]?.change).toMatchObject({ to })
    // An unacknowledged one may be shown again, without a sound.
    expect(notices.filter(({ silent }) => !silent)).toHaveLength(1)
    expect(new Set(notices.map(({ id }) => id)).size).toBe(1)
  })

  it('distinguishes an unknown account, a key without mining and an unreachable exchange', async () => {
    const { simulator, begin, checked } = await setup()
    const mining = begin()
    await checked(mining, () => valueOf(mining.add('nobody’s rig')))
    expect(mining.read().accounts[0]?.problem).toMatchObject({
      code: 'refused',
      fields: { user: ['Mining account not found.'] },
    })
    simulator.control('POST', 'key', { name: 'full', mining: false })
    await checked(mining, () => valueOf(mining.check(null)))
    expect(mining.read().accounts[0]?.problem?.code).toBe('no-permission')
    simulator.control('POST', 'fault', { drop: 'before' })
    await checked(mining, () => valueOf(mining.check(null)))
    expect(mining.read().accounts[0]?.problem?.code).toMatch(/unreachable|timeout/)
  })
})
