import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLeaving } from '../../../src/main/accounts/leave-question.js'
import { type Exposure, exposureOf } from '../../../src/main/accounts/leaving.js'
import type { StopReport } from '../../../src/main/away/away.js'
import type { QuitQuestion } from '../../../src/main/desktop/dialogs.js'
import { readLanguageFrom } from '../../../src/shared/messages/messages.js'
import type { Feed } from '../../../src/shared/portfolio/feed.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { anOrder } from '../../fixtures/portfolio/trading.js'
import { anUnreadable, aPosition, problem } from '../../support/fake-exchange-client.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'

afterEach(() => readLanguageFrom(() => 'en'))

const now = 1_760_000_000
const main = { id: 'a', name: 'Main' }
const anUnreachable = problem('unreachable')
const noLevels = { takeProfitId: null, takeProfit: null, stopLossId: null, stopLoss: null }
const stopped = aPosition({ id: '1', protectiveOrders: { ...noLevels, stopLoss: '90' } })
const unstopped = aPosition({ id: '2', protectiveOrders: noLevels })
const silent = aPosition({ id: '3' })

function live<T>(value: T, more: Partial<Feed<T>> = {}): Feed<T> {
  return { value, asOf: now - 2, source: 'live', problem: null, every: 5, ...more }
}

function left(some: Partial<PortfolioView>): Exposure | null {
  return exposureOf(main, { ...noPortfolio, conditionalOrders: live([]), ...some }, now)
}

describe('UX-76 what is left on the exchange', () => {
  it('is nothing where everything has a stop loss, and no order is open', () => {
    expect(left({})).toBeNull()
    expect(left({ positions: live([]), openOrders: live([]) })).toBeNull()
    expect(left({ positions: live([stopped]), openOrders: live([]) })).toBeNull()
  })

  it('is each position without a stop loss, each of which nothing is known, and each open order', () => {
    expect(
      left({
        positions: live([stopped, unstopped, silent], { unreadable: [anUnreadable({ place: 3 })] }),
        openOrders: live([anOrder()]),
      }),
    ).toMatchObject({
      profileId: 'a',
      account: 'Main',
      unstopped: 1,
      unclear: 2,
      resting: 1,
      isMore: false,
      unknownSince: null,
    })
  })

  it('counts an order of its own as a stop loss if it closes all of the position, and not as an open order', () => {
    const stop = anOrder({
      ...{ id: '7', market: unstopped.market, side: 'sell', type: 'margin stop market' },
      ...{ activationPrice: '90', activationCondition: 'lte', reduceOnly: true },
      ...{ amount: unstopped.amount ?? '', left: unstopped.amount ?? '' },
    })
    const positions = live([unstopped])
    expect(left({ positions, openOrders: live([stop]) })).toBeNull()
    const part = { ...stop, left: '0.001' }
    expect(left({ positions, openOrders: live([part]) })).toMatchObject({
      unstopped: 1,
      resting: 0,
    })
    const unsaid = { ...stop, activationCondition: undefined, activationPrice: '1' }
    expect(left({ positions, openOrders: live([unsaid]) })).toMatchObject({
      unstopped: 0,
      unclear: 1,
    })
  })

  it('does not know of a stop loss where the linked orders were not read', () => {
    const positions = live([unstopped])
    const unread = { ...noPortfolio.conditionalOrders, problem: anUnreachable }
    expect(left({ positions, conditionalOrders: unread })).toMatchObject({
      unstopped: 0,
      unclear: 1,
    })
  })

  it('is not known once the answer is too old, whatever stop loss there was', () => {
    const old = { asOf: now - 16 }
    expect(left({ positions: live([stopped], old) })).toMatchObject({ unknownSince: now - 16 })
    expect(left({ positions: live([stopped], { source: 'cache' }) })?.unknownSince).toBe(now - 2)
    expect(left({ positions: live([], old) })).toBeNull()
    const orders = live([anOrder()], { ...old, every: 5 })
    expect(left({ positions: live([stopped]), openOrders: orders })).toMatchObject({
      resting: 1,
      unknownSince: now - 16,
    })
  })

  it('is not known after a failed poll, or one of the background that was minutes ago', () => {
    const failed = { asOf: now - 6, problem: anUnreachable }
    expect(left({ positions: live([unstopped], failed) })?.unknownSince).toBe(now - 6)
    const orders = (ago: number) =>
      left({ openOrders: live([anOrder()], { asOf: now - ago, every: 300 }) })?.unknownSince
    expect([orders(120), orders(121), orders(899)]).toEqual([null, now - 121, now - 899])
    const positions = (ago: number) =>
      left({ positions: live([unstopped], { asOf: now - ago }) })?.unknownSince
    expect([positions(10), positions(11)]).toEqual([null, now - 11])
    // An empty list of orders, however old, leaves nothing of what was seen.
    const none = live([], { asOf: now - 900, every: 300 })
    expect(left({ positions: live([stopped]), openOrders: none })).toBeNull()
  })

  it('is the same as long as nothing changes, and another if anything does', () => {
    const gist = (some: Partial<PortfolioView>): string | undefined => left(some)?.gist
    const base = { positions: live([unstopped, silent]), openOrders: live([anOrder()]) }
    const later = { positions: live([silent, unstopped], { asOf: now - 1 }) }
    expect(gist({ ...base, ...later })).toBe(gist(base))
    const others = [
      { positions: live([unstopped]) },
      { positions: live([{ ...unstopped, amount: '7' }, silent]) },
      { positions: live([unstopped, silent], { asOf: now - 16 }) },
      { openOrders: live([anOrder({ id: '99' })]) },
      { openOrders: live([anOrder()], { unreadable: [anUnreadable()] }) },
    ].map((some) => gist({ ...base, ...some }))
    expect(new Set([gist(base), ...others]).size).toBe(6)
  })
})

function anExposure(some: Partial<Exposure> = {}): Exposure {
  return {
    profileId: 'a',
    account: 'Main',
    unstopped: 2,
    unclear: 0,
    resting: 0,
    isMore: false,
    unknownSince: null,
    gist: 'a known',
    ...some,
  }
}

function setup(exposures: Exposure[], report: StopReport = { isArmed: false, pinged: [] }) {
  const time = createFakeClock()
  const asked: QuitQuestion[] = []
  const shown: unknown[] = []
  const state = { exposures, report, locked: false, locks: 0, accepted: null as string | null }
  let press: (button: number) => void = () => undefined
  let refuse: (fault: Error) => void = () => undefined
  const leaving = createLeaving({
    exposures: () => state.exposures,
    report: () => state.report,
    isLocked: () => state.locked,
    timesLocked: () => state.locks,
    accepted: { read: () => state.accepted, write: (print) => (state.accepted = print) },
    ask: (question) => {
      asked.push(question)
      return new Promise((resolve, reject) => {
        press = resolve
        refuse = reject
      })
    },
    show: (place) => shown.push(place),
    clockText: () => '14:02',
    timing: time.timing,
  })
  const quit = async (button: number) => {
    const answer = leaving.mayQuit()
    press(button)
    return answer
  }
  return {
    leaving,
    asked,
    shown,
    state,
    quit,
    press: (button: number) => press(button),
    refuse: () => refuse(new Error('no window')),
    time,
  }
}

describe('UX-76 the question before quitting', () => {
  it('is not asked where nothing is left behind', async () => {
    const { leaving, asked } = setup([])
    expect(await leaving.mayQuit()).toEqual({ quits: true, report: 'ask' })
    expect(asked).toEqual([])
  })

  it('names each account, in one dialog whose first button is the remedy', async () => {
    const { quit, asked, shown } = setup([
      anExposure({ unclear: 1, resting: 3 }),
      anExposure({ profileId: 'b', account: 'Desk', unstopped: 0, unknownSince: now }),
    ])
    expect(await quit(0)).toEqual({ quits: false, report: 'leave' })
    expect(asked).toEqual([
      {
        title: 'Quit Plimsoll?',
        message: 'Nobody watches this any more once Plimsoll quits.',
        detail: [
          'Main: 2 positions without a stop loss',
          'Main: whether 1 position has a stop loss is not known',
          'Main: 3 open orders',
          'Desk: what is open now is not known; this is from 14:02',
          '',
          'If you quit, Plimsoll asks again only when this has changed.',
        ].join('\n'),
        buttons: ['Show positions', 'Quit anyway'],
      },
    ])
    expect(shown).toEqual([{ profileId: 'a', screen: 'positions' }])
  })

  it('leads to the open orders if only those are left', async () => {
    const { quit, asked, shown } = setup([
      anExposure({ unstopped: 0, resting: 1000, isMore: true }),
    ])
    await quit(0)
    expect(asked[0]?.buttons[0]).toBe('Show open orders')
    expect(asked[0]?.detail).toContain('Main: at least 1000 open orders')
    expect(shown).toEqual([{ profileId: 'a', screen: 'trade' }])
  })

  it('names five accounts and counts the others', async () => {
    const many = Array.from({ length: 7 }, (_, at) => anExposure({ account: `Desk ${at}` }))
    const { quit, asked } = setup(many)
    await quit(1)
    expect(asked[0]?.detail).toContain('Desk 4')
    expect(asked[0]?.detail).not.toContain('Desk 5')
    expect(asked[0]?.detail).toContain('And 2 more accounts')
  })

  it('is asked once about the same situation, and again after the remedy or a change', async () => {
    const { quit, asked, state } = setup([anExposure()])
    await quit(0)
    expect(asked).toHaveLength(1)
    expect(await quit(1)).toEqual({ quits: true, report: 'leave' })
    expect(asked).toHaveLength(2)
    expect(await quit(1)).toEqual({ quits: true, report: 'ask' })
    expect(asked).toHaveLength(2)
    expect(state.accepted).toMatch(/^[0-9a-f]{64}$/)
    state.exposures = [anExposure({ gist: 'a unknown' })]
    await quit(1)
    expect(asked).toHaveLength(3)
  })

  it('ALR-11 decides in the same dialog what becomes of the report that Plimsoll stopped', async () => {
    const report = { isArmed: true, pinged: ['hc.example'] }
    const leave = setup([anExposure()], report)
    expect(await leave.quit(1)).toEqual({ quits: true, report: 'leave' })
    expect(leave.asked[0]?.buttons).toEqual([
      'Show positions',
      'Leave it scheduled and quit',
      'Cancel the message and quit',
    ])
    expect(leave.asked[0]?.detail).toMatch(
      /A message that Plimsoll stopped watching is scheduled\..*Pings to hc\.example stop as well/,
    )
    expect(await setup([anExposure()], report).quit(2)).toEqual({ quits: true, report: 'cancel' })
    const pinged = setup([anExposure()], { isArmed: false, pinged: ['hc.example'] })
    expect(await pinged.quit(1)).toEqual({ quits: true, report: 'leave' })
    expect(pinged.asked[0]?.detail).toContain('Pings to hc.example stop when Plimsoll quits.')
  })

  it('names nothing of an account while Plimsoll is locked, and only opens the window', async () => {
    const { quit, asked, shown, state } = setup([anExposure()])
    state.locked = true
    await quit(0)
    expect(JSON.stringify(asked)).not.toMatch(/Main|2 positions/)
    expect(asked[0]?.buttons[0]).toBe('Unlock…')
    expect(shown).toEqual([null])
  })

  it('SEC-16 does not take for accepted what a locked Plimsoll did not name', async () => {
    const { quit, state } = setup([anExposure()])
    state.locked = true
    expect(await quit(1)).toEqual({ quits: true, report: 'leave' })
    expect(state.accepted).toBeNull()
  })

  it('is asked once more if something changed while it was open, and accepts only what it named', async () => {
    const { leaving, press, state, asked } = setup([anExposure()])
    const answer = leaving.mayQuit()
    state.exposures = [anExposure({ gist: 'another', resting: 4 })]
    press(1)
    await settled()
    expect(asked).toHaveLength(2)
    expect(asked[1]?.detail).toContain('Main: 4 open orders')
    state.exposures = [anExposure({ gist: 'a third', resting: 5 })]
    press(1)
    expect(await answer).toEqual({ quits: true, report: 'leave' })
    expect(asked).toHaveLength(2)
    state.exposures = [anExposure({ gist: 'another', resting: 4 })]
    expect(await leaving.mayQuit()).toEqual({ quits: true, report: 'ask' })
    state.exposures = [anExposure()]
    void leaving.mayQuit()
    expect(asked).toHaveLength(3)
  })

  it('is not asked once more where nothing is left by then, or nobody answered', async () => {
    const { leaving, press, state, asked, time } = setup([anExposure()])
    const closed = leaving.mayQuit()
    state.exposures = []
    press(1)
    expect((await closed).quits).toBe(true)
    state.exposures = [anExposure({ gist: 'another' })]
    const ignored = leaving.mayQuit()
    state.exposures = [anExposure({ gist: 'a third' })]
    await time.pass(60)
    expect((await ignored).quits).toBe(true)
    expect(asked).toHaveLength(2)
  })

  it('at the end of a session gives up the question about the report as well, but nothing chosen', async () => {
    const { leaving } = setup([])
    const never = vi.fn(() => new Promise<void>(() => undefined))
    const open = leaving.unlessHurried('ask', never)
    leaving.sessionEnding()
    await open
    await leaving.unlessHurried('ask', never)
    expect(never).toHaveBeenCalledTimes(1)
    const chosen = vi.fn(() => Promise.resolve())
    await leaving.unlessHurried('cancel', chosen)
    expect(chosen).toHaveBeenCalledTimes(1)
  })

  it('SEC-16 ignores an answer that was given after a lock', async () => {
    const { leaving, press, state, shown } = setup([anExposure()], { isArmed: true, pinged: [] })
    for (const button of [0, 1, 2]) {
      const answer = leaving.mayQuit()
      state.locks += 1
      press(button)
      expect(await answer).toEqual({ quits: false, report: 'leave' })
    }
    expect([shown, state.accepted]).toEqual([[], null])
  })

  it('holds up neither a restart for an update nor the end of a session, and cancels no report', async () => {
    const update = setup([anExposure()])
    update.leaving.restarting()
    expect(await update.leaving.mayQuit()).toEqual({ quits: true, report: 'leave' })

    const session = setup([anExposure()])
    const answer = session.leaving.mayQuit()
    session.leaving.sessionEnding()
    expect(await answer).toEqual({ quits: true, report: 'leave' })
    expect(await session.leaving.mayQuit()).toEqual({ quits: true, report: 'leave' })
    expect([session.asked.length, session.state.accepted]).toEqual([1, null])
    // It did not end after all.
    await session.time.pass(60)
    void session.leaving.mayQuit()
    expect(session.asked).toHaveLength(2)
  })

  it('quits without an answer, and asks again the next time', async () => {
    const { leaving, time, asked, state, refuse } = setup([anExposure()])
    const answer = leaving.mayQuit()
    await time.pass(60)
    expect(await answer).toEqual({ quits: true, report: 'leave' })
    const next = leaving.mayQuit()
    refuse()
    expect(await next).toEqual({ quits: true, report: 'leave' })
    expect([asked.length, state.accepted]).toEqual([2, null])
    await settled()
  })

  it('follows the language', async () => {
    readLanguageFrom(() => 'uk')
    const { quit, asked } = setup([anExposure({ unstopped: 5 })])
    await quit(1)
    expect(asked[0]?.detail).toContain('Main: 5 позицій без стоп-лоса')
  })
})
