import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createPollScheduler,
  intervalOf,
  nearnessOf,
  type Visibility,
} from '../../../src/main/polling/poll-scheduler.js'
import { silenceLimit } from '../../../src/main/alerts/monitoring-loss-alerts.js'
import { openMonitor } from '../../../src/main/portfolio/portfolio.js'
import type { AssetBalance, PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { noStream } from '../../../src/shared/portfolio/stream.js'
import type { ConnectionView } from '../../../src/shared/portfolio/connection.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import type { Problem, ProblemCode } from '../../../src/shared/problem.js'
import type { Unreadable } from '../../../src/shared/unreadable.js'
import { fail, ok } from '../../../src/shared/result.js'
import { type CachedValues, repositoriesWith } from '../../support/fake-portfolio.js'
import {
  aLoan,
  type Answer,
  anUnreadable,
  aPosition,
  createFakeExchangeClient,
  later,
  problem,
} from '../../support/fake-exchange-client.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'

function setup(repositories = repositoriesWith()) {
  const time = createFakeClock()
  const client = createFakeExchangeClient(time.clock)
  const key: { accepted: number; refused: Problem[] } = { accepted: 0, refused: [] }
  const portfolios: PortfolioView[] = []
  const connections: ConnectionView[] = []
  let gaps = 0
  const scheduler = createPollScheduler({
    clock: time.clock,
    timing: time.timing,
    slept: () => (gaps += 1),
  })
  const open = (id = 'a') =>
    openMonitor({ id, baseUrl: `https://${id}.example` }, repositories, {
      clock: time.clock,
      timing: time.timing,
      scheduler,
      portfolioChanged: (view) => portfolios.push(view),
      connectionChanged: (view) => connections.push(view),
      keyAccepted: () => {
        key.accepted += 1
      },
      keyRefused: (why) => {
        key.refused.push(why)
      },
    })
  return {
    time,
    client,
    scheduler,
    key,
    portfolios,
    connections,
    gaps: () => gaps,
    monitor: open(),
    open,
  }
}

function bitcoin(amount: string): CachedValues {
  return {
    balance: { value: [{ asset: 'BTC', amount }], asOf: 5 },
  }
}

describe('the monitor', () => {
  it('fills the portfolio and the connection', async () => {
    const { time, client, monitor, key } = setup()
    expect(monitor.connection()).toMatchObject({
      profileId: 'a',
      baseUrl: 'https://a.example',
      state: 'checking',
    })
    monitor.start(client)
    await time.pass(1)
    expect(monitor.portfolio()).toMatchObject({
      profileId: 'a',
      balance: { source: 'live', value: [{ asset: 'USDT', amount: '100.50' }], every: 15 },
      positions: { source: 'live', every: 5 },
      loan: { source: 'live', every: 15 },
    })
    expect(monitor.connection()).toMatchObject({ state: 'online', pings: [{ ms: 12 }] })
    expect(key.accepted).toBe(1)
  })

  it('shows cached values before the first request, reports only changes, and returns what it shows', async () => {
    const { time, client, monitor, portfolios, connections } = setup(repositoriesWith(bitcoin('7')))
    expect(monitor.portfolio().balance).toMatchObject({
      value: [{ asset: 'BTC', amount: '7' }],
      source: 'cache',
      every: null,
    })
    await time.pass(60)
    expect([portfolios, connections, client.count()]).toEqual([[], [], 0])
    monitor.start(client)
    await time.pass(1)
    expect(portfolios.at(-1)).toBe(monitor.portfolio())
    expect(connections.at(-1)).toBe(monitor.connection())
    const reported = connections.length
    monitor.suspend(problem('keychain-locked'))
    monitor.suspend(problem('keychain-locked'))
    expect(connections.length).toBe(reported + 1)
  })

  it('UX-48 drops an answer to a previous client or another account', async () => {
    const { time, client, monitor, open } = setup()
    const next = createFakeExchangeClient(time.clock)
    const reply = later<Answer<AssetBalance[]>>()
    client.answer('balance', () => reply.promise)
    monitor.start(client)
    await time.pass(1)
    monitor.start(next)
    const other = open('b')
    other.start(createFakeExchangeClient(time.clock))
    await time.pass(1)
    reply.settle(ok({ value: [{ asset: 'BTC', amount: '666' }], at: time.clock() }))
    await time.pass(60)
    expect(JSON.stringify([monitor.portfolio(), other.portfolio()])).not.toContain('666')
    expect([monitor.portfolio().profileId, other.portfolio().profileId]).toEqual(['a', 'b'])
    expect([monitor.connection().profileId, other.connection().profileId]).toEqual(['a', 'b'])
  })

  it('RTL-5 gives every feed and the account the reason once, and sends nothing more', async () => {
    const { time, client, monitor, key } = setup()
    client.refuse('positions', problem('key-disabled'))
    monitor.start(client)
    await time.pass(600)
    expect(key.refused).toEqual([problem('key-disabled')])
    expect(monitor.portfolio()).toMatchObject({
      balance: { problem: { code: 'key-disabled' }, every: null },
      positions: { problem: { code: 'key-disabled' }, every: null },
      loan: { problem: { code: 'key-disabled' }, every: null },
    })
    expect(monitor.refreshNow()).toMatchObject({ ok: false, error: { code: 'key-disabled' } })
    expect(client.count('positions', 'loan', 'balance')).toBe(1)
  })

  it('shows why an account cannot be monitored, sends nothing, and refuses a refresh with that reason', async () => {
    const { time, client, monitor } = setup(repositoriesWith(bitcoin('1')))
    monitor.suspend(problem('keychain-locked'))
    await time.pass(600)
    expect(client.count()).toBe(0)
    expect(monitor.portfolio().balance).toMatchObject({
      value: [{ asset: 'BTC', amount: '1' }],
      source: 'cache',
      problem: { code: 'keychain-locked' },
      every: null,
    })
    expect(monitor.connection()).toMatchObject({ profileId: 'a', state: 'off' })
    expect(monitor.refreshNow()).toMatchObject({ ok: false, error: { code: 'keychain-locked' } })
    expect(await monitor.refreshed()).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked' },
    })
  })

  it('answers a refresh with the figures it brought', async () => {
    const { time, client, monitor } = setup()
    monitor.start(client)
    await time.pass(2)
    client.answer('balance', () =>
      Promise.resolve(ok({ value: [{ asset: 'BTC', amount: '7' }], at: time.clock() })),
    )
    const asked = monitor.refreshed()
    await time.pass(2)
    expect(await asked).toMatchObject({
      ok: true,
      value: { balance: { value: [{ asset: 'BTC', amount: '7' }] } },
    })
  })

  it('starts over with another client: no earlier reason is kept, nothing counts as fresh, and its key is checked again', async () => {
    const { time, client, monitor, key } = setup()
    monitor.start(client)
    await time.pass(1)
    client.refuseAll(problem('key-disabled'))
    await time.pass(30)
    monitor.suspend(problem('keychain-locked'))
    const next = createFakeExchangeClient(time.clock)
    monitor.start(next)
    expect(monitor.connection()).toMatchObject({ state: 'checking', problem: null })
    expect(monitor.portfolio()).toMatchObject({
      balance: { source: 'cache', problem: null, every: 15 },
      positions: { source: 'cache', problem: null, every: 5 },
      loan: { source: 'cache', problem: null, every: 15 },
    })
    await time.pass(1)
    expect(monitor.portfolio().balance.source).toBe('live')
    expect(monitor.connection().state).toBe('online')
    expect([key.accepted, key.refused.length]).toEqual([2, 1])
    const before = client.count()
    await time.pass(60)
    expect(client.count()).toBe(before)
  })

  it('reports nothing once closed, whatever arrives or is requested', async () => {
    const { time, client, scheduler, monitor, portfolios, connections, key } = setup()
    const reply = later<Answer<AssetBalance[]>>()
    client.answer('balance', () => reply.promise)
    monitor.start(client)
    await time.pass(30)
    monitor.close()
    const [asked, reported] = [client.count(), portfolios.length + connections.length]
    const shown = monitor.portfolio()
    reply.settle(ok({ value: [{ asset: 'BTC', amount: '666' }], at: time.clock() }))
    monitor.setVisibility('background')
    monitor.start(client)
    monitor.suspend(problem('keychain-locked'))
    time.sleep(600)
    await time.pass(600)
    expect(client.count()).toBe(asked)
    expect(portfolios.length + connections.length).toBe(reported)
    expect(monitor.portfolio()).toBe(shown)
    expect(key.accepted).toBe(1)
    expect(monitor.refreshNow()).toMatchObject({ ok: false, error: { code: 'gone' } })
    scheduler.close()
    expect(time.pending()).toBe(0)
  })

  it('FLT-11 closes open connections after sleep', async () => {
    const { time, client, scheduler, monitor } = setup()
    monitor.start(client)
    await time.pass(10)
    time.sleep(600)
    scheduler.resumed()
    expect(client.dropped()).toBe(1)
    expect(monitor.portfolio().balance.source).toBe('cache')
    await time.pass(3)
    expect(monitor.portfolio().balance.source).toBe('live')
  })

  it('FLT-11 recognises unreported sleep, a stopped process and a changed clock, once each', async () => {
    const { time, client, gaps, monitor, portfolios } = setup()
    const outdated = (): number =>
      portfolios.filter(
        (view, at) =>
          view.balance.source === 'cache' && portfolios[at - 1]?.balance.source === 'live',
      ).length
    monitor.start(client)
    await time.pass(120)
    expect([gaps(), outdated()]).toEqual([0, 0])
    time.sleep(600)
    await time.pass(60)
    expect([gaps(), outdated()]).toEqual([1, 1])
    time.stall(600)
    await time.pass(60)
    expect([gaps(), outdated()]).toEqual([2, 2])
    time.setClock(-3600)
    await time.pass(60)
    expect([gaps(), outdated()]).toEqual([3, 3])
    expect(monitor.portfolio().balance.source).toBe('live')
  })

  it('remembers a hidden window for the next client', async () => {
    const { time, client, monitor } = setup()
    monitor.setVisibility('hidden')
    monitor.start(client)
    await time.pass(59)
    expect(client.count('balance')).toBe(1)
    monitor.setVisibility('screen')
    await time.pass(2)
    expect(client.count('balance')).toBe(2)
  })

  it('IPC-12 leaves one poller and one timer after many clients, switches and hidden windows', async () => {
    const { time, client, monitor } = setup()
    const places: Visibility[] = ['screen', 'hidden', 'background']
    for (let turn = 0; turn < 200; turn += 1) {
      monitor.start(client)
      monitor.setVisibility(places[turn % 3] ?? 'screen')
      await settled()
    }
    monitor.setVisibility('screen')
    expect(time.pending()).toBe(1)
    client.calls.length = 0
    await time.pass(60)
    expect(client.count('positions')).toBeLessThanOrEqual(13)
  })

  it('RES-1 has the same view size after 24 h of monitoring as after the first hour, and one timer', async () => {
    const { time, client, monitor, portfolios } = setup()
    let reported = 0
    monitor.start(client)
    const size = () => JSON.stringify([monitor.portfolio(), monitor.connection()]).length
    const hour = async () => {
      await time.pass(3600)
      reported += portfolios.splice(0).length
    }
    await hour()
    const [afterOne, reportedInOne] = [size(), reported]
    for (let hours = 1; hours < 24; hours += 1) await hour()
    expect(size()).toBeLessThanOrEqual(afterOne)
    expect(reported).toBeLessThanOrEqual(24 * (reportedInOne + 1))
    expect(time.pending()).toBe(1)
    expect(client.mostOpen()).toBeLessThanOrEqual(2)
  })
})

const far = aPosition({
  amount: '1',
  entryPrice: '1000',
  unrealizedPnl: '0',
  liquidationPrice: '500',
})
const near = aPosition({
  amount: '1',
  entryPrice: '1000',
  unrealizedPnl: '0',
  liquidationPrice: '951',
})

describe('a late list of positions', () => {
  it('is discarded, counted in Connection, and read again within two seconds', async () => {
    const { time, client, open, portfolios, connections } = setup()
    let modifiedAt = '10'
    client.answer('positions', () =>
      Promise.resolve(ok({ value: [aPosition({ modifiedAt })], at: time.clock() })),
    )
    const monitor = open()
    monitor.start(client)
    await time.pass(1)
    modifiedAt = '9'
    await time.pass(5)
    const shown = () => monitor.portfolio().positions
    expect(shown().value).toMatchObject([{ modifiedAt: '10' }])
    expect(time.clock() - (shown().asOf ?? 0)).toBeGreaterThanOrEqual(5)
    expect(portfolios.every(({ positions: { value } }) => value?.[0]?.modifiedAt !== '9')).toBe(
      true,
    )
    monitor.stream.viewChanged(noStream)
    expect(connections.at(-1)?.stream.late?.count).toBe(1)
    modifiedAt = '11'
    await time.pass(2.5)
    expect(shown()).toMatchObject({ value: [{ modifiedAt: '11' }] })
    // No message triggered the second read.
    monitor.stream.viewChanged(noStream)
    expect(connections.at(-1)?.stream).toMatchObject({ late: { count: 1 }, early: 0 })
    monitor.close()
  })
})

describe('an account in the background', () => {
  const pollsOf = async (value: Position[], unreadable?: Unreadable[]) => {
    const { time, client, monitor } = setup()
    const left = unreadable === undefined ? {} : { unreadable }
    client.answer('positions', () => Promise.resolve(ok({ value, at: time.clock(), ...left })))
    monitor.setVisibility('background')
    monitor.start(client)
    await time.pass(60)
    const { positions, loan, balance } = monitor.portfolio()
    expect([loan.every, balance.every]).toEqual([15, 60])
    return { every: positions.every, polls: client.count('positions') }
  }

  it('polls positions every 15 s while far from liquidation', async () => {
    expect(await pollsOf([])).toEqual({ every: 15, polls: 5 })
    expect(await pollsOf([far, aPosition()])).toEqual({ every: 15, polls: 5 })
    expect(await pollsOf([far], [anUnreadable()])).toEqual({ every: 15, polls: 5 })
  })

  it('polls them every 5 s while one is near liquidation or in a margin call, even if that one cannot be read', async () => {
    expect(await pollsOf([far, near])).toEqual({ every: 5, polls: 13 })
    expect(await pollsOf([aPosition({ liquidationState: 'margin_call' })])).toEqual({
      every: 5,
      polls: 13,
    })
    expect(await pollsOf([far], [anUnreadable({ liquidationState: 'margin_call' })])).toEqual({
      every: 5,
      polls: 13,
    })
  })

  it('polls them at that rate from the start if they were near when last seen', () => {
    const { client, monitor } = setup(repositoriesWith({ positions: { value: [near], asOf: 5 } }))
    monitor.setVisibility('background')
    monitor.start(client)
    expect(monitor.portfolio().positions.every).toBe(5)
  })

  it('shows fresh figures soon after it comes to the screen', async () => {
    const { time, client, monitor } = setup()
    monitor.setVisibility('background')
    monitor.start(client)
    await time.pass(58)
    expect(time.clock() - (monitor.portfolio().balance.asOf ?? 0)).toBe(58)
    monitor.setVisibility('screen')
    await time.pass(0)
    expect(time.clock() - (monitor.portfolio().balance.asOf ?? 0)).toBe(0)
    expect(monitor.portfolio()).toMatchObject({ balance: { every: 15 }, positions: { every: 5 } })
  })
})

it('waits for the next poll of what carries risk no longer than the alert for lost monitoring', async () => {
  // Neither a request to slow down nor a failure that closes a feed: there the alert is right.
  const trouble = fc.constantFrom<ProblemCode>(
    'unreachable',
    'timeout',
    'tls',
    'exchange-trouble',
    'clock-wrong',
    'not-understood',
  )
  const event = fc.oneof(
    fc.record({
      kind: fc.constant('shown' as const),
      shown: fc.constantFrom<Visibility>('screen', 'hidden', 'background'),
    }),
    fc.record({
      kind: fc.constant('positions' as const),
      answer: fc.oneof(fc.constantFrom('far' as const, 'near' as const), trouble),
    }),
    fc.record({
      kind: fc.constant('loan' as const),
      answer: fc.oneof(fc.constantFrom('far' as const, 'near' as const), trouble),
    }),
    fc.record({
      kind: fc.constant('rest' as const),
      answer: fc.oneof(fc.constant('far' as const), trouble),
    }),
    fc.record({ kind: fc.constant('refresh' as const) }),
    fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 100 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 30 }), async (events) => {
      const { time, client, monitor } = setup()
      const now = (): number => time.timing.ticks() / 1000
      const last = { positions: { at: now(), good: false }, loan: { at: now(), good: false } }
      // A check that throws within an answer would be taken for a failed poll.
      const late: string[] = []

      const polled = (feed: 'positions' | 'loan', good: boolean): void => {
        const near = nearnessOf[feed](monitor.portfolio(), null)
        const usual = intervalOf(feed, near === 'near' ? 'screen' : 'background')
        const allowed = last[feed].good ? usual : silenceLimit(near, intervalOf(feed, 'screen'))
        const waited = now() - last[feed].at
        if (waited > allowed + 0.001)
          late.push(`${feed}, ${near}: ${waited} s instead of ${allowed} s`)
        last[feed] = { at: now(), good }
      }
      const answers = {
        positions: (answer: 'far' | 'near' | ProblemCode) =>
          client.answer('positions', () => {
            const good = answer === 'far' || answer === 'near'
            polled('positions', good)
            const value = [answer === 'near' ? near : far]
            return Promise.resolve(good ? ok({ value, at: time.clock() }) : fail(problem(answer)))
          }),
        loan: (answer: 'far' | 'near' | ProblemCode) =>
          client.answer('loan', () => {
            const good = answer === 'far' || answer === 'near'
            polled('loan', good)
            const value = aLoan({ currentLtv: answer === 'near' ? '74' : '25' })
            return Promise.resolve(good ? ok({ value, at: time.clock() }) : fail(problem(answer)))
          }),
        rest: (answer: 'far' | ProblemCode) => {
          const good = answer === 'far'
          client.answer('ping', () =>
            Promise.resolve(
              good ? ok({ value: { ms: 1 }, at: time.clock() }) : fail(problem(answer)),
            ),
          )
          client.answer('balance', () =>
            Promise.resolve(good ? ok({ value: [], at: time.clock() }) : fail(problem(answer))),
          )
        },
      }

      answers.positions('far')
      answers.loan('far')
      monitor.start(client)
      for (const one of events) {
        if (one.kind === 'shown') monitor.setVisibility(one.shown)
        else if (one.kind === 'positions') answers.positions(one.answer)
        else if (one.kind === 'loan') answers.loan(one.answer)
        else if (one.kind === 'rest') answers.rest(one.answer)
        else if (one.kind === 'refresh') monitor.refreshNow()
        else await time.pass(one.seconds)
      }
      await time.pass(121)
      for (const feed of ['positions', 'loan'] as const) polled(feed, false)
      expect(late).toEqual([])
    }),
  )
})
