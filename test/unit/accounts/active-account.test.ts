import { describe, expect, it } from 'vitest'
import { type Account, createActiveAccount } from '../../../src/main/accounts/active-account.js'
import { createKeyRing, type KeyPair, wipeKeys } from '../../../src/main/accounts/key-ring.js'
import { createSession } from '../../../src/main/accounts/session.js'
import { createDemoMemory } from '../../../src/main/demo/demo-memory.js'
import type { PortfolioMemory } from '../../../src/main/watch/portfolio.js'
import { createWatch } from '../../../src/main/watch/watch.js'
import type { Profile } from '../../../src/shared/domain/account.js'
import type { Problem } from '../../../src/shared/domain/problem.js'
import { ok } from '../../../src/shared/result.js'
import { about, aProfile, createFakeVault, createHalves, type FakeHalf, fakeRingPorts } from '../../support/fake-accounts.js'
import { createScriptedClient, later, problem, type Answer, type ScriptedClient } from '../../support/scripted-client.js'
import { createVirtualTime, settled } from '../../support/virtual-time.js'
import type { AssetBalance } from '../../../src/shared/domain/balance.js'

type Keys = KeyPair<FakeHalf>

const setup = () => {
  const time = createVirtualTime()
  const halves = createHalves()
  const fake = createFakeVault(halves)
  const ring = createKeyRing(fake.vault, fakeRingPorts())
  const session = createSession({ clock: time.clock, newId: () => 'n', about, acknowledge: () => ok(null) })
  const watch = createWatch({ clock: time.clock, timing: time.timing })
  const clients = new Map<string, ScriptedClient[]>()
  const scripts = new Map<string, (client: ScriptedClient) => void>()
  let closings = 0
  const active = createActiveAccount<Keys, ScriptedClient, PortfolioMemory>({
    session,
    watch,
    closed: () => {
      closings += 1
    },
  })
  const memory = createDemoMemory()
  const accountOf = (profile: Profile): Account<Keys, ScriptedClient, PortfolioMemory> => ({
    profile,
    loadKeys: () => ring.load(profile),
    wipe: wipeKeys,
    connect: () => {
      const client = createScriptedClient(time.clock)
      scripts.get(profile.id)?.(client)
      clients.set(profile.id, [...(clients.get(profile.id) ?? []), client])
      return client
    },
    memory,
  })
  const inKeychain = (id: string) => fake.keychain.set(id, { key: `${id}-key`, secret: `${id}-secret` })
  return { time, halves, fake, ring, session, watch, active, accountOf, clients, scripts, inKeychain, memory, closings: () => closings }
}

const a = aProfile({ id: 'a' })
const b = aProfile({ id: 'b', name: 'Other' })

describe('opening an account', () => {
  it('shows what is remembered at once, while the keychain is still waiting for a person', async () => {
    const { fake, active, accountOf, inKeychain, memory, watch, session } = setup()
    inKeychain('a')
    memory.snapshots.remember('a', 'balance', [{ asset: 'BTC', amount: '1' }], 5)
    const answer = fake.prompt()
    const opened = active.open(accountOf(a))
    expect(watch.portfolio()).toMatchObject({ profileId: 'a', balance: { source: 'cache', asOf: 5 } })
    expect(session.view().keyState).toBe('unknown')
    answer()
    expect(await opened).toEqual(ok(null))
  })

  it('calls the key accepted once the exchange took it', async () => {
    const { time, active, accountOf, inKeychain, watch, session } = setup()
    inKeychain('a')
    await active.open(accountOf(a))
    await time.pass(1)
    expect(session.view()).toMatchObject({ keyState: 'accepted', keyProblem: null })
    expect(watch.portfolio().balance.source).toBe('live')
  })

  it('RTL-5 a key the exchange refuses is rejected after one signed request, and the person is told', async () => {
    const { time, active, accountOf, inKeychain, session, clients, scripts } = setup()
    inKeychain('a')
    scripts.set('a', (client) => client.refuseAll(problem('bad-key-or-signature')))
    await active.open(accountOf(a))
    await time.pass(3600)
    expect(session.view()).toMatchObject({ keyState: 'rejected', keyProblem: { code: 'bad-key-or-signature' } })
    expect(clients.get('a')?.[0]?.count('positions', 'loan', 'balance')).toBe(1)
  })

  it('59 a locked keychain keeps the remembered figures on screen, with the reason, and asks the exchange nothing', async () => {
    const { time, active, accountOf, memory, watch, session, clients } = setup()
    memory.snapshots.remember('a', 'balance', [{ asset: 'BTC', amount: '1' }], 5)
    expect(await active.open(accountOf(a))).toMatchObject({ ok: false, error: { code: 'keychain-locked' } })
    await time.pass(3600)
    expect(session.view()).toMatchObject({ keyState: 'locked-or-missing', keyProblem: { code: 'keychain-locked' } })
    expect(watch.portfolio().balance).toMatchObject({ source: 'cache', every: null, problem: { code: 'keychain-locked' } })
    expect(clients.size).toBe(0)
  })

  it('10 opening again after the keychain was unlocked starts the watch without a restart', async () => {
    const { time, active, accountOf, inKeychain, watch, session } = setup()
    await active.open(accountOf(a))
    inKeychain('a')
    expect(await active.open(accountOf(a))).toEqual(ok(null))
    await time.pass(1)
    expect(session.view()).toMatchObject({ keyState: 'accepted', keyProblem: null })
    expect(watch.portfolio().balance).toMatchObject({ source: 'live', problem: null })
  })

  it('a session-only profile of an earlier run has ended, and the keychain is not asked', async () => {
    const { active, accountOf, session, fake } = setup()
    await active.open(accountOf(aProfile({ keyStorage: 'session' })))
    expect(session.view().keyState).toBe('session-ended')
    expect(fake.calls).toEqual([])
  })
})

describe('48 switching', () => {
  it('48 wipes the old key, closes the old way, and drops what was under way', async () => {
    const { time, active, accountOf, inKeychain, watch, session, clients, scripts, halves, closings } = setup()
    inKeychain('a')
    inKeychain('b')
    const reply = later<Answer<AssetBalance[]>>()
    scripts.set('a', (client) => client.answer('balance', () => reply.promise))
    await active.open(accountOf(a))
    await time.pass(1)
    await active.open(accountOf(b))
    expect(clients.get('a')?.[0]?.closed()).toBe(1)
    expect(closings()).toBe(1)
    expect(halves.alive().map(({ text }) => text)).toEqual(['b-key', 'b-secret'])
    reply.settle(ok({ value: [{ asset: 'BTC', amount: '666' }], at: time.clock() }))
    await time.pass(120)
    expect(JSON.stringify(watch.portfolio())).not.toContain('666')
    expect(watch.portfolio().profileId).toBe('b')
    expect(session.view().keyState).toBe('accepted')
  })

  it('48 a verdict on the old key that comes late says nothing about the new one', async () => {
    const { time, active, accountOf, inKeychain, session, scripts } = setup()
    inKeychain('a')
    inKeychain('b')
    const verdict = later<Answer<never>>()
    scripts.set('a', (client) => client.answer('positions', () => verdict.promise))
    await active.open(accountOf(a))
    await time.pass(1)
    await active.open(accountOf(b))
    verdict.settle({ ok: false, error: problem('key-disabled') })
    await time.pass(5)
    expect(session.view()).toMatchObject({ keyState: 'accepted', keyProblem: null })
  })

  it('48 nor does one that even the watch lets through', async () => {
    const { session, accountOf, inKeychain } = setup()
    inKeychain('a')
    const verdicts: ((why: Problem) => void)[] = []
    const ignore = () => undefined
    const open = createActiveAccount<Keys, ScriptedClient, PortfolioMemory>({
      session,
      watch: { show: ignore, cannot: ignore, end: ignore, begin: ({ keyRefused }) => void verdicts.push(keyRefused) },
      closed: ignore,
    })
    await open.open(accountOf(a))
    open.close()
    verdicts[0]?.(problem('key-disabled'))
    expect(session.view()).toMatchObject({ keyState: 'unknown', keyProblem: null })
  })

  it('48 a key that the keychain gives after the switch is wiped, not used', async () => {
    const { time, fake, active, accountOf, inKeychain, clients, halves, watch } = setup()
    inKeychain('a')
    inKeychain('b')
    const answer = fake.prompt()
    const first = active.open(accountOf(a))
    await settled()
    const second = active.open(accountOf(b))
    answer()
    expect(await first).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await second).toEqual(ok(null))
    await time.pass(30)
    expect(clients.has('a')).toBe(false)
    expect(halves.alive().map(({ text }) => text)).toEqual(['b-key', 'b-secret'])
    expect(watch.portfolio().profileId).toBe('b')
  })

  it('48 a keychain that fails for the old profile does not mark the new one', async () => {
    const { time, fake, active, accountOf, inKeychain, session } = setup()
    inKeychain('b')
    const answer = fake.prompt()
    const first = active.open(accountOf(a))
    await settled()
    const second = active.open(accountOf(b))
    answer()
    await Promise.all([first, second])
    await time.pass(1)
    expect(session.view().keyState).toBe('accepted')
  })

  it('48 any order of switches ends with the last one alone', async () => {
    const { time, fake, active, accountOf, inKeychain, halves, watch, clients } = setup()
    inKeychain('a')
    inKeychain('b')
    for (let turn = 0; turn < 40; turn += 1) {
      const answer = turn % 3 === 0 ? fake.prompt() : () => undefined
      void active.open(accountOf(turn % 2 === 0 ? a : b))
      if (turn % 4 === 0) await settled()
      answer()
    }
    await time.pass(30)
    expect(watch.portfolio().profileId).toBe('b')
    expect(halves.alive()).toHaveLength(2)
    expect(time.pending()).toBe(1)
    const open = [...clients.values()].flat().filter((client) => client.closed() === 0)
    expect(open).toHaveLength(1)
  })
})

describe('closing', () => {
  it('leaves no key, no timer and no figure behind', async () => {
    const { time, active, accountOf, inKeychain, halves, watch, session } = setup()
    inKeychain('a')
    await active.open(accountOf(a))
    await time.pass(30)
    expect(active.profile()?.id).toBe('a')
    active.close()
    active.close()
    await time.pass(600)
    expect(halves.alive()).toEqual([])
    expect(time.pending()).toBe(0)
    expect(watch.portfolio().profileId).toBeNull()
    expect(session.view().keyState).toBe('unknown')
    expect(active.client()).toBeNull()
    expect(active.profile()).toBeNull()
  })
})
