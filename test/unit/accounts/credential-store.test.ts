// The keychain that answers when a profile is deleted may differ from the one that stored its key.
import { describe, expect, it } from 'vitest'
import {
  createCredentialStore,
  type OrphanedKey,
  orphanedKeyNotice,
} from '../../../src/main/accounts/credential-store.js'
import {
  aProfile,
  createFakeEntries,
  createFakeKeychain,
  createHalves,
  fakeCredentialStoreParts,
} from '../../support/fake-accounts.js'
import { problem } from '../../support/fake-exchange-client.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'

function setup() {
  const halves = createHalves()
  const fake = createFakeKeychain(halves)
  return { halves, fake, keys: createCredentialStore(fake.keychain, fakeCredentialStoreParts()) }
}

const kept = aProfile({ keyStorage: 'keychain' })
const brief = aProfile({ keyStorage: 'session' })

describe('the credential store', () => {
  it('SEC-8 treats a keychain that returns nothing as locked or missing, never as empty, and deletes nothing', async () => {
    const { keys, fake } = setup()
    expect(await keys.load(kept)).toMatchObject({
      ok: false,
      error: { state: 'locked-or-missing', problem: { code: 'keychain-locked' } },
    })
    expect(fake.calls).toEqual(['load a'])
  })

  it('reports a keychain that fails as a keychain problem', async () => {
    const { keys, fake } = setup()
    for (const code of ['keychain-unavailable', 'keychain-trouble'] as const) {
      fake.trouble.load = problem(code)
      expect(await keys.load(kept)).toMatchObject({
        ok: false,
        error: { state: 'keychain-trouble', problem: { code } },
      })
    }
  })

  it('keeps a session-only key until the app ends, without asking the keychain afterwards', async () => {
    const { keys, halves, fake } = setup()
    expect(await keys.load(brief)).toMatchObject({
      ok: false,
      error: { state: 'session-ended', problem: { reason: 'SESSION_ENDED' } },
    })
    expect(fake.calls).toEqual([])
    keys.hold('a', halves.pair('k'))
    expect((await keys.load(brief)).ok).toBe(true)
    expect(await keys.remove(brief)).toEqual({ ok: true, value: null })
    expect((await keys.load(brief)).ok).toBe(false)
    expect(fake.session.size).toBe(0)
    expect(fake.calls.filter((call) => call.startsWith('remove'))).toEqual([])
  })

  it('SEC-22 says that an account from a settings file needs its key, without asking the keychain', async () => {
    const { keys, fake } = setup()
    expect(await keys.load({ ...brief, keyHint: '' })).toMatchObject({
      ok: false,
      error: { state: 'not-entered', problem: { reason: 'NOT_ENTERED' } },
    })
    expect(fake.calls).toEqual([])
  })

  it('SEC-16 wipes session keys on a lock, and does not keep one wiped while being saved', async () => {
    const { keys, halves, fake } = setup()
    const ended = { ok: false, error: { state: 'session-ended' } }
    keys.hold('a', halves.pair('k'))
    keys.endSessions()
    expect(fake.session.size).toBe(0)
    expect(await keys.load(brief)).toMatchObject(ended)
    const pair = halves.pair('k')
    pair.apiSecret.wipe()
    keys.hold('a', pair)
    expect(await keys.load(brief)).toMatchObject(ended)
  })

  it('no longer holds a key for the session that moves into the keychain', async () => {
    const { keys, halves, fake } = setup()
    keys.hold('a', halves.pair('k'))
    await keys.store('a', halves.pair('k2'))
    expect(fake.stored.get('a')?.secret).toBe('k2-secret')
    expect((await keys.load(brief)).ok).toBe(false)
    expect((await keys.load(kept)).ok).toBe(true)
  })
})

describe('leftovers of a save', () => {
  it('are recorded before it is attempted, and removed at the next start if no profile came of it', async () => {
    const halves = createHalves()
    const fake = createFakeKeychain(halves)
    const ports = fakeCredentialStoreParts()
    fake.trouble.store = problem('keychain-trouble')
    expect(
      (await createCredentialStore(fake.keychain, ports).store('a', halves.pair('k'))).ok,
    ).toBe(false)
    expect(ports.entries.all()).toEqual({ ok: true, value: ['a', 'a.new'] })
    // The call that was given up ended late.
    fake.stored.set('a', { key: 'k', secret: 's' })
    await createCredentialStore(fake.keychain, ports).sweep(['b'])
    expect([...fake.stored.keys()]).toEqual([])
    expect(ports.entries.all()).toEqual({ ok: true, value: [] })
  })

  it('stay recorded if the keychain does not answer, and are never a profile’s own key, or one being saved', async () => {
    const halves = createHalves()
    const fake = createFakeKeychain(halves)
    const ports = fakeCredentialStoreParts()
    const keys = createCredentialStore(fake.keychain, ports)
    await keys.store('a', halves.pair('k'))
    await keys.sweep([])
    expect([...fake.stored.keys()]).toEqual(['a'])
    const later = createCredentialStore(fake.keychain, ports)
    await later.sweep(['a'])
    expect([...fake.stored.keys()]).toEqual(['a'])
    fake.trouble.remove = problem('keychain-trouble')
    await later.sweep([])
    expect(ports.entries.all()).toEqual({ ok: true, value: ['a'] })
  })

  it('stay recorded if the entry beside the key could not be removed', async () => {
    const halves = createHalves()
    const fake = createFakeKeychain(halves)
    const ports = fakeCredentialStoreParts()
    fake.trial.left = true
    expect(
      (await createCredentialStore(fake.keychain, ports).store('a', halves.pair('k'))).ok,
    ).toBe(true)
    expect(ports.entries.all()).toEqual({ ok: true, value: ['a', 'a.new'] })
  })

  it('are deleted with the account, which is not deleted before them', async () => {
    const halves = createHalves()
    const fake = createFakeKeychain(halves)
    const ports = fakeCredentialStoreParts()
    fake.trial.left = true
    fake.stored.set('a.new', { key: 'k', secret: 's' })
    const keys = createCredentialStore(fake.keychain, ports)
    await keys.store('a', halves.pair('k'))
    const account = { id: 'a', name: 'A', keyStorage: 'keychain' } as const
    fake.trouble.remove = problem('keychain-trouble')
    expect((await keys.remove(account)).ok).toBe(false)
    delete fake.trouble.remove
    expect((await keys.remove(account)).ok).toBe(true)
    expect([...fake.stored.keys()]).toEqual([])
    expect(ports.entries.all()).toEqual({ ok: true, value: [] })
  })

  it('SEC-14 are named if they are in another keychain than the one that answers now', async () => {
    const halves = createHalves()
    const placed: string[] = []
    const ports = {
      ...fakeCredentialStoreParts(),
      onOrphanedKey: ({ profile, put }: OrphanedKey) =>
        void placed.push(`${profile.id}: ${put.join()}`),
    }
    const before = createFakeKeychain(halves, 'keychain A')
    before.trouble.store = problem('keychain-trouble')
    await createCredentialStore(before.keychain, ports).store('a', halves.pair('k'))
    await createCredentialStore(createFakeKeychain(halves, 'keychain B').keychain, ports).sweep([])
    expect(placed).toEqual(['a: keychain A', 'a.new: keychain A'])
  })

  it('stop the save if they cannot be recorded', async () => {
    const halves = createHalves()
    const fake = createFakeKeychain(halves)
    const ports = fakeCredentialStoreParts()
    ports.entries.note = () => ({ ok: false, error: problem('store-trouble') })
    expect(
      (await createCredentialStore(fake.keychain, ports).store('a', halves.pair('k'))).ok,
    ).toBe(false)
    expect(fake.calls).toEqual([])
  })
})

describe('ORD-25 a key that differs from the one the profile was saved with', () => {
  it('is not used: it may belong to another account', async () => {
    const halves = createHalves()
    const fake = createFakeKeychain(halves)
    const keys = createCredentialStore(fake.keychain, {
      ...fakeCredentialStoreParts(),
      isKeyOf: ({ keyHint }, apiKey) => apiKey.reveal().toString().startsWith(keyHint),
    })
    await keys.store('a', halves.pair('theirs'))
    const before = halves.alive().length
    const profile = { id: 'a', keyStorage: 'keychain', keyHint: 'mine' } as const
    expect(await keys.load(profile)).toMatchObject({
      ok: false,
      error: { state: 'keychain-trouble', problem: { reason: 'OTHER_KEY' } },
    })
    expect(halves.alive()).toHaveLength(before)
    expect((await keys.load({ ...profile, keyHint: 'theirs' })).ok).toBe(true)
  })
})

const here = 'Secret Service (Linux)'
const profile = aProfile()

function setupKeychains() {
  const halves = createHalves()
  const first = createFakeKeychain(halves, here)
  const entries = createFakeEntries()
  const orphans: OrphanedKey[] = []
  const credentialsIn = ({ keychain }: ReturnType<typeof createFakeKeychain>) =>
    createCredentialStore(keychain, {
      isKeyOf: () => true,
      entries,
      onOrphanedKey: (one) => void orphans.push(one),
    })
  return { halves, first, entries, orphans, credentialsIn }
}

describe('SEC-14 a key missing from the keychain when it is to be removed', () => {
  it('SEC-14 is not reported if it was removed, and its record is deleted', async () => {
    const { halves, first, entries, orphans, credentialsIn } = setupKeychains()
    const credentials = credentialsIn(first)
    await credentials.store('a', halves.pair('k'))
    expect(entries.of('a')).toEqual({ ok: true, value: [here] })
    expect(await credentials.remove(profile)).toEqual({ ok: true, value: null })
    expect(orphans).toEqual([])
    expect(entries.of('a')).toEqual({ ok: true, value: [] })
    // A deletion repeated after its end, as after a crash, finds nothing and reports nothing.
    expect(await credentials.remove(profile)).toEqual({ ok: true, value: null })
    expect(orphans).toEqual([])
  })

  it('SEC-14 is reported if another provider answers by the same name', async () => {
    const { halves, first, orphans, credentialsIn } = setupKeychains()
    await credentialsIn(first).store('a', halves.pair('k'))
    const second = createFakeKeychain(halves, here)
    expect(await credentialsIn(second).remove(profile)).toEqual({ ok: true, value: null })
    expect(first.stored.has('a')).toBe(true)
    expect(orphans).toEqual([
      { profile: { id: 'a', name: 'Main' }, asked: here, found: false, put: [here] },
    ])
  })

  it('SEC-14 is reported if it was also put into a keychain of another name, though one was removed here', async () => {
    const { halves, first, orphans, credentialsIn } = setupKeychains()
    await credentialsIn(createFakeKeychain(halves, 'Keychain (macOS)')).store('a', halves.pair('k'))
    const credentials = credentialsIn(first)
    await credentials.store('a', halves.pair('k2'))
    expect(await credentials.remove(profile)).toEqual({ ok: true, value: null })
    expect(orphans).toEqual([
      { profile: { id: 'a', name: 'Main' }, asked: here, found: true, put: ['Keychain (macOS)'] },
    ])
  })

  it('SEC-14 is not reported while the keychain gives no certain answer', async () => {
    const { halves, first, entries, orphans, credentialsIn } = setupKeychains()
    const credentials = credentialsIn(first)
    await credentials.store('a', halves.pair('k'))
    first.trouble.remove = problem('keychain-locked')
    expect((await credentials.remove(profile)).ok).toBe(false)
    expect(orphans).toEqual([])
    expect(entries.of('a')).toEqual({ ok: true, value: [here] })
  })
})

describe('SEC-14 the message about it', () => {
  it('SEC-14 names the entry, so that it can be deleted by hand', () => {
    const { level, title, text } = orphanedKeyNotice({
      profile,
      asked: here,
      found: false,
      put: [here],
    })
    expect(worded([level, title])).toEqual([
      'caution',
      'The key of "Main" may still be in a keychain',
    ])
    expect(englishOf(text)).toBe(
      'Secret Service (Linux), which answers now, holds no entry for it, so none was removed. If another keychain was in use when the key was saved, delete the entry there: service "plimsoll", account "a". To be safe, delete the API key on the exchange.',
    )
  })

  it('SEC-14 names the keychain that was used, if it is another', () => {
    const { text } = orphanedKeyNotice({
      profile,
      asked: here,
      found: true,
      put: ['Keychain (macOS)'],
    })
    expect(englishOf(text)).toBe(
      'Its entry was removed from Secret Service (Linux), but a key was also put into Keychain (macOS). Delete the entry there: service "plimsoll", account "a". To be safe, delete the API key on the exchange.',
    )
    expect(
      englishOf(
        orphanedKeyNotice({ profile, asked: here, found: false, put: ['', 'Keychain (macOS)'] })
          .text,
      ),
    ).toContain('It was put into Keychain (macOS). ')
  })
})
