import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.js'
import type { MoveAnswer } from '../../../src/main/orders/orders-ports.js'
import type { AssetBalance } from '../../../src/shared/domain/balance.js'
import { everything } from '../../../src/shared/domain/flex-history.js'
import { defaultTradeLimits } from '../../../src/shared/domain/trading.js'
import { ok } from '../../../src/shared/result.js'
import { type AccountRoom, createAccountRoom, openClients } from '../../support/account-room.js'
import { aProfile } from '../../support/fake-accounts.js'
import { aTicket, gate, good, ourPage, unknownAnswer } from '../../support/order-room.js'
import { aLoan, type Answer, later, problem } from '../../support/scripted-client.js'
import { valueOf } from '../../support/store-room.js'
import { settled } from '../../support/virtual-time.js'

const a = aProfile({ id: 'a', name: 'First' })
const b = aProfile({ id: 'b', name: 'Other' })

const setup = () => createAccountRoom(a, b)

/** Open, and its key accepted. */
const accepted = async (room: AccountRoom, profile = a): Promise<Account> => {
  const account = room.open(profile)
  valueOf(await account.unlock())
  await room.time.pass(1)
  return account
}

/** Allowed to trade, and armed. */
const armed = async (room: AccountRoom, profile = a): Promise<Account> => {
  const limits = { ...defaultTradeLimits, on: false, askFrom: { USDT: '1000000000' } }
  valueOf(room.memory.trading.write(profile.id, { readOnly: false, limits, favourites: [] }))
  const account = await accepted(room, profile)
  valueOf(await account.orders.arm())
  return account
}

/** Prepares and confirms. The id of the order. */
const send = async (account: Account): Promise<string> => {
  const { token } = valueOf(account.orders.prepare(aTicket(), ourPage))
  const { intentId } = valueOf(await account.orders.confirm(token, ourPage))
  await settled()
  return intentId
}

describe('opening an account', () => {
  it('shows what is remembered at once, while the keychain is still waiting for a person', async () => {
    const { fake, memory, open, told } = setup()
    memory.snapshots.remember('a', 'balance', [{ asset: 'BTC', amount: '1' }], 5)
    const answer = fake.prompt()
    const account = open(a)
    expect(account.monitor.portfolio()).toMatchObject({ profileId: 'a', balance: { source: 'cache', asOf: 5 } })
    expect(fake.calls).toEqual([])
    const unlocked = account.unlock()
    expect(account.key.state).toBe('unknown')
    answer()
    expect(await unlocked).toEqual(ok(null))
    expect(told.every(({ account: of }) => of === account)).toBe(true)
  })

  it('knows the steps of a loan that is remembered', () => {
    const { memory, open } = setup()
    memory.snapshots.remember('a', 'loan', aLoan(), 5)
    expect(
      open(a)
        .alerts.view()
        .ladder.map(({ kind }) => kind),
    ).toContain('margin-call')
  })

  it('asks nothing before its key is fetched', async () => {
    const { time, open, clients, fake } = setup()
    open(a)
    await time.pass(3600)
    expect(clients.size).toBe(0)
    expect(fake.calls).toEqual([])
  })

  it('calls the key accepted once the exchange took it', async () => {
    const room = setup()
    const account = await accepted(room)
    expect(account.key).toEqual({ state: 'accepted', problem: null })
    expect(account.monitor.portfolio().balance.source).toBe('live')
    expect(room.keys).toEqual([
      { id: 'a', state: 'unknown' },
      { id: 'a', state: 'accepted' },
    ])
  })

  it('RTL-5 a key the exchange refuses is rejected after one signed request, and nothing that can wait tries it', async () => {
    const { time, open, client, scripts } = setup()
    scripts.set('a', (made) => made.refuseAll(problem('bad-key-or-signature')))
    const account = open(a)
    account.mining.add('rig')
    await account.unlock()
    await time.pass(3600)
    expect(account.key).toMatchObject({ state: 'rejected', problem: { code: 'bad-key-or-signature' } })
    expect(client('a').count('positions', 'loan', 'balance')).toBe(1)
    expect([client('a').flexCalls(), client('a').payoutCalls()]).toEqual([0, 0])
  })

  it('the investments and the mining accounts are asked for once the key is accepted', async () => {
    const { time, open, client } = setup()
    const account = open(a)
    account.mining.add('rig')
    await account.unlock()
    await time.pass(60)
    expect([client('a').flexCalls(), client('a').payoutCalls()]).toEqual([1, 1])
  })

  it('59 a locked keychain keeps the remembered figures on screen, with the reason, and asks the exchange nothing', async () => {
    const { time, fake, memory, open, clients } = setup()
    fake.keychain.clear()
    memory.snapshots.remember('a', 'balance', [{ asset: 'BTC', amount: '1' }], 5)
    const account = open(a)
    expect(await account.unlock()).toMatchObject({ ok: false, error: { code: 'keychain-locked' } })
    await time.pass(3600)
    expect(account.key).toMatchObject({ state: 'locked-or-missing', problem: { code: 'keychain-locked' } })
    expect(account.monitor.portfolio().balance).toMatchObject({ source: 'cache', every: null, problem: { code: 'keychain-locked' } })
    expect(account.monitor.refreshNow()).toMatchObject({ ok: false, error: { code: 'keychain-locked' } })
    expect(clients.size).toBe(0)
  })

  it('one whose key was not asked for says why, and is monitored once it is unlocked', async () => {
    const { time, open, fake } = setup()
    const account = open(a)
    account.keyMissing({ state: 'keychain-trouble', problem: problem('keychain-unavailable') })
    await time.pass(60)
    expect(account.key).toMatchObject({ state: 'keychain-trouble', problem: { code: 'keychain-unavailable' } })
    expect(fake.calls).toEqual([])
    expect(await account.unlock()).toEqual(ok(null))
    await time.pass(1)
    expect(account.key.state).toBe('accepted')
  })

  it('10 unlocked after the keychain was, it is monitored without a restart', async () => {
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

  it('a session-only profile of an earlier run has ended, and the keychain is not asked', async () => {
    const { open, fake } = setup()
    const account = open(aProfile({ id: 'a', keyStorage: 'session' }))
    expect(await account.unlock()).toMatchObject({ ok: false, error: { reason: 'SESSION_ENDED' } })
    expect(account.key.state).toBe('session-ended')
    expect(fake.calls).toEqual([])
  })

  it('knows at once what an earlier run left unresolved', async () => {
    const room = setup()
    const before = await armed(room)
    room.client('a').exchange.answers(() => new Promise<MoveAnswer>(() => undefined))
    const intentId = await send(before)
    // The process that sent it ended here.
    const after = createAccountRoom(a, b)
    const account = after.open(a, { orders: room.memory.orders, trading: room.memory.trading })
    expect(account.orders.read().open).toMatchObject([{ id: intentId, state: 'unknown' }])
    expect(account.alerts.view().attention.map(({ alert }) => alert.kind)).toEqual(['order-unknown'])
    expect(after.notified).toMatchObject([{ profileId: 'a', screen: 'trade' }])
  })
})

describe('unlocking again', () => {
  it('takes the key that is there now in place of the one before, which is wiped', async () => {
    const room = setup()
    const account = await accepted(room)
    const { time, fake, halves, clients } = room
    const timers = time.pending()
    fake.keychain.set('a', { key: 'new-key', secret: 'new-secret' })
    expect(await account.unlock()).toEqual(ok(null))
    expect(account.key.state).toBe('unknown')
    await time.pass(1)
    expect(account.key.state).toBe('accepted')
    expect(halves.alive().map((half) => half.reveal().toString())).toEqual(['new-key', 'new-secret'])
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

  it('a key that works is not given up because the keychain does not give it again', async () => {
    const room = setup()
    const account = await accepted(room)
    room.fake.trouble.load = problem('keychain-locked')
    expect(await account.unlock()).toMatchObject({ ok: false, error: { code: 'keychain-locked' } })
    expect(account.key).toEqual({ state: 'accepted', problem: null })
    const before = room.client('a').count()
    await room.time.pass(60)
    expect(room.client('a').count()).toBeGreaterThan(before)
    expect(openClients(room)).toEqual(['a'])
  })

  it('of two at once the newer counts, and what the older brings is wiped', async () => {
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

  it('48 a verdict on the key before, which comes late, says nothing about the one that is used now', async () => {
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

  it('what was prepared with the connection before cannot be confirmed', async () => {
    const room = setup()
    const account = await armed(room)
    const { token } = valueOf(account.orders.prepare(aTicket(), ourPage))
    await account.unlock()
    await room.time.pass(1)
    expect(await account.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    expect(room.client('a').exchange.sent).toEqual([])
  })
})

describe('an order', () => {
  it('that is answered is followed by a look at everything', async () => {
    const room = setup()
    const account = await armed(room)
    await room.time.pass(2)
    const before = room.client('a').count('positions', 'loan', 'balance')
    await send(account)
    await room.time.pass(0)
    expect(room.client('a').count('positions', 'loan', 'balance')).toBe(before + 3)
  })

  it('of unknown result is in the alarms of its account, and of no other', async () => {
    const room = setup()
    const account = await armed(room)
    const other = await accepted(room, b)
    room.client('a').exchange.answers(() => unknownAnswer())
    await send(account)
    expect(account.alerts.view().attention.map(({ alert }) => alert.kind)).toEqual(['order-unknown'])
    expect(other.alerts.view().attention).toEqual([])
  })
})

describe('another account on screen', () => {
  it('the one that leaves is disarmed, and what it prepared cannot be confirmed', async () => {
    const room = setup()
    const account = await armed(room)
    const { token } = valueOf(account.orders.prepare(aTicket(), ourPage))
    account.setShown('background')
    expect(account.orders.read().armedUntil).toBeNull()
    expect(await account.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    expect(room.client('a').exchange.sent).toEqual([])
  })

  it('a box that asks whether to arm it counts for nothing once it left', async () => {
    const room = setup()
    const limits = { ...defaultTradeLimits, on: false }
    valueOf(room.memory.trading.write('a', { readOnly: true, limits, favourites: [] }))
    const account = await accepted(room)
    const said = later<ReturnType<typeof ok<null>>>()
    room.answersBox(() => said.promise)
    const allowed = account.orders.allow(true)
    account.setShown('background')
    said.settle(ok(null))
    expect(await allowed).toMatchObject({ ok: false })
    expect(account.orders.read().readOnly).toBe(true)
  })

  it('its stream token is dropped, also one that is on its way', async () => {
    const room = setup()
    const account = await accepted(room)
    expect((await account.streamToken.fetch()).ok).toBe(true)
    account.setShown('background')
    expect(await account.streamToken.reveal()).toMatchObject({ ok: false, error: { code: 'gone' } })
    const answer = later<Answer<{ token: string }>>()
    room.client('a').answer('token', () => answer.promise)
    const fetched = account.streamToken.fetch()
    account.setShown('screen')
    account.setShown('background')
    answer.settle(ok({ value: { token: 'late' }, at: room.time.clock() }))
    expect(await fetched).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await account.streamToken.copy()).toMatchObject({ ok: false })
    expect(room.copied).toEqual([])
  })

  it('an export whose file is only being chosen writes nothing', async () => {
    const room = setup()
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-export-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    room.choosesFile(join(folder, 'investments.csv'))
    const account = await accepted(room)
    const exporting = account.investments.exportAll({ filter: everything, format: 'csv', bom: false })
    account.setShown('background')
    expect(await exporting).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(readdirSync(folder)).toEqual([])
  })

  it('it is looked at more seldom, and still in time for its alarm', async () => {
    const room = setup()
    const account = await accepted(room)
    const paces = () => {
      const { positions, loan, balance } = account.monitor.portfolio()
      return [positions.every, loan.every, balance.every]
    }
    expect(paces()).toEqual([5, 15, 15])
    account.setShown('hidden')
    expect(paces()).toEqual([5, 15, 60])
    account.setShown('background')
    expect(paces()).toEqual([15, 15, 60])
    await room.time.pass(60)
    room.client('a').answer('loan', () => Promise.resolve(ok({ value: aLoan({ currentLtv: '76' }), at: room.time.clock() })))
    await room.time.pass(20)
    expect(room.notified).toMatchObject([{ profileId: 'a', title: 'First: BTC loan: LTV has reached margin call' }])
  })

  it('a key is fetched, refused and unlocked off screen as on it', async () => {
    const { time, open, scripts } = setup()
    scripts.set('a', (made) => made.refuseAll(problem('key-disabled')))
    const account = open(a)
    account.setShown('background')
    await account.unlock()
    await time.pass(300)
    expect(account.key.state).toBe('rejected')
    expect(account.alerts.view().attention.map(({ alert }) => alert.kind)).toEqual(['monitoring-lost'])
    scripts.delete('a')
    await account.unlock()
    await time.pass(1)
    expect(account.key.state).toBe('accepted')
    expect(account.alerts.view().attention).toEqual([])
  })
})

describe('another name', () => {
  it('leaves the connection, the key and the figures alone', async () => {
    const room = setup()
    const account = await accepted(room)
    const before = account.monitor.portfolio()
    account.rename({ ...a, name: 'Renamed' })
    expect(account.profile.name).toBe('Renamed')
    expect(account.monitor.portfolio()).toBe(before)
    await room.time.pass(60)
    expect(room.fake.calls).toEqual(['load a'])
    expect(openClients(room)).toEqual(['a'])
    expect(account.key.state).toBe('accepted')
  })

  it('is said by what is prepared and by what is notified from then on; what was prepared before counts no more', async () => {
    const room = setup()
    const account = await armed(room)
    const { token } = valueOf(account.orders.prepare(aTicket(), ourPage))
    account.rename({ ...a, name: 'Renamed' })
    expect(account.orders.read()).toMatchObject({ profileId: 'a', armedUntil: null, readOnly: false })
    expect(await account.orders.confirm(token, ourPage)).toMatchObject({ ok: false })
    valueOf(await account.orders.arm())
    expect(valueOf(account.orders.prepare(aTicket(), ourPage)).profile.name).toBe('Renamed')
    room.client('a').answer('loan', () => Promise.resolve(ok({ value: aLoan({ currentLtv: '76' }), at: room.time.clock() })))
    await room.time.pass(20)
    expect(room.notified).toMatchObject([{ title: 'Renamed: BTC loan: LTV has reached margin call' }])
  })

  it('a box that asks in the old name counts for nothing', async () => {
    const room = setup()
    const account = await accepted(room)
    const said = later<ReturnType<typeof ok<null>>>()
    room.answersBox(() => said.promise)
    const allowed = account.orders.allow(true)
    account.rename({ ...a, name: 'Renamed' })
    said.settle(ok(null))
    expect(await allowed).toMatchObject({ ok: false })
    expect(account.orders.read().readOnly).toBe(true)
  })

  it('keeps the record of its orders, and the answer of one that is on its way', async () => {
    const room = setup()
    const account = await armed(room)
    const done = await send(account)
    const answer = gate<MoveAnswer>()
    room.client('a').exchange.answers((move) => answer.promise.then(() => good(move)))
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
  it('disarms, calls what was under way unknown, and asks for everything anew', async () => {
    const room = setup()
    const { time } = room
    const account = await armed(room)
    room.client('a').exchange.answers(() => new Promise<MoveAnswer>(() => undefined))
    const intentId = await send(account)
    const dropped = room.client('a').dropped()
    time.sleep(3600)
    account.resumed()
    expect(account.orders.read().armedUntil).toBeNull()
    expect(account.orders.read().open).toMatchObject([{ id: intentId, state: 'unknown' }])
    expect(room.client('a').dropped()).toBe(dropped + 1)
    const before = room.client('a').count('positions', 'loan', 'balance')
    await time.pass(3)
    expect(room.client('a').count('positions', 'loan', 'balance')).toBeGreaterThanOrEqual(before + 3)
  })

  it('so short that nobody but the system notices it, right after another, disarms all the same', async () => {
    const room = setup()
    const account = await armed(room)
    room.time.sleep(3600)
    account.resumed()
    await room.time.pass(6)
    valueOf(await account.orders.arm())
    room.time.sleep(2)
    account.resumed()
    expect(account.orders.read().armedUntil).toBeNull()
  })

  it('of which the system says nothing is noticed all the same', async () => {
    const room = setup()
    const account = await armed(room)
    room.time.sleep(3600)
    await room.time.pass(6)
    expect(account.orders.read().armedUntil).toBeNull()
  })
})

describe('closing', () => {
  type Moment = (room: AccountRoom, account: Account) => Promise<void> | void
  const fetched: Moment = async (room, account) => {
    valueOf(await account.unlock())
    await room.time.pass(1)
  }
  const moments: Record<string, Moment> = {
    'before its key was asked for': () => undefined,
    'while the keychain waits for a person': (room, account) => {
      room.fake.prompt()
      void account.unlock()
    },
    'while its key is tried for the first time': async (room, account) => {
      room.scripts.set('a', (made) => made.answer('positions', () => new Promise(() => undefined)))
      valueOf(await account.unlock())
    },
    'with its key accepted': fetched,
    'in the background': async (room, account) => {
      await fetched(room, account)
      account.setShown('background')
    },
    'with its key refused': async (room, account) => {
      room.scripts.set('a', (made) => made.refuseAll(problem('key-disabled')))
      await fetched(room, account)
    },
    'with its key refused, while it is fetched again': async (room, account) => {
      room.scripts.set('a', (made) => made.refuseAll(problem('key-disabled')))
      await fetched(room, account)
      room.fake.prompt()
      void account.unlock()
    },
    'with its keychain locked': async (room, account) => {
      room.fake.trouble.load = problem('keychain-locked')
      await account.unlock()
    },
    'with the exchange away': async (room, account) => {
      room.scripts.set('a', (made) => made.refuseAll(problem('unreachable')))
      await fetched(room, account)
      await room.time.pass(300)
    },
    'armed, with a token fetched': async (room, account) => {
      await fetched(room, account)
      valueOf(await account.orders.allow(true))
      valueOf(await account.orders.arm())
      valueOf(await account.streamToken.fetch())
    },
    'under another name': async (room, account) => {
      await fetched(room, account)
      account.rename({ ...a, name: 'Renamed' })
    },
    'in a margin call': async (room, account) => {
      room.scripts.set('a', (made) =>
        made.answer('loan', () => Promise.resolve(ok({ value: aLoan({ currentLtv: '76' }), at: room.time.clock() }))),
      )
      await fetched(room, account)
    },
  }

  it.each(Object.entries(moments))(
    'SEC-16 %s: wipes its key, signs nothing more, leaves no timer and tells nothing more',
    async (_when, reach) => {
      const room = setup()
      const account = room.open(a)
      account.mining.add('rig')
      await reach(room, account)
      await account.close()
      const told = room.told.length
      const keys = room.keys.length
      const calls = room.clients.get('a')?.map((client) => [client.count(), client.flexCalls(), client.payoutCalls()])
      expect(room.halves.alive()).toEqual([])
      expect(openClients(room)).toEqual([])
      expect(room.time.pending()).toBe(0)
      expect(room.released).toEqual(['a'])
      await room.time.pass(3600)
      expect(account.monitor.refreshNow().ok).toBe(false)
      expect((await account.streamToken.fetch()).ok).toBe(false)
      expect(account.orders.prepare(aTicket(), ourPage).ok).toBe(false)
      expect(await account.unlock()).toMatchObject({ ok: false, error: { code: 'gone' } })
      await room.time.pass(60)
      expect(room.clients.get('a')?.map((client) => [client.count(), client.flexCalls(), client.payoutCalls()])).toEqual(calls)
      expect(room.halves.alive()).toEqual([])
      expect(room.time.pending()).toBe(0)
      expect(room.told).toHaveLength(told)
      expect(room.keys).toHaveLength(keys)
    },
  )

  it('stopped by a fault, it wipes its key at once, and its notices stay on the screen until it is closed', async () => {
    const room = setup()
    const account = await accepted(room)
    room.client('a').answer('loan', () => Promise.resolve(ok({ value: aLoan({ currentLtv: '76' }), at: room.time.clock() })))
    await room.time.pass(20)
    account.stop()
    expect(room.halves.alive()).toEqual([])
    expect(openClients(room)).toEqual([])
    expect(room.withdrawn).toEqual([])
    const before = room.client('a').count()
    await room.time.pass(60)
    expect(room.client('a').count()).toBe(before)
    await account.close()
    expect(room.withdrawn).toEqual(room.notified.map(({ id }) => id))
    expect(room.released).toEqual(['a'])
    expect(room.time.pending()).toBe(0)
  })

  it('happens once, however often it is asked for', async () => {
    const room = setup()
    const account = await accepted(room)
    await Promise.all([account.close(), account.close()])
    await account.close()
    expect(room.released).toEqual(['a'])
    expect(room.client('a').closed()).toBe(1)
  })

  it('48 a key that the keychain gives afterwards is wiped, not used', async () => {
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

  it('48 a keychain that fails afterwards says nothing of it', async () => {
    const { fake, open, keys } = setup()
    fake.keychain.clear()
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

  it('48 answers and verdicts that come afterwards are dropped, and what another account shows is its own', async () => {
    const room = setup()
    const { time, open, scripts } = room
    const reply = later<Answer<AssetBalance[]>>()
    const verdict = later<Answer<never>>()
    scripts.set('a', (made) => {
      made.answer('balance', () => reply.promise)
      made.answer('ping', () => verdict.promise)
    })
    const account = open(a)
    await account.unlock()
    await time.pass(1)
    const other = await accepted(room, b)
    await account.close()
    const told = room.told.length
    reply.settle(ok({ value: [{ asset: 'BTC', amount: '666' }], at: time.clock() }))
    verdict.settle({ ok: false, error: problem('unreachable') })
    await time.pass(120)
    expect(room.told.slice(told).filter(({ account: of }) => of === account)).toEqual([])
    expect(JSON.stringify(other.monitor.portfolio())).not.toContain('666')
    expect(room.memory.snapshots.last('a', 'balance')).toEqual(ok(null))
    expect(other.key.state).toBe('accepted')
  })

  it('an order that is on its way is answered and written down all the same; only then the connection and the storage are let go', async () => {
    const room = setup()
    const { time, memory, journal } = room
    const account = await armed(room)
    const answer = gate<null>()
    room.client('a').exchange.answers((move) => answer.promise.then(() => good(move)))
    const intentId = await send(account)
    await account.close()
    expect(room.halves.alive()).toEqual([])
    await time.pass(30)
    expect([room.client('a').closed(), room.released]).toEqual([0, []])
    expect(journal.underWay('a')).toBe(1)
    expect(memory.orders.find('a', intentId)).toMatchObject({ value: { state: 'sending' } })
    answer.open(null)
    await time.pass(1)
    expect(memory.orders.find('a', intentId)).toMatchObject({ value: { state: 'acknowledged' } })
    expect([room.client('a').closed(), room.released]).toEqual([1, ['a']])
    expect(time.pending()).toBe(0)
  })

  it('an order that has not left yet does not leave', async () => {
    const room = setup()
    const account = await armed(room)
    const turn = gate<null>()
    room.client('a').exchange.queued(turn.promise)
    const intentId = await send(account)
    await account.close()
    turn.open(null)
    await room.time.pass(1)
    expect(room.client('a').exchange.sent).toEqual([])
    expect(room.memory.orders.find('a', intentId)).toMatchObject({ value: { state: 'not-sent' } })
    expect(room.client('a').closed()).toBe(1)
  })

  it('opened anew while its order is on its way, it hears of the answer', async () => {
    const room = setup()
    const account = await armed(room)
    const answer = gate<null>()
    const sender = room.client('a')
    sender.exchange.answers((move) => answer.promise.then(() => good(move)))
    const intentId = await send(account)
    await account.close()
    const again = await accepted(room)
    expect(again.orders.read().open).toMatchObject([{ id: intentId, state: 'sending' }])
    answer.open(null)
    await room.time.pass(1)
    expect(again.orders.read().recent).toMatchObject([{ id: intentId, state: 'acknowledged' }])
    expect(again.alerts.view().attention).toEqual([])
    expect([sender.closed(), room.client('a').closed()]).toEqual([1, 0])
  })

  it('touches no other account', async () => {
    const room = setup()
    const account = await accepted(room)
    const other = await armed(room, b)
    await account.close()
    expect(other.key.state).toBe('accepted')
    expect(other.orders.read().armedUntil).not.toBeNull()
    const before = room.client('b').count()
    await room.time.pass(60)
    expect(room.client('b').count()).toBeGreaterThan(before)
    expect(room.halves.alive().map((half) => half.reveal().toString())).toEqual(['b-key', 'b-secret'])
  })
})
