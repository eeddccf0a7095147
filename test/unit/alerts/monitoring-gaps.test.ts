// Every period in which nobody was watching, as the whole app records it in virtual time.
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import { mostGaps } from '../../../src/main/alerts/gap-repository.js'
import { openMonitoringGaps } from '../../../src/main/alerts/monitoring-gaps.js'
import type { GapReason, MonitoringGap } from '../../../src/shared/alerts/monitoring-gap.js'
import type { MessageOrText } from '../../../src/shared/messages/messages.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { anAlert, inEnglish } from '../../support/alert-harness.js'
import { type AccountsHarness, createAccountsHarness } from '../../support/accounts-harness.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { anOpenOrder } from '../../fixtures/portfolio/market.js'
import { anUnreadable, aPosition, problem } from '../../support/fake-exchange-client.js'
import { aLoan, aProfile, valueOf } from '../../support/test-storage.js'

/** Seconds between two polls of what is at risk, at most. */
const poll = 15
const minute = 60
const hour = 3600

async function start(
  count = 1,
  options: Parameters<typeof createAccountsHarness>[1] = {},
): Promise<AccountsHarness> {
  const harness = await createAccountsHarness(count, options)
  await harness.accounts.start({ demo: false })
  return harness
}

function gapsOf({ memory, profiles }: AccountsHarness, number = 0): MonitoringGap[] {
  const query = { after: null, limit: 200, reasons: null }
  return valueOf(memory.gaps.page(profiles[number]?.id ?? '', query)).gaps
}

/** Ends the run, as a quit does or a crash, and begins the next one later. */
async function restart(
  harness: AccountsHarness,
  how: 'quit' | 'crash',
  seconds: number,
): Promise<AccountsHarness> {
  if (how === 'quit') await harness.close()
  else harness.accounts.stop()
  harness.time.sleep(seconds)
  return start(harness.profiles.length, { after: harness })
}

/** Begins, lasts so long, and ends; what is left runs for five minutes more. */
const causes: Record<
  string,
  { reasons: GapReason[]; act: (harness: AccountsHarness) => Promise<AccountsHarness> }
> = {
  'the computer sleeps': {
    reasons: ['sleep'],
    act: async (harness) => {
      harness.accounts.powerChanged('suspend')
      harness.time.sleep(hour)
      harness.accounts.powerChanged('resume')
      return Promise.resolve(harness)
    },
  },
  'the computer sleeps, and only its waking is reported': {
    reasons: ['sleep'],
    act: async (harness) => {
      harness.time.sleep(hour)
      harness.accounts.tick()
      harness.accounts.powerChanged('resume')
      return Promise.resolve(harness)
    },
  },
  'nothing says why time was lost': {
    reasons: ['pause'],
    act: async (harness) => {
      harness.time.stall(hour)
      return Promise.resolve(harness)
    },
  },
  'Plimsoll is quit': { reasons: ['quit'], act: (harness) => restart(harness, 'quit', hour) },
  'Plimsoll crashes': { reasons: ['crash'], act: (harness) => restart(harness, 'crash', hour) },
  'the computer is shut down, which ends Plimsoll without a word': {
    reasons: ['quit'],
    act: (harness) => {
      harness.accounts.powerChanged('session-end')
      return restart(harness, 'crash', hour)
    },
  },
  'the computer sleeps and does not wake up': {
    reasons: ['sleep'],
    act: (harness) => {
      harness.accounts.powerChanged('suspend')
      return restart(harness, 'crash', hour)
    },
  },
  'there is no connection': {
    reasons: ['offline'],
    act: async (harness) => {
      const exchange = harness.exchange(harness.profiles[0]?.id ?? '')
      exchange.mode = 'down'
      await harness.pass(hour)
      exchange.mode = 'fine'
      return harness
    },
  },
  'the exchange is in trouble': {
    reasons: ['exchange'],
    act: async (harness) => {
      const exchange = harness.exchange(harness.profiles[0]?.id ?? '')
      exchange.mode = 'trouble'
      await harness.pass(hour)
      exchange.mode = 'fine'
      return harness
    },
  },
  'the key is refused': {
    reasons: ['key-refused'],
    act: async (harness) => {
      const { id = '' } = harness.profiles[0] ?? {}
      harness.exchange(id).keyRefused = true
      await harness.pass(hour)
      harness.exchange(id).keyRefused = false
      await harness.accounts.unlock(id)
      return harness
    },
  },
  'Plimsoll is locked without its keys': {
    reasons: ['locked'],
    act: async (harness) => {
      harness.accounts.lock(false)
      await harness.pass(hour)
      valueOf(await harness.accounts.unlockAll())
      return harness
    },
  },
  'the keychain is locked at the start': {
    reasons: ['keychain'],
    act: async (harness) => {
      await harness.close()
      const next = await createAccountsHarness(1, { after: harness })
      next.keychainIs('shut')
      await next.accounts.start({ demo: false })
      await next.pass(hour)
      next.keychainIs('open')
      await next.accounts.unlock(next.profiles[0]?.id ?? '')
      return next
    },
  },
}

describe('ALR-16 a period in which nobody was watching', () => {
  it.each(Object.entries(causes))('is recorded when %s', async (_name, { reasons, act }) => {
    const harness = await start()
    await harness.pass(5 * minute)
    const began = harness.time.clock()
    const next = await act(harness)
    onTestFinished(() => next.close())
    const ended = next.time.clock()
    await next.pass(5 * minute)
    const [gap, ...more] = gapsOf(next)
    expect(more).toEqual([])
    expect(gap?.reasons).toEqual(reasons)
    expect(gap?.at).toBeGreaterThanOrEqual(began - poll)
    expect(gap?.at).toBeLessThanOrEqual(began)
    expect(gap?.until).toBeGreaterThanOrEqual(ended)
    expect(gap?.until).toBeLessThanOrEqual(ended + 30)
    expect((gap?.until ?? 0) - (gap?.at ?? 0)).toBeGreaterThanOrEqual(hour)
  })

  it('names each reason that lasted, in their order', async () => {
    const harness = await start()
    await harness.pass(5 * minute)
    harness.exchange(harness.profiles[0]?.id ?? '').mode = 'down'
    await harness.pass(20 * minute)
    harness.accounts.powerChanged('suspend')
    harness.time.sleep(hour)
    harness.accounts.powerChanged('resume')
    await harness.pass(2 * minute)
    const next = await restart(harness, 'quit', hour)
    onTestFinished(() => next.close())
    await next.pass(5 * minute)
    expect(gapsOf(next)).toMatchObject([{ reasons: ['offline', 'sleep', 'quit'] }])
    const [gap] = gapsOf(next)
    expect((gap?.until ?? 0) - (gap?.at ?? 0)).toBeGreaterThanOrEqual(2 * hour + 22 * minute)
  })

  it('is not a crash because the one that follows it ends in one', async () => {
    const harness = await start()
    await harness.pass(5 * minute)
    const down = ({ exchange, profiles }: AccountsHarness): void => {
      exchange(profiles[0]?.id ?? '').mode = 'down'
    }
    down(harness)
    harness.accounts.powerChanged('suspend')
    harness.time.sleep(8 * hour)
    harness.accounts.powerChanged('resume')
    await harness.pass(20)
    const next = await restart(harness, 'crash', 10)
    await next.pass(5 * minute)
    expect(gapsOf(next)).toMatchObject([{ reasons: ['sleep'] }])
    await next.close()
    next.time.sleep(12 * hour)
    const offline = await createAccountsHarness(1, { after: next })
    down(offline)
    await offline.accounts.start({ demo: false })
    await offline.pass(20)
    const last = await restart(offline, 'crash', 10)
    onTestFinished(() => last.close())
    await last.pass(5 * minute)
    expect(gapsOf(last)).toMatchObject([{ reasons: ['quit'] }, { reasons: ['sleep'] }])
  })

  it('is a crash where looks came after what the run had stored', async () => {
    const harness = await start()
    await harness.pass(5 * minute)
    harness.accounts.powerChanged('suspend')
    harness.time.sleep(8 * hour)
    harness.accounts.powerChanged('resume')
    await harness.pass(5 * minute)
    const next = await restart(harness, 'crash', hour)
    onTestFinished(() => next.close())
    await next.pass(5 * minute)
    expect(gapsOf(next)).toMatchObject([{ reasons: ['crash'] }, { reasons: ['sleep'] }])
  })

  it('is a crash where the computer was to shut down and did not', async () => {
    const harness = await start()
    await harness.pass(5 * minute)
    harness.accounts.powerChanged('session-end')
    await harness.pass(2 * minute)
    const next = await restart(harness, 'crash', hour)
    onTestFinished(() => next.close())
    await next.pass(5 * minute)
    expect(gapsOf(next)).toMatchObject([{ reasons: ['crash'] }])
  })

  it('of two accounts concerns only the one that was not watched', async () => {
    const harness = await start(2)
    onTestFinished(() => harness.close())
    await harness.pass(5 * minute)
    harness.exchange(harness.profiles[1]?.id ?? '').mode = 'down'
    await harness.pass(10 * minute)
    harness.exchange(harness.profiles[1]?.id ?? '').mode = 'fine'
    await harness.pass(5 * minute)
    expect([gapsOf(harness, 0), gapsOf(harness, 1).length]).toEqual([[], 1])
  })

  it('names what happened meanwhile, and how late each alert was', async () => {
    const harness = await start()
    onTestFinished(() => harness.close())
    await harness.pass(5 * minute)
    const { id = '' } = harness.profiles[0] ?? {}
    harness.accounts.powerChanged('suspend')
    harness.time.sleep(6 * hour)
    harness.exchange(id).ltv = '76'
    harness.accounts.powerChanged('resume')
    await harness.pass(5 * minute)
    const [gap] = gapsOf(harness)
    expect(gap?.changes).toEqual([{ kind: 'ltv', before: '25', after: '76' }])
    const late = (gap?.alerts ?? []).map(({ title, lateBy }) => [
      inEnglish(anAlert({ title })).title,
      Math.floor(lateBy / hour),
    ])
    expect(late[0]).toEqual([expect.stringContaining('LTV has reached margin call'), 6])
    expect(harness.accounts.find(id)?.gaps.view()).toMatchObject({ latest: gap, unseen: 1 })
    valueOf(harness.accounts.find(id)?.gaps.markSeen() ?? { ok: true, value: null })
    expect(harness.accounts.find(id)?.gaps.view()).toMatchObject({ latest: null, unseen: 0 })
  })

  it('is none where polls fail for less than a minute, and none in a first run', async () => {
    const harness = await start()
    onTestFinished(() => harness.close())
    await harness.pass(5 * minute)
    harness.exchange(harness.profiles[0]?.id ?? '').mode = 'down'
    await harness.pass(20)
    harness.exchange(harness.profiles[0]?.id ?? '').mode = 'fine'
    await harness.pass(5 * minute)
    expect(gapsOf(harness)).toEqual([])
  })

  it('keeps its length when the clock is set back, and is none because of that', async () => {
    const harness = await start()
    await harness.pass(5 * minute)
    harness.time.setClock(-2 * hour)
    await harness.pass(5 * minute)
    expect(gapsOf(harness)).toEqual([])
    const exchange = harness.exchange(harness.profiles[0]?.id ?? '')
    exchange.mode = 'down'
    await harness.pass(10 * minute)
    harness.time.setClock(-2 * hour)
    await harness.pass(10 * minute)
    exchange.mode = 'fine'
    await harness.pass(5 * minute)
    const [gap] = gapsOf(harness)
    const lasted = (gap?.until ?? 0) - (gap?.at ?? 0)
    expect(gap?.reasons).toEqual(['offline'])
    expect(Math.abs(lasted - 20 * minute)).toBeLessThanOrEqual(30 + poll)
    const next = await restart(harness, 'quit', -hour)
    onTestFinished(() => next.close())
    await next.pass(5 * minute)
    expect(gapsOf(next)).toHaveLength(1)
  })
})

function aView(
  at: number,
  more: Partial<PortfolioView> = {},
  source: 'live' | 'cache' = 'live',
): PortfolioView {
  const live = { asOf: at, source, problem: null, every: 5 }
  return {
    ...noPortfolio,
    positions: { ...live, value: [] },
    loan: { ...live, value: { kind: 'loan', loan: aLoan({}) } },
    ...more,
  }
}

describe('ALR-16 the record of them', () => {
  function open() {
    const time = createFakeClock()
    const store = openMemoryStorage([aProfile({ id: 'a' })], time.clock)
    onTestFinished(store.close)
    let writes = 0
    let ids = 0
    const counted = {
      ...store.gaps,
      save: (...gap: Parameters<typeof store.gaps.save>) => (
        (writes += 1),
        store.gaps.save(...gap)
      ),
      saveRun: (...run: Parameters<typeof store.gaps.saveRun>) => (
        (writes += 1),
        store.gaps.saveRun(...run)
      ),
    }
    const start = (keyHint = 'key of a') =>
      openMonitoringGaps({ id: 'a', keyHint }, counted, {
        ...time,
        newId: () => `gap-${String((ids += 1)).padStart(6, '0')}`,
        alerts: () => [],
        changed: () => undefined,
      })
    const all = () =>
      valueOf(store.gaps.page('a', { after: null, limit: 10_000, reasons: null })).gaps
    return { time, store, gaps: start(), start, all, writes: () => writes }
  }

  it('is not written to while all is well, and stays bounded', async () => {
    const { time, gaps, all, writes } = open()
    for (let look = 0; look < 1000; look += 1) {
      await time.pass(5)
      gaps.portfolioChanged(aView(time.clock()))
      gaps.tick()
    }
    expect(writes()).toBe(1)
    for (let nap = 0; nap < mostGaps + 50; nap += 1) {
      time.stall(120)
      gaps.portfolioChanged(aView(time.clock()))
    }
    expect(all()).toHaveLength(mostGaps)
    expect(writes()).toBe(1 + mostGaps + 50)
  })

  it('begins at the last look where the clock was behind at the start and is then set', async () => {
    const { time, gaps, start, all } = open()
    const began = time.clock()
    gaps.portfolioChanged(aView(began))
    gaps.close()
    time.setClock(-2 * hour)
    const next = start()
    next.portfolioChanged(aView(began, {}, 'cache'))
    await time.pass(5)
    next.tick()
    time.setClock(14 * hour)
    const { positions } = aView(time.clock())
    next.portfolioChanged(aView(began, { positions }, 'cache'))
    next.portfolioChanged(aView(time.clock()))
    const until = time.clock()
    expect(all()).toMatchObject([{ at: began, until, reasons: ['quit'] }])
  })

  it('begins at the last look where the clock was ahead at the start and is then set', async () => {
    const { time, gaps, start, all } = open()
    const began = time.clock()
    gaps.portfolioChanged(aView(began))
    gaps.close()
    time.setClock(10 * hour)
    const next = start()
    next.portfolioChanged(aView(began, {}, 'cache'))
    await time.pass(5)
    next.tick()
    time.setClock(-2 * hour)
    next.tick()
    next.portfolioChanged(aView(time.clock()))
    const until = began + 8 * hour + 5
    expect(all()).toMatchObject([{ at: began, until, reasons: ['quit'] }])
  })

  it('does not end because what was last seen before the clock was set back is shown again', async () => {
    const { time, gaps, all } = open()
    const began = time.clock()
    const last = aView(began)
    gaps.portfolioChanged(last)
    time.setClock(-hour)
    gaps.tick()
    for (let second = 0; second < 2 * hour; second += 10) {
      await time.pass(10)
      gaps.tick()
    }
    gaps.portfolioChanged({ ...last })
    expect(all()).toEqual([])
    gaps.portfolioChanged(aView(time.clock()))
    expect(all()).toMatchObject([{ at: began - hour, until: began + hour }])
  })

  it('compares nothing where the key was replaced, and compares what came after', async () => {
    const { time, gaps, start, all } = open()
    const feed = (market: string) => ({
      ...aView(time.clock()).positions,
      value: [aPosition({ id: market, market })],
    })
    const first = aView(time.clock(), { positions: feed('A') })
    gaps.portfolioChanged(first)
    gaps.close()
    const cached = ({ positions, loan }: PortfolioView): PortfolioView => ({
      ...noPortfolio,
      positions: { ...positions, source: 'cache' },
      loan: { ...loan, source: 'cache' },
    })
    // Ends before the first look with the new key.
    time.sleep(hour)
    start('another').portfolioChanged(cached(first))
    time.sleep(hour)
    const next = start('another')
    next.portfolioChanged(cached(first))
    const second = aView(time.clock(), { positions: feed('B') })
    next.portfolioChanged(second)
    await time.pass(2 * minute)
    next.tick()
    expect(all()).toMatchObject([{ changes: [], otherKey: true, reasons: ['quit', 'crash'] }])
    time.sleep(hour)
    const last = start('another')
    last.portfolioChanged(cached(second))
    last.portfolioChanged(aView(time.clock(), { positions: feed('C') }))
    const [newest] = all()
    expect(newest).toMatchObject({ reasons: ['crash'] })
    expect(newest?.otherKey).toBeUndefined()
    expect(newest?.changes).toEqual([
      { kind: 'position-gone', market: 'B' },
      { kind: 'position-new', market: 'C' },
    ])
  })

  it('keeps a period whose alert has a message of another version', () => {
    const { store, all } = open()
    const title = { key: 'alerts.of-a-later-version' } as unknown as MessageOrText
    const gap: MonitoringGap = {
      id: 'odd',
      at: 1,
      until: 100,
      reasons: ['quit'],
      changes: [{ kind: 'order-gone', market: 'A' }],
      more: 0,
      alerts: [{ title, level: 'danger', lateBy: 99 }],
    }
    valueOf(store.gaps.save('a', gap))
    const alerts = [{ title: JSON.stringify(title), level: 'danger', lateBy: 99 }]
    expect(all()).toEqual([{ ...gap, alerts }])
  })

  it('UX-76 names orders that were placed, filled or cancelled, balances then and now, and what was lost in a margin call', async () => {
    const { time, store, gaps } = open()
    const fresh = { source: 'live' as const, problem: null, every: 5 }
    const look = (some: Partial<PortfolioView>): void =>
      gaps.portfolioChanged(aView(time.clock(), some))
    const at = <T>(value: T) => ({ ...fresh, asOf: time.clock(), value })
    const order = (id: string, left: string) => anOpenOrder({ id, market: id, left })
    look({
      positions: at([
        aPosition({ id: '1', market: 'A', liquidationState: 'margin_call' }),
        aPosition({ id: '2', market: 'B', amount: null }),
      ]),
      openOrders: at([order('C', '5'), order('D', '5'), order('E', '5')]),
      balance: at([
        { asset: 'USDT', amount: '10' },
        { asset: 'BTC', amount: '1.0' },
        { asset: 'ETH', amount: '3' },
      ]),
    })
    time.stall(hour)
    look({
      positions: at([aPosition({ id: '2', market: 'B', amount: '1' })]),
      openOrders: at([order('D', '2'), order('E', '5.0'), order('F', '1')]),
      balance: at([
        { asset: 'USDT', amount: '7.5' },
        { asset: 'BTC', amount: '1' },
        { asset: 'SOL', amount: '4' },
      ]),
    })
    await time.pass(1)
    expect(
      valueOf(store.gaps.page('a', { after: null, limit: 1, reasons: null })).gaps[0]?.changes,
    ).toEqual([
      { kind: 'position-gone-in-call', market: 'A' },
      { kind: 'position-changed', market: 'B' },
      { kind: 'order-gone', market: 'C' },
      { kind: 'order-left', market: 'D', before: '5', after: '2' },
      { kind: 'order-new', market: 'F' },
      { kind: 'balance', market: 'USDT', before: '10', after: '7.5' },
      { kind: 'balance', market: 'ETH', before: '3', after: '0' },
      { kind: 'balance', market: 'SOL', before: '0', after: '4' },
    ])
  })

  describe('UX-76 compares only', () => {
    type Some = Partial<PortfolioView>
    const fresh = { source: 'live' as const, problem: null, every: 60 }
    const noMargin = { value: null, asOf: null, source: 'none' as const, every: 600 }
    const closed = { ...noMargin, problem: problem('no-permission') }
    const listAt = (asOf: number, ...ids: string[]) => ({
      ...fresh,
      asOf,
      value: ids.map((id) => anOpenOrder({ id, market: id })),
    })
    const balanceAt = (asOf: number, amount = '1') => ({
      ...fresh,
      asOf,
      value: [{ asset: 'BTC', amount }],
    })
    const gapBetween = (before: (at: number) => Some, after: (at: number) => Some) => {
      const { time, gaps, all } = open()
      const look = (some: (at: number) => Some): void => {
        const at = time.clock()
        const whole = { openOrders: listAt(at, 'A'), balance: balanceAt(at) }
        gaps.portfolioChanged(aView(at, { collateralSummary: closed, ...whole, ...some(at) }))
      }
      look(before)
      time.stall(hour)
      look(after)
      const [gap] = all()
      return { changes: gap?.changes, unknown: gap?.unknown }
    }
    const placed = (at: number) => ({ openOrders: listAt(at, 'A', 'B') })
    const same = () => ({})

    it('all of an account, if all was read', () => {
      expect(gapBetween(same, same)).toEqual({ changes: [], unknown: undefined })
      expect(gapBetween(same, placed).changes).toEqual([{ kind: 'order-new', market: 'B' }])
    })

    it.each<[string, (at: number) => Some, (at: number) => Some]>([
      ['read within a minute of the last look', (at) => ({ openOrders: listAt(at - 61) }), placed],
      ['read after the first look', same, (at) => ({ openOrders: listAt(at - 1, 'B') })],
      ['of this run', same, (at) => ({ openOrders: { ...listAt(at, 'B'), source: 'cache' } })],
      ['that were read at all', () => ({ openOrders: noPortfolio.openOrders }), placed],
    ])('lists %s', (_which, before, after) => {
      expect(gapBetween(before, after)).toEqual({ changes: [], unknown: ['orders'] })
    })

    it('lists up to a minute older than the last look before', () => {
      const before = (at: number) => ({ openOrders: listAt(at - 60, 'A') })
      expect(gapBetween(before, placed)).toEqual({
        changes: [{ kind: 'order-new', market: 'B' }],
        unknown: undefined,
      })
    })

    it('what cannot be a row that was unreadable or beyond the newest thousand', () => {
      const unreadable = [anUnreadable()]
      const partly = (at: number) => ({ openOrders: { ...listAt(at, 'A'), unreadable } })
      const ids = Array.from({ length: 1000 }, (_, number) => String(number))
      const cut = (at: number) => ({ openOrders: listAt(at, ...ids) })
      const fewer = (at: number) => ({ openOrders: listAt(at, ...ids.slice(1), 'B') })
      expect(gapBetween(partly, placed)).toEqual({ changes: [], unknown: ['orders'] })
      expect(gapBetween(placed, partly)).toEqual({ changes: [], unknown: ['orders'] })
      expect(gapBetween(cut, fewer)).toEqual({ changes: [], unknown: ['orders'] })
      const gone = (at: number) => ({ openOrders: listAt(at, ...ids.slice(1)) })
      expect(gapBetween(cut, gone).changes).toEqual([{ kind: 'order-gone', market: '0' }])
      const positions = (at: number) => ({
        positions: { ...fresh, asOf: at, value: [], unreadable },
      })
      const opened = (at: number) => ({ positions: { ...fresh, asOf: at, value: [aPosition()] } })
      expect(gapBetween(positions, opened)).toEqual({ changes: [], unknown: ['positions'] })
    })

    it('balances and margin of both looks as well', () => {
      const old = (at: number) => ({
        balance: balanceAt(at - 100),
        collateralSummary: noPortfolio.collateralSummary,
      })
      const now = (at: number) => ({ balance: balanceAt(at, '5') })
      expect(gapBetween(old, now)).toEqual({ changes: [], unknown: ['balance'] })
      expect(gapBetween(same, old).unknown).toEqual(['margin-level', 'balance'])
    })
  })

  it('names positions and orders that changed, the worst first', async () => {
    const { time, store, gaps } = open()
    const feed = (value: ReturnType<typeof aPosition>[]) => ({
      asOf: time.clock(),
      source: 'live' as const,
      problem: null,
      every: 5,
      value,
    })
    const [kept, grown, gone, called] = ['A', 'B', 'C', 'D'].map((market) =>
      aPosition({ id: market, market, amount: '1' }),
    )
    if (!kept || !grown || !gone || !called) throw new Error('four positions')
    gaps.portfolioChanged(aView(time.clock(), { positions: feed([kept, grown, gone, called]) }))
    time.stall(hour)
    gaps.portfolioChanged(
      aView(time.clock(), {
        positions: feed([
          { ...kept, amount: '1.00' },
          { ...grown, amount: '2' },
          { ...called, liquidationState: 'margin_call' },
          aPosition({ id: 'E', market: 'E' }),
        ]),
      }),
    )
    await time.pass(1)
    expect(valueOf(store.gaps.page('a', { after: null, limit: 1, reasons: ['pause'] }))).toEqual({
      gaps: [
        expect.objectContaining({
          reasons: ['pause'],
          changes: [
            { kind: 'position-margin-call', market: 'D' },
            { kind: 'position-gone', market: 'C' },
            { kind: 'position-size', market: 'B', before: '1', after: '2' },
            { kind: 'position-new', market: 'E' },
          ],
        }),
      ],
      more: false,
    })
    expect(
      valueOf(store.gaps.page('a', { after: null, limit: 1, reasons: ['quit'] })).gaps,
    ).toEqual([])
  })
})

it('ALR-16 a week of ten accounts leaves few rows and few writes', async () => {
  let harness = await createAccountsHarness(10, { records: false })
  const { gaps } = harness.memory
  let writes = 0
  const { save, saveRun } = gaps
  Object.assign(gaps, {
    save: (...gap: Parameters<typeof save>) => ((writes += 1), save(...gap)),
    saveRun: (...run: Parameters<typeof saveRun>) => ((writes += 1), saveRun(...run)),
  })
  await harness.accounts.start({ demo: false })
  for (let day = 0; day < 7; day += 1) {
    await harness.pass(2 * minute)
    harness.accounts.powerChanged('suspend')
    harness.time.sleep(8 * hour)
    harness.accounts.powerChanged('resume')
    await harness.pass(2 * minute)
    harness = await restart(harness, 'quit', 15 * hour)
  }
  await harness.pass(2 * minute)
  onTestFinished(() => harness.close())
  for (let number = 0; number < 10; number += 1)
    expect(gapsOf(harness, number).map(({ reasons }) => reasons.join())).toEqual(
      Array.from({ length: 7 }, () => ['quit', 'sleep']).flat(),
    )
  // A start, sleep, waking up, a quit and two gaps a day, each once more when all lists are read.
  expect(writes).toBe(10 * (7 * 8 + 1))
}, 120_000)
