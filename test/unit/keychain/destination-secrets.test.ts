import { describe, expect, it } from 'vitest'
import { createDestinationSecrets } from '../../../src/main/keychain/destination-secrets.js'
import { createKeychain } from '../../../src/main/keychain/keychain.js'
import type { KeychainAdapter } from '../../../src/main/keychain/keychain-adapter.js'
import { fail, ok } from '../../../src/shared/result.js'
import { createMemoryKeychain } from '../../support/memory-keychain.js'
import { valueOf } from '../../support/test-storage.js'

const id = '6f9f4c1e-2b7a-4d0e-9a51-0c6a3a2d7b11'

function setup(change: Partial<KeychainAdapter> = {}) {
  const entries = new Set<string>()
  const keychain = createKeychain({
    adapter: { ...createMemoryKeychain(), ...change },
    platform: 'linux',
  })
  const secrets = createDestinationSecrets(keychain, {
    note: (entry) => ok((entries.add(entry), null)),
    forget: (entry) => ok((entries.delete(entry), null)),
  })
  return { entries, secrets }
}

describe('SEC-14 the secret of a destination of alerts', () => {
  it('is on the list of what may be in a keychain until it is removed', async () => {
    const { entries, secrets } = setup()
    expect(await secrets.store(id, 'a-long-secret')).toEqual(ok(null))
    expect([...entries]).toEqual([id])
    expect(await secrets.remove(id)).toEqual(ok(null))
    expect([...entries]).toEqual([])
  })

  it('is compared without being handed out, and is not wiped for others by that', async () => {
    const { secrets } = setup()
    await secrets.store(id, 'a-long-secret')
    const loaded = valueOf(await secrets.load(id))
    expect(await secrets.holds(id, 'a-long-secret')).toEqual(ok(true))
    expect(await secrets.holds(id, 'a-long-secreT')).toEqual(ok(false))
    expect(loaded.wiped).toBe(false)
    await secrets.remove(id)
    expect((await secrets.holds(id, 'a-long-secret')).ok).toBe(false)
  })

  it('stays on it with its trial entry after a save that failed, for it may complete later', async () => {
    const { entries, secrets } = setup({
      set: () => Promise.resolve(fail({ reason: 'KEYCHAIN_TIMEOUT', detail: 'as the test says' })),
    })
    expect((await secrets.store(id, 'a-long-secret')).ok).toBe(false)
    expect([...entries]).toEqual([id, `${id}.new`])
  })

  it('stays on it if the keychain does not find it, for it may be in another', async () => {
    const { entries, secrets } = setup({
      set: () => Promise.resolve(fail({ reason: 'KEYCHAIN_TIMEOUT', detail: 'as the test says' })),
    })
    await secrets.store(id, 'a-long-secret')
    expect(await secrets.remove(id)).toEqual(ok(null))
    expect(entries.has(id)).toBe(true)
  })
})
