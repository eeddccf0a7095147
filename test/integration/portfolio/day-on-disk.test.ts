import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { openAccountAlerts } from '../../../src/main/alerts/account-alerts.js'
import { openMonitor } from '../../../src/main/portfolio/portfolio.js'
import { ok } from '../../../src/shared/result.js'
import { alertPorts } from '../../support/alert-harness.js'
import {
  aLoan,
  aPosition,
  createFakeExchangeClient,
  problem,
} from '../../support/fake-exchange-client.js'
import {
  aProfile,
  filesIn,
  openTestStorage,
  quickFolder,
  valueOf,
} from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

const hours = 24

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

function heapMegabytes(): number {
  for (let round = 0; round < 3; round += 1) if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

/** Megabytes per hour, by least squares. */
function slope(heap: readonly number[]): number {
  const meanX = (heap.length - 1) / 2
  const meanY = heap.reduce((sum, y) => sum + y, 0) / heap.length
  const up = heap.reduce((sum, y, x) => sum + (x - meanX) * (y - meanY), 0)
  return up / heap.reduce((sum, _y, x) => sum + (x - meanX) ** 2, 0)
}

const profile = aProfile()
const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Everything between the exchange and the disk, on virtual time, on an eventful day. */
function restlessAccount() {
  const time = createFakeClock()
  const folder = quickFolder()
  const { storage } = openTestStorage({ folder, clock: time.clock })
  valueOf(storage.profiles.add(profile))
  const client = createFakeExchangeClient(time.clock)
  const onScreen = new Set<string>()
  let notified = 0
  const alerts = openAccountAlerts(
    { id: profile.id, demo: false, keyHint: profile.keyHint },
    storage,
    alertPorts(time, {
      notify: ({ id }) => {
        notified += 1
        onScreen.add(id)
      },
      withdraw: (id) => onScreen.delete(id),
    }),
  )
  const scheduler = createPollScheduler(time)
  const monitor = openMonitor(profile, storage, {
    clock: time.clock,
    timing: time.timing,
    scheduler,
    portfolioChanged: alerts.portfolioChanged,
    connectionChanged: () => undefined,
    keyAccepted: () => undefined,
    keyRefused: () => undefined,
  })
  const answer = (): void => {
    const minute = Math.floor(time.clock() / 60)
    const wave = Math.abs((minute % 120) - 60)
    client.calls.length = 0
    if (minute % 90 >= 85) return client.refuseAll(problem('unreachable'))
    const at = time.clock
    client.answer('ping', () => Promise.resolve(ok({ value: { ms: 9 }, at: at() })))
    client.answer('balance', () =>
      Promise.resolve(
        ok({
          value: Array.from({ length: 20 }, (_, n) => ({
            asset: `A${n}`,
            amount: `${minute}.${n}`,
          })),
          at: at(),
        }),
      ),
    )
    client.answer('loan', () =>
      Promise.resolve(ok({ value: aLoan({ currentLtv: `${90 - wave / 2}` }), at: at() })),
    )
    const positions = Array.from({ length: 4 + (minute % 3) }, (_, id) =>
      aPosition({ id: String(id), liquidationState: wave < 5 ? 'margin_call' : null }),
    )
    client.answer('positions', () => Promise.resolve(ok({ value: positions, at: at() })))
  }
  return {
    time,
    storage,
    folder,
    begin: () => {
      answer()
      monitor.setVisibility('screen')
      monitor.start(client)
    },
    hour: async () => {
      for (let minute = 0; minute < 60; minute += 1) {
        answer()
        await time.pass(60)
        await storage.tend()
      }
    },
    notified: () => notified,
    onScreen,
    end: () => {
      scheduler.close()
      monitor.close()
      alerts.close()
    },
  }
}

describe('RES-1 RES-4 a day of monitoring with everything saved', () => {
  it(`RES-1 RES-4 leaves two timers, a flat heap and a bounded database after ${hours} h`, async () => {
    const { time, storage, folder, begin, hour, notified, onScreen, end } = restlessAccount()
    begin()
    const heap: number[] = []
    for (let number = 0; number < hours; number += 1) {
      await hour()
      heap.push(heapMegabytes())
    }
    expect(time.pending()).toBe(2)
    expect(notified()).toBeGreaterThan(100)
    expect(onScreen.size).toBeLessThan(120)
    expect(slope(heap.slice(4))).toBeLessThan(0.05)

    const seconds = 3600 * hours
    const loans = valueOf(storage.samples.loans(profile.id, everything))
    const alerts = valueOf(
      storage.alerts.page(profile.id, {
        after: null,
        limit: 10_000,
        kinds: null,
        levels: null,
        unreadOnly: false,
      }),
    )
    const megabytes = filesIn(folder)
      .map((name) => statSync(join(folder, name)))
      .reduce((sum, file) => sum + (file.isFile() ? file.size / 1e6 : 0), 0)
    console.info(
      `${hours} h: ${loans.length} loan samples, ${alerts.alerts.length} alerts, ${megabytes.toFixed(1)} MB; ` +
        `heap ${heap[4]?.toFixed(1)} to ${heap.at(-1)?.toFixed(1)} MB`,
    )
    // Every answered poll is there, and no more than one in fifteen seconds: it failed five minutes
    // in ninety.
    expect(loans.length).toBeGreaterThan((seconds / 15) * 0.9)
    expect(loans.length).toBeLessThanOrEqual(seconds / 15 + 1)
    expect(alerts.alerts.length).toBeLessThanOrEqual(1100)
    expect(megabytes).toBeLessThan(12)

    end()
    expect(time.pending()).toBe(0)
  })
})
