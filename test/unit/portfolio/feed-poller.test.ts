import { describe, expect, it } from 'vitest'
import type { AssetBalance } from '../../../src/shared/portfolio/portfolio.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import type { Problem } from '../../../src/shared/problem.js'
import { fail, ok } from '../../../src/shared/result.js'
import {
  createPollScheduler,
  type FeedName,
  feeds,
  type Visibility,
} from '../../../src/main/polling/poll-scheduler.js'
import { type PollIntervals, startFeedPoller } from '../../../src/main/portfolio/feed-poller.js'
import {
  aLoan,
  type Answer,
  aPosition,
  createFakeExchangeClient,
  later,
  problem,
} from '../../support/fake-exchange-client.js'
import { aCollateralSummary, anOpenOrder } from '../../fixtures/portfolio/market.js'
import { createFakeClock, type FakeClock, settled } from '../../support/fake-clock.js'

type LogEntry = { what: string; detail?: unknown }

function setup(shown: Visibility = 'screen') {
  const time = createFakeClock()
  const client = createFakeExchangeClient(time.clock)
  const scheduler = createPollScheduler({ clock: time.clock, timing: time.timing })
  const log: LogEntry[] = []
  const near = new Set<FeedName>()
  /** In an earlier run. */
  const read = new Set<FeedName>()
  let intervals: PollIntervals | null = null
  const note = (what: string) => (detail?: unknown) => {
    log.push({ what, detail })
  }
  const start = () =>
    startFeedPoller(
      {
        client,
        clock: time.clock,
        timing: time.timing,
        scheduler,
        isNear: (feed) => near.has(feed),
        wasRead: (feed) => read.has(feed),
        events: {
          pinged: note('pinged'),
          answered: (feed, fresh) => note(feed)(fresh),
          failed: (feed, why) => note(`failed ${feed}`)(why),
          intervalsChanged: (next) => {
            intervals = next
          },
          keyAccepted: note('accepted'),
          keyRefused: note('refused'),
          slept: note('slept'),
        },
      },
      shown,
    )
  const logCount = (what: string): number => log.filter((one) => one.what === what).length
  return {
    time,
    client,
    scheduler,
    log,
    logCount,
    start,
    near,
    read,
    dropped: client.dropped,
    intervals: () => intervals,
  }
}

const openOrder = anOpenOrder()
const summary = aCollateralSummary()

const signed = ['positions', 'loan', 'balance'] as const

describe('a refresh somebody waits for', () => {
  /** Its state: undefined while in progress. */
  const watch = (asked: Promise<{ ok: boolean }>): { end(): { ok: boolean } | undefined } => {
    let end: { ok: boolean } | undefined
    void asked.then((result) => (end = result))
    return { end: () => end }
  }

  it('ends once every feed has been polled since, and not before', async () => {
    const { time, client, start, logCount } = setup()
    const poller = start()
    await time.pass(2)
    const slow = later<Answer<AssetBalance[]>>()
    client.answer('balance', () => slow.promise)
    const before = feeds.map((feed) => logCount(feed) + logCount(`failed ${feed}`))
    const { end } = watch(poller.refreshed())
    await time.pass(1)
    expect(end()).toBeUndefined()
    slow.settle(ok({ value: [], at: time.clock() }))
    await time.pass(1)
    expect(end()).toEqual(ok(null))
    for (const [at, feed] of feeds.entries())
      expect(logCount(feed) + logCount(`failed ${feed}`)).toBeGreaterThan(before[at] ?? 0)
  })

  it('ends although one feed cannot be read', async () => {
    const { time, client, start } = setup()
    const poller = start()
    await time.pass(2)
    client.refuse('loan', problem('not-understood'))
    const { end } = watch(poller.refreshed())
    await time.pass(1)
    expect(end()).toEqual(ok(null))
  })

  it.each(['unreachable', 'timeout', 'rate-limited', 'key-disabled'] as const)(
    'fails at the first answer that the exchange is unreachable or may not be asked: %s',
    async (code) => {
      const { time, client, start } = setup()
      const poller = start()
      await time.pass(2)
      client.refuse('positions', problem(code))
      const stuck = later<Answer<AssetBalance[]>>()
      client.answer('balance', () => stuck.promise)
      const { end } = watch(poller.refreshed())
      await time.pass(0)
      expect(end()).toMatchObject({ ok: false, error: { code } })
    },
  )

  it('fails when a failure of another kind asks to wait', async () => {
    const { time, client, start } = setup()
    const poller = start()
    await time.pass(2)
    const trouble = { ...problem('exchange-trouble'), retryAt: time.clock() + 300 }
    client.refuse('positions', trouble)
    const { end } = watch(poller.refreshed())
    await time.pass(0)
    expect(end()).toMatchObject({ ok: false, error: { code: 'exchange-trouble' } })
  })

  it('fails when the ping finds the exchange unreachable, and otherwise does not wait for a ping', async () => {
    const { time, client, start } = setup()
    const poller = start()
    await time.pass(2)
    client.refuse('ping', problem('rate-limited'))
    const first = watch(poller.refreshed())
    await time.pass(1)
    expect(first.end()).toEqual(ok(null))
    const stuck = later<Answer<AssetBalance[]>>()
    client.answer('balance', () => stuck.promise)
    client.refuse('ping', problem('unreachable'))
    const { end } = watch(poller.refreshed())
    await time.pass(60)
    expect(end()).toMatchObject({ ok: false, error: { code: 'unreachable' } })
  })

  it('reads again what was already being read at the request', async () => {
    const { time, client, start } = setup()
    const poller = start()
    await time.pass(2)
    const slow = later<Answer<AssetBalance[]>>()
    client.answer('balance', () => slow.promise)
    await time.pass(14)
    const before = client.count('balance')
    const { end } = watch(poller.refreshed())
    client.answer('balance', () => Promise.resolve(ok({ value: [], at: time.clock() })))
    slow.settle(ok({ value: [], at: time.clock() }))
    await time.pass(3)
    expect(client.count('balance')).toBe(before + 1)
    expect(end()).toEqual(ok(null))
  })

  it('is cancelled when the account closes', async () => {
    const { time, client, start } = setup()
    const poller = start()
    await time.pass(2)
    client.answer('positions', () => later<Answer<Position[]>>().promise)
    const { end } = watch(poller.refreshed())
    await time.pass(1)
    expect(end()).toBeUndefined()
    poller.stop()
    await settled()
    expect(end()).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  })

  it('fails at once with a refused key', async () => {
    const { time, client, start } = setup()
    client.refuse('positions', problem('key-disabled'))
    const poller = start()
    await time.pass(2)
    expect(await poller.refreshed()).toMatchObject({ ok: false, error: { code: 'key-disabled' } })
  })
})

describe('polling', () => {
  it('polls everything at once, what carries risk first', async () => {
    const { time, client, start } = setup()
    start()
    await time.pass(0)
    expect(client.calls).toEqual(['ping', 'positions', 'loan', 'balance'])
  })

  it('keeps its intervals', async () => {
    const { time, client, start } = setup()
    start()
    await time.pass(600)
    expect(client.count('ping')).toBe(61)
    expect(client.count('positions')).toBe(121)
    expect(client.count('balance')).toBe(41)
    expect(client.count('loan')).toBe(41)
  })

  it('slows ping and balance in a hidden window, never positions or loan', async () => {
    const { time, client, start } = setup('hidden')
    start()
    await time.pass(600)
    expect(client.count('ping')).toBe(21)
    expect(client.count('positions')).toBe(121)
    expect(client.count('balance')).toBe(11)
    expect(client.count('loan')).toBe(41)
  })

  it('catches up as soon as the window is shown again', async () => {
    const { time, client, start, intervals } = setup('hidden')
    const poller = start()
    await time.pass(50)
    expect(client.count('balance')).toBe(1)
    poller.setVisibility('screen')
    await time.pass(2)
    expect(client.count('balance')).toBe(2)
    expect(intervals()).toMatchObject({ positions: 5, loan: 15, balance: 15 })
  })

  it('polls an account in the background less often, and reports the intervals', async () => {
    const { time, client, start, intervals } = setup('background')
    start()
    await time.pass(600)
    expect(client.count('ping')).toBe(11)
    expect(client.count('positions')).toBe(41)
    expect(client.count('balance')).toBe(11)
    expect(client.count('loan')).toBe(41)
    expect(intervals()).toMatchObject({ positions: 15, loan: 15, balance: 60 })
  })

  it('keeps the foreground interval for positions near liquidation in the background, as long as they are near', async () => {
    const { time, client, start, near, intervals } = setup('background')
    start()
    await time.pass(1)
    near.add('positions')
    await time.pass(14)
    expect(intervals()).toMatchObject({ positions: 5, loan: 15, balance: 60 })
    client.calls.length = 0
    await time.pass(60)
    expect(client.count('positions')).toBe(12)
    expect(client.count('ping', 'balance')).toBe(2)
    near.clear()
    await time.pass(5)
    expect(intervals()).toMatchObject({ positions: 15, loan: 15, balance: 60 })
    client.calls.length = 0
    await time.pass(60)
    expect(client.count('positions')).toBe(4)
  })

  it('keeps that interval from the first poll if cached values are near, and for an account that leaves the screen', async () => {
    const first = setup('background')
    first.near.add('positions')
    first.start()
    expect(first.intervals()?.positions).toBe(5)
    const second = setup('screen')
    second.near.add('positions')
    const poller = second.start()
    await second.time.pass(1)
    poller.setVisibility('background')
    expect(second.intervals()).toMatchObject({ positions: 5, loan: 15, balance: 60 })
    await second.time.pass(60)
    expect(second.client.count('positions')).toBe(13)
  })

  it('polls at once only what is older than the foreground interval when an account comes to the screen', async () => {
    const { time, client, start, intervals } = setup('background')
    const poller = start()
    await time.pass(57)
    client.calls.length = 0
    poller.setVisibility('screen')
    expect(client.calls).toEqual(['ping', 'balance'])
    await settled()
    expect(client.calls).toEqual(['ping', 'balance', 'positions'])
    expect(intervals()).toMatchObject({ positions: 5, loan: 15, balance: 15 })
  })

  it('delays nothing that is due when an account leaves the screen: neither polling after sleep nor a Refresh', async () => {
    const { time, client, start, scheduler } = setup()
    const poller = start()
    await time.pass(62)
    time.sleep(600)
    scheduler.resumed()
    poller.setVisibility('background')
    client.calls.length = 0
    await time.pass(3)
    expect([...client.calls].sort()).toEqual(['balance', 'loan', 'ping', 'positions'])
    const slow = later<Answer<Position[]>>()
    client.answer('positions', () => slow.promise)
    poller.refreshNow()
    await time.pass(1)
    poller.setVisibility('hidden')
    client.calls.length = 0
    slow.settle(ok({ value: [], at: time.clock() }))
    await time.pass(0)
    expect(client.calls).toEqual(['loan', 'balance'])
  })

  it('costs no more when switched a thousand times than when staying on screen', async () => {
    const { time, client, start } = setup()
    const poller = start()
    for (let turn = 0; turn < 1000; turn += 1) {
      poller.setVisibility(turn % 2 === 0 ? 'background' : 'screen')
      await time.pass(0.06)
    }
    expect(client.count('positions')).toBeLessThanOrEqual(13)
    expect(client.count('loan')).toBeLessThanOrEqual(5)
    expect(client.count('balance')).toBeLessThanOrEqual(5)
    expect(client.count('ping')).toBeLessThanOrEqual(7)
  })

  it('reports once that the exchange accepted the key', async () => {
    const { time, logCount, start } = setup()
    start()
    await time.pass(60)
    expect(logCount('accepted')).toBe(1)
  })

  it('continues when the client throws against its contract', async () => {
    const { time, client, log, start } = setup()
    client.answer('positions', () => Promise.reject(new Error('a bug')))
    start()
    await time.pass(100)
    expect(client.count('positions')).toBeGreaterThan(3)
    expect(log.find(({ what }) => what === 'failed positions')?.detail).toMatchObject({
      code: 'internal',
    })
    expect(client.count('balance')).toBe(7)
  })
})

describe('RTL-7 single flight', () => {
  it('RTL-7 never overlaps a slow poll with itself, nor one signed call with another', async () => {
    const { time, client, start } = setup()
    const slow = <T>(value: T) => {
      const { promise, settle } = later<Answer<T>>()
      time.after(40_000, () => settle(ok({ value, at: time.clock() })))
      return promise
    }
    client.answer('positions', () => slow<Position[]>([]))
    client.answer('balance', () => slow<AssetBalance[]>([]))
    start()
    let most = 0
    for (let second = 0; second < 900; second += 1) {
      await time.pass(1)
      most = Math.max(most, client.open('positions') + client.open('balance') + client.open('loan'))
    }
    expect(most).toBe(1)
  })

  it('starves nothing when one poll is slow', async () => {
    const { time, client, start } = setup()
    client.answer('positions', () => {
      const { promise, settle } = later<Answer<Position[]>>()
      time.after(12_000, () => settle(ok({ value: [], at: time.clock() })))
      return promise
    })
    start()
    await time.pass(300)
    expect(client.count('loan')).toBeGreaterThan(9)
    expect(client.count('balance')).toBeGreaterThan(9)
  })

  it('leaves a second between a slow answer and the next poll of the same target', async () => {
    const { time, client, start } = setup()
    let answeredAt = time.clock()
    const pauses: number[] = []
    client.answer('positions', () => {
      pauses.push(time.clock() - answeredAt)
      const { promise, settle } = later<Answer<Position[]>>()
      time.after(12_000, () => {
        answeredAt = time.clock()
        settle(ok({ value: [], at: answeredAt }))
      })
      return promise
    })
    start()
    await time.pass(300)
    expect(pauses.length).toBeGreaterThan(20)
    expect(Math.min(...pauses.slice(1))).toBe(1)
  })

  it('RTL-7 polls each target once a second for a hundred presses of Refresh', async () => {
    const { time, client, start } = setup()
    const poller = start()
    await time.pass(1.5)
    const before = client.count()
    for (let press = 0; press < 100; press += 1) poller.refreshNow()
    await time.pass(0)
    expect(client.count() - before).toBe(4)
    for (let press = 0; press < 100; press += 1) poller.refreshNow()
    await time.pass(0.9)
    expect(client.count() - before).toBe(4)
    await time.pass(0.2)
    expect(client.count() - before).toBe(8)
  })

  it('cancels the ping as well when a signed poll never ends, because they share connections', async () => {
    const { time, client, log, dropped, start } = setup()
    const never = later<Answer<never>>()
    start()
    await time.pass(2)
    client.answer('positions', () => never.promise)
    await time.pass(170)
    client.answer('ping', () => never.promise)
    await time.pass(12)
    expect(client.open('ping')).toBe(1)
    await time.pass(4)
    expect(dropped()).toBe(1)
    expect(log.filter(({ what }) => what === 'pinged').at(-1)?.detail).toMatchObject({
      ok: false,
      error: { code: 'timeout' },
    })
    expect(log.filter(({ what }) => what === 'failed positions')).toHaveLength(1)
  })

  it('cancels a poll that never ends, opens new connections, and drops its late answer', async () => {
    const { time, client, log, logCount, dropped, start } = setup()
    const first = later<Answer<Position[]>>()
    let asked = 0
    client.answer('positions', () =>
      asked++ === 0 ? first.promise : Promise.resolve(ok({ value: [], at: time.clock() })),
    )
    start()
    await time.pass(179)
    expect(client.count('positions')).toBe(1)
    await time.pass(40)
    expect(dropped()).toBe(1)
    expect(log.find(({ what }) => what === 'failed positions')?.detail).toMatchObject({
      code: 'timeout',
    })
    expect(client.count('positions')).toBeGreaterThan(1)
    const before = logCount('positions')
    first.settle(ok({ value: [aPosition()], at: time.clock() }))
    await settled()
    expect(logCount('positions')).toBe(before)
  })
})

describe('endpoints beyond the specification', () => {
  it('are polled after what is monitored, and rarely in the background, except the margin level', async () => {
    const paces = {
      screen: [11, 7, 11, 4, 4],
      hidden: [2, 2, 7, 2, 2],
      background: [1, 1, 4, 1, 1],
    } as const
    for (const visibility of ['screen', 'hidden', 'background'] as const) {
      const { time, client, start, log } = setup(visibility)
      const asked = {
        activeOrders: 0,
        conditionalOrders: 0,
        collateralSummary: 0,
        collateralBalance: 0,
        tradeBalance: 0,
      }
      const offer =
        <T>(name: keyof typeof asked, value: T) =>
        () => {
          asked[name] += 1
          return Promise.resolve(ok({ value, at: time.clock() }))
        }
      client.offer('activeOrders', offer('activeOrders', [openOrder]))
      client.offer('conditionalOrders', offer('conditionalOrders', []))
      client.offer('collateralSummary', offer('collateralSummary', summary))
      client.offer('collateralBalance', offer('collateralBalance', []))
      client.offer('tradeBalance', offer('tradeBalance', []))
      start()
      await time.pass(100)
      expect(Object.values(asked)).toEqual(paces[visibility])
      expect(
        log
          .filter(({ what }) => feeds.some((feed) => feed === what))
          .map(({ what }) => what)
          .slice(0, feeds.length),
      ).toEqual(feeds)
    }
  })

  it.each(['not-found', 'no-permission', 'region-unavailable', 'b2b-only'] as const)(
    'are polled every ten minutes where not offered (%s), and nothing else changes',
    async (code) => {
      const { time, client, start, logCount, intervals } = setup()
      let asked = 0
      client.offer('activeOrders', () => {
        asked += 1
        return Promise.resolve(fail(problem(code)))
      })
      start()
      await time.pass(1790)
      expect(asked).toBe(3)
      expect(logCount('refused')).toBe(0)
      expect(client.count('positions')).toBe(359)
      expect(intervals()).toMatchObject({ openOrders: null, positions: 5 })
    },
  )

  it('RTL-5 a key refused only there, where it never worked, is not refused elsewhere', async () => {
    const { time, client, start, logCount } = setup()
    client.offer('tradeBalance', () => Promise.resolve(fail(problem('bad-key-or-signature'))))
    start()
    await time.pass(100)
    expect(logCount('refused')).toBe(0)
    expect(logCount('accepted')).toBe(1)
    expect(client.count('positions')).toBe(21)
  })

  it('RTL-5 a revoked key costs one request, whichever feed finds out', async () => {
    const { time, client, start, logCount } = setup()
    let refusedAt = 0
    const summaries = (): Promise<Answer<typeof summary>> => {
      if (refusedAt === 0) return Promise.resolve(ok({ value: summary, at: time.clock() }))
      refusedAt += 1
      return Promise.resolve(fail(problem('bad-key-or-signature')))
    }
    client.offer('collateralSummary', summaries)
    start()
    await time.pass(8)
    refusedAt = 1
    client.refuseAll(problem('bad-key-or-signature'))
    client.answer('positions', () => Promise.resolve(ok({ value: [], at: time.clock() })))
    const before = client.count('positions', 'loan', 'balance')
    await time.pass(2)
    // Positions were due at the same moment, and went first.
    expect(client.count('positions', 'loan', 'balance') - before).toBe(1)
    await time.pass(600)
    expect({ refused: logCount('refused'), asked: refusedAt - 1 }).toEqual({ refused: 1, asked: 1 })
    expect(client.count('positions', 'loan', 'balance') - before).toBe(1)
  })

  it('RTL-5 a key revoked before the first answers there costs one more request: positions decide, and nothing is requested in between', async () => {
    const { time, client, start, logCount } = setup()
    let asked = 0
    const refuse = (): Promise<Answer<never>> => {
      asked += 1
      if (asked === 1) client.refuseAll(problem('key-disabled'))
      return Promise.resolve(fail(problem('key-disabled')))
    }
    for (const name of [
      'activeOrders',
      'collateralSummary',
      'collateralBalance',
      'tradeBalance',
    ] as const)
      client.offer(name, refuse)
    start()
    await time.pass(600)
    expect({ refused: logCount('refused'), asked, positions: client.count('positions') }).toEqual({
      refused: 1,
      asked: 1,
      positions: 2,
    })
  })

  it('wait with all signed calls when the exchange asks to slow down', async () => {
    const { time, client, start } = setup()
    client.offer('tradeBalance', () => Promise.resolve(fail(problem('rate-limited'))))
    start()
    await time.pass(1)
    const before = client.count('positions')
    await time.pass(25)
    expect(client.count('positions')).toBe(before)
  })
})

describe('RTL-5 a refused key', () => {
  for (const code of ['bad-key-or-signature', 'key-disabled'] as const) {
    it(`RTL-5 ${code} at the first poll costs exactly one request, permanently`, async () => {
      const { time, client, logCount, intervals, start } = setup()
      for (const name of signed) client.refuse(name, problem(code))
      start()
      await time.pass(24 * 3600)
      expect(client.count(...signed)).toBe(1)
      expect(logCount('refused')).toBe(1)
      expect(logCount('accepted')).toBe(0)
      expect(intervals()).toMatchObject({ positions: null, loan: null, balance: null })
    })
  }

  it('RTL-5 a key disabled while in use costs exactly one more request', async () => {
    const { time, client, start } = setup()
    start()
    await time.pass(59.5)
    const before = client.count(...signed)
    for (const name of signed) client.refuse(name, problem('key-disabled'))
    await time.pass(3600)
    expect(client.count(...signed)).toBe(before + 1)
  })

  it('RTL-5 waking up or pressing Refresh sends no request with a refused key', async () => {
    const { time, client, start, scheduler } = setup()
    for (const name of signed) client.refuse(name, problem('bad-key-or-signature'))
    const poller = start()
    await time.pass(10)
    const pressed = poller.refreshNow()
    expect(pressed).toMatchObject({ ok: false, error: { code: 'bad-key-or-signature' } })
    time.sleep(600)
    scheduler.resumed()
    await time.pass(60)
    expect(client.count(...signed)).toBe(1)
  })

  it('keeps checking that the exchange is reachable, which needs no key', async () => {
    const { time, client, start } = setup()
    client.refuse('positions', problem('bad-key-or-signature'))
    start()
    await time.pass(60)
    expect(client.count('ping')).toBe(7)
  })
})

describe('FLT-13 missing permissions', () => {
  it('FLT-13 no permission for one feed marks only that feed, and retries it every ten minutes', async () => {
    const { time, client, log, logCount, intervals, start } = setup()
    client.refuse('positions', problem('no-permission'))
    start()
    await time.pass(1799)
    expect(client.count('positions')).toBe(3)
    expect(client.count('balance')).toBe(120)
    expect(intervals()).toMatchObject({ positions: null, loan: 15, balance: 15 })
    expect(logCount('accepted')).toBe(1)
    expect(logCount('refused')).toBe(0)
    expect(
      log
        .filter(({ what }) => signed.some((feed) => what === `failed ${feed}`))
        .every(({ what }) => what === 'failed positions'),
    ).toBe(true)
  })

  it('FLT-13 a key without any permission still counts as accepted', async () => {
    const { time, client, logCount, start } = setup()
    for (const name of signed) client.refuse(name, problem('no-permission'))
    start()
    await time.pass(60)
    expect(logCount('accepted')).toBe(1)
    expect(client.count(...signed)).toBe(3)
  })

  it('FLT-13 a credit line that is not enabled is a good answer, checked again every ten minutes', async () => {
    const { time, client, logCount, intervals, start } = setup()
    client.answer('loan', () =>
      Promise.resolve(ok({ value: { kind: 'not-enabled' } as const, at: time.clock() })),
    )
    start()
    await time.pass(1799)
    expect(client.count('loan')).toBe(3)
    expect(logCount('failed loan')).toBe(0)
    expect(intervals()?.loan).toBe(600)
  })

  it.each(['positions', 'loan', 'balance'] as const)(
    'ALR-9 %s that were read before are retried soon after one denial',
    async (feed) => {
      const { time, client, logCount, intervals, start } = setup()
      start()
      await time.pass(61)
      const every = intervals()?.[feed]
      client.refuse(feed, problem('no-permission'))
      while (logCount(`failed ${feed}`) === 0) await time.pass(1)
      client.restore(feed)
      expect(intervals()?.[feed]).toBe(every)
      const [asked, answered] = [client.count(feed), logCount(feed)]
      await time.pass(6)
      expect([client.count(feed) - asked, logCount(feed) - answered]).toEqual([1, 1])
      expect(logCount(`failed ${feed}`)).toBe(1)
      expect(intervals()?.[feed]).toBe(every)
    },
  )

  it('ALR-9 a permanent denial is retried less and less often, and counts as lost after the third time', async () => {
    const { time, client, intervals, start } = setup()
    start()
    await time.pass(61)
    client.refuse('positions', problem('no-permission'))
    const at: number[] = []
    for (let second = 0; second < 1500; second += 1) {
      const before = client.count('positions')
      await time.pass(1)
      if (client.count('positions') > before) at.push(second)
      expect(intervals()?.positions).toBe(at.length < 3 ? 5 : null)
    }
    expect(at.map((second, index) => second - (at[index - 1] ?? second))).toEqual([
      0, 5, 10, 20, 40, 80, 160, 320, 600,
    ])
  })

  it('ALR-9 a loan read in an earlier run is kept after a single answer that credit lines are not enabled', async () => {
    const { time, client, log, logCount, read, start } = setup()
    read.add('loan')
    client.answer('loan', () =>
      Promise.resolve(ok({ value: { kind: 'not-enabled' } as const, at: time.clock() })),
    )
    start()
    await time.pass(6)
    expect(logCount('failed loan')).toBe(2)
    expect(logCount('loan')).toBe(0)
    expect(logCount('accepted')).toBe(1)
    await time.pass(10)
    expect(log.filter(({ what }) => what === 'loan')).toMatchObject([
      { detail: { value: { kind: 'not-enabled' } } },
    ])
  })

  it('ALR-9 a denial does not stop Refresh from asking', async () => {
    const { time, client, start } = setup()
    client.refuse('positions', problem('no-permission'))
    const poller = start()
    await time.pass(100)
    const before = client.count('positions')
    poller.refreshNow()
    await time.pass(0)
    expect(client.count('positions')).toBe(before + 1)
  })

  it('polls the loan at its interval while there is none', async () => {
    const { time, client, start } = setup()
    client.answer('loan', () =>
      Promise.resolve(ok({ value: { kind: 'no-loan' } as const, at: time.clock() })),
    )
    start()
    await time.pass(150)
    expect(client.count('loan')).toBe(11)
  })

  it('notices on Refresh at once that a feed was enabled', async () => {
    const { time, client, intervals, start } = setup()
    client.refuse('positions', problem('no-permission'))
    const poller = start()
    await time.pass(60)
    client.answer('positions', () => Promise.resolve(ok({ value: [], at: time.clock() })))
    poller.refreshNow()
    await time.pass(0)
    expect(intervals()?.positions).toBe(5)
    await time.pass(10)
    expect(client.count('positions')).toBeGreaterThan(3)
  })
})

describe('failures', () => {
  it('FLT-1 backs off while the exchange is away, never beyond 30 s for what carries risk, and recovers within one ping', async () => {
    const { time, client, log, logCount, start } = setup()
    start()
    await time.pass(59)
    client.refuseAll(problem('unreachable'))
    const before = client.count('positions')
    await time.pass(600)
    const tries = client.count('positions') - before
    expect(tries).toBeGreaterThanOrEqual(20)
    expect(tries).toBeLessThan(26)
    log.length = 0
    client.answer('ping', () => Promise.resolve(ok({ value: { ms: 9 }, at: time.clock() })))
    client.answer('positions', () => Promise.resolve(ok({ value: [], at: time.clock() })))
    client.answer('loan', () =>
      Promise.resolve(ok({ value: { kind: 'no-loan' } as const, at: time.clock() })),
    )
    client.answer('balance', () => Promise.resolve(ok({ value: [], at: time.clock() })))
    await time.pass(10.5)
    for (const feed of signed) expect(logCount(feed)).toBeGreaterThan(0)
  })

  it('FLT-1 pings at once when a signed call gets no connection, so that the connection state is right', async () => {
    const { time, client, log, start } = setup()
    start()
    await time.pass(2)
    client.refuseAll(problem('unreachable'))
    await time.pass(3.1)
    const last = log.filter(({ what }) => what === 'pinged').at(-1)
    expect(last?.detail).toMatchObject({ ok: false, error: { code: 'unreachable' } })
  })

  it('keeps the pause requested by the exchange: one request at its end, no burst, not even by Refresh', async () => {
    const { time, client, start } = setup()
    const poller = start()
    await time.pass(29.9)
    const until = time.clock() + 90
    for (const name of signed) client.refuse(name, problem('rate-limited', { retryAt: until }))
    await time.pass(0.5)
    const before = client.count(...signed)
    const pressed = poller.refreshNow()
    expect(pressed).toMatchObject({ ok: false, error: { code: 'rate-limited', retryAt: until } })
    await time.pass(88)
    expect(client.count(...signed)).toBe(before)
    for (const name of signed)
      client.refuse(name, problem('rate-limited', { retryAt: time.clock() + 90 }))
    await time.pass(30)
    expect(client.count(...signed)).toBe(before + 1)
  })

  it('pauses for half a minute if the exchange gives no duration', async () => {
    const { time, client, start } = setup()
    client.refuse('positions', problem('rate-limited'))
    start()
    await time.pass(29)
    expect(client.count(...signed)).toBe(1)
    await time.pass(2)
    expect(client.count(...signed)).toBeGreaterThan(1)
  })

  it('does not stop the ping for a limit on signed calls', async () => {
    const { time, client, start } = setup()
    client.refuse('positions', problem('rate-limited', { retryAt: time.clock() + 300 }))
    start()
    await time.pass(100)
    expect(client.count('ping')).toBe(11)
  })
})

describe('RTL-9 and FLT-11: answers from before a gap', () => {
  it("RTL-9 an older request's answer cannot overwrite a newer one", async () => {
    const { time, client, log, start, scheduler } = setup()
    const old = later<Answer<Position[]>>()
    let asked = 0
    client.answer('positions', () =>
      asked++ === 0
        ? old.promise
        : Promise.resolve(ok({ value: [aPosition({ id: 'new' })], at: time.clock() })),
    )
    start()
    await time.pass(1)
    time.sleep(120)
    scheduler.resumed()
    await time.pass(3)
    old.settle(ok({ value: [aPosition({ id: 'old' })], at: time.clock() + 50 }))
    await time.pass(60)
    const seen = log
      .filter(({ what }) => what === 'positions')
      .map(({ detail }) => (detail as { value: Position[] }).value[0]?.id)
    expect(new Set(seen)).toEqual(new Set(['new']))
  })

  it('RTL-9 nor arrive while the newer request is still in progress', async () => {
    const { time, client, log, start } = setup()
    const [old, young] = [later<Answer<Position[]>>(), later<Answer<Position[]>>()]
    let asked = 0
    client.answer('positions', () => (asked++ === 0 ? old.promise : young.promise))
    start()
    await time.pass(1)
    time.sleep(120)
    await time.pass(7)
    expect(asked).toBe(2)
    old.settle(ok({ value: [aPosition({ id: 'old' })], at: time.clock() }))
    await settled()
    young.settle(ok({ value: [aPosition({ id: 'new' })], at: time.clock() }))
    await settled()
    const seen = log.filter(({ what }) => what === 'positions')
    expect(seen).toMatchObject([{ detail: { value: [{ id: 'new' }] } }])
  })

  const gaps: [string, (time: FakeClock) => void][] = [
    ['a sleep in which ticks stand still', (time) => time.sleep(600)],
    ['a stopped process', (time) => time.stall(600)],
    ['a clock that is set an hour back', (time) => time.setClock(-3600)],
  ]
  for (const [name, gap] of gaps) {
    it(`FLT-11 ${name}: everything is old until exactly one round of polls arrives`, async () => {
      const { time, client, log, logCount, dropped, start } = setup()
      start()
      await time.pass(62)
      client.calls.length = 0
      log.length = 0
      gap(time)
      await time.pass(6.9)
      expect(log[0]?.what).toBe('slept')
      expect(logCount('slept')).toBe(1)
      expect(dropped()).toBe(1)
      expect([...client.calls].sort()).toEqual(['balance', 'loan', 'ping', 'positions'])
    })
  }

  it('FLT-11 the system’s own wake-up event does not start a second round', async () => {
    const { time, client, logCount, start, scheduler } = setup()
    start()
    await time.pass(62)
    client.calls.length = 0
    time.sleep(600)
    scheduler.resumed()
    await time.pass(1)
    scheduler.resumed()
    await time.pass(3)
    expect(logCount('slept')).toBe(1)
    expect(client.count()).toBe(4)
  })

  it('FLT-11 a pause that ended during the sleep is over', async () => {
    const { time, client, start } = setup()
    client.refuse('positions', problem('rate-limited', { retryAt: time.clock() + 300 }))
    start()
    await time.pass(10)
    const before = client.count('loan')
    client.answer('positions', () => Promise.resolve(ok({ value: [], at: time.clock() })))
    time.sleep(600)
    await time.pass(8)
    expect(client.count('loan')).toBe(before + 1)
  })

  it('FLT-11 drops an answer that arrives right after waking up, before anything else ran', async () => {
    const { time, client, logCount, start } = setup()
    const old = later<Answer<Position[]>>()
    client.answer('positions', () => old.promise)
    start()
    await time.pass(1)
    time.sleep(600)
    old.settle(ok({ value: [], at: time.clock() }))
    await settled()
    expect(logCount('positions')).toBe(0)
    expect(logCount('slept')).toBe(1)
  })

  it('does not mistake an ordinary delay for sleep', async () => {
    const { time, logCount, start } = setup()
    start()
    await time.pass(20)
    time.stall(4)
    await time.pass(30)
    expect(logCount('slept')).toBe(0)
  })
})

describe('stopping', () => {
  it('polls nothing after stop, drops late answers, and leaves the scheduler only its own timer', async () => {
    const { time, client, log, start, scheduler } = setup()
    const late = later<Answer<Position[]>>()
    client.answer('positions', () => late.promise)
    const poller = start()
    await time.pass(1)
    poller.stop()
    const before = client.count()
    const logged = log.length
    late.settle(fail(problem('bad-key-or-signature')))
    await time.pass(600)
    poller.refreshNow()
    poller.setVisibility('hidden')
    scheduler.resumed()
    await time.pass(600)
    expect(client.count()).toBe(before)
    expect(log.length).toBe(logged)
    expect(time.pending()).toBe(1)
    scheduler.close()
    expect(time.pending()).toBe(0)
  })

  it('stops cleanly when stopped while reporting the refused key', async () => {
    const time = createFakeClock()
    const client = createFakeExchangeClient(time.clock)
    client.refuse('positions', problem('key-disabled'))
    const scheduler = createPollScheduler({ clock: time.clock, timing: time.timing })
    const ignore = () => undefined
    const refusals: Problem[] = []
    const poller = startFeedPoller(
      {
        client,
        clock: time.clock,
        timing: time.timing,
        scheduler,
        isNear: () => false,
        wasRead: () => false,
        events: {
          pinged: ignore,
          answered: ignore,
          failed: ignore,
          intervalsChanged: ignore,
          keyAccepted: ignore,
          keyRefused: (why) => {
            refusals.push(why)
            poller.stop()
            scheduler.close()
          },
          slept: ignore,
        },
      },
      'screen',
    )
    await time.pass(60)
    expect(refusals).toHaveLength(1)
    expect(client.count()).toBe(2)
    expect(time.pending()).toBe(0)
  })
})

describe('RES-1 a day of monitoring', () => {
  it('RES-1 leaves one timer, at most two calls in progress, and no more wake-ups than the tick after 24 h', async () => {
    const { time, client, start } = setup()
    start()
    await time.pass(24 * 3600)
    expect(client.count('positions')).toBe(24 * 720 + 1)
    expect(time.pending()).toBe(1)
    expect(client.mostOpen()).toBeLessThanOrEqual(2)
    expect(time.armed()).toBeLessThan(24 * 3600)
  })
})

describe('what the stream announces', () => {
  const all: readonly FeedName[] = [
    'positions',
    'openOrders',
    'collateralSummary',
    'collateralBalance',
    'tradeBalance',
  ]

  /** Every feed is offered, and every call takes so many seconds. */
  async function started(shown: Visibility = 'screen', callSeconds = 0) {
    const parts = setup(shown)
    const { time, client } = parts
    const asked = new Map<FeedName, number[]>()
    const reply =
      <T>(feed: FeedName, value: T) =>
      (): Promise<Answer<T>> => {
        asked.set(feed, [...(asked.get(feed) ?? []), time.timing.ticks() / 1000])
        if (callSeconds === 0) return Promise.resolve(ok({ value, at: time.clock() }))
        const slow = later<Answer<T>>()
        time.after(callSeconds * 1000, () => slow.settle(ok({ value, at: time.clock() })))
        return slow.promise
      }
    client.answer('positions', reply('positions', [aPosition()]))
    client.answer('loan', reply('loan', aLoan()))
    client.answer('balance', reply('balance', []))
    client.offer('activeOrders', reply('openOrders', []))
    client.offer('conditionalOrders', reply('conditionalOrders', []))
    client.offer('collateralSummary', reply('collateralSummary', aCollateralSummary()))
    client.offer('collateralBalance', reply('collateralBalance', []))
    client.offer('tradeBalance', reply('tradeBalance', []))
    const poller = parts.start()
    await time.pass(4)
    const count = (feed: FeedName): number => asked.get(feed)?.length ?? 0
    return { ...parts, poller, asked, count, reads: () => client.count('positions') }
  }

  it('is read at once', async () => {
    const { time, poller, reads } = await started()
    const before = reads()
    poller.announced(['positions'])
    await time.pass(0)
    expect(reads()).toBe(before + 1)
  })

  it.each([
    ['positions', 2],
    ['openOrders', 5],
    ['conditionalOrders', 5],
    ['collateralSummary', 5],
    ['collateralBalance', 5],
    ['tradeBalance', 5],
  ] as const)('again and again is read no more often: %s, every %i s', async (feed, gap) => {
    const { time, count, poller } = await started()
    const before = count(feed)
    for (let part = 0; part < 600; part += 1) {
      poller.announced([feed])
      await time.pass(0.1)
    }
    expect(count(feed) - before).toBeGreaterThanOrEqual(60 / gap - 1)
    expect(count(feed) - before).toBeLessThanOrEqual(60 / gap + 1)
  })

  it('while the call was on its way is read once more', async () => {
    const { time, client, poller, reads } = await started()
    const slow = later<Answer<Position[]>>()
    client.answer('positions', () => slow.promise)
    poller.announced(['positions'])
    await time.pass(0)
    const before = reads()
    poller.announced(['positions'])
    client.restore('positions')
    slow.settle(ok({ value: [], at: time.clock() }))
    await time.pass(2)
    expect(reads()).toBe(before + 1)
  })

  /** Longest seconds between two polls of each feed, with calls that take two seconds. */
  async function longestGaps(
    shown: Visibility,
    isTrading: boolean,
  ): Promise<ReadonlyMap<FeedName, number>> {
    const { time, poller, asked } = await started(shown, 2)
    for (let half = 0; half < 2400; half += 1) {
      if (isTrading) poller.announced(all)
      await time.pass(0.5)
    }
    poller.stop()
    return new Map(
      [...asked].map(([feed, times]) => {
        // Not the one after the start, when everything is due at once.
        const usual = times.slice(1)
        const gaps = usual.slice(1).map((at, place) => at - (usual[place] ?? at))
        return [feed, Math.max(...gaps)]
      }),
    )
  }

  it('never takes the turn of a feed that is due: 2 s calls, a deal every 0.5 s', async () => {
    const intervals = {
      positions: 5,
      loan: 15,
      balance: 60,
      openOrders: 60,
      conditionalOrders: 60,
      collateralSummary: 15,
      collateralBalance: 60,
      tradeBalance: 60,
    }
    const gaps = await longestGaps('hidden', true)
    expect(gaps.size).toBe(Object.keys(intervals).length)
    for (const [feed, gap] of gaps)
      // The call that is on its way, and those that were due before.
      expect([feed, gap <= intervals[feed] + 6]).toEqual([feed, true])
  })

  it('costs no feed more than one call where calls are slower than all intervals', async () => {
    const without = await longestGaps('screen', false)
    const trading = await longestGaps('screen', true)
    expect(trading.size).toBe(without.size)
    for (const [feed, gap] of trading)
      expect([feed, gap <= (without.get(feed) ?? 0) + 2]).toEqual([feed, true])
  })

  it('never makes a read later than without it', async () => {
    const { time, poller, reads, intervals } = await started()
    expect(intervals()).toMatchObject({ positions: 5 })
    const before = reads()
    await time.pass(60)
    expect(reads() - before).toBe(12)
    poller.announced(['positions'])
    poller.announced(['positions'])
    await time.pass(60)
    expect(reads() - before).toBeGreaterThanOrEqual(24)
    expect(intervals()).toMatchObject({ positions: 5 })
  })

  it('leaves the retries of a failing list alone', async () => {
    const { time, client, poller, logCount } = await started()
    client.refuse('positions', problem('unreachable'))
    poller.announced(['positions'])
    await time.pass(0)
    expect(logCount('failed positions')).toBe(1)
    for (let second = 0; second < 120; second += 1) {
      poller.announced(['positions'])
      await time.pass(1)
    }
    expect(logCount('failed positions')).toBeGreaterThanOrEqual(5)
    expect(logCount('failed positions')).toBeLessThanOrEqual(8)
  })

  it('respects the pause the exchange asks for', async () => {
    const { time, client, poller, reads } = await started()
    client.refuse('loan', problem('rate-limited', { retryAt: time.clock() + 100 }))
    await time.pass(16)
    const before = reads()
    poller.announced(['positions'])
    await time.pass(60)
    expect(reads()).toBe(before)
  })
})
