// What the collateral account owes: from the answers and the stream to the alerts.
import { describe, expect, it } from 'vitest'
import { evaluateBorrowings, withCalled } from '../../../src/main/alerts/borrowing-alerts.js'
import { compareLists, type ListMemory } from '../../../src/main/alerts/confirmed-absence.js'
import { lapse } from '../../../src/main/alerts/open-alerts.js'
import { type Alert, defaultAlertSettings } from '../../../src/shared/alerts/alert.js'
import type { Borrowing, BorrowingEvent } from '../../../src/shared/portfolio/borrowing.js'
import type { Feed } from '../../../src/shared/portfolio/feed.js'
import {
  type CollateralBalance,
  type CollateralSummary,
  noPortfolio,
  type PortfolioView,
} from '../../../src/shared/portfolio/portfolio.js'
import { createAlertHarness, inEnglish } from '../../support/alert-harness.js'
import { problem } from '../../support/fake-exchange-client.js'

function summaryAt(level: number): CollateralSummary {
  return {
    equity: String(level * 10),
    usedMargin: '1000',
    freeMargin: String(Math.max(0, level * 10 - 1000)),
    unrealizedPnl: '0',
    unrealizedFunding: '0',
    leverage: 10,
  }
}

const btc: CollateralBalance = { asset: 'BTC', balance: '0', borrowed: '0.5' }
const usdt: CollateralBalance = { asset: 'USDT', balance: '900', borrowed: '0' }

const unreadable = [{ name: 'BTC', why: 'no decimal' }] as never

const called: BorrowingEvent = {
  state: 'margin_call',
  asset: 'BTC',
  amount: '0.5',
  accruedCost: '0.00002',
  liquidationPrice: '70000',
}

function setup(level = 400, keyHint = 'ab12', harness = createAlertHarness()) {
  const alerts = harness.open('a', undefined, { keyHint })
  let view: PortfolioView = { ...noPortfolio, profileId: 'a' }
  const live = <T>(value: T): Feed<T> => ({
    value,
    asOf: harness.time.clock(),
    source: 'live',
    problem: null,
    every: 30,
  })
  const show = (part: Partial<PortfolioView>): void => {
    view = { ...view, ...part }
    alerts.portfolioChanged(view)
  }
  /** One response a second after the last. */
  const answer = async (
    list: CollateralBalance[],
    more: Partial<Feed<CollateralBalance[]>> = {},
  ) => {
    await harness.time.pass(1)
    show({
      positions: live([]),
      collateralSummary: live(summaryAt(level)),
      collateralBalance: { ...live(list), ...more },
    })
  }
  const open = () =>
    alerts
      .view()
      .attention.map(({ alert }) => inEnglish(alert))
      .filter(({ subject }) => subject.key.startsWith('borrowing:'))
  return { ...harness, alerts, show, answer, open, view: () => view }
}

/** The same account with another key, after the first key saw the borrowing, and `event`. */
async function withNewKey(event?: BorrowingEvent) {
  const harness = createAlertHarness()
  const first = setup(400, 'ab12', harness)
  await first.answer([btc])
  if (event !== undefined) first.alerts.borrowingEvent(event)
  first.alerts.close()
  return { harness, second: setup(400, 'cd34', harness) }
}

describe('ANS-3 a borrowing that is no longer listed', () => {
  it('is reported with its last figures once two answers in a row are without it', async () => {
    const { answer, open, notified, time, show, view } = setup()
    await answer([btc, usdt])
    show({
      ...view(),
      borrowings: {
        at: time.clock(),
        list: [{ asset: 'BTC', amount: '0.5', accruedCost: '0.00002', liquidationPrice: '70000' }],
      },
    })
    await answer([btc, usdt])
    const seenAt = time.clock()
    await answer([usdt])
    expect(open()).toEqual([])
    await answer([usdt])
    expect(open()).toMatchObject([
      {
        kind: 'borrowing-gone',
        level: 'info',
        title: 'Borrowed BTC is no longer listed by the exchange',
        cause: {
          asset: 'BTC',
          amount: '0.5',
          accruedCost: '0.00002',
          liquidationPrice: '70000',
          lastMarginLevel: '400',
        },
      },
    ])
    const [alert] = open()
    expect(Number(alert?.cause['seenAt'])).toBeLessThanOrEqual(seenAt)
    expect(notified).toHaveLength(1)
  })

  it.each([
    [400, 'borrowing-gone', 'info'],
    [180, 'borrowing-gone', 'caution'],
    [100, 'borrowing-gone-at-margin-call', 'danger'],
  ] as const)('at a margin level of %s %% is %s, %s', async (level, kind, gravity) => {
    const { answer, open } = setup(level)
    for (const list of [[btc], [], []]) await answer(list)
    expect(open()).toMatchObject([{ kind, level: gravity }])
  })

  it('is not reported for one answer, a partial one, or another key', async () => {
    const { answer, open } = setup()
    for (const list of [[btc], [], [btc], []]) await answer(list)
    expect(open()).toEqual([])
    await answer([], { unreadable })
    await answer([], { unreadable })
    expect(open()).toEqual([])

    const { second } = await withNewKey()
    await second.answer([])
    await second.answer([])
    expect(second.open()).toEqual([])
  })

  it('is reported after a restart as well', async () => {
    const harness = createAlertHarness()
    const first = setup(400, 'ab12', harness)
    await first.answer([btc])
    first.alerts.close()
    const second = setup(400, 'ab12', harness)
    await second.answer([])
    await second.answer([])
    expect(second.open()).toMatchObject([{ kind: 'borrowing-gone' }])
  })
})

describe('a margin call of a borrowing', () => {
  it('notifies at once and once, whether or not balances can be read', () => {
    const { alerts, open, notified } = setup()
    alerts.borrowingEvent(called)
    alerts.borrowingEvent(called)
    expect(notified).toHaveLength(1)
    expect(open()).toMatchObject([
      {
        kind: 'borrowing-margin-call',
        level: 'danger',
        title: 'Borrowed BTC is in margin call',
        cause: { amount: '0.5', liquidationPrice: '70000' },
      },
    ])
  })

  it('is followed by liquidation as the worse of the two', () => {
    const { alerts, open, notified } = setup()
    alerts.borrowingEvent(called)
    alerts.borrowingEvent({ ...called, state: 'liquidation' })
    expect(notified).toHaveLength(2)
    expect(open()).toMatchObject([{ kind: 'borrowing-liquidation' }])
  })

  it('is news again if it is announced after it was acknowledged', () => {
    const { alerts, open, notified } = setup()
    alerts.borrowingEvent(called)
    alerts.acknowledge(
      alerts.view().attention.find(({ alert }) => alert.kind === 'borrowing-margin-call')?.alert
        .id ?? '',
    )
    alerts.borrowingEvent(called)
    expect(notified).toHaveLength(2)
    expect(open()).toMatchObject([{ state: { kind: 'active' } }])
  })

  it('makes its end grave, however high the margin level was', async () => {
    const { alerts, answer, open } = setup(400)
    await answer([btc])
    alerts.borrowingEvent(called)
    for (const list of [[], []]) await answer(list)
    expect(open()).toMatchObject([{ kind: 'borrowing-gone-at-margin-call', level: 'danger' }])
  })

  it('of another key is no longer seen if two answers of this one are without it', async () => {
    const { second } = await withNewKey(called)
    expect(second.open()).toMatchObject([{ kind: 'borrowing-margin-call' }])
    await second.answer([])
    expect(second.open()).toMatchObject([{ kind: 'borrowing-margin-call' }])
    await second.answer([])
    expect(second.open()).toMatchObject([
      {
        kind: 'borrowing-unseen',
        title:
          'Borrowed BTC is no longer seen with the new key; the exchange had called margin for it',
        cause: { asset: 'BTC', amount: '0.5' },
      },
    ])
  })

  it('of another key is news again once the borrowing is seen again', async () => {
    const { harness, second } = await withNewKey({ ...called, state: 'liquidation' })
    for (const list of [[], []]) await second.answer(list)
    expect(second.open()).toMatchObject([
      { title: expect.stringMatching(/new key; the exchange was liquidating it$/) as string },
    ])
    second.alerts.close()
    const before = harness.notified.length
    const third = setup(400, 'ab12', harness)
    await third.answer([btc])
    expect(third.open()).toMatchObject([{ kind: 'borrowing-liquidation', level: 'danger' }])
    expect(harness.notified).toHaveLength(before + 1)
    for (const list of [[], []]) await third.answer(list)
    expect(third.open()).toMatchObject([
      {
        kind: 'borrowing-gone-at-margin-call',
        title: 'Borrowed BTC is no longer listed by the exchange, which was liquidating it',
      },
    ])
  })

  it('of another key goes on while its row cannot be read, and its end is grave', async () => {
    const { second } = await withNewKey(called)
    for (let turn = 0; turn < 3; turn += 1) await second.answer([], { unreadable })
    expect(second.open()).toMatchObject([{ kind: 'borrowing-margin-call' }])
    for (const list of [[btc], [btc], [], []]) await second.answer(list)
    expect(second.open()).toMatchObject([
      { kind: 'borrowing-gone-at-margin-call', level: 'danger' },
    ])
  })

  it('does not replace a liquidation that another key received and nobody has seen', async () => {
    const { second } = await withNewKey({ ...called, state: 'liquidation' })
    second.alerts.borrowingEvent(called)
    expect(second.open()).toMatchObject([{ kind: 'borrowing-liquidation' }])
  })

  it('of another key goes on if this one lists the borrowing as well', async () => {
    const { second } = await withNewKey(called)
    await second.answer([btc])
    expect(second.open()).toMatchObject([{ kind: 'borrowing-margin-call' }])
  })

  it('that a new key announced before its first answer is news, and goes on after it', async () => {
    const { harness, second } = await withNewKey(called)
    const before = harness.notified.length
    second.alerts.borrowingEvent(called)
    expect(harness.notified).toHaveLength(before + 1)
    second.alerts.borrowingEvent(called)
    expect(harness.notified).toHaveLength(before + 1)
    await second.answer([])
    expect(second.open()).toMatchObject([{ kind: 'borrowing-margin-call' }])
  })

  it('is news again after its liquidation was acknowledged', () => {
    const { alerts, open, notified } = setup()
    alerts.borrowingEvent({ ...called, state: 'liquidation' })
    alerts.acknowledge(alerts.view().attention[0]?.alert.id ?? '')
    alerts.borrowingEvent(called)
    expect(notified).toHaveLength(2)
    expect(open()).toMatchObject([{ kind: 'borrowing-margin-call', state: { kind: 'active' } }])
  })

  describe('whose alert is over', () => {
    const answered = {
      at: 100,
      readable: new Set<string>(),
      marginLevel: '400',
      isLevelCurrent: true,
      keyHint: 'ab12',
    }
    const owed: Borrowing = {
      asset: 'BTC',
      amount: '0.5',
      accruedCost: null,
      liquidationPrice: null,
      streamedAt: null,
    }
    /** The kinds of what is raised in the end. */
    const raisedBy = (
      answers: readonly { list: Borrowing[]; isOpen: boolean; isWhole?: boolean }[],
    ): string[] => {
      let state: ReturnType<typeof withCalled> | null = withCalled(null, called, 'ab12')
      const kinds: string[] = []
      for (const { list, isOpen, isWhole = true } of answers) {
        const open = new Set(isOpen ? ['borrowing/BTC/margin_call'] : [])
        const { candidates, state: next } = evaluateBorrowings(
          { ...answered, list, open, isWhole },
          defaultAlertSettings,
          state,
        )
        state = next
        kinds.push(...candidates.map(({ kind }) => kind))
      }
      return kinds
    }

    it('makes the end grave if that was while the borrowing was missing', () => {
      expect(
        raisedBy([
          { list: [owed], isOpen: true },
          { list: [], isOpen: true },
          { list: [], isOpen: false },
        ]),
      ).toEqual(['borrowing-gone-at-margin-call'])
    })

    it('makes the end grave if that was while its row could not be read', () => {
      expect(
        raisedBy([
          { list: [owed], isOpen: true },
          { list: [], isOpen: true, isWhole: false },
          { list: [], isOpen: false, isWhole: false },
          { list: [], isOpen: false },
          { list: [], isOpen: false },
        ]),
      ).toEqual(['borrowing-gone-at-margin-call'])
    })

    it('does not if the borrowing was listed after it', () => {
      expect(
        raisedBy([
          { list: [owed], isOpen: true },
          { list: [owed], isOpen: false },
          { list: [], isOpen: false },
          { list: [], isOpen: false },
        ]),
      ).toEqual(['borrowing-gone'])
    })
  })

  it('with a new key, before its first answer, stays', async () => {
    const { second } = await withNewKey()
    second.alerts.borrowingEvent(called)
    await second.answer([btc])
    expect(second.open()).toMatchObject([{ kind: 'borrowing-margin-call' }])
  })

  it('does not become old news while nobody has seen it', () => {
    const { alerts } = setup()
    alerts.borrowingEvent(called)
    const open = alerts.view().attention.map(({ alert }) => alert)
    const later = (open[0]?.at ?? 0) + 4 * 86_400
    expect(lapse(open, later).open).toEqual(open)
    const seen = open.map((one): Alert => ({ ...one, state: { kind: 'acknowledged', at: one.at } }))
    expect(lapse(seen, later).open).toEqual([])
  })

  it('ends when the borrowing is gone', async () => {
    const { alerts, answer, open } = setup(90)
    await answer([btc])
    alerts.borrowingEvent(called)
    for (const list of [[btc], [], []]) await answer(list)
    expect(open()).toMatchObject([{ kind: 'borrowing-gone-at-margin-call' }])
  })
})

describe('ANS-3 losing sight of what is borrowed', () => {
  it('is an alert if something is borrowed, and none otherwise', async () => {
    for (const [list, count] of [
      [[btc], 1],
      [[usdt], 0],
    ] as const) {
      const { answer, show, view, time, alerts } = setup()
      await answer([...list])
      for (let seconds = 0; seconds < 180; seconds += 5) {
        await time.pass(5)
        const { collateralBalance, ...others } = view()
        const live = { asOf: time.clock(), source: 'live', problem: null } as const
        show({
          collateralBalance: { ...collateralBalance, problem: problem('exchange-trouble') },
          positions: { ...others.positions, ...live },
          collateralSummary: { ...others.collateralSummary, ...live },
          loan: { value: { kind: 'no-loan' }, every: 15, ...live },
        })
      }
      const lost = alerts
        .view()
        .attention.map(({ alert }) => inEnglish(alert))
        .filter(({ kind }) => kind === 'monitoring-lost')
      expect(lost).toHaveLength(count)
      if (count === 1) expect(lost[0]?.title).toMatch(/^Borrowings not monitored: /)
    }
  })
})

describe('ANS-3 what is borrowed and missing in one answer', () => {
  it('is in doubt and monitored until a second answer is without it', async () => {
    const { answer, show, view, time, alerts } = setup()
    show({
      loan: { value: { kind: 'no-loan' }, asOf: 1, source: 'live', problem: null, every: 15 },
    })
    await answer([btc])
    expect([alerts.isBorrowingInDoubt(), alerts.isAtRisk()]).toEqual([false, true])
    await answer([])
    expect([alerts.isBorrowingInDoubt(), alerts.isAtRisk()]).toEqual([true, true])
    for (let seconds = 0; seconds < 180; seconds += 5) {
      await time.pass(5)
      const { collateralBalance, positions, collateralSummary, loan } = view()
      const live = { asOf: time.clock(), source: 'live', problem: null } as const
      show({
        collateralBalance: { ...collateralBalance, problem: problem('exchange-trouble') },
        positions: { ...positions, ...live },
        collateralSummary: { ...collateralSummary, ...live },
        loan: { ...loan, ...live },
      })
    }
    const lost = alerts.view().attention.filter(({ alert }) => alert.kind === 'monitoring-lost')
    expect(lost.map(({ alert }) => alert.level)).toEqual(['danger'])
    await answer([])
    expect([alerts.isBorrowingInDoubt(), alerts.isAtRisk()]).toEqual([false, false])
  })

  it('is in doubt no more once its row says that nothing is owed, whatever else is unreadable', async () => {
    const { answer, alerts, time, open } = setup()
    await answer([btc])
    const repaid = { ...btc, borrowed: '0' }
    await answer([repaid], { unreadable })
    expect(alerts.isBorrowingInDoubt()).toBe(true)
    for (let seconds = 0; seconds < 300; seconds += 10) {
      await answer([repaid], { unreadable })
      await time.pass(9)
    }
    expect(alerts.isBorrowingInDoubt()).toBe(false)
    expect(open()).toMatchObject([{ kind: 'borrowing-gone', level: 'info' }])
    const lost = alerts.view().attention.flatMap(({ alert }) => alert.cause['feeds'] ?? [])
    expect(lost).not.toContain('collateralBalance')
  })

  it('is not in doubt for a key that may not ask', async () => {
    const harness = createAlertHarness()
    const first = setup(400, 'ab12', harness)
    for (const list of [[btc], []]) await first.answer(list)
    expect(first.alerts.isBorrowingInDoubt()).toBe(true)
    first.alerts.close()
    const second = setup(400, 'cd34', harness)
    const denied = { source: 'cache', problem: problem('no-permission'), every: null } as const
    second.show({ collateralBalance: { value: [], asOf: 1, ...denied } })
    expect(second.alerts.isBorrowingInDoubt()).toBe(false)
  })

  it.each([
    [200, 'borrowing-gone-at-margin-call'],
    [400, 'borrowing-gone'],
  ])('is graded by a margin level of up to five minutes before: %s s', async (unread, kind) => {
    const { answer, show, open, time, view } = setup(95)
    await answer([btc])
    const live = { source: 'live', problem: null, every: 30 } as const
    const trouble = { ...view().collateralSummary, problem: problem('exchange-trouble') }
    for (let seconds = 0; seconds < unread; seconds += 10) {
      await time.pass(10)
      show({
        collateralSummary: trouble,
        collateralBalance: { value: [btc], asOf: time.clock(), ...live },
      })
    }
    for (let turn = 0; turn < 2; turn += 1) {
      await time.pass(1)
      show({ collateralBalance: { value: [], asOf: time.clock(), ...live } })
    }
    expect(open()).toMatchObject([{ kind }])
  })

  it('is not graded by a margin level of another time', async () => {
    const { show, open, time } = setup()
    const live = { source: 'live', problem: null, every: 30 } as const
    for (const list of [[btc], [], []]) {
      await time.pass(1)
      const asOf = time.clock()
      show({
        collateralSummary: { value: summaryAt(100), ...live, asOf: asOf - 61 },
        collateralBalance: { value: list, ...live, asOf },
      })
    }
    expect(open()).toMatchObject([{ kind: 'borrowing-gone', level: 'caution' }])
  })
})

describe('a list compared with the one before', () => {
  it('loses an entry only after two whole answers without it', () => {
    const one = { id: 'a' }
    const memory: ListMemory<typeof one> = { seen: [one], missing: [] }
    const doubted = compareLists([], true, memory)
    expect(doubted).toMatchObject({ gone: [], isMissing: true })
    expect(compareLists([], false, doubted.memory).gone).toEqual([])
    expect(compareLists([], true, doubted.memory)).toMatchObject({ gone: [one], isMissing: false })
    expect(compareLists([one], true, doubted.memory).gone).toEqual([])
    const back = compareLists([one], false, doubted.memory)
    expect(compareLists([], true, back.memory).gone).toEqual([])
  })
})
