// The keychain that answers when a profile is deleted may not be the one its key was put into.
import { describe, expect, it } from 'vitest'
import { createKeyRing } from '../../../src/main/accounts/credential-store.js'
import { leftBehindNotice, type LeftBehind } from '../../../src/main/accounts/orphaned-key.js'
import { aProfile, createFakeEntries, createFakeVault, createHalves } from '../../support/fake-accounts.js'
import { problem } from '../../support/scripted-client.js'

const here = 'Secret Service (Linux)'
const profile = aProfile()

const setup = () => {
  const halves = createHalves()
  const first = createFakeVault(halves, here)
  const entries = createFakeEntries()
  const left: LeftBehind[] = []
  const ringOver = ({ vault }: ReturnType<typeof createFakeVault>) =>
    createKeyRing(vault, { isKeyOf: () => true, entries, leftBehind: (one) => void left.push(one) })
  return { halves, first, entries, left, ringOver }
}

describe('SEC-14 a key that the keychain does not hold when it is to be removed', () => {
  it('SEC-14 is nothing to tell of when it was removed, and is then forgotten', async () => {
    const { halves, first, entries, left, ringOver } = setup()
    const ring = ringOver(first)
    await ring.store('a', halves.pair('k'))
    expect(entries.of('a')).toEqual({ ok: true, value: [here] })
    expect(await ring.remove(profile)).toEqual({ ok: true, value: null })
    expect(left).toEqual([])
    expect(entries.of('a')).toEqual({ ok: true, value: [] })
    // A deletion that is asked again after its end, as after a crash, finds nothing and has nothing to say.
    expect(await ring.remove(profile)).toEqual({ ok: true, value: null })
    expect(left).toEqual([])
  })

  it('SEC-14 is told of when another provider answers by the same name', async () => {
    const { halves, first, left, ringOver } = setup()
    await ringOver(first).store('a', halves.pair('k'))
    const second = createFakeVault(halves, here)
    expect(await ringOver(second).remove(profile)).toEqual({ ok: true, value: null })
    expect(first.keychain.has('a')).toBe(true)
    expect(left).toEqual([{ profile: { id: 'a', name: 'Main' }, asked: here, found: false, put: [here] }])
  })

  it('SEC-14 is told of when it was also put into a keychain of another name, though one was removed here', async () => {
    const { halves, first, left, ringOver } = setup()
    await ringOver(createFakeVault(halves, 'Keychain (macOS)')).store('a', halves.pair('k'))
    const ring = ringOver(first)
    await ring.store('a', halves.pair('k2'))
    expect(await ring.remove(profile)).toEqual({ ok: true, value: null })
    expect(left).toEqual([{ profile: { id: 'a', name: 'Main' }, asked: here, found: true, put: ['Keychain (macOS)'] }])
  })

  it('SEC-14 is not told of while the keychain says nothing certain', async () => {
    const { halves, first, entries, left, ringOver } = setup()
    const ring = ringOver(first)
    await ring.store('a', halves.pair('k'))
    first.trouble.remove = problem('keychain-locked')
    expect((await ring.remove(profile)).ok).toBe(false)
    expect(left).toEqual([])
    expect(entries.of('a')).toEqual({ ok: true, value: [here] })
  })
})

describe('SEC-14 what a person reads about it', () => {
  it('SEC-14 names the entry, so that it can be deleted by hand', () => {
    const { level, title, text } = leftBehindNotice({ profile, asked: here, found: false, put: [here] })
    expect([level, title]).toEqual(['caution', 'The key of "Main" may still be in a keychain'])
    expect(text).toBe(
      'Secret Service (Linux), which answers now, holds no entry for it, so none was removed. If another keychain was in use when the key was saved, delete the entry there: service "plimsoll", account "a". To be safe, delete the API key on the exchange.',
    )
  })

  it('SEC-14 names the keychain that was used, where it is another', () => {
    const { text } = leftBehindNotice({ profile, asked: here, found: true, put: ['Keychain (macOS)'] })
    expect(text).toBe(
      'Its entry was removed from Secret Service (Linux), but a key was also put into Keychain (macOS). Delete the entry there: service "plimsoll", account "a". To be safe, delete the API key on the exchange.',
    )
    expect(leftBehindNotice({ profile, asked: here, found: false, put: ['', 'Keychain (macOS)'] }).text).toContain(
      'It was put into Keychain (macOS). ',
    )
  })
})
