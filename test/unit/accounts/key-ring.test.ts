import { describe, expect, it } from 'vitest'
import { createKeyRing } from '../../../src/main/accounts/key-ring.js'
import { aProfile, createFakeVault, createHalves, fakeRingPorts } from '../../support/fake-accounts.js'
import { problem } from '../../support/scripted-client.js'

const setup = () => {
  const halves = createHalves()
  const fake = createFakeVault(halves)
  return { halves, fake, keys: createKeyRing(fake.vault, fakeRingPorts()) }
}

const kept = aProfile({ keyStorage: 'keychain' })
const brief = aProfile({ keyStorage: 'session' })

describe('the key ring', () => {
  it('SEC-8 a keychain that gives nothing is locked or missing, never absent, and nothing is deleted', async () => {
    const { keys, fake } = setup()
    expect(await keys.load(kept)).toMatchObject({ ok: false, error: { state: 'locked-or-missing', problem: { code: 'keychain-locked' } } })
    expect(fake.calls).toEqual(['load a'])
  })

  it('a keychain that fails is trouble of the keychain', async () => {
    const { keys, fake } = setup()
    for (const code of ['keychain-unavailable', 'keychain-trouble'] as const) {
      fake.trouble.load = problem(code)
      expect(await keys.load(kept)).toMatchObject({ ok: false, error: { state: 'keychain-trouble', problem: { code } } })
    }
  })

  it('a session-only key is there until the app ends, and afterwards the keychain is not even asked', async () => {
    const { keys, halves, fake } = setup()
    expect(await keys.load(brief)).toMatchObject({ ok: false, error: { state: 'session-ended', problem: { reason: 'SESSION_ENDED' } } })
    expect(fake.calls).toEqual([])
    keys.hold('a', halves.pair('k'))
    expect((await keys.load(brief)).ok).toBe(true)
    expect(await keys.remove(brief)).toEqual({ ok: true, value: null })
    expect((await keys.load(brief)).ok).toBe(false)
    expect(fake.session.size).toBe(0)
    expect(fake.calls.filter((call) => call.startsWith('remove'))).toEqual([])
  })

  it('a key that moves into the keychain is no longer a session’s', async () => {
    const { keys, halves, fake } = setup()
    keys.hold('a', halves.pair('k'))
    await keys.store('a', halves.pair('k2'))
    expect(fake.keychain.get('a')?.secret).toBe('k2-secret')
    expect((await keys.load(brief)).ok).toBe(false)
    expect((await keys.load(kept)).ok).toBe(true)
  })
})
