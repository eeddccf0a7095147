// The keychain that answers when a profile is deleted may not be the one its key was put into.
import { describe, expect, it } from 'vitest'
import { createCredentialStore } from '../../../src/main/accounts/credential-store.js'
import { orphanedKeyNotice, type OrphanedKey } from '../../../src/main/accounts/orphaned-key.js'
import { aProfile, createFakeEntries, createFakeKeychain, createHalves } from '../../support/fake-accounts.js'
import { problem } from '../../support/scripted-client.js'

const here = 'Secret Service (Linux)'
const profile = aProfile()

const setup = () => {
  const halves = createHalves()
  const first = createFakeKeychain(halves, here)
  const entries = createFakeEntries()
  const orphans: OrphanedKey[] = []
  const credentialsIn = ({ keychain }: ReturnType<typeof createFakeKeychain>) =>
    createCredentialStore(keychain, { isKeyOf: () => true, entries, onOrphanedKey: (one) => void orphans.push(one) })
  return { halves, first, entries, orphans, credentialsIn }
}

describe('SEC-14 a key that the keychain does not hold when it is to be removed', () => {
  it('SEC-14 is not reported when it was removed, and its record goes', async () => {
    const { halves, first, entries, orphans, credentialsIn } = setup()
    const credentials = credentialsIn(first)
    await credentials.store('a', halves.pair('k'))
    expect(entries.of('a')).toEqual({ ok: true, value: [here] })
    expect(await credentials.remove(profile)).toEqual({ ok: true, value: null })
    expect(orphans).toEqual([])
    expect(entries.of('a')).toEqual({ ok: true, value: [] })
    // A deletion that is asked again after its end, as after a crash, finds nothing and reports nothing.
    expect(await credentials.remove(profile)).toEqual({ ok: true, value: null })
    expect(orphans).toEqual([])
  })

  it('SEC-14 is reported when another provider answers by the same name', async () => {
    const { halves, first, orphans, credentialsIn } = setup()
    await credentialsIn(first).store('a', halves.pair('k'))
    const second = createFakeKeychain(halves, here)
    expect(await credentialsIn(second).remove(profile)).toEqual({ ok: true, value: null })
    expect(first.stored.has('a')).toBe(true)
    expect(orphans).toEqual([{ profile: { id: 'a', name: 'Main' }, asked: here, found: false, put: [here] }])
  })

  it('SEC-14 is reported when it was also put into a keychain of another name, though one was removed here', async () => {
    const { halves, first, orphans, credentialsIn } = setup()
    await credentialsIn(createFakeKeychain(halves, 'Keychain (macOS)')).store('a', halves.pair('k'))
    const credentials = credentialsIn(first)
    await credentials.store('a', halves.pair('k2'))
    expect(await credentials.remove(profile)).toEqual({ ok: true, value: null })
    expect(orphans).toEqual([{ profile: { id: 'a', name: 'Main' }, asked: here, found: true, put: ['Keychain (macOS)'] }])
  })

  it('SEC-14 is not reported while the keychain gives no certain answer', async () => {
    const { halves, first, entries, orphans, credentialsIn } = setup()
    const credentials = credentialsIn(first)
    await credentials.store('a', halves.pair('k'))
    first.trouble.remove = problem('keychain-locked')
    expect((await credentials.remove(profile)).ok).toBe(false)
    expect(orphans).toEqual([])
    expect(entries.of('a')).toEqual({ ok: true, value: [here] })
  })
})

describe('SEC-14 what the user reads about it', () => {
  it('SEC-14 names the entry, so that it can be deleted by hand', () => {
    const { level, title, text } = orphanedKeyNotice({ profile, asked: here, found: false, put: [here] })
    expect([level, title]).toEqual(['caution', 'The key of "Main" may still be in a keychain'])
    expect(text).toBe(
      'Secret Service (Linux), which answers now, holds no entry for it, so none was removed. If another keychain was in use when the key was saved, delete the entry there: service "plimsoll", account "a". To be safe, delete the API key on the exchange.',
    )
  })

  it('SEC-14 names the keychain that was used, where it is another', () => {
    const { text } = orphanedKeyNotice({ profile, asked: here, found: true, put: ['Keychain (macOS)'] })
    expect(text).toBe(
      'Its entry was removed from Secret Service (Linux), but a key was also put into Keychain (macOS). Delete the entry there: service "plimsoll", account "a". To be safe, delete the API key on the exchange.',
    )
    expect(orphanedKeyNotice({ profile, asked: here, found: false, put: ['', 'Keychain (macOS)'] }).text).toContain(
      'It was put into Keychain (macOS). ',
    )
  })
})
