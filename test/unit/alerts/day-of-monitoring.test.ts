import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import { openAccountAlerts } from '../../../src/main/alerts/account-alerts.js'
import type { AlertsView } from '../../../src/shared/alerts/alert.js'
import { alertPorts, anAlert } from '../../support/alert-harness.js'
import { aPortfolio } from '../../support/fake-portfolio.js'
import { aLoan, aPosition, problem } from '../../support/fake-exchange-client.js'
import { casesOf } from '../../support/seed.js'
import { aProfile, valueOf } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

/** Seconds between two answers: five, as for an account on screen. */
const every = casesOf({ gate: 60, scheduled: 5 })

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

function heapMegabytes(): number {
  for (let round = 0; round < 3; round += 1) if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

/** A history at its maximum length, so that any further growth is a leak. */
function longHistory() {
  return Array.from({ length: 1000 }, (_, n) =>
    anAlert({
      id: `old-${String(n).padStart(4, '0')}`,
      key: `old/${n}`,
      at: 1_750_000_000 + n,
      state: { kind: 'resolved', at: 1_750_000_500 + n, end: 'over' },
      cause: {
        currentLtv: '76.123456',
        threshold: '75',
        initialLtv: '60',
        marginCallLtv: '75',
        liquidationLtv: '85',
        asset: 'BTC',
        createdAt: '1715339355',
        step: null,
      },
    }),
  )
}

/**
 * A turbulent day: the LTV rises past every step and falls back every two hours, positions come and
 * go, the network fails now and then.
 */
async function monitorHours(hours: number, onView: (view: AlertsView) => void) {
  const time = createFakeClock()
  const store = openMemoryStorage([aProfile({ id: 'a' })], time.clock)
  onTestFinished(store.close)
  const repository = store.alerts
  valueOf(repository.save('a', longHistory(), {}))
  const onScreen = new Set<string>()
  let ids = 0
  const alerts = openAccountAlerts({ id: 'a', demo: false, keyHint: 'ab12' }, store, {
    ...alertPorts(time, {
      notify: ({ id }) => onScreen.add(id),
      withdraw: (id) => onScreen.delete(id),
    }),
    newId: () => `new-${(ids += 1)}`,
    changed: onView,
  })
  const portfolio = aPortfolio('a', { loan: every, positions: every, balance: every })

  const pushAnswers = (second: number): void => {
    const minute = Math.floor(second / 60)
    const wave = Math.abs((minute % 120) - 60)
    if (minute % 90 >= 85) portfolio.failedEverywhere(problem('unreachable'))
    else {
      const positions = Array.from({ length: 20 + (minute % 7) }, (_, id) =>
        aPosition({ id: String(id), liquidationState: wave < 5 ? 'margin_call' : null }),
      )
      portfolio.answered('positions', { value: positions, at: time.clock() })
      portfolio.answered('loan', {
        value: aLoan({ currentLtv: String(90 - wave / 2) }),
        at: time.clock(),
      })
    }
    alerts.portfolioChanged(portfolio.view())
  }

  const heap: number[] = []
  for (let hour = 0; hour < hours; hour += 1) {
    for (let second = hour * 3600; second < (hour + 1) * 3600; second += every) {
      pushAnswers(second)
      await time.pass(every)
    }
    heap.push(heapMegabytes())
  }
  return { time, repository, alerts, heap, raised: ids, onScreen }
}

/** Megabytes per hour, by least squares. */
function slope(heap: readonly number[]): number {
  const meanX = (heap.length - 1) / 2
  const meanY = heap.reduce((sum, y) => sum + y, 0) / heap.length
  const up = heap.reduce((sum, y, x) => sum + (x - meanX) * (y - meanY), 0)
  return up / heap.reduce((sum, _y, x) => sum + (x - meanX) ** 2, 0)
}

describe('RES-1 a day of monitoring', () => {
  it('RES-1 leaves one timer, a bounded history and a flat heap after 24 h', async () => {
    const { time, repository, alerts, heap, raised, onScreen } = await monitorHours(
      24,
      () => undefined,
    )
    expect(time.pending()).toBe(1)
    expect(raised).toBeGreaterThan(200)
    const page = repository.page('a', {
      after: null,
      limit: 10_000,
      kinds: null,
      levels: null,
      unreadOnly: false,
    })
    expect(page.ok && page.value.alerts.length).toBe(1000)
    expect(alerts.view().attention.length).toBeLessThanOrEqual(50)
    // News stays open until it becomes history, at most a hundred items.
    expect(onScreen.size).toBeLessThan(120)
    expect(slope(heap.slice(4))).toBeLessThan(0.05)
  })

  it('RES-1 the measurement detects a leak', async () => {
    const kept: string[] = []
    const { heap } = await monitorHours(5, (view) =>
      kept.push(JSON.stringify({ ...view, revision: kept.length }).repeat(4)),
    )
    expect(slope(heap.slice(2))).toBeGreaterThan(0.05)
  })
})
