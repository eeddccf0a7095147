import { describe, expect, it } from 'vitest'
import { createOpenAccounts, type OpenDemo } from '../../../src/main/accounts/open-accounts.js'
import { createAppState } from '../../../src/main/accounts/app-state.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import type { Problem } from '../../../src/shared/problem.js'
import { ok, type Result } from '../../../src/shared/result.js'
import { createAccountHarness, demoProfile, openClients } from '../../support/account-harness.js'
import { about, aProfile, createFakeProfiles } from '../../support/fake-accounts.js'
import { mostInOneTurn } from '../../support/loop-turns.js'
import { later, problem } from '../../support/fake-exchange-client.js'
import { settled } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

const a = aProfile({ id: 'a', name: 'First' })
const b = aProfile({ id: 'b', name: 'Other' })
const c = aProfile({ id: 'c', name: 'Third' })
const brief = aProfile({ id: 's', name: 'Session only', keyStorage: 'session' })

function setup(...known: Profile[]) {
  const harness = createAccountHarness(a, b, c, brief)
  harness.fake.stored.delete(brief.id)
  const profiles = createFakeProfiles(...known)
  const appState = createAppState({
    clock: harness.time.clock,
    newId: () => 'n',
    about,
    acknowledge: () => ok(null),
  })
  const opened: string[] = []
  const shown: (string | null)[] = []
  const demos: string[] = []
  const turns = mostInOneTurn()
  let openDemo: () => Promise<Result<OpenDemo, Problem>> = () => Promise.resolve(ok(aDemo()))
  const aDemo = (): OpenDemo => {
    demos.push('started')
    const account = harness.open(demoProfile)
    return {
      account,
      levers: { pull: () => ok(null) },
      tend: () => undefined,
      stop: () => {
        demos.push(openClients(harness).includes('demo') ? 'stopped under its account' : 'stopped')
        return Promise.resolve()
      },
    }
  }
  const manager = createOpenAccounts({
    profiles,
    open: (profile) => {
      opened.push(profile.id)
      turns.did(1)
      return harness.open(profile)
    },
    keychainWorks: harness.credentials.works,
    endKeychainWait: harness.credentials.endWait,
    timing: harness.time.timing,
    openDemo: () => openDemo(),
    appState,
    shownChanged: (account) => shown.push(account?.profile.id ?? null),
    listChanged: () => undefined,
  })
  harness.onKeyChanged((account) => {
    if (account === manager.shown())
      appState.setAccounts({ keyState: account.key.state, keyProblem: account.key.problem })
  })
  return {
    ...harness,
    harness,
    profiles,
    appState,
    manager,
    /** Every account that was opened, in order. */
    opened,
    mostOpenedInOneTurn: turns.most,
    /** Every account that came on screen, in order. */
    shown,
    demos,
    aDemo,
    onOpenDemo: (next: typeof openDemo) => {
      openDemo = next
    },
    onScreen: (): string | null => manager.shown()?.profile.id ?? null,
    open: (): string[] => manager.all().map(({ profile }) => profile.id),
    keyOf: (id: string) => manager.all().find(({ profile }) => profile.id === id)?.key.state,
    /** Until every account is open and the state of its key is known. */
    atRest: async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) await settled()
      await harness.time.pass(1)
    },
    /** The accounts that are polled within two minutes. */
    asksFor: async (): Promise<string[]> => {
      const before = new Map(
        [...harness.clients].map(([id, made]) => [
          id,
          made.reduce((sum, client) => sum + client.count(), 0),
        ]),
      )
      await harness.time.pass(120)
      return [...harness.clients]
        .filter(
          ([id, made]) =>
            made.reduce((sum, client) => sum + client.count(), 0) > (before.get(id) ?? 0),
        )
        .map(([id]) => id)
    },
  }
}

describe('the start', () => {
  it('opens nothing and does not ask the keychain without a profile', async () => {
    const { time, manager, appState, fake, opened } = setup()
    expect(await manager.start({ demo: false })).toEqual(ok(null))
    await time.pass(3600)
    expect(appState.view()).toMatchObject({ profiles: [], activeProfileId: null, demo: null })
    expect(fake.calls).toEqual([])
    expect(opened).toEqual([])
    expect(time.pending()).toBe(0)
  })

  it('goes straight into the demo without asking the keychain, even if there are profiles', async () => {
    const { time, manager, appState, fake, opened, onScreen } = setup(a, b)
    await manager.start({ demo: true })
    await time.pass(600)
    expect(appState.view()).toMatchObject({
      demo: { id: 'demo' },
      activeProfileId: 'a',
      keyState: 'accepted',
    })
    expect(onScreen()).toBe('demo')
    expect(opened).toEqual([])
    expect(fake.calls).toEqual([])
  })

  it('opens every account, and shows the last one shown, or else the first', async () => {
    const last = setup(a, b, c)
    last.profiles.setActive('b')
    await last.manager.start({ demo: false })
    expect(last.appState.view().activeProfileId).toBe('b')
    expect(last.onScreen()).toBe('b')
    expect(last.opened).toEqual(['b', 'a', 'c'])
    const first = setup(a, b, c)
    await first.manager.start({ demo: false })
    expect(first.appState.view().activeProfileId).toBe('a')
    expect(first.onScreen()).toBe('a')
    expect(await first.asksFor()).toEqual(['a', 'b', 'c'])
  })

  it('RES-7 opens one account per turn of the event loop, and the one on screen at once, whatever opens them', async () => {
    const atStart = setup(a, b, c)
    const started = atStart.manager.start({ demo: false })
    expect(atStart.opened).toEqual(['a'])
    expect(atStart.onScreen()).toBe('a')
    await started
    expect(atStart.opened).toEqual(['a', 'b', 'c'])
    expect(atStart.mostOpenedInOneTurn()).toBe(1)

    const meanwhile = setup(a, b, c)
    const starting = meanwhile.manager.start({ demo: false })
    await settled()
    // While the others are still being opened, the user views the last of them.
    expect(meanwhile.manager.show('c')).toEqual(ok(null))
    expect(meanwhile.onScreen()).toBe('c')
    await starting
    expect(meanwhile.open().sort()).toEqual(['a', 'b', 'c'])
    expect(meanwhile.opened).toHaveLength(3)
    expect(meanwhile.fake.calls[0]).toBe('load c')

    const afterDemo = setup(a, b, c)
    await afterDemo.manager.start({ demo: true })
    await afterDemo.manager.leaveDemo()
    expect(afterDemo.onScreen()).toBe('a')
    await afterDemo.atRest()
    expect(afterDemo.opened).toEqual(['a', 'b', 'c'])
    expect(afterDemo.mostOpenedInOneTurn()).toBe(1)
  })

  it('reports a list that cannot be read, instead of looking like an installation without accounts', async () => {
    const { manager, profiles, appState } = setup(a)
    profiles.trouble['list'] = problem('store-trouble')
    await manager.start({ demo: false })
    expect(worded(appState.view().notices)).toMatchObject([
      { level: 'danger', title: 'The list of accounts could not be read' },
    ])
  })

  it('keeps every account open if the list cannot be read later', async () => {
    const { manager, profiles, open } = setup(a, b)
    await manager.start({ demo: false })
    profiles.trouble['list'] = problem('store-trouble')
    manager.profilesChanged()
    expect(manager.show('b')).toEqual(ok(null))
    expect(open()).toEqual(['a', 'b'])
  })

  it('opens them as soon as the list can be read', async () => {
    const { manager, profiles, appState, open, opened, onScreen, keyOf, atRest } = setup(a, b)
    profiles.setActive('b')
    profiles.trouble['list'] = problem('store-trouble')
    await manager.start({ demo: false })
    manager.tend()
    expect(open()).toEqual([])
    delete profiles.trouble['list']
    manager.tend()
    await atRest()
    expect(onScreen()).toBe('b')
    expect(appState.view()).toMatchObject({ activeProfileId: 'b', keyState: 'accepted' })
    expect(['a', 'b'].map(keyOf)).toEqual(['accepted', 'accepted'])
    manager.tend()
    expect(opened).toEqual(['b', 'a'])
  })
})

describe('loading the keys', () => {
  it('asks for one after another, beginning with the account on screen', async () => {
    const { manager, fake, keyOf, profiles, atRest } = setup(a, b, c)
    profiles.setActive('b')
    const answer = fake.prompt()
    const started = manager.start({ demo: false })
    await atRest()
    expect(fake.calls).toEqual(['load b'])
    // An account that comes on screen meanwhile is next.
    manager.show('c')
    answer()
    await started
    expect(fake.calls).toEqual(['load b', 'load c', 'load a'])
    await atRest()
    expect(['a', 'b', 'c'].map(keyOf)).toEqual(['accepted', 'accepted', 'accepted'])
  })

  it('RES-7 does not try every key of a keychain that returns nothing: the others get the reason, and session keys are loaded', async () => {
    const { manager, fake, keyOf, appState, credentials, halves, atRest } = setup(a, b, brief, c)
    credentials.hold('s', halves.pair('s'))
    fake.trouble.load = problem('keychain-locked')
    fake.trouble.probe = problem('keychain-locked')
    const asked = fake.calls
    fake.session.set('s', { key: 's-key', secret: 's-secret' })
    await manager.start({ demo: false })
    await atRest()
    expect(asked.filter((call) => call !== 'load s')).toEqual(['load a', 'probe fake keychain'])
    expect(asked).toContain('load s')
    expect(['a', 'b', 'c'].map(keyOf)).toEqual([
      'locked-or-missing',
      'locked-or-missing',
      'locked-or-missing',
    ])
    expect(appState.view()).toMatchObject({
      keyState: 'locked-or-missing',
      keyProblem: { code: 'keychain-locked' },
    })
  })

  it('gives every account the reason if the keychain cannot be used at all', async () => {
    const { manager, fake, keyOf } = setup(a, b)
    fake.trouble.load = problem('keychain-trouble')
    fake.trouble.probe = problem('keychain-unavailable')
    await manager.start({ demo: false })
    expect(fake.calls).toEqual(['load a', 'probe fake keychain'])
    expect(manager.all().map(({ key }) => key.problem?.code)).toEqual([
      'keychain-trouble',
      'keychain-unavailable',
    ])
    expect(keyOf('b')).toBe('keychain-trouble')
  })

  it('asks for the others if only some are missing, and probes the keychain once', async () => {
    const { manager, fake, keyOf, atRest } = setup(a, b, c)
    fake.stored.delete('a')
    fake.stored.delete('b')
    await manager.start({ demo: false })
    await atRest()
    // What was missing is tried once more, because the probe may have opened the keychain.
    expect(fake.calls).toEqual(['load a', 'probe fake keychain', 'load a', 'load b', 'load c'])
    expect(['a', 'b', 'c'].map(keyOf)).toEqual([
      'locked-or-missing',
      'locked-or-missing',
      'accepted',
    ])
  })

  it('asks again for keys requested in vain before the keychain was opened, once it returns one', async () => {
    const { manager, fake, keyOf, atRest } = setup(a, b, c)
    fake.stored.delete('a')
    const answer = fake.prompt()
    const started = manager.start({ demo: false })
    await atRest()
    answer()
    // Opened for the probe, or by another program: now it returns the first one, too.
    fake.stored.set('a', { key: 'a-key', secret: 'a-secret' })
    await started
    await atRest()
    expect(['a', 'b', 'c'].map(keyOf)).toEqual(['accepted', 'accepted', 'accepted'])
  })

  it('does not judge or probe the keychain for a session that is over', async () => {
    const { manager, fake, keyOf, atRest } = setup(brief, a)
    await manager.start({ demo: false })
    await atRest()
    expect(fake.calls).toEqual(['load a'])
    expect(['s', 'a'].map(keyOf)).toEqual(['session-ended', 'accepted'])
  })

  it('does not ask for the key of an account deleted meanwhile', async () => {
    const { manager, fake, profiles, atRest } = setup(a, b)
    const answer = fake.prompt()
    const started = manager.start({ demo: false })
    await atRest()
    profiles.markForDeletion('b')
    manager.profilesChanged()
    answer()
    await started
    expect(fake.calls).toEqual(['load a'])
  })
})

describe('switching', () => {
  it('shows the other account, remembers it, and keeps both running', async () => {
    const { manager, appState, profiles, onScreen, clients, fake, asksFor, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await atRest()
    expect(manager.show('b')).toEqual(ok(null))
    expect(appState.view()).toMatchObject({ activeProfileId: 'b', keyState: 'accepted' })
    expect(profiles.active()).toBe('b')
    expect(onScreen()).toBe('b')
    expect(await asksFor()).toEqual(['a', 'b'])
    expect([...clients.values()].map((made) => made.length)).toEqual([1, 1])
    expect(fake.calls).toEqual(['load a', 'load b'])
  })

  it('answers at once, even while the keychain is waiting for the user', async () => {
    const { manager, fake, appState } = setup(a, b)
    fake.prompt()
    void manager.start({ demo: false })
    await settled()
    expect(manager.show('b')).toEqual(ok(null))
    expect(appState.view()).toMatchObject({ activeProfileId: 'b', keyState: 'unknown' })
  })

  it('refuses an unknown profile and changes nothing', async () => {
    const { manager, appState, onScreen } = setup(a)
    await manager.start({ demo: false })
    expect(manager.show('z')).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(appState.view().activeProfileId).toBe('a')
    expect(onScreen()).toBe('a')
  })

  it('switches even if the choice cannot be recorded, and reports it', async () => {
    const { manager, profiles, appState, onScreen } = setup(a, b)
    await manager.start({ demo: false })
    profiles.trouble['setActive'] = problem('store-trouble')
    expect(manager.show('b')).toEqual(ok(null))
    expect(onScreen()).toBe('b')
    expect(worded(appState.view().notices)).toMatchObject([
      { title: 'The choice of account could not be recorded' },
    ])
  })

  it("UX-48 publishes at once, and never an account with another's key", async () => {
    const { manager, appState, fake, scripts, atRest } = setup(a, b, c)
    fake.stored.delete('b')
    scripts.set('c', (client) => client.refuseAll(problem('key-disabled')))
    await manager.start({ demo: false })
    await atRest()
    const rightFor: Record<string, string> = {
      a: 'accepted',
      b: 'locked-or-missing',
      c: 'rejected',
      demo: 'accepted',
    }
    const seen: [who: string, keyState: string][] = []
    appState.subscribe(({ demo, activeProfileId, keyState }) =>
      seen.push([demo?.id ?? activeProfileId ?? '', keyState]),
    )
    for (const id of ['b', 'c', 'a', 'c', 'b', 'a']) manager.show(id)
    await manager.enterDemo()
    await atRest()
    manager.show('c')
    await manager.enterDemo()
    await atRest()
    await manager.leaveDemo()
    expect(seen.length).toBeGreaterThan(8)
    expect(seen.filter(([who, state]) => state !== 'unknown' && state !== rightFor[who])).toEqual(
      [],
    )
    expect(seen.at(-1)).toEqual(['c', 'rejected'])
  })

  it('UX-48 ends any order of switches with the last one on screen and one client for each', async () => {
    const { time, manager, fake, halves, onScreen, harness } = setup(a, b)
    void manager.start({ demo: false })
    for (let turn = 0; turn < 40; turn += 1) {
      const answer = turn % 3 === 0 ? fake.prompt() : () => undefined
      manager.show(turn % 2 === 0 ? 'a' : 'b')
      if (turn % 4 === 0) await settled()
      answer()
    }
    await time.pass(30)
    expect(onScreen()).toBe('b')
    expect(halves.alive()).toHaveLength(4)
    expect(openClients(harness)).toEqual(['a', 'b'])
  })

  it('lets the window decide how often the one on screen is polled; the others are in the background', async () => {
    const { manager, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await atRest()
    const paces = () =>
      manager
        .all()
        .map(({ monitor }) => [
          monitor.portfolio().positions.every,
          monitor.portfolio().balance.every,
        ])
    expect(paces()).toEqual([
      [5, 15],
      [15, 60],
    ])
    manager.setHidden(true)
    expect(paces()).toEqual([
      [5, 60],
      [15, 60],
    ])
    manager.show('b')
    expect(paces()).toEqual([
      [15, 60],
      [5, 60],
    ])
    manager.setHidden(false)
    expect(paces()).toEqual([
      [15, 60],
      [5, 15],
    ])
  })
})

describe('unlocking', () => {
  it('SEC-13 retries a keychain that did not answer about once a minute, five times, and whenever a user asks', async () => {
    const { manager, fake, keyOf, atRest } = setup(a)
    fake.trouble.load = problem('keychain-trouble', { reason: 'KEYCHAIN_TIMEOUT' })
    await manager.start({ demo: false })
    await atRest()
    for (let minute = 0; minute < 10; minute += 1) {
      manager.tend()
      await atRest()
    }
    expect(fake.calls.filter((call) => call === 'load a')).toHaveLength(6)
    expect(await manager.unlock('a')).toMatchObject({ ok: false })
    manager.tend()
    await atRest()
    expect(fake.calls.filter((call) => call === 'load a')).toHaveLength(8)
    delete fake.trouble.load
    manager.tend()
    await atRest()
    expect(keyOf('a')).toBe('accepted')
  })

  it('SEC-13 shows an unanswered prompt six times and no more, however long it is open', async () => {
    const { manager, fake, time, atRest } = setup(a)
    fake.trouble.load = problem('keychain-trouble', { reason: 'KEYCHAIN_TIMEOUT' })
    let answer = fake.prompt()
    void manager.start({ demo: false })
    for (let minute = 0; minute < 40; minute += 1) {
      await time.pass(60)
      manager.tend()
      // While it is open, and once it is given up.
      if (minute % 2 === 1) {
        answer()
        answer = fake.prompt()
      }
      await atRest()
    }
    expect(fake.calls.filter((call) => call === 'load a')).toHaveLength(6)
  })

  it('SEC-13 answers within ten seconds while a prompt is open, for every account behind it, and uses a later key', async () => {
    const { manager, fake, time, keyOf, atRest } = setup(a, b, brief)
    const answer = fake.prompt()
    void manager.start({ demo: false })
    await atRest()
    expect(['a', 'b'].map(keyOf)).toEqual(['unknown', 'unknown'])
    await time.pass(10)
    expect(['a', 'b', 's'].map(keyOf)).toEqual([
      'locked-or-missing',
      'locked-or-missing',
      'unknown',
    ])
    expect(manager.all().map(({ key }) => key.problem?.reason)).toEqual([
      'KEYCHAIN_WAITS',
      'KEYCHAIN_WAITS',
      undefined,
    ])
    manager.tend()
    const unlocking = manager.unlock('b')
    await time.pass(10)
    expect(await unlocking).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_WAITS' } })
    expect(fake.waits.ended).toBe(1)
    expect(fake.calls.filter((call) => call === 'load a')).toHaveLength(1)
    answer()
    await atRest()
    expect(['a', 'b'].map(keyOf)).toEqual(['accepted', 'accepted'])
  })

  it('SEC-13 does not probe a keychain that did not answer with another prompt: the others get the same reason', async () => {
    const { manager, fake, keyOf, atRest } = setup(a, b)
    fake.trouble.load = problem('keychain-trouble', { reason: 'KEYCHAIN_TIMEOUT' })
    await manager.start({ demo: false })
    await atRest()
    expect(fake.calls).toEqual(['load a'])
    expect(['a', 'b'].map(keyOf)).toEqual(['keychain-trouble', 'keychain-trouble'])
  })

  it('SEC-13 retries a missing keychain until it exists', async () => {
    const { manager, fake, keyOf, atRest } = setup(a)
    fake.trouble.load = problem('keychain-unavailable', { reason: 'KEYCHAIN_NO_SERVICE' })
    await manager.start({ demo: false })
    for (let minute = 0; minute < 20; minute += 1) {
      manager.tend()
      await atRest()
    }
    delete fake.trouble.load
    manager.tend()
    await atRest()
    expect(keyOf('a')).toBe('accepted')
  })

  it.each(['KEYCHAIN_LOCKED_OR_MISSING', 'KEYCHAIN_UNREADABLE', 'OTHER_KEY'])(
    'does not retry a key that is refused because of %s',
    async (reason) => {
      const { manager, fake, atRest } = setup(a)
      fake.trouble.load = problem(
        reason === 'KEYCHAIN_LOCKED_OR_MISSING' ? 'keychain-locked' : 'keychain-trouble',
        { reason },
      )
      await manager.start({ demo: false })
      await atRest()
      manager.tend()
      await atRest()
      expect(fake.calls.filter((call) => call === 'load a')).toHaveLength(1)
    },
  )

  it('asks the keychain again', async () => {
    const { manager, fake, appState, atRest } = setup(a)
    fake.trouble.load = problem('keychain-locked')
    await manager.start({ demo: false })
    expect(appState.view().keyState).toBe('locked-or-missing')
    expect(await manager.unlock('a')).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked' },
    })
    delete fake.trouble.load
    expect(await manager.unlock('a')).toEqual(ok(null))
    await atRest()
    expect(appState.view().keyState).toBe('accepted')
  })

  it('retries the other keys in the keychain when the user unlocked one', async () => {
    const { manager, fake, keyOf, profiles, atRest } = setup(a, b, brief, c)
    fake.trouble.load = problem('keychain-locked')
    fake.trouble.probe = problem('keychain-locked')
    await manager.start({ demo: false })
    const before = fake.calls.length
    expect(await manager.unlock('b')).toMatchObject({ ok: false })
    await atRest()
    expect(fake.calls.slice(before)).toEqual(['load b'])
    delete fake.trouble.load
    delete fake.trouble.probe
    expect(await manager.unlock('b')).toEqual(ok(null))
    await atRest()
    expect(fake.calls.slice(before + 1)).toEqual(['load b', 'load a', 'load c'])
    expect(['a', 'b', 's', 'c'].map(keyOf)).toEqual([
      'accepted',
      'accepted',
      'session-ended',
      'accepted',
    ])
    expect(profiles.active()).toBeNull()
  })

  it('asks the keychain for no other account when a session key is unlocked', async () => {
    const { manager, fake, credentials, halves, keyOf, atRest } = setup(a, brief)
    fake.trouble.load = problem('keychain-locked')
    await manager.start({ demo: false })
    delete fake.trouble.load
    credentials.hold('s', halves.pair('s'))
    const before = fake.calls.length
    expect(await manager.unlock('s')).toEqual(ok(null))
    await atRest()
    expect(fake.calls.slice(before)).toEqual(['load s'])
    expect(keyOf('a')).toBe('locked-or-missing')
  })

  it('is possible for every account, on screen or not, also during the demo; not for a missing one, nor for the demo', async () => {
    const { manager, fake, keyOf, atRest } = setup(a, b)
    fake.stored.delete('b')
    await manager.start({ demo: false })
    await manager.enterDemo()
    fake.stored.set('b', { key: 'b-key', secret: 'b-secret' })
    expect(await manager.unlock('b')).toEqual(ok(null))
    await atRest()
    expect(keyOf('b')).toBe('accepted')
    expect(await manager.unlock('z')).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await manager.unlock('demo')).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('by the user during the start replaces the request that is waiting', async () => {
    const { manager, fake, halves, keyOf, harness, atRest } = setup(a, b)
    const answer = fake.prompt()
    const started = manager.start({ demo: false })
    await atRest()
    const unlocked = manager.unlock('a')
    answer()
    expect(await unlocked).toEqual(ok(null))
    await started
    await atRest()
    expect(['a', 'b'].map(keyOf)).toEqual(['accepted', 'accepted'])
    expect(halves.alive()).toHaveLength(4)
    expect(openClients(harness)).toEqual(['a', 'b'])
  })

  it('by the user before its turn has come asks for that key once', async () => {
    const { manager, fake, atRest, keyOf } = setup(a, b)
    const answer = fake.prompt()
    const started = manager.start({ demo: false })
    await atRest()
    const unlocked = manager.unlock('b')
    answer()
    expect(await unlocked).toEqual(ok(null))
    await started
    await atRest()
    expect(fake.calls).toEqual(['load a', 'load b'])
    expect(['a', 'b'].map(keyOf)).toEqual(['accepted', 'accepted'])
  })
})

describe('the demo', () => {
  it('is shown instead of all accounts while it is on, and they stay monitored', async () => {
    const { manager, appState, demos, onScreen, asksFor, fake, keyOf, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await atRest()
    expect(await manager.enterDemo()).toEqual(ok(null))
    await atRest()
    expect(onScreen()).toBe('demo')
    expect(appState.view()).toMatchObject({
      demo: { id: 'demo' },
      activeProfileId: 'a',
      keyState: 'accepted',
    })
    expect(await asksFor()).toEqual(['a', 'b', 'demo'])
    expect(await manager.leaveDemo()).toEqual(ok(null))
    expect(appState.view()).toMatchObject({
      demo: null,
      activeProfileId: 'a',
      keyState: 'accepted',
    })
    expect(onScreen()).toBe('a')
    expect(['a', 'b', 'demo'].map(keyOf)).toEqual(['accepted', 'accepted', undefined])
    expect(demos).toEqual(['started', 'stopped'])
    expect(fake.calls).toEqual(['load a', 'load b'])
  })

  it('starts once, however often requested', async () => {
    const { manager, demos } = setup()
    await Promise.all([manager.enterDemo(), manager.enterDemo()])
    await manager.enterDemo()
    expect(demos).toEqual(['started'])
  })

  it('is stopped if the user left before it had started', async () => {
    const { manager, demos, appState, onOpenDemo, aDemo, onScreen } = setup(a)
    await manager.start({ demo: false })
    const starting = later<Result<OpenDemo, Problem>>()
    onOpenDemo(() => starting.promise)
    const entered = manager.enterDemo()
    await manager.leaveDemo()
    starting.settle(ok(aDemo()))
    expect(await entered).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(demos).toEqual(['started', 'stopped'])
    expect(appState.view().demo).toBeNull()
    expect(onScreen()).toBe('a')
  })

  it('is stopped if the user chose an account before it had started', async () => {
    const { manager, demos, onOpenDemo, aDemo, onScreen, open } = setup(a, b)
    await manager.start({ demo: false })
    const starting = later<Result<OpenDemo, Problem>>()
    onOpenDemo(() => starting.promise)
    const entered = manager.enterDemo()
    manager.show('b')
    starting.settle(ok(aDemo()))
    expect(await entered).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(demos).toEqual(['started', 'stopped'])
    expect(onScreen()).toBe('b')
    expect(open()).toEqual(['a', 'b'])
  })

  it('leaves the account on screen if it cannot start, and may be tried again', async () => {
    const { manager, appState, onOpenDemo, onScreen, aDemo } = setup(a)
    await manager.start({ demo: false })
    onOpenDemo(() => Promise.resolve({ ok: false, error: problem('internal') }))
    expect(await manager.enterDemo()).toMatchObject({ ok: false })
    expect(appState.view().demo).toBeNull()
    expect(onScreen()).toBe('a')
    expect(await manager.enterDemo()).toMatchObject({ ok: false })
    onOpenDemo(() => Promise.resolve(ok(aDemo())))
    expect(await manager.enterDemo()).toEqual(ok(null))
    expect(onScreen()).toBe('demo')
  })

  it('ends with a switch to another account without showing the previous one, even for a moment', async () => {
    const { manager, appState, shown, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await atRest()
    await manager.enterDemo()
    const seen: (string | null)[] = []
    const before = shown.length
    appState.subscribe(({ demo, activeProfileId }) =>
      seen.push(demo === null ? activeProfileId : 'demo'),
    )
    manager.show('b')
    await atRest()
    expect(seen).not.toContain('a')
    expect(seen.at(-1)).toBe('b')
    expect(shown.slice(before)).toEqual(['b'])
  })

  it('ends with a switch to an account, its key wiped, and then its simulator', async () => {
    const { manager, appState, demos, halves, fake, atRest } = setup(a, b)
    await manager.start({ demo: true })
    manager.show('b')
    await atRest()
    expect(appState.view()).toMatchObject({ demo: null, activeProfileId: 'b' })
    expect(demos).toEqual(['started', 'stopped'])
    expect(halves.alive().map((half) => half.reveal().toString())).toEqual([
      'b-key',
      'b-secret',
      'a-key',
      'a-secret',
    ])
    expect(fake.calls).toEqual(['load b', 'load a'])
  })
})

describe('when the list changes', () => {
  it('closes a removed account, shows the next if it was on screen, and nothing if none is left', async () => {
    const { time, manager, profiles, appState, onScreen, halves, harness, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await atRest()
    profiles.markForDeletion('a')
    manager.profilesChanged()
    await atRest()
    expect(appState.view()).toMatchObject({
      profiles: [{ id: 'b' }],
      activeProfileId: 'b',
      keyState: 'accepted',
    })
    expect(profiles.active()).toBe('b')
    expect(onScreen()).toBe('b')
    expect(openClients(harness)).toEqual(['b'])
    profiles.markForDeletion('b')
    manager.profilesChanged()
    await settled()
    expect(appState.view()).toMatchObject({
      profiles: [],
      activeProfileId: null,
      keyState: 'unknown',
    })
    expect(onScreen()).toBeNull()
    expect(halves.alive()).toEqual([])
    expect(time.pending()).toBe(0)
  })

  it('closes one that is not on screen without affecting others', async () => {
    const { manager, profiles, onScreen, harness, fake, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await atRest()
    profiles.markForDeletion('b')
    manager.profilesChanged()
    await atRest()
    expect(onScreen()).toBe('a')
    expect(openClients(harness)).toEqual(['a'])
    expect(fake.calls).toEqual(['load a', 'load b'])
  })

  it('never opens one that was deleted before it was opened', async () => {
    const { manager, profiles, opened } = setup(a, b, c)
    const started = manager.start({ demo: false })
    profiles.markForDeletion('c')
    manager.profilesChanged()
    await started
    expect(opened).toEqual(['a', 'b'])
  })

  it('shows a new name without opening anything again', async () => {
    const { manager, profiles, appState, fake, opened, harness, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await atRest()
    profiles.update({ ...b, name: 'Renamed' })
    manager.profilesChanged()
    await atRest()
    expect(appState.view().profiles[1]?.name).toBe('Renamed')
    expect(manager.all().map(({ profile }) => profile.name)).toEqual(['First', 'Renamed'])
    expect(fake.calls).toEqual(['load a', 'load b'])
    expect(opened).toEqual(['a', 'b'])
    expect(openClients(harness)).toEqual(['a', 'b'])
  })

  it('opens an account again that has another key or address', async () => {
    const { manager, profiles, fake, opened, clients, halves, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await atRest()
    profiles.update({ ...b, keyHint: 'wxyz…abcd' })
    manager.profilesChanged()
    await atRest()
    expect(opened).toEqual(['a', 'b', 'b'])
    expect(fake.calls).toEqual(['load a', 'load b', 'load b'])
    expect(clients.get('b')?.map((client) => client.closed())).toEqual([1, 0])
    expect(halves.alive()).toHaveLength(4)
  })

  it('shows a saved account and polls it with its current key, even if it looks the same', async () => {
    const { manager, fake, onScreen, clients, halves, keyOf, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await atRest()
    fake.stored.set('b', { key: 'new-key', secret: 'new-secret' })
    manager.saved('b')
    await atRest()
    expect(onScreen()).toBe('b')
    expect(clients.get('b')?.map((client) => client.closed())).toEqual([1, 0])
    expect(halves.alive().map((half) => half.reveal().toString())).toEqual([
      'a-key',
      'a-secret',
      'new-key',
      'new-secret',
    ])
    expect(keyOf('b')).toBe('accepted')
  })

  it('opens and shows a new account that was saved, and keeps the others', async () => {
    const { manager, profiles, onScreen, harness, keyOf, atRest } = setup(a)
    await manager.start({ demo: false })
    await atRest()
    profiles.add(c)
    manager.saved('c')
    expect(onScreen()).toBe('c')
    await atRest()
    expect(openClients(harness)).toEqual(['a', 'c'])
    expect(keyOf('c')).toBe('accepted')
    expect(profiles.active()).toBe('c')
  })

  it('leaves the demo on screen when the profile behind it is deleted', async () => {
    const { manager, profiles, appState, onScreen } = setup(a, b)
    await manager.start({ demo: true })
    profiles.markForDeletion('a')
    manager.profilesChanged()
    expect(onScreen()).toBe('demo')
    expect(appState.view()).toMatchObject({ demo: { id: 'demo' }, activeProfileId: 'b' })
  })
})

describe('quitting', () => {
  it('leaves no key, no timer and no demo', async () => {
    const { time, manager, halves, demos, shown, harness } = setup(a, b)
    await manager.start({ demo: false })
    await manager.enterDemo()
    await time.pass(10)
    expect(halves.alive()).toHaveLength(6)
    await manager.close()
    expect(halves.alive()).toEqual([])
    expect(openClients(harness)).toEqual([])
    expect(time.pending()).toBe(0)
    expect(demos).toEqual(['started', 'stopped'])
    expect(shown.at(-1)).toBeNull()
  })

  it('during the start opens nothing more, and wipes a key that the keychain returns too late', async () => {
    const { time, manager, fake, halves, opened } = setup(a, b, c)
    const answer = fake.prompt()
    const started = manager.start({ demo: false })
    await manager.close()
    answer()
    await started
    expect(manager.show('b')).toMatchObject({ ok: false })
    await time.pass(60)
    expect(opened).toEqual(['a'])
    expect(halves.alive()).toEqual([])
    expect(time.pending()).toBe(0)
  })

  it('wipes a key that the keychain, waiting for the user, returns too late', async () => {
    const { time, manager, fake, halves, atRest } = setup(a, b)
    const answer = fake.prompt()
    const started = manager.start({ demo: false })
    await atRest()
    await manager.close()
    answer()
    await started
    await time.pass(60)
    expect(fake.calls).toEqual(['load a'])
    expect(halves.alive()).toEqual([])
    expect(time.pending()).toBe(0)
  })

  it('SEC-16 after a fault leaves no key and polls nothing, at once', async () => {
    const { time, manager, halves, harness, atRest } = setup(a, b)
    await manager.start({ demo: false })
    await manager.enterDemo()
    await atRest()
    manager.stop()
    expect(halves.alive()).toEqual([])
    expect(openClients(harness)).toEqual([])
    expect(manager.show('b')).toMatchObject({ ok: false })
    expect(await manager.enterDemo()).toMatchObject({ ok: false })
    manager.profilesChanged()
    await time.pass(60)
    expect(halves.alive()).toEqual([])
    await manager.close()
    expect(time.pending()).toBe(0)
  })

  it('stops a demo that is still starting', async () => {
    const { manager, demos, onOpenDemo, aDemo, halves } = setup(a)
    await manager.start({ demo: false })
    const starting = later<Result<OpenDemo, Problem>>()
    onOpenDemo(() => starting.promise)
    const entered = manager.enterDemo()
    await manager.close()
    starting.settle(ok(aDemo()))
    expect(await entered).toMatchObject({ ok: false })
    expect(demos).toEqual(['started', 'stopped'])
    expect(halves.alive()).toEqual([])
  })
})
