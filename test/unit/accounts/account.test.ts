import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.js'
import type { OrderResult } from '../../../src/main/exchange/order-gateway.js'
import type { AssetBalance } from '../../../src/shared/portfolio/portfolio.js'
import { everything } from '../../../src/shared/investments/flex-history.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { ok, type Result } from '../../../src/shared/result.js'
import {
  type AccountHarness,
  createAccountHarness,
  openClients,
} from '../../support/account-harness.js'
import { anAlert } from '../../support/alert-harness.js'
import { aProfile } from '../../support/fake-accounts.js'
import { aTicket, deferred, good, ourPage, unknownAnswer } from '../../support/order-harness.js'
import { aLoan, type Answer, later, problem } from '../../support/fake-exchange-client.js'
import { aMarket, aTicker } from '../../support/fake-public-client.js'
import { valueOf } from '../../support/test-storage.js'
import { settled } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

const a = aProfile({ id: 'a', name: 'First' })
const b = aProfile({ id: 'b', name: 'Other' })

const setup = () => createAccountHarness(a, b)

const everyAlert = { after: null, limit: 10, kinds: null, levels: null, unreadOnly: false }

/** Open, with an accepted key. */
async function accepted(harness: AccountHarness, profile = a): Promise<Account> {
  const account = harness.open(profile)
  valueOf(await account.unlock())
  await harness.time.pass(1)
  return account
}

/** Allowed to trade, and armed. */
async function armed(harness: AccountHarness, profile = a): Promise<Account> {
  const limits = { ...defaultTradeLimits, on: false, askFrom: { USDT: '1000000000' } }
  valueOf(harness.memory.trading.write(profile.id, { readOnly: false, limits, favourites: [] }))
  const account = await accepted(harness, profile)
  valueOf(await account.orders.arm())
  return account
}

/** Prepares and confirms. Returns the id of the order. */
async function send(account: Account): Promise<string> {
  const { token } = valueOf(account.orders.prepare(aTicket(), ourPage))
  const { intentId } = valueOf(await account.orders.confirm(token, ourPage))
  await settled()
  return intentId
}

describe('a one-off read for the screen', () => {
  it('goes to the exchange if the key is available, and otherwise says what cannot be done', async () => {
    const harness = setup()
    const account = harness.open(a)
    const read = () => account.ask((exchange) => exchange.streamToken(), 'no token can be fetched')
    const message = 'No account with an available key is open, so no token can be fetched.'
    expect(worded(await read())).toEqual({ ok: false, error: { code: 'gone', message } })
    await account.unlock()
    expect(await read()).toMatchObject({ ok: true, value: { value: { token: 'stream-token-1' } } })
    account.stop()
    expect(worded(await read())).toMatchObject({ ok: false, error: { message } })
  })
})

describe('opening an account', () => {
  it('shows stored data at once, while the keychain is still waiting for the user', async () => {
    const { fake, memory, open, changes } = setup()
    memory.snapshots.remember('a', 'balance', [{ asset: 'BTC', amount: '1' }], 5)
    const answer = fake.prompt()
    const account = open(a)
    expect(account.monitor.portfolio()).toMatchObject({
      profileId: 'a',
      balance: { source: 'cache', asOf: 5 },
    })
    expect(fake.calls).toEqual([])
    const unlocked = account.unlock()
    expect(account.key.state).toBe('unknown')
    answer()
    expect(await unlocked).toEqual(ok(null))
    expect(changes.every(({ account: of }) => of === account)).toBe(true)
  })

  it('with a keychain that never answers keeps the stored figures and their age, and starts nothing', async () => {
    const { time, fake, memory, open, clients, notified, asked } = setup()
    memory.snapshots.remember('a', 'balance', [{ asset: 'BTC', amount: '1' }], 5)
    memory.snapshots.remember('a', 'loan', aLoan({ currentLtv: '99' }), 6)
    const limits = { ...defaultTradeLimits, on: false }
    valueOf(memory.trading.write('a', { readOnly: false, limits, favourites: [] }))
    fake.prompt()
    const account = open(a)
    const shown = account.monitor.portfolio()
    expect([shown.balance, shown.loan]).toMatchObject([
      { value: [{ asset: 'BTC', amount: '1' }], source: 'cache', asOf: 5 },
      { source: 'cache', asOf: 6 },
    ])
    const unlocking = account.unlock()
    expect(account.monitor.portfolio()).toBe(shown)
    await time.pass(5)
    expect(account.monitor.portfolio().balance).toEqual(shown.balance)
    expect([
      clients.size,
      notified,
      asked,
      valueOf(account.alerts.page(everyAlert)).alerts,
    ]).toEqual([0, [], [], []])
    expect(account.orders.prepare(aTicket(), ourPage)).toMatchObject({ ok: false })
    expect(await account.orders.arm()).toMatchObject({ ok: false })
    expect(await Promise.race([unlocking, 'still waiting'])).toBe('still waiting')
  })

  it('knows the steps of a remembered loan', () => {
    const { memory, open } = setup()
    memory.snapshots.remember('a', 'loan', aLoan(), 5)
    expect(
      open(a)
        .alerts.view()
        .ltvSteps.map(({ kind }) => kind),
    ).toContain('margin-call')
  })

  it('opens with a position that may have ended by an unanswered order, and settles that', async () => {
    const harness = setup()
    const gone = anAlert({
      key: 'position/17/gone',
      kind: 'position-gone',
      level: 'caution',
      cause: {
        positionId: '17',
        market: 'BTC_USDT',
        side: 'long',
        amount: '0.5',
        seenAt: harness.time.clock() - 60,
        endedBy: 'own-order-unknown',
      },
    })
    valueOf(harness.memory.alerts.save('a', [gone], {}))
    const account = harness.open(a)
    const causes = () =>
      valueOf(account.alerts.page(everyAlert)).alerts.map(({ cause }) => cause['endedBy'])
    // No such order is in the journal.
    expect(causes()).toEqual(['unknown'])
  })

  it('polls nothing before its key is loaded', async () => {
    const { time, open, clients, fake } = setup()
    open(a)
    await time.pass(3600)
    expect(clients.size).toBe(0)
    expect(fake.calls).toEqual([])
  })

  it('reports the key as accepted once the exchange accepted it', async () => {
    const harness = setup()
    const account = await accepted(harness)
    expect(account.key).toEqual({ state: 'accepted', problem: null })
    expect(account.monitor.portfolio().balance.source).toBe('live')
    expect(harness.keys).toEqual([
      { id: 'a', state: 'unknown' },
      { id: 'a', state: 'accepted' },
    ])
  })

  it('RTL-5 rejects a key that the exchange refuses after one signed request, and nothing that can wait tries it', async () => {
    const { time, open, client, scripts } = setup()
    scripts.set('a', (made) => made.refuseAll(problem('bad-key-or-signature')))
    const account = open(a)
    account.mining.add('rig')
    await account.unlock()
    await time.pass(3600)
    expect(account.key).toMatchObject({
      state: 'rejected',
      problem: { code: 'bad-key-or-signature' },
    })
    expect(client('a').count('positions', 'loan', 'balance')).toBe(1)
    expect([client('a').flexCalls(), client('a').payoutCalls()]).toEqual([0, 0])
  })

  it('loads investments and mining accounts once the key is accepted', async () => {
    const { time, open, client } = setup()
    const account = open(a)
    account.mining.add('rig')
    await account.unlock()
    await time.pass(60)
    expect([client('a').flexCalls(), client('a').payoutCalls()]).toEqual([1, 1])
  })

  it('keeps stored figures on screen with a locked keychain, gives the reason, and sends nothing to the exchange', async () => {
    const { time, fake, memory, open, clients } = setup()
    fake.stored.clear()
    memory.snapshots.remember('a', 'balance', [{ asset: 'BTC', amount: '1' }], 5)
    const account = open(a)
    expect(await account.unlock()).toMatchObject({ ok: false, error: { code: 'keychain-locked' } })
    await time.pass(3600)
    expect(account.key).toMatchObject({
      state: 'locked-or-missing',
      problem: { code: 'keychain-locked' },
    })
    expect(account.monitor.portfolio().balance).toMatchObject({
      source: 'cache',
      every: null,
      problem: { code: 'keychain-locked' },
    })
    expect(account.monitor.refreshNow()).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked' },
    })
    expect(clients.size).toBe(0)
  })

  it('gives the reason if its key was not loaded, and is monitored once unlocked', async () => {
    const { time, open, fake } = setup()
    const account = open(a)
    account.keyMissing({ state: 'keychain-trouble', problem: problem('keychain-unavailable') })
    await time.pass(60)
    expect(account.key).toMatchObject({
      state: 'keychain-trouble',
      problem: { code: 'keychain-unavailable' },
    })
    expect(fake.calls).toEqual([])
    expect(await account.unlock()).toEqual(ok(null))
    await time.pass(1)
    expect(account.key.state).toBe('accepted')
  })

  it('is monitored without a restart when unlocked after the keychain was', async () => {
    const { time, fake, open } = setup()
    fake.trouble.load = problem('keychain-locked')
    const account = open(a)
    await account.unlock()
    delete fake.trouble.load
    expect(await account.unlock()).toEqual(ok(null))
    await time.pass(1)
    expect(account.key).toEqual({ state: 'accepted', problem: null })
    expect(account.monitor.portfolio().balance).toMatchObject({ source: 'live', problem: null })
  })

  it('ends a session-only profile of an earlier run without asking the keychain', async () => {
    const { open, fake } = setup()
    const account = open(aProfile({ id: 'a', keyStorage: 'session' }))
    expect(await account.unlock()).toMatchObject({ ok: false, error: { reason: 'SESSION_ENDED' } })
    expect(account.key.state).toBe('session-ended')
    expect(fake.calls).toEqual([])
  })

  it('knows at once what an earlier run left unresolved', async () => {
    const harness = setup()
    const before = await armed(harness)
    harness.client('a').exchange.answers(() => new Promise<OrderResult>(() => undefined))
    const intentId = await send(before)
    // The process that sent it ended here.
    const after = createAccountHarness(a, b)
    const account = after.open(a, {
      orders: harness.memory.orders,
      trading: harness.memory.trading,
    })
    expect(account.orders.read().open).toMatchObject([{ id: intentId, state: 'unknown' }])
    expect(account.alerts.view().attention.map(({ alert }) => alert.kind)).toEqual([
      'order-unknown',
    ])
    expect(after.notified).toMatchObject([{ profileId: 'a', screen: 'trade' }])
  })
})

describe('unlocking again', () => {
  it('uses the current key instead of the previous one, which is wiped', async () => {
    const harness = setup()
    const account = await accepted(harness)
    const { time, fake, halves, clients } = harness
    const timers = time.pending()
    fake.stored.set('a', { key: 'new-key', secret: 'new-secret' })
    expect(await account.unlock()).toEqual(ok(null))
    expect(account.key.state).toBe('unknown')
    await time.pass(1)
    expect(account.key.state).toBe('accepted')
    expect(halves.alive().map((half) => half.reveal().toString())).toEqual([
      'new-key',
      'new-secret',
    ])
    expect(clients.get('a')?.map((client) => client.closed())).toEqual([1, 0])
    const before = clients.get('a')?.[0]?.count() ?? 0
    await time.pass(600)
    expect(clients.get('a')?.[0]?.count()).toBe(before)
    expect(time.pending()).toBe(timers)
  })

  it('tries a key again that the exchange had refused', async () => {
    const { time, open, scripts, client } = setup()
    scripts.set('a', (made) => made.refuseAll(problem('key-disabled')))
    const account = open(a)
    await account.unlock()
    await time.pass(60)
    expect(account.key.state).toBe('rejected')
    scripts.delete('a')
    expect(await account.unlock()).toEqual(ok(null))
    await time.pass(1)
    expect(account.key).toEqual({ state: 'accepted', problem: null })
    expect(account.monitor.portfolio().positions).toMatchObject({ source: 'live', problem: null })
    expect(client('a').count('positions')).toBe(1)
  })

  it('keeps a working key when the keychain does not return it again', async () => {
    const harness = setup()
    const account = await accepted(harness)
    harness.fake.trouble.load = problem('keychain-locked')
    expect(await account.unlock()).toMatchObject({ ok: false, error: { code: 'keychain-locked' } })
    expect(account.key).toEqual({ state: 'accepted', problem: null })
    const before = harness.client('a').count()
    await harness.time.pass(60)
    expect(harness.client('a').count()).toBeGreaterThan(before)
    expect(openClients(harness)).toEqual(['a'])
  })

  it('uses the newer of two at once, and wipes what the older brings', async () => {
    const { time, fake, open, halves, clients } = setup()
    const account = open(a)
    const answer = fake.prompt()
    const first = account.unlock()
    const second = account.unlock()
    answer()
    expect(await first).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await second).toEqual(ok(null))
    await time.pass(1)
    expect(account.key.state).toBe('accepted')
    expect(halves.alive()).toHaveLength(2)
    expect(clients.get('a')).toHaveLength(1)
  })

  it('UX-48 ignores a late verdict on the previous key', async () => {
    const { time, open, scripts } = setup()
    const verdict = later<Answer<never>>()
    scripts.set('a', (made) => made.answer('positions', () => verdict.promise))
    const account = open(a)
    await account.unlock()
    await time.pass(1)
    scripts.delete('a')
    await account.unlock()
    await time.pass(1)
    verdict.settle({ ok: false, error: problem('key-disabled') })
    await time.pass(60)
    expect(account.key).toEqual({ state: 'accepted', problem: null })
  })

  it('cannot confirm what was prepared with the previous connection', async () => {
    const harness = setup()
    const account = await armed(harness)
    const { token } = valueOf(account.orders.prepare(aTicket(), ourPage))
    await account.unlock()
    await harness.time.pass(1)
    expect(await account.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    expect(harness.client('a').exchange.sent).toEqual([])
  })
})

describe('an order', () => {
  it("ORD-20 is valued and checked by its own exchange's market data, as main reads it", async () => {
    const harness = setup()
    harness.market.say('tickers', { BTC_USDT: aTicker('42000') })
    harness.market.say('markets', [aMarket('BTC_USDT', { isCollateral: true })])
    const account = await armed(harness)
    expect(valueOf(account.orders.prepare(aTicket({ amount: '0.01' }), ourPage))).toMatchObject({
      livePrice: { price: '42000', from: 'last-price' },
      totals: [{ notional: '420' }],
    })
    expect(account.orders.prepare(aTicket({ amount: '0.0105' }), ourPage)).toMatchObject({
      ok: false,
      error: { reason: 'MARKET_RULE' },
    })
    harness.market.answer('tickers', () =>
      Promise.resolve({ ok: false, error: problem('unreachable') }),
    )
    await harness.time.pass(60)
    // What is left is what the position was opened at.
    expect(valueOf(account.orders.prepare(aTicket({ amount: '0.01' }), ourPage))).toMatchObject({
      livePrice: null,
      totals: [{ notional: '456.58349' }],
    })
  })

  it('triggers a poll of everything once answered', async () => {
    const harness = setup()
    const account = await armed(harness)
    await harness.time.pass(2)
    const before = harness.client('a').count('positions', 'loan', 'balance')
    await send(account)
    await harness.time.pass(0)
    expect(harness.client('a').count('positions', 'loan', 'balance')).toBe(before + 3)
  })

  it('of unknown outcome raises an alert in its account, and in no other', async () => {
    const harness = setup()
    const account = await armed(harness)
    const other = await accepted(harness, b)
    harness.client('a').exchange.answers(() => unknownAnswer())
    await send(account)
    expect(account.alerts.view().attention).toEqual([])
    await harness.time.pass(2)
    expect(account.alerts.view().attention.map(({ alert }) => alert.kind)).toEqual([
      'order-unknown',
    ])
    expect(other.alerts.view().attention).toEqual([])
  })
})

describe('another account on screen', () => {
  it('disarms the one that leaves, and what it prepared cannot be confirmed', async () => {
    const harness = setup()
    const account = await armed(harness)
    const { token } = valueOf(account.orders.prepare(aTicket(), ourPage))
    account.setVisibility('background')
    expect(account.orders.read().armedUntil).toBeNull()
    expect(await account.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    expect(harness.client('a').exchange.sent).toEqual([])
  })

  it('ignores an arming dialog answered after it left', async () => {
    const harness = setup()
    const limits = { ...defaultTradeLimits, on: false }
    valueOf(harness.memory.trading.write('a', { readOnly: true, limits, favourites: [] }))
    const account = await accepted(harness)
    const shownNotices = later<Result<null, never>>()
    harness.answersBox(() => shownNotices.promise)
    const allowed = account.orders.allow(true)
    account.setVisibility('background')
    shownNotices.settle(ok(null))
    expect(await allowed).toMatchObject({ ok: false })
    expect(account.orders.read().readOnly).toBe(true)
  })

  it('drops its stream token, even one that is being fetched', async () => {
    const harness = setup()
    const account = await accepted(harness)
    expect((await account.streamToken.fetch()).ok).toBe(true)
    account.setVisibility('background')
    expect(await account.streamToken.show()).toMatchObject({ ok: false, error: { code: 'gone' } })
    const answer = later<Answer<{ token: string }>>()
    harness.client('a').answer('token', () => answer.promise)
    const fetched = account.streamToken.fetch()
    account.setVisibility('screen')
    account.setVisibility('background')
    answer.settle(ok({ value: { token: 'late' }, at: harness.time.clock() }))
    expect(await fetched).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await account.streamToken.copy()).toMatchObject({ ok: false })
    expect(harness.copied).toEqual([])
  })

  it('writes nothing of an export whose file is still being chosen', async () => {
    const harness = setup()
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-export-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    harness.choosesFile(join(folder, 'investments.csv'))
    const account = await accepted(harness)
    const exporting = account.investments.exportAll({
      filter: everything,
      format: 'csv',
      bom: false,
    })
    account.setVisibility('background')
    expect(await exporting).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(readdirSync(folder)).toEqual([])
  })

  it('polls it less often, and still in time for its alert', async () => {
    const harness = setup()
    const account = await accepted(harness)
    const paces = () => {
      const { positions, loan, balance } = account.monitor.portfolio()
      return [positions.every, loan.every, balance.every]
    }
    expect(paces()).toEqual([5, 15, 15])
    account.setVisibility('hidden')
    expect(paces()).toEqual([5, 15, 60])
    account.setVisibility('background')
    expect(paces()).toEqual([15, 15, 60])
    await harness.time.pass(60)
    harness
      .client('a')
      .answer('loan', () =>
        Promise.resolve(ok({ value: aLoan({ currentLtv: '76' }), at: harness.time.clock() })),
      )
    await harness.time.pass(20)
    expect(harness.notified).toMatchObject([
      { profileId: 'a', title: 'First: BTC loan: LTV has reached margin call' },
    ])
  })

  it('loads, rejects and unlocks a key off screen as on it', async () => {
    const { time, open, scripts } = setup()
    scripts.set('a', (made) => made.refuseAll(problem('key-disabled')))
    const account = open(a)
    account.setVisibility('background')
    await account.unlock()
    await time.pass(300)
    expect(account.key.state).toBe('rejected')
    expect(account.alerts.view().attention.map(({ alert }) => alert.kind)).toEqual([
      'monitoring-lost',
    ])
    scripts.delete('a')
    await account.unlock()
    await time.pass(1)
    expect(account.key.state).toBe('accepted')
    expect(account.alerts.view().attention).toEqual([])
  })
})

describe('another name', () => {
  it('keeps the connection, the key and the figures', async () => {
    const harness = setup()
    const account = await accepted(harness)
    const before = account.monitor.portfolio()
    account.rename({ ...a, name: 'Renamed' })
    expect(account.profile.name).toBe('Renamed')
    expect(account.monitor.portfolio()).toBe(before)
    await harness.time.pass(60)
    expect(harness.fake.calls).toEqual(['load a'])
    expect(openClients(harness)).toEqual(['a'])
    expect(account.key.state).toBe('accepted')
  })

  it('appears in what is prepared and notified from then on; what was prepared before is no longer valid', async () => {
    const harness = setup()
    const account = await armed(harness)
    const { token } = valueOf(account.orders.prepare(aTicket(), ourPage))
    account.rename({ ...a, name: 'Renamed' })
    expect(account.orders.read()).toMatchObject({
      profileId: 'a',
      armedUntil: null,
      readOnly: false,
    })
    expect(await account.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    valueOf(await account.orders.arm())
    expect(valueOf(account.orders.prepare(aTicket(), ourPage)).profile.name).toBe('Renamed')
    harness
      .client('a')
      .answer('loan', () =>
        Promise.resolve(ok({ value: aLoan({ currentLtv: '76' }), at: harness.time.clock() })),
      )
    await harness.time.pass(20)
    expect(harness.notified).toMatchObject([
      { title: 'Renamed: BTC loan: LTV has reached margin call' },
    ])
  })

  it('invalidates a dialog that asks with the old name', async () => {
    const harness = setup()
    const account = await accepted(harness)
    const shownNotices = later<Result<null, never>>()
    harness.answersBox(() => shownNotices.promise)
    const allowed = account.orders.allow(true)
    account.rename({ ...a, name: 'Renamed' })
    shownNotices.settle(ok(null))
    expect(await allowed).toMatchObject({ ok: false })
    expect(account.orders.read().readOnly).toBe(true)
  })

  it('keeps the record of its orders, and the answer of one in flight', async () => {
    const harness = setup()
    const account = await armed(harness)
    const done = await send(account)
    const answer = deferred<OrderResult>()
    harness.client('a').exchange.answers((move) => answer.promise.then(() => good(move)))
    const onItsWay = await send(account)
    account.rename({ ...a, name: 'Renamed' })
    expect(account.orders.read().open).toMatchObject([{ id: onItsWay, state: 'sending' }])
    answer.open(ok({ reply: { kind: 'close-investment' }, at: 0 }))
    await settled()
    expect(account.orders.read().open).toEqual([])
    expect(account.orders.read().recent).toMatchObject([
      { id: onItsWay, state: 'acknowledged' },
      { id: done, state: 'acknowledged' },
    ])
  })
})

describe('sleep', () => {
  it('disarms, marks what was in progress as unknown, and polls everything again', async () => {
    const harness = setup()
    const { time } = harness
    const account = await armed(harness)
    harness.client('a').exchange.answers(() => new Promise<OrderResult>(() => undefined))
    const intentId = await send(account)
    const dropped = harness.client('a').dropped()
    time.sleep(3600)
    account.resumed()
    expect(account.orders.read().armedUntil).toBeNull()
    expect(account.orders.read().open).toMatchObject([{ id: intentId, state: 'unknown' }])
    expect(harness.client('a').dropped()).toBe(dropped + 1)
    const before = harness.client('a').count('positions', 'loan', 'balance')
    await time.pass(3)
    expect(harness.client('a').count('positions', 'loan', 'balance')).toBeGreaterThanOrEqual(
      before + 3,
    )
  })

  it('disarms even if so short that only the system notices it, right after another', async () => {
    const harness = setup()
    const account = await armed(harness)
    harness.time.sleep(3600)
    account.resumed()
    await harness.time.pass(6)
    valueOf(await account.orders.arm())
    harness.time.sleep(2)
    account.resumed()
    expect(account.orders.read().armedUntil).toBeNull()
  })

  it('is noticed even if the system does not report it', async () => {
    const harness = setup()
    const account = await armed(harness)
    harness.time.sleep(3600)
    await harness.time.pass(6)
    expect(account.orders.read().armedUntil).toBeNull()
  })
})

describe('closing', () => {
  type Moment = (harness: AccountHarness, account: Account) => Promise<void> | void
  const fetched: Moment = async (harness, account) => {
    valueOf(await account.unlock())
    await harness.time.pass(1)
  }
  const moments: Record<string, Moment> = {
    'before its key was asked for': () => undefined,
    'while the keychain waits for a person': (harness, account) => {
      harness.fake.prompt()
      void account.unlock()
    },
    'while its key is tried for the first time': async (harness, account) => {
      harness.scripts.set('a', (made) =>
        made.answer('positions', () => new Promise(() => undefined)),
      )
      valueOf(await account.unlock())
    },
    'with its key accepted': fetched,
    'in the background': async (harness, account) => {
      await fetched(harness, account)
      account.setVisibility('background')
    },
    'with its key refused': async (harness, account) => {
      harness.scripts.set('a', (made) => made.refuseAll(problem('key-disabled')))
      await fetched(harness, account)
    },
    'with its key refused, while it is fetched again': async (harness, account) => {
      harness.scripts.set('a', (made) => made.refuseAll(problem('key-disabled')))
      await fetched(harness, account)
      harness.fake.prompt()
      void account.unlock()
    },
    'with its keychain locked': async (harness, account) => {
      harness.fake.trouble.load = problem('keychain-locked')
      await account.unlock()
    },
    'with the exchange away': async (harness, account) => {
      harness.scripts.set('a', (made) => made.refuseAll(problem('unreachable')))
      await fetched(harness, account)
      await harness.time.pass(300)
    },
    'armed, with a token fetched': async (harness, account) => {
      await fetched(harness, account)
      valueOf(await account.orders.allow(true))
      valueOf(await account.orders.arm())
      valueOf(await account.streamToken.fetch())
    },
    'under another name': async (harness, account) => {
      await fetched(harness, account)
      account.rename({ ...a, name: 'Renamed' })
    },
    'in a margin call': async (harness, account) => {
      harness.scripts.set('a', (made) =>
        made.answer('loan', () =>
          Promise.resolve(ok({ value: aLoan({ currentLtv: '76' }), at: harness.time.clock() })),
        ),
      )
      await fetched(harness, account)
    },
  }

  it.each(Object.entries(moments))(
    'SEC-16 %s: wipes its key, signs nothing more, leaves no timer and reports nothing more',
    async (_when, reach) => {
      const harness = setup()
      const account = harness.open(a)
      account.mining.add('rig')
      await reach(harness, account)
      await account.close()
      const changes = harness.changes.length
      const keys = harness.keys.length
      const calls = harness.clients
        .get('a')
        ?.map((client) => [client.count(), client.flexCalls(), client.payoutCalls()])
      expect(harness.halves.alive()).toEqual([])
      expect(openClients(harness)).toEqual([])
      expect(harness.time.pending()).toBe(0)
      expect(harness.released).toEqual(['a'])
      await harness.time.pass(3600)
      expect(account.monitor.refreshNow().ok).toBe(false)
      expect((await account.streamToken.fetch()).ok).toBe(false)
      expect(account.orders.prepare(aTicket(), ourPage).ok).toBe(false)
      expect(await account.unlock()).toMatchObject({ ok: false, error: { code: 'gone' } })
      await harness.time.pass(60)
      expect(
        harness.clients
          .get('a')
          ?.map((client) => [client.count(), client.flexCalls(), client.payoutCalls()]),
      ).toEqual(calls)
      expect(harness.halves.alive()).toEqual([])
      expect(harness.time.pending()).toBe(0)
      expect(harness.changes).toHaveLength(changes)
      expect(harness.keys).toHaveLength(keys)
    },
  )

  it('wipes its key at once when a fault stops it, and leaves its notifications on the screen until it is closed', async () => {
    const harness = setup()
    const account = await accepted(harness)
    harness
      .client('a')
      .answer('loan', () =>
        Promise.resolve(ok({ value: aLoan({ currentLtv: '76' }), at: harness.time.clock() })),
      )
    await harness.time.pass(20)
    account.stop()
    expect(harness.halves.alive()).toEqual([])
    expect(openClients(harness)).toEqual([])
    expect(harness.withdrawn).toEqual([])
    const before = harness.client('a').count()
    await harness.time.pass(60)
    expect(harness.client('a').count()).toBe(before)
    await account.close()
    expect(harness.withdrawn).toEqual(harness.notified.map(({ id }) => id))
    expect(harness.released).toEqual(['a'])
    expect(harness.time.pending()).toBe(0)
  })

  it('happens once, however often requested', async () => {
    const harness = setup()
    const account = await accepted(harness)
    await Promise.all([account.close(), account.close()])
    await account.close()
    expect(harness.released).toEqual(['a'])
    expect(harness.client('a').closed()).toBe(1)
  })

  it('UX-48 wipes a key that the keychain returns afterwards', async () => {
    const { time, fake, open, clients, halves } = setup()
    const answer = fake.prompt()
    const account = open(a)
    const unlocked = account.unlock()
    await settled()
    await account.close()
    answer()
    expect(await unlocked).toMatchObject({ ok: false, error: { code: 'gone' } })
    await time.pass(30)
    expect(clients.has('a')).toBe(false)
    expect(halves.all).toHaveLength(2)
    expect(halves.alive()).toEqual([])
  })

  it('UX-48 reports nothing of a keychain that fails afterwards', async () => {
    const { fake, open, keys } = setup()
    fake.stored.clear()
    const answer = fake.prompt()
    const account = open(a)
    const unlocked = account.unlock()
    await settled()
    await account.close()
    answer()
    expect(await unlocked).toMatchObject({ ok: false })
    expect(account.key.state).toBe('unknown')
    expect(keys).toEqual([{ id: 'a', state: 'unknown' }])
  })

  it('UX-48 drops late answers and verdicts, and another account shows only its own', async () => {
    const harness = setup()
    const { time, open, scripts } = harness
    const reply = later<Answer<AssetBalance[]>>()
    const verdict = later<Answer<never>>()
    scripts.set('a', (made) => {
      made.answer('balance', () => reply.promise)
      made.answer('ping', () => verdict.promise)
    })
    const account = open(a)
    await account.unlock()
    await time.pass(1)
    const other = await accepted(harness, b)
    await account.close()
    const changes = harness.changes.length
    reply.settle(ok({ value: [{ asset: 'BTC', amount: '666' }], at: time.clock() }))
    verdict.settle({ ok: false, error: problem('unreachable') })
    await time.pass(120)
    expect(harness.changes.slice(changes).filter(({ account: of }) => of === account)).toEqual([])
    expect(JSON.stringify(other.monitor.portfolio())).not.toContain('666')
    expect(valueOf(harness.memory.snapshots.last('a'))).not.toHaveProperty('balance')
    expect(other.key.state).toBe('accepted')
  })

  it('stores the answer of an order in flight before connection and storage are released', async () => {
    const harness = setup()
    const { time, memory, journal } = harness
    const account = await armed(harness)
    const answer = deferred<null>()
    harness.client('a').exchange.answers((move) => answer.promise.then(() => good(move)))
    const intentId = await send(account)
    await account.close()
    expect(harness.halves.alive()).toEqual([])
    await time.pass(30)
    expect([harness.client('a').closed(), harness.released]).toEqual([0, []])
    expect(journal.inFlight('a')).toBe(1)
    expect(memory.orders.find('a', intentId)).toMatchObject({ value: { state: 'sending' } })
    answer.open(null)
    await time.pass(1)
    expect(memory.orders.find('a', intentId)).toMatchObject({ value: { state: 'acknowledged' } })
    expect([harness.client('a').closed(), harness.released]).toEqual([1, ['a']])
    expect(time.pending()).toBe(0)
  })

  it('SEC-16 wipes the key at once when locked with an order in flight, and stores its answer before the connection is released', async () => {
    const harness = setup()
    const { time, memory } = harness
    const account = await armed(harness)
    const answer = deferred<null>()
    harness.client('a').exchange.answers((move) => answer.promise.then(() => good(move)))
    const intentId = await send(account)
    account.lock(false)
    expect(harness.halves.alive()).toEqual([])
    expect([account.key.state, account.orders.isArmed()]).toEqual(['locked', false])
    await time.pass(10)
    expect(harness.client('a').closed()).toBe(0)
    expect(memory.orders.find('a', intentId)).toMatchObject({ value: { state: 'sending' } })
    answer.open(null)
    await time.pass(1)
    expect(memory.orders.find('a', intentId)).toMatchObject({ value: { state: 'acknowledged' } })
    expect(harness.client('a').closed()).toBe(1)
  })

  it('SEC-16 leaves an order unknown while locked, and looks it up once unlocked', async () => {
    const harness = setup()
    const account = await armed(harness)
    harness.client('a').exchange.answers(() => Promise.resolve(unknownAnswer()))
    const intentId = await send(account)
    account.lock(false)
    await harness.time.pass(600)
    expect(account.orders.read().open).toMatchObject([{ id: intentId, state: 'unknown' }])
    expect(account.orders.read().open[0]?.timeline.map(({ what }) => what)).not.toContain('looked')
    valueOf(await account.unlock())
    await harness.time.pass(10)
    expect(account.orders.read().open[0]?.timeline.map(({ what }) => what)).toContain('looked')
  })

  it('SEC-16 does not send an order that waits for its turn when locked, even with the key kept for reading', async () => {
    for (const keepsKey of [false, true]) {
      const harness = setup()
      const account = await armed(harness)
      const turn = deferred<null>()
      harness.client('a').exchange.queued(turn.promise)
      const intentId = await send(account)
      account.lock(keepsKey)
      turn.open(null)
      await harness.time.pass(1)
      expect(harness.client('a').exchange.sent).toEqual([])
      expect(harness.memory.orders.find('a', intentId)).toMatchObject({
        value: { state: 'not-sent' },
      })
      expect(harness.halves.alive().length > 0).toBe(keepsKey)
    }
  })

  it('does not send an order that has not left yet', async () => {
    const harness = setup()
    const account = await armed(harness)
    const turn = deferred<null>()
    harness.client('a').exchange.queued(turn.promise)
    const intentId = await send(account)
    await account.close()
    turn.open(null)
    await harness.time.pass(1)
    expect(harness.client('a').exchange.sent).toEqual([])
    expect(harness.memory.orders.find('a', intentId)).toMatchObject({
      value: { state: 'not-sent' },
    })
    expect(harness.client('a').closed()).toBe(1)
  })

  it('receives the answer when opened again with its order in flight', async () => {
    const harness = setup()
    const account = await armed(harness)
    const answer = deferred<null>()
    const sender = harness.client('a')
    sender.exchange.answers((move) => answer.promise.then(() => good(move)))
    const intentId = await send(account)
    await account.close()
    const again = await accepted(harness)
    expect(again.orders.read().open).toMatchObject([{ id: intentId, state: 'sending' }])
    answer.open(null)
    await harness.time.pass(1)
    expect(again.orders.read().recent).toMatchObject([{ id: intentId, state: 'acknowledged' }])
    expect(again.alerts.view().attention).toEqual([])
    expect([sender.closed(), harness.client('a').closed()]).toEqual([1, 0])
  })

  it('touches no other account', async () => {
    const harness = setup()
    const account = await accepted(harness)
    const other = await armed(harness, b)
    await account.close()
    expect(other.key.state).toBe('accepted')
    expect(other.orders.read().armedUntil).not.toBeNull()
    const before = harness.client('b').count()
    await harness.time.pass(60)
    expect(harness.client('b').count()).toBeGreaterThan(before)
    expect(harness.halves.alive().map((half) => half.reveal().toString())).toEqual([
      'b-key',
      'b-secret',
    ])
  })
})
