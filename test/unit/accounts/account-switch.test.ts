import { describe, expect, it } from 'vitest'
import { createAccountSwitch, type RunningDemo } from '../../../src/main/accounts/account-switch.js'
import { type Account, createActiveAccount } from '../../../src/main/accounts/active-account.js'
import { createKeyRing, type KeyPair, wipeKeys } from '../../../src/main/accounts/key-ring.js'
import { createSession } from '../../../src/main/accounts/session.js'
import { createDemoMemory } from '../../../src/main/demo/demo-memory.js'
import type { PortfolioMemory } from '../../../src/main/watch/portfolio.js'
import { createWatch } from '../../../src/main/watch/watch.js'
import type { Profile } from '../../../src/shared/domain/account.js'
import type { Problem } from '../../../src/shared/domain/problem.js'
import { ok, type Result } from '../../../src/shared/result.js'
import {
  about,
  aProfile,
  createFakeProfiles,
  createFakeVault,
  createHalves,
  type FakeHalf,
  fakeRingPorts,
} from '../../support/fake-accounts.js'
import { createScriptedClient, later, problem, type ScriptedClient } from '../../support/scripted-client.js'
import { createVirtualTime, settled } from '../../support/virtual-time.js'

type Keys = KeyPair<FakeHalf>
type Demo = RunningDemo<Keys, ScriptedClient, PortfolioMemory>

const a = aProfile({ id: 'a' })
const b = aProfile({ id: 'b', name: 'Other' })
const demoProfile = aProfile({ id: 'demo', name: 'Demo account', region: 'demo', baseUrl: 'http://127.0.0.1:1', keyStorage: 'demo' })

const setup = (...known: Profile[]) => {
  const time = createVirtualTime()
  const halves = createHalves()
  const fake = createFakeVault(halves)
  const ring = createKeyRing(fake.vault, fakeRingPorts())
  const profiles = createFakeProfiles(...known)
  for (const { id } of known) fake.keychain.set(id, { key: `${id}-key`, secret: `${id}-secret` })
  const session = createSession({ clock: time.clock, newId: () => 'n', about, acknowledge: () => ok(null) })
  const watch = createWatch({ clock: time.clock, timing: time.timing })
  const connected: string[] = []
  const demos = { started: 0, stopped: 0 }
  let startDemo: () => Promise<Result<Demo, Problem>> = () => Promise.resolve(ok(aDemo()))

  const accountOf = (profile: Profile): Account<Keys, ScriptedClient, PortfolioMemory> => ({
    profile,
    loadKeys: () => (profile.region === 'demo' ? Promise.resolve(ok(halves.pair('demo'))) : ring.load(profile)),
    wipe: wipeKeys,
    connect: () => {
      connected.push(profile.baseUrl)
      return createScriptedClient(time.clock)
    },
    memory: createDemoMemory(),
  })
  const aDemo = (): Demo => {
    demos.started += 1
    return {
      account: accountOf(demoProfile),
      stop: async () => {
        demos.stopped += 1
      },
    }
  }
  const active = createActiveAccount<Keys, ScriptedClient, PortfolioMemory>({ session, watch, closed: () => undefined })
  const accounts = createAccountSwitch({ profiles, accountOf, startDemo: () => startDemo(), active, session })
  return {
    time,
    halves,
    fake,
    profiles,
    session,
    watch,
    active,
    accounts,
    connected,
    demos,
    aDemo,
    onStartDemo: (start: typeof startDemo) => {
      startDemo = start
    },
  }
}

describe('the start', () => {
  it('8 with no profile opens nothing and asks the keychain nothing', async () => {
    const { time, accounts, session, fake, connected } = setup()
    expect(await accounts.start({ demo: false })).toEqual(ok(null))
    await time.pass(3600)
    expect(session.view()).toMatchObject({ profiles: [], activeProfileId: null, demo: null })
    expect(fake.calls).toEqual([])
    expect(connected).toEqual([])
    expect(time.pending()).toBe(0)
  })

  it('8 straight into the demo asks the keychain nothing, even where there are profiles', async () => {
    const { time, accounts, session, fake, watch } = setup(a)
    await accounts.start({ demo: true })
    await time.pass(1)
    expect(session.view().demo?.id).toBe('demo')
    expect(session.view().activeProfileId).toBe('a')
    expect(watch.portfolio().profileId).toBe('demo')
    expect(fake.calls).toEqual([])
  })

  it('opens the profile that was open last, or else the first', async () => {
    const last = setup(a, b)
    last.profiles.setActive('b')
    await last.accounts.start({ demo: false })
    expect(last.session.view().activeProfileId).toBe('b')
    const first = setup(a, b)
    await first.accounts.start({ demo: false })
    expect(first.session.view().activeProfileId).toBe('a')
    expect(first.active.profile()?.id).toBe('a')
  })

  it('says so when the list cannot be read, instead of looking like an installation without accounts', async () => {
    const { accounts, profiles, session } = setup(a)
    profiles.trouble['list'] = problem('store-trouble')
    await accounts.start({ demo: false })
    expect(session.view().notices).toMatchObject([{ level: 'danger', title: 'The list of accounts could not be read' }])
  })
})

describe('switching', () => {
  it('opens the other profile and remembers it', async () => {
    const { time, accounts, session, profiles, watch } = setup(a, b)
    await accounts.start({ demo: false })
    expect(accounts.switchTo('b')).toEqual(ok(null))
    await time.pass(1)
    expect(session.view().activeProfileId).toBe('b')
    expect(profiles.active()).toBe('b')
    expect(watch.portfolio().profileId).toBe('b')
  })

  it('answers at once, even while the keychain is waiting for a person', async () => {
    const { accounts, fake, session } = setup(a, b)
    await accounts.start({ demo: false })
    fake.prompt()
    expect(accounts.switchTo('b')).toEqual(ok(null))
    expect(session.view().activeProfileId).toBe('b')
  })

  it('refuses a profile that is not there and changes nothing', async () => {
    const { accounts, session, active } = setup(a)
    await accounts.start({ demo: false })
    expect(accounts.switchTo('z')).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(session.view().activeProfileId).toBe('a')
    expect(active.profile()?.id).toBe('a')
  })

  it('switches even where the choice cannot be recorded, and says so', async () => {
    const { accounts, profiles, session, active } = setup(a, b)
    await accounts.start({ demo: false })
    profiles.trouble['setActive'] = problem('store-trouble')
    expect(accounts.switchTo('b')).toEqual(ok(null))
    expect(active.profile()?.id).toBe('b')
    expect(session.view().notices).toHaveLength(1)
  })
})

describe('unlocking', () => {
  it('10 asks the keychain again for the open profile', async () => {
    const { time, accounts, fake, session } = setup(a)
    fake.trouble.load = problem('keychain-locked')
    await accounts.start({ demo: false })
    expect(session.view().keyState).toBe('locked-or-missing')
    expect(await accounts.unlock('a')).toMatchObject({ ok: false, error: { code: 'keychain-locked' } })
    delete fake.trouble.load
    expect(await accounts.unlock('a')).toEqual(ok(null))
    await time.pass(1)
    expect(session.view().keyState).toBe('accepted')
  })

  it('is refused for a profile that is not open, and in the demo', async () => {
    const { accounts } = setup(a, b)
    await accounts.start({ demo: false })
    expect(await accounts.unlock('b')).toMatchObject({ ok: false, error: { code: 'gone' } })
    await accounts.enterDemo()
    expect(await accounts.unlock('a')).toMatchObject({ ok: false, error: { code: 'gone' } })
  })
})

describe('the demo', () => {
  it('closes the real account while it is on, and opens it again afterwards', async () => {
    const { time, accounts, session, watch, demos, connected } = setup(a)
    await accounts.start({ demo: false })
    await time.pass(1)
    expect(await accounts.enterDemo()).toEqual(ok(null))
    await time.pass(60)
    expect(watch.portfolio().profileId).toBe('demo')
    expect(connected).toEqual(['https://exchange.example', 'http://127.0.0.1:1'])
    expect(await accounts.leaveDemo()).toEqual(ok(null))
    await time.pass(1)
    expect(session.view()).toMatchObject({ demo: null, activeProfileId: 'a', keyState: 'accepted' })
    expect(watch.portfolio().profileId).toBe('a')
    expect(demos).toEqual({ started: 1, stopped: 1 })
  })

  it('starts once, however often it is asked for', async () => {
    const { accounts, demos } = setup()
    await Promise.all([accounts.enterDemo(), accounts.enterDemo()])
    await accounts.enterDemo()
    expect(demos).toEqual({ started: 1, stopped: 0 })
  })

  it('is stopped when the person left before it had started', async () => {
    const { accounts, demos, session, onStartDemo, aDemo, watch } = setup(a)
    await accounts.start({ demo: false })
    const starting = later<Result<Demo, Problem>>()
    onStartDemo(() => starting.promise)
    const entered = accounts.enterDemo()
    await accounts.leaveDemo()
    starting.settle(ok(aDemo()))
    expect(await entered).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(demos).toEqual({ started: 1, stopped: 1 })
    expect(session.view().demo).toBeNull()
    expect(watch.portfolio().profileId).toBe('a')
  })

  it('that cannot start leaves the real account open', async () => {
    const { accounts, session, onStartDemo, active } = setup(a)
    await accounts.start({ demo: false })
    onStartDemo(() => Promise.resolve({ ok: false, error: problem('internal') }))
    expect(await accounts.enterDemo()).toMatchObject({ ok: false })
    expect(session.view().demo).toBeNull()
    expect(active.profile()?.id).toBe('a')
    onStartDemo(() => Promise.resolve({ ok: false, error: problem('internal') }))
    expect(await accounts.enterDemo()).toMatchObject({ ok: false })
  })

  it('12.11 ends with a switch to another account without opening the one before it, even for a moment', async () => {
    const { time, accounts, session, connected } = setup(a, b)
    await accounts.start({ demo: false })
    await time.pass(1)
    await accounts.enterDemo()
    const seen: (string | null)[] = []
    const before = connected.length
    session.subscribe(({ demo, activeProfileId }) => seen.push(demo === null ? activeProfileId : 'demo'))
    accounts.switchTo('b')
    await time.pass(1)
    expect(seen).not.toContain('a')
    expect(seen.at(-1)).toBe('b')
    expect(connected).toHaveLength(before + 1)
  })

  it('ends with a switch to a real profile', async () => {
    const { time, accounts, session, demos, halves } = setup(a, b)
    await accounts.start({ demo: true })
    accounts.switchTo('b')
    await time.pass(1)
    expect(session.view()).toMatchObject({ demo: null, activeProfileId: 'b' })
    expect(demos).toEqual({ started: 1, stopped: 1 })
    expect(halves.alive().map(({ text }) => text)).toEqual(['b-key', 'b-secret'])
  })
})

describe('when the list changes', () => {
  it('opens the next profile when the open one is gone, and nothing when none is left', async () => {
    const { time, accounts, profiles, session, active, halves } = setup(a, b)
    await accounts.start({ demo: false })
    profiles.markForDeletion('a')
    accounts.listChanged()
    await time.pass(1)
    expect(session.view()).toMatchObject({ profiles: [{ id: 'b' }], activeProfileId: 'b' })
    expect(active.profile()?.id).toBe('b')
    profiles.markForDeletion('b')
    accounts.listChanged()
    await settled()
    expect(session.view()).toMatchObject({ profiles: [], activeProfileId: null })
    expect(active.profile()).toBeNull()
    expect(halves.alive()).toEqual([])
    expect(time.pending()).toBe(0)
  })

  it('shows a new name without opening anything anew', async () => {
    const { time, accounts, profiles, session, fake } = setup(a)
    await accounts.start({ demo: false })
    await time.pass(1)
    profiles.update({ ...a, name: 'Renamed' })
    accounts.listChanged()
    expect(session.view().profiles[0]?.name).toBe('Renamed')
    expect(fake.calls).toEqual(['load a'])
  })

  it('leaves the demo open when the profile behind it is deleted', async () => {
    const { accounts, profiles, session, active } = setup(a, b)
    await accounts.start({ demo: true })
    profiles.markForDeletion('a')
    accounts.listChanged()
    expect(active.profile()?.id).toBe('demo')
    expect(session.view().activeProfileId).toBe('b')
  })
})

describe('quitting', () => {
  it('leaves no key, no timer and no demo behind', async () => {
    const { time, accounts, halves, demos } = setup(a)
    await accounts.start({ demo: true })
    await time.pass(10)
    await accounts.close()
    expect(halves.alive()).toEqual([])
    expect(time.pending()).toBe(0)
    expect(demos).toEqual({ started: 1, stopped: 1 })
  })
})
