// An account with live updates, over a stream the test writes and virtual time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { ok } from '../../../src/shared/result.js'
import { createAccountHarness } from '../../support/account-harness.js'
import { aProfile } from '../../support/fake-accounts.js'
import { aPosition, problem } from '../../support/fake-exchange-client.js'
import { aStreamPosition, positionsUpdate } from '../../support/fake-stream.js'

async function setup({ isOn = true } = {}) {
  const profile = aProfile({ id: 'a' })
  const harness = createAccountHarness(profile)
  if (isOn) harness.streamed.add('a')
  const account = harness.open(profile)
  await account.unlock()
  await harness.time.pass(3)
  const client = () => harness.client('a')
  const stream = () => client().stream
  const view = () => account.monitor.connection().stream
  return { ...harness, account, client, stream, view }
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
    ['the computer suspends', (account) => account.suspended()],
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
    await time.pass(20)
    client().answer('positions', () =>
      Promise.resolve(ok({ value: [aPosition({ amount: '0.7' })], at: time.clock() })),
    )
    const amounts = () => account.monitor.portfolio().positions.value?.map(({ amount }) => amount)
    stream().push('positionsMargin', positionsUpdate(aStreamPosition({ amount: '0.9' })))
    expect(amounts()).toEqual(['0.1'])
    await time.pass(0)
    expect(amounts()).toEqual(['0.7'])
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

type Step =
  | { act: 'change'; amount: string; announced: 'now' | 'late' | 'twice' | 'never' }
  | { act: 'cut' | 'silence' | 'speak' | 'fail' | 'recover' }
  | { act: 'pass'; seconds: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('change' as const),
    amount: fc.integer({ min: 1, max: 9 }).map((tenths) => `0.${tenths}`),
    announced: fc.constantFrom('now', 'late', 'twice', 'never'),
  }),
  fc.record({ act: fc.constantFrom('cut', 'silence', 'speak', 'fail', 'recover') }),
  fc.record({ act: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
)

it('never shows older data than it had, nor data of another account, and ends with the truth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const harness = createAccountHarness(aProfile({ id: 'a' }), aProfile({ id: 'b' }))
      const { time, streamed } = harness
      const truth = { a: '0.1', b: '7' }
      const known = { a: 0, b: 0 }
      const accounts: Account[] = []
      for (const id of ['a', 'b'] as const) {
        streamed.add(id)
        const account = harness.open(aProfile({ id }))
        await account.unlock()
        accounts.push(account)
        const answer = (): Promise<{ ok: true; value: { value: Position[]; at: number } }> =>
          Promise.resolve(ok({ value: [aPosition({ amount: truth[id] })], at: time.clock() }))
        harness.client(id).answer('positions', answer)
      }
      const check = (): void => {
        for (const account of accounts) {
          const { id } = account.profile
          const { value, asOf } = account.monitor.portfolio().positions
          const [shown] = value ?? []
          if (shown !== undefined && asOf !== null) {
            expect(shown.amount === '7').toBe(id === 'b')
            expect(asOf).toBeGreaterThanOrEqual(known[id as 'a' | 'b'])
            known[id as 'a' | 'b'] = asOf
          }
        }
      }
      const say = (amount: string): void => {
        if (harness.client('a').stream.sockets.length > 0)
          harness
            .client('a')
            .stream.push('positionsMargin', positionsUpdate(aStreamPosition({ amount })))
      }
      await time.pass(2)
      for (const one of steps) {
        const a = harness.client('a')
        if (one.act === 'pass') await time.pass(one.seconds)
        else if (one.act === 'change') {
          const before = truth.a
          truth.a = one.amount
          if (one.announced === 'now' || one.announced === 'twice') say(one.amount)
          // Late, repeated and reordered messages name what is no longer so.
          if (one.announced === 'twice') say(before)
          if (one.announced === 'late') {
            await time.pass(3)
            say(one.amount)
          }
        } else if (one.act === 'cut') a.stream.sockets.at(-1)?.end()
        else if (one.act === 'silence') a.stream.silence(true)
        else if (one.act === 'speak') a.stream.silence(false)
        else if (one.act === 'fail') a.refuse('positions', problem('exchange-trouble'))
        else
          a.answer('positions', () =>
            Promise.resolve(ok({ value: [aPosition({ amount: truth.a })], at: time.clock() })),
          )
        check()
      }
      harness
        .client('a')
        .answer('positions', () =>
          Promise.resolve(ok({ value: [aPosition({ amount: truth.a })], at: time.clock() })),
        )
      await time.pass(65)
      check()
      const [first] = accounts
      expect(first?.monitor.portfolio().positions.value?.[0]?.amount).toBe(truth.a)
      for (const account of accounts) {
        await account.close()
        expect(harness.client(account.profile.id).stream.openSockets()).toBe(0)
      }
    }),
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
