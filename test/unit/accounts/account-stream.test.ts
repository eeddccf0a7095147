// An account with live updates, over a stream the test writes and virtual time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { ok } from '../../../src/shared/result.js'
import { createAccountHarness } from '../../support/account-harness.js'
import { aProfile } from '../../support/fake-accounts.js'
import { aPosition, problem } from '../../support/fake-exchange-client.js'
import { aBulkTicket, ourPage, unknownAnswer } from '../../support/order-harness.js'
import { aStreamPosition, positionsUpdate } from '../../support/fake-stream.js'
import { aMarket, aTicker } from '../../support/fake-public-client.js'

async function setup({ isOn = true, listed = [] as readonly string[] } = {}) {
  const profile = aProfile({ id: 'a' })
  const harness = createAccountHarness(profile)
  if (listed.length > 0)
    harness.market.say(
      'markets',
      listed.map((name) => aMarket(name)),
    )
  if (isOn) harness.streamed.add('a')
  const account = harness.open(profile)
  await account.unlock()
  await harness.time.pass(3)
  const client = () => harness.client('a')
  const stream = () => client().stream
  const view = () => account.monitor.connection().stream
  /** Every second, the stream sends the same position. */
  const streams = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      stream().push('positionsMargin', positionsUpdate(aStreamPosition()))
      await harness.time.pass(1)
    }
  }
  /** How often positions are read meanwhile. */
  const reads = async (seconds: number): Promise<number> => {
    const before = client().count('positions')
    await streams(seconds)
    return client().count('positions') - before
  }
  return { ...harness, account, client, stream, view, streams, reads }
}

const inCall = aPosition({ liquidationState: 'margin_call' })
const callEvent = [
  1,
  aStreamPosition({ id: 527, amount: '0.1', base_price: '45658.349', liq_price: null }),
]

describe('the connection of an account', () => {
  it('opens once the key is accepted, and shows itself', async () => {
    const { stream, view, client } = await setup()
    expect(stream().openSockets()).toBe(1)
    expect(view()).toMatchObject({ state: 'live', ends: [] })
    expect(client().count('token')).toBe(1)
  })

  it('is not opened, and no token fetched, while it is off', async () => {
    const { stream, client, view, time } = await setup({ isOn: false })
    await time.pass(600)
    expect([stream().sockets.length, client().count('token'), view().state]).toEqual([0, 0, 'off'])
  })

  it('follows the settings', async () => {
    const { streamed, account, stream, view, client, time } = await setup()
    streamed.delete('a')
    account.streamSettingsChanged()
    expect([stream().openSockets(), view().state]).toEqual([0, 'off'])
    const before = client().count('positions')
    await time.pass(60)
    expect(client().count('positions') - before).toBe(12)
    streamed.add('a')
    account.streamSettingsChanged()
    await time.pass(20)
    expect([stream().openSockets(), view().state]).toEqual([1, 'live'])
  })

  it.each([
    ['the account is closed', (account) => void account.close()],
    ['a lock drops its key', (account) => account.lock(false)],
    ['Plimsoll quits', (account) => account.stop()],
  ] satisfies [string, (account: Awaited<ReturnType<typeof setup>>['account']) => void][])(
    'closes when %s',
    async (_what, act) => {
      const { account, stream, time } = await setup()
      act(account)
      expect(stream().openSockets()).toBe(0)
      await time.pass(120)
      expect(stream().openSockets()).toBe(0)
    },
  )

  it('stays open behind a lock that keeps the key for reading', async () => {
    const { account, stream, time } = await setup()
    account.lock(true)
    await time.pass(60)
    expect(stream().openSockets()).toBe(1)
  })

  it('closes when the computer suspends, and opens again where it stays awake all the same', async () => {
    const { account, stream, view, time, client } = await setup()
    account.suspended()
    expect(stream().openSockets()).toBe(0)
    await time.pass(59)
    expect(stream().openSockets()).toBe(0)
    await time.pass(2)
    expect([stream().openSockets(), view().state]).toEqual([1, 'live'])
    expect(client().count('token')).toBe(2)
  })

  it('asks for no more tokens because it is closed and opened often', async () => {
    const { streamed, account, client, time } = await setup()
    for (let times = 0; times < 30; times += 1) {
      streamed.delete('a')
      account.streamSettingsChanged()
      account.suspended()
      account.resumed()
      streamed.add('a')
      account.streamSettingsChanged()
      await time.pass(1)
    }
    expect(client().count('token')).toBeLessThanOrEqual(3)
  })

  it('opens again when the computer resumes', async () => {
    const { account, stream, view, time } = await setup()
    account.suspended()
    time.sleep(3600)
    account.resumed()
    await time.pass(20)
    expect([stream().openSockets(), view().state]).toEqual([1, 'live'])
  })

  it('closes with a refused key', async () => {
    const { client, stream, time } = await setup()
    client().refuse('loan', problem('key-disabled'))
    await time.pass(20)
    expect(stream().openSockets()).toBe(0)
  })

  it('connects again where proxy or address family changed', async () => {
    const { account, stream, time, view } = await setup()
    account.dropSockets()
    await time.pass(2)
    expect([stream().sockets.length, stream().openSockets()]).toEqual([2, 1])
    expect(view().ends.map(({ why }) => why)).toEqual(['replaced'])
  })
})

describe('what the stream says', () => {
  it('is read over HTTP at once, and only then shown', async () => {
    const { account, client, stream, time } = await setup()
    // Long enough after the latest read, and before the next.
    const reads = client().count('positions')
    while (client().count('positions') === reads) await time.pass(0.5)
    await time.pass(3)
    client().answer('positions', () =>
      Promise.resolve(ok({ value: [aPosition({ amount: '0.7' })], at: time.clock() })),
    )
    const amounts = () => account.monitor.portfolio().positions.value?.map(({ amount }) => amount)
    stream().push('positionsMargin', positionsUpdate(aStreamPosition({ amount: '0.9' })))
    expect(amounts()).toEqual(['0.1'])
    await time.pass(0)
    expect(amounts()).toEqual(['0.7'])
  })

  it.each(['screen', 'hidden'] as const)(
    'makes no read rarer with the window %s, however long nothing changes',
    async (visibility) => {
      const { account, streams, reads } = await setup()
      account.setVisibility(visibility)
      await streams(30)
      expect(await reads(600)).toBe(120)
    },
  )

  it('is compared with what is read: a change without a message is counted', async () => {
    const { client, stream, time, view } = await setup()
    stream().push('positionsMargin', positionsUpdate(aStreamPosition()))
    await time.pass(30)
    client().answer('positions', () =>
      Promise.resolve(ok({ value: [aPosition({ amount: '0.7' })], at: time.clock() })),
    )
    await time.pass(30)
    expect(view().differences).toMatchObject([{ list: 'positions', count: 1 }])
  })

  it('of a margin call notifies at once, while HTTP for positions fails, and once', async () => {
    const { client, stream, notified, time } = await setup()
    client().refuse('positions', problem('exchange-trouble'))
    await time.pass(6)
    stream().push('positionsAccountMargin', callEvent)
    expect(notified).toHaveLength(1)
    stream().push('positionsAccountMargin', callEvent)
    client().answer('positions', () => Promise.resolve(ok({ value: [inCall], at: time.clock() })))
    await time.pass(60)
    expect(notified.map(({ title }) => englishOf(title))).toHaveLength(1)
  })

  it('of a margin call is notified without waiting for a call or a delay', async () => {
    const { client, stream, notified, time } = await setup()
    const silence = new Promise<never>(() => undefined)
    for (const name of ['positions', 'loan', 'balance', 'ping'] as const)
      client().answer(name, () => silence)
    // The positions have been requested, and the exchange never responds.
    await time.pass(6)
    const [calls, at] = [client().count('positions'), time.clock()]
    stream().push('positionsAccountMargin', callEvent)
    expect(notified.map(({ title }) => englishOf(title))).toEqual([
      expect.stringMatching(/margin call/i),
    ])
    expect([client().count('positions'), time.clock()]).toEqual([calls, at])
  })

  it('counts reads that it triggered early, and none that were due anyway', async () => {
    const { view, stream, time } = await setup()
    await time.pass(30)
    const before = view().early
    // Positions and balances that change.
    for (let second = 0; second < 10; second += 1) {
      const amount = `0.${second + 1}`
      stream().push('positionsMargin', positionsUpdate(aStreamPosition({ amount })))
      await time.pass(1)
    }
    await time.pass(30)
    const after = view().early
    expect(after).toBeGreaterThan(before)
    await time.pass(60)
    expect(view().early).toBe(after)
  })

  it('does not hide that HTTP fails', async () => {
    const { client, stream, notified, time } = await setup()
    for (const name of ['positions', 'loan', 'balance', 'ping'] as const)
      client().refuse(name, problem('unreachable'))
    for (let second = 0; second < 300; second += 1) {
      stream().push('balanceSpot', [{ USDT: { available: String(second), freeze: '0' } }])
      await time.pass(1)
    }
    expect(stream().openSockets()).toBe(1)
    expect(notified.map(({ title }) => englishOf(title)).join()).toMatch(/not monitored/)
  })

  it.each<[string, string, (ours: string) => unknown]>([
    ['opens', 'ordersPending', (ours) => [1, { id: 8, market: 'BTC_USDT', client_order_id: ours }]],
    ['ends', 'ordersExecuted', (ours) => [{ id: 8, market: 'BTC_USDT', client_order_id: ours }]],
    [
      'is filled',
      'deals',
      (ours) => [5, 1_760_000_000, 'BTC_USDT', 8, '1', '1', '0', ours, 2, 2, 'USDT'],
    ],
  ])('ORD-24 has an order without an answer looked up when it %s', async (_how, channel, said) => {
    const { account, client, stream, time } = await setup()
    let lookups = 0
    Object.assign(client(), {
      orderHistory: () => {
        lookups += 1
        return Promise.resolve(ok({ value: [], at: time.clock() }))
      },
    })
    client().offer('activeOrders', () => Promise.resolve(ok({ value: [], at: time.clock() })))
    client().exchange.answers(() => unknownAnswer())
    await account.orders.allow(true)
    await account.orders.arm()
    const preview = account.orders.prepare(aBulkTicket([{}]), ourPage)
    if (!preview.ok) throw new Error(englishOf(preview.error.message))
    await account.orders.confirm(preview.value.token, ourPage)
    // Later than the first lookups, and long before the next one.
    await time.pass(200)
    const [open] = account.orders.read().open
    expect(open?.state).toBe('unknown')
    const before = lookups
    stream().push(channel, said('of somebody else'))
    await time.pass(3)
    expect(lookups).toBe(before)
    stream().push(channel, said(open?.items[0]?.clientOrderId ?? ''))
    await time.pass(0.5)
    expect(lookups).toBeGreaterThan(before)
  })

  it('is read again after every gap', async () => {
    const { client, stream, time } = await setup()
    await time.pass(30)
    const before = client().count('positions')
    stream().latest().end()
    await time.pass(0)
    await time.pass(3)
    expect(stream().sockets).toHaveLength(2)
    expect(client().count('positions')).toBeGreaterThan(before + 1)
  })
})

describe('figures of positions on screen', () => {
  it('are pushed to the page while somebody can see them, and dropped when live updates end', async () => {
    const { account, changes, stream, streamed, time } = await setup()
    const pushed = () =>
      changes.flatMap((change) => (change.topic === 'live-positions' ? [change.view] : []))
    account.setVisibility('hidden')
    stream().push('positionsMargin', positionsUpdate(aStreamPosition()))
    expect(pushed()).toEqual([])
    account.setVisibility('screen')
    expect(pushed()).toMatchObject([
      { profileId: 'a', at: time.clock(), list: [{ id: '2', unrealizedPnl: '-0.47' }] },
    ])
    expect(account.monitor.portfolio().positions.value).toMatchObject([{ id: '527' }])
    streamed.delete('a')
    account.streamSettingsChanged()
    expect(pushed().at(-1)).toEqual({ profileId: 'a', at: null, list: [] })
  })

  it('are dropped once they stand still while responses move, until the next connection', async () => {
    const { account, changes, client, stream, time } = await setup()
    account.setVisibility('screen')
    let pnl = 0
    const same = { id: '2', amount: '0.01', entryPrice: '60000' }
    client().answer('positions', () => {
      pnl -= 12
      const position = aPosition({ ...same, liquidationPrice: '65000', unrealizedPnl: `${pnl}` })
      return Promise.resolve(
        ok({ value: [{ ...position, positionSide: 'LONG' }], at: time.clock() }),
      )
    })
    const shown = () => {
      const views = changes.flatMap((one) => (one.topic === 'live-positions' ? [one.view] : []))
      return views.at(-1)?.at ?? null
    }
    const frozen = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        stream().push('positionsMargin', positionsUpdate(aStreamPosition()))
        await time.pass(1)
      }
    }
    await frozen(4)
    expect(shown()).not.toBeNull()
    await frozen(20)
    expect(shown()).toBeNull()
    stream().latest().end()
    await time.pass(3)
    await frozen(2)
    expect(shown()).not.toBeNull()
  })

  it('of 500 positions every second cost one push each, none while hidden, and leave nothing behind', async () => {
    const { account, changes, client, stream, time } = await setup()
    const ids = Array.from({ length: 500 }, (_, at) => at + 1)
    client().answer('positions', () =>
      Promise.resolve(
        ok({
          value: ids.map((id) => aPosition({ id: String(id), amount: '0.01' })),
          at: time.clock(),
        }),
      ),
    )
    const push = (second: number): void =>
      stream().push(
        'positionsMargin',
        positionsUpdate(...ids.map((id) => aStreamPosition({ id, pnl: `${second}.5` }))),
      )
    account.setVisibility('screen')
    push(0)
    await time.pass(10)
    const timers = time.pending()
    const pushed = async (seconds: number) => {
      const before = { changes: changes.length, reads: client().count('positions') }
      for (let second = 1; second <= seconds; second += 1) {
        push(second)
        await time.pass(1)
      }
      const since = changes.slice(before.changes)
      return {
        figures: since.filter(({ topic }) => topic === 'live-positions').length,
        portfolios: since.filter(({ topic }) => topic === 'portfolio').length,
        reads: client().count('positions') - before.reads,
      }
    }
    expect(await pushed(60)).toMatchObject({ figures: 60, reads: 12 })
    account.setVisibility('hidden')
    const { figures, portfolios, reads } = await pushed(60)
    expect([figures, reads]).toEqual([0, 12])
    // Responses only: positions, balances, loan, and what else was read meanwhile.
    expect(portfolios).toBeLessThan(40)
    expect(time.pending()).toBeLessThanOrEqual(timers + 1)
  })

  it('are not pushed after one that cannot be read', async () => {
    const { account, changes, stream } = await setup()
    account.setVisibility('screen')
    stream().push('positionsMargin', { records: [{ id: 'x' }] })
    stream().push('positionsMargin', positionsUpdate(aStreamPosition()))
    expect(changes.filter(({ topic }) => topic === 'live-positions')).toEqual([])
  })
})

type Step =
  | { act: 'change'; announced: 'now' | 'late' | 'twice' | 'never' }
  | { act: 'cut' | 'silence' | 'speak' | 'fail' | 'recover' }
  | { act: 'pass'; seconds: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('change' as const),
    announced: fc.constantFrom('now', 'late', 'twice', 'never'),
  }),
  fc.record({ act: fc.constantFrom('cut', 'silence', 'speak', 'fail', 'recover') }),
  fc.record({ act: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
)

/** Two accounts; each amount of the first is greater than the one before. */
async function openedTwo() {
  const harness = createAccountHarness(aProfile({ id: 'a' }), aProfile({ id: 'b' }))
  const { time, streamed } = harness
  const truth = { a: 1, b: -7 }
  const accounts: Account[] = []
  const recover = (id: 'a' | 'b'): void =>
    harness
      .client(id)
      .answer('positions', () =>
        Promise.resolve(
          ok({ value: [aPosition({ amount: String(truth[id]) })], at: time.clock() }),
        ),
      )
  for (const id of ['a', 'b'] as const) {
    streamed.add(id)
    const account = harness.open(aProfile({ id }))
    await account.unlock()
    accounts.push(account)
    recover(id)
  }
  const shown = (at: 0 | 1): number | null => {
    const [first] = accounts[at]?.monitor.portfolio().positions.value ?? []
    return first?.amount == null ? null : Number(first.amount)
  }
  const say = (amount: number): void =>
    harness
      .client('a')
      .stream.push('positionsMargin', positionsUpdate(aStreamPosition({ amount: String(amount) })))
  await time.pass(20)
  return { ...harness, truth, accounts, recover, shown, say }
}

it('never shows an older value, nor one of another account, and ends with the truth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { time, client, truth, accounts, recover, shown, say } = await openedTwo()
      const a = client('a')
      let newest = 1
      const check = (): void => {
        const now = shown(0)
        expect(now).toBeGreaterThanOrEqual(newest)
        expect(now).toBeLessThanOrEqual(truth.a)
        newest = now ?? newest
        expect(shown(1)).toBe(truth.b)
      }
      for (const one of steps) {
        if (one.act === 'pass') await time.pass(one.seconds)
        else if (one.act === 'change') {
          truth.a += 1
          if (one.announced === 'now' || one.announced === 'twice') say(truth.a)
          // Late, repeated and reordered messages name what is no longer so.
          if (one.announced === 'twice') say(truth.a - 1)
          if (one.announced === 'late') {
            await time.pass(3)
            say(truth.a)
          }
        } else if (one.act === 'cut') a.stream.sockets.at(-1)?.end()
        else if (one.act === 'silence') a.stream.silence(true)
        else if (one.act === 'speak') a.stream.silence(false)
        else if (one.act === 'fail') a.refuse('positions', problem('exchange-trouble'))
        else recover('a')
        check()
      }
      recover('a')
      await time.pass(65)
      check()
      expect(shown(0)).toBe(truth.a)
      for (const account of accounts) {
        await account.close()
        expect(client(account.profile.id).stream.openSockets()).toBe(0)
      }
    }),
    { numRuns: 15 },
  )
})

it('shows what was announced within two seconds, whenever it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 45 }), { minLength: 5, maxLength: 20 }),
      async (tenths) => {
        const { time, truth, accounts, shown, say } = await openedTwo()
        for (const wait of tenths) {
          truth.a += 1
          say(truth.a)
          await time.pass(2)
          expect(shown(0)).toBe(truth.a)
          await time.pass(wait / 10)
        }
        for (const account of accounts) await account.close()
      },
    ),
    { numRuns: 15 },
  )
})

it('grows neither in timers nor in sockets over a day of ten accounts', async () => {
  const profiles = Array.from({ length: 10 }, (_, at) => aProfile({ id: `account-${at}` }))
  const harness = createAccountHarness(...profiles)
  for (const profile of profiles) {
    harness.streamed.add(profile.id)
    await harness.open(profile).unlock()
  }
  await harness.time.pass(30)
  const timers = harness.time.pending()
  const open = (): number =>
    profiles.reduce((sum, { id }) => sum + harness.client(id).stream.openSockets(), 0)
  expect(open()).toBe(10)
  for (let hour = 0; hour < 24; hour += 3) {
    for (const { id } of profiles.slice(hour % 5)) harness.client(id).stream.latest().end()
    await harness.time.pass(40)
    harness.time.sleep(3 * 3600 - 80)
    await harness.time.pass(40)
  }
  expect(open()).toBe(10)
  expect(harness.time.pending()).toBeLessThanOrEqual(timers + 1)
})

describe('prices on screen', () => {
  async function shown(names: readonly string[] = ['BTC_PERP', 'BTC_USDT']) {
    const parts = await setup({ listed: ['BTC_USDT', 'BTC_PERP', 'ETH_USDT'] })
    const { account, market, time, changes, stream } = parts
    market.say('tickers', { BTC_USDT: aTicker('60000') })
    account.setVisibility('screen')
    await time.pass(700)
    account.streamedPrices.watch(names)
    await time.pass(0)
    const watches = () =>
      stream()
        .latest()
        .sent.filter(({ method }) => /^(lastprice|premiumIndex)_/.test(method))
        .map(({ method, params }) => [method, params])
    const pushed = () =>
      changes.flatMap((change) => (change.topic === 'live-prices' ? [change.view] : []))
    return { ...parts, watches, pushed }
  }

  const both = [
    ['lastprice_subscribe', ['BTC_PERP', 'BTC_USDT']],
    ['premiumIndex_subscribe', ['BTC_PERP']],
  ]

  it('are pushed to the page, and make no request rarer or more frequent', async () => {
    const { stream, market, time, watches, pushed, account } = await shown()
    expect(watches()).toEqual(both)
    const before = [market.count('tickers'), market.count('futures')]
    for (let second = 0; second < 60; second += 1) {
      stream().push('lastprice', ['BTC_USDT', String(60_000 + second)])
      stream().push('premiumIndex', ['BTC_PERP', String(61_000 + second), '1', '0', 1, second])
      await time.pass(1)
    }
    const reads = [market.count('tickers'), market.count('futures')]
    expect(reads.map((count, at) => count - (before[at] ?? 0))[0]).toBe(12)
    expect(pushed().at(-1)).toMatchObject({
      profileId: 'a',
      last: { BTC_USDT: { price: '60059' } },
      marks: { BTC_PERP: { price: '61059' } },
    })
    // What orders and alerts measure with is still the polled price.
    expect(account.prices().tickers.value?.BTC_USDT?.last).toBe('60000')
  })

  it('are not subscribed to, kept or pushed for a hidden page, or another account on it', async () => {
    for (const visibility of ['hidden', 'background'] as const) {
      const { account, stream, time, watches, pushed } = await shown()
      stream().push('lastprice', ['BTC_USDT', '1'])
      await time.pass(5)
      account.setVisibility(visibility)
      await time.pass(5)
      expect(watches().slice(2)).toEqual([
        ['lastprice_unsubscribe', []],
        ['premiumIndex_unsubscribe', []],
      ])
      const before = pushed().length
      for (let second = 0; second < 10; second += 1) {
        stream().push('lastprice', ['BTC_USDT', String(second)])
        await time.pass(1)
      }
      expect(pushed()).toHaveLength(before)
      expect(account.streamedPrices.view()).toMatchObject({ last: {}, marks: {} })
      account.setVisibility('screen')
      await time.pass(5)
      expect(watches().slice(4)).toEqual(both)
    }
  })

  it('stay with their age while the connection is lost, and are dropped when it is switched off', async () => {
    const { account, stream, streamed, time, pushed } = await shown()
    stream().push('lastprice', ['BTC_USDT', '1'])
    const at = time.clock()
    await time.pass(1)
    stream().latest().end()
    await time.pass(1)
    expect(pushed().at(-1)).toMatchObject({ last: { BTC_USDT: { price: '1', at } } })
    streamed.delete('a')
    account.streamSettingsChanged()
    await time.pass(1)
    expect(pushed().at(-1)).toMatchObject({ last: {}, marks: {} })
  })

  it.each([
    ['the computer slept', (account) => account.resumed()],
    ['it is locked', (account) => account.lock(true)],
  ] satisfies [string, (account: Account) => void][])('are dropped when %s', async (_, act) => {
    const { account, stream, time } = await shown()
    stream().push('lastprice', ['BTC_USDT', '1'])
    await time.pass(1)
    act(account)
    expect(account.streamedPrices.view()).toMatchObject({ last: {}, marks: {} })
  })
})
