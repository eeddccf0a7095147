import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { KeychainFault, KeychainPort, KeychainReason } from '../../../src/main/keychain/keychain-port.js'
import { createMemoryKeychain } from '../../../src/main/keychain/memory-keychain.js'
import { Secret, type Credentials } from '../../../src/main/keychain/secret.js'
import { createVault } from '../../../src/main/keychain/vault.js'
import { fail, ok } from '../../../src/shared/result.js'

const id = '6f9f4c1e-2b7a-4d0e-9a51-0c6a3a2d7b11'
const canary = 'canary-secret-9d41'

const someCredentials = (secret = canary): Credentials => ({ apiKey: Secret.of('public-key-0123456789'), apiSecret: Secret.of(secret) })

const fault = (reason: KeychainReason): { ok: false; error: KeychainFault } => fail({ reason, detail: 'as the test says' })

/** A memory keychain in which single calls can be replaced, with every call written down. */
const setup = (change: (memory: KeychainPort) => Partial<KeychainPort> = () => ({})) => {
  const memory = createMemoryKeychain()
  const changed = { ...memory, ...change(memory) }
  const calls: string[] = []
  const keychain: KeychainPort = {
    ...changed,
    probe: (patience) => (calls.push('probe'), changed.probe(patience)),
    get: (account, patience) => (calls.push('get'), changed.get(account, patience)),
    set: (account, item, patience) => (calls.push('set'), changed.set(account, item, patience)),
    delete: (account, patience) => (calls.push('delete'), changed.delete(account, patience)),
  }
  const warn = vi.fn()
  const watched: Secret[] = []
  const vault = createVault({ keychain, platform: 'linux', desktop: 'gnome', warn, watchSecret: (secret) => void watched.push(secret) })
  return { vault, memory, calls, warn, watched }
}

const text = async (memory: KeychainPort): Promise<string | null> => {
  const read = await memory.get(id, 'silent')
  return read.ok && read.value !== null ? Buffer.from(read.value).toString() : null
}

describe('the vault', () => {
  test('does not touch the keychain until it is asked', () => {
    const { vault, calls } = setup()
    expect(vault.describe()).toBe('memory (demo)')
    vault.holdForSession(id, someCredentials())
    vault.endSession(id)
    vault.close()
    expect(calls).toEqual([])
  })

  test('keeps key and secret as one entry under the profile’s id, and gives them back', async () => {
    const { vault, memory } = setup()
    expect(await vault.store(id, someCredentials())).toEqual(ok({ trialLeft: false }))
    expect(await text(memory)).toBe(`{"apiKey":"public-key-0123456789","apiSecret":"${canary}"}`)
    const loaded = await vault.load(id)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe(canary)
    expect(loaded.ok && loaded.value.apiKey.reveal().toString()).toBe('public-key-0123456789')
  })

  test('SEC-5 reads back what it stored', async () => {
    const { vault, calls } = setup()
    await vault.store(id, someCredentials())
    // Beside the entry first, then in it.
    expect(calls).toEqual(['set', 'get', 'get', 'set', 'get', 'delete', 'get'])
  })

  test('SEC-5 deletes an entry that does not read back the same, and says so', async () => {
    const { vault, memory, warn } = setup((inner) => ({
      set: (account, item, patience) => inner.set(account, Buffer.from(item).subarray(0, -5), patience),
    }))
    const stored = await vault.store(id, someCredentials())
    expect(stored).toMatchObject({ ok: false, error: { code: 'keychain-trouble', reason: 'KEYCHAIN_READ_BACK_DIFFERS' } })
    expect(await text(memory)).toBeNull()
    expect(JSON.stringify(warn.mock.calls)).not.toContain(canary)
  })

  test('SEC-5 an entry that does not read back at all is not kept either', async () => {
    const { vault, calls } = setup(() => ({ get: () => Promise.resolve(ok(null)) }))
    expect(await vault.store(id, someCredentials())).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_READ_BACK_DIFFERS' } })
    expect(calls.at(-1)).toBe('delete')
  })

  test('a write that may have happened all the same is taken back', async () => {
    const { vault, memory } = setup((inner) => ({
      set: async (account, item, patience) => {
        await inner.set(account, item, patience)
        return fault('KEYCHAIN_TIMEOUT')
      },
    }))
    expect(await vault.store(id, someCredentials())).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    expect(await text(memory)).toBeNull()
  })

  test.each([
    ['is not given back', () => Promise.resolve(ok(null))],
    ['is given back otherwise', () => Promise.resolve(ok(Buffer.from('{}')))],
    ['cannot be read', () => Promise.resolve(fault('KEYCHAIN_TIMEOUT'))],
  ] as const)('12.8 the old key is still there after a new one that %s', async (_name, answer) => {
    let broken = false
    const { vault, memory } = setup((inner) => ({ get: (account, patience) => (broken ? answer() : inner.get(account, patience)) }))
    await vault.store(id, someCredentials('the-older-secret'))
    broken = true
    expect((await vault.store(id, someCredentials())).ok).toBe(false)
    expect(await text(memory)).toContain('the-older-secret')
    broken = false
    const loaded = await vault.load(id)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe('the-older-secret')
  })

  test('12.8 the old key comes back where the new one was proven beside it and then did not take its place', async () => {
    let writes = 0
    const { vault, memory } = setup((inner) => ({
      set: (account, item, patience) => inner.set(account, (writes += 1) === 4 ? Buffer.from('{}') : item, patience),
    }))
    await vault.store(id, someCredentials('the-older-secret'))
    expect(await vault.store(id, someCredentials())).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_READ_BACK_DIFFERS' } })
    expect(await text(memory)).toContain('the-older-secret')
    expect(await memory.get(vault.trialOf(id), 'silent')).toEqual(ok(null))
  })

  test('12.8 an old entry that the keychain will not give is no obstacle to a new key', async () => {
    const { vault } = setup((inner) => ({
      get: (account, patience) => (account === id && !renewed ? Promise.resolve(fault('KEYCHAIN_UNKNOWN')) : inner.get(account, patience)),
      set: (account, item, patience) => {
        renewed ||= account === id
        return inner.set(account, item, patience)
      },
    }))
    let renewed = false
    expect(await vault.store(id, someCredentials())).toEqual(ok({ trialLeft: false }))
    expect((await vault.load(id)).ok).toBe(true)
  })

  test('12.8 where the old key cannot be put back either, that is said', async () => {
    let writes = 0
    const { vault } = setup((inner) => ({
      set: (account, item, patience) => {
        writes += 1
        if (writes > 4) return Promise.resolve(fault('KEYCHAIN_TIMEOUT'))
        return inner.set(account, writes === 4 ? Buffer.from('{}') : item, patience)
      },
    }))
    await vault.store(id, someCredentials('the-older-secret'))
    expect(await vault.store(id, someCredentials())).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('could not be put back') },
    })
  })

  test('12.8 an entry beside it that cannot be removed any more is told, so that it is not forgotten', async () => {
    const { vault, memory } = setup(() => ({ delete: () => Promise.resolve(fault('KEYCHAIN_TIMEOUT')) }))
    const trial = vault.trialOf(id)
    expect(await vault.store(id, someCredentials())).toEqual(ok({ trialLeft: true }))
    expect(await memory.get(trial, 'silent')).not.toEqual(ok(null))
    const sound = setup()
    expect(await sound.vault.store(id, someCredentials())).toEqual(ok({ trialLeft: false }))
    expect(await sound.memory.get(trial, 'silent')).toEqual(ok(null))
  })

  test('SEC-8 a failed write never takes an older, good entry with it', async () => {
    let broken = false
    const { vault, memory } = setup((inner) => ({
      set: (account, item, patience) => (broken ? Promise.resolve(fault('KEYCHAIN_CRASH')) : inner.set(account, item, patience)),
    }))
    await vault.store(id, someCredentials('the-older-secret'))
    broken = true
    expect(await vault.store(id, someCredentials())).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CRASH' } })
    expect(await text(memory)).toContain('the-older-secret')
  })

  test.each([
    ['KEYCHAIN_NO_SERVICE', 'keychain-unavailable', /Install gnome-keyring/],
    ['KEYCHAIN_NO_BUS', 'keychain-unavailable', /D-Bus/],
    ['KEYCHAIN_LOCKED', 'keychain-locked', /unlock/],
    ['KEYCHAIN_STORE_FULL', 'keychain-trouble', /full/],
  ] as const)('SEC-7 %s refuses the key with its reason and what to do', async (reason, code, words) => {
    const { vault } = setup(() => ({ set: () => Promise.resolve(fault(reason)), get: () => Promise.resolve(fault(reason)) }))
    const stored = await vault.store(id, someCredentials())
    expect(stored).toMatchObject({ ok: false, error: { code, reason, message: expect.stringMatching(words) } })
    expect(await vault.load(id)).toMatchObject({ ok: false, error: { code, reason } })
  })

  test('SEC-7 the probe’s fault is a problem with help', async () => {
    const { vault } = setup(() => ({ probe: () => Promise.resolve(fault('KEYCHAIN_NO_LIBRARY')) }))
    expect(await vault.probe()).toMatchObject({
      ok: false,
      error: { code: 'keychain-unavailable', message: expect.stringContaining('libsecret') },
    })
    expect(await setup().vault.probe()).toEqual(ok(null))
  })

  test('SEC-8 nothing given means locked or missing, and nothing is deleted', async () => {
    const { vault, calls } = setup()
    expect(await vault.load(id)).toMatchObject({ ok: false, error: { code: 'keychain-locked', reason: 'KEYCHAIN_LOCKED_OR_MISSING' } })
    expect(calls).toEqual(['get'])
  })

  test('SEC-8 an entry that is not ours is reported and left as it is', async () => {
    const { vault, memory } = setup()
    await memory.set(id, Buffer.from('someone else’s'), 'silent')
    expect(await vault.load(id)).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_UNREADABLE' } })
    expect(await text(memory)).toBe('someone else’s')
  })

  test('SEC-6 what could break a keychain or a header is refused before the keychain', async () => {
    const { vault, calls } = setup()
    for (const bad of ['abc\0defghijk', 'line\r\nbreaks-in-it', 'short', 'x'.repeat(513)]) {
      expect(await vault.store(id, someCredentials(bad))).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    }
    expect(calls).toEqual([])
  })

  test('SEC-20 takes random ids only', async () => {
    const { vault, calls } = setup()
    for (const name of ['', 'Anna', '../x', `${id}x`]) {
      expect(await vault.store(name, someCredentials())).toMatchObject({ ok: false, error: { code: 'internal' } })
      expect(await vault.load(name)).toMatchObject({ ok: false })
      expect(await vault.remove(name)).toMatchObject({ ok: false })
    }
    expect(calls).toEqual([])
    expect(await vault.store(randomUUID(), someCredentials())).toEqual(ok({ trialLeft: false }))
  })

  test('SEC-14 removing verifies that nothing is left', async () => {
    const { vault, memory, calls } = setup()
    await vault.store(id, someCredentials())
    calls.length = 0
    expect(await vault.remove(id)).toEqual(ok('removed'))
    expect(calls).toEqual(['delete', 'get'])
    expect(await text(memory)).toBeNull()
  })

  test('SEC-14 an entry that survives its deletion is a problem', async () => {
    const { vault } = setup(() => ({ delete: () => Promise.resolve(ok(true)) }))
    await vault.store(id, someCredentials())
    expect(await vault.remove(id)).toMatchObject({ ok: false, error: { code: 'keychain-trouble' } })
  })

  test('SEC-14 an entry that is not there is said to be that, never removed, and only when the keychain proves to be open', async () => {
    const { vault, calls } = setup()
    expect(await vault.remove(id)).toEqual(ok('not-found'))
    expect(calls).toEqual(['delete', 'get', 'probe'])
    const locked = setup(() => ({ probe: () => Promise.resolve(fault('KEYCHAIN_LOCKED')) }))
    expect(await locked.vault.remove(id)).toMatchObject({ ok: false, error: { code: 'keychain-locked', reason: 'KEYCHAIN_LOCKED' } })
  })

  test('SEC-14 a keychain that was never set up holds no entry, and proves nothing about another one', async () => {
    const { vault } = setup(() => ({
      delete: () => Promise.resolve(ok(false)),
      get: () => Promise.resolve(ok(null)),
      probe: () => Promise.resolve(fault('KEYCHAIN_NOT_INITIALISED')),
    }))
    expect(await vault.remove(id)).toEqual(ok('not-found'))
  })

  test('removing can be asked again after a fault', async () => {
    let broken = true
    const { vault, memory } = setup((inner) => ({
      delete: (account, patience) => (broken ? Promise.resolve(fault('KEYCHAIN_TIMEOUT')) : inner.delete(account, patience)),
    }))
    await vault.store(id, someCredentials())
    expect(await vault.remove(id)).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    broken = false
    expect(await vault.remove(id)).toEqual(ok('removed'))
    expect(await text(memory)).toBeNull()
  })

  test('a session key lives in memory, survives the wiping of what was passed in, and ends on demand', async () => {
    const { vault, calls } = setup()
    const given = someCredentials()
    vault.holdForSession(id, given)
    given.apiKey.wipe()
    given.apiSecret.wipe()
    const loaded = await vault.load(id)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe(canary)
    expect(calls).toEqual([])
    vault.endSession(id)
    expect(await vault.load(id)).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_LOCKED_OR_MISSING' } })
  })

  test('a session key can be had while the keychain is stuck', async () => {
    const { vault } = setup(() => ({ get: () => new Promise(() => undefined) }))
    void vault.load(randomUUID())
    vault.holdForSession(id, someCredentials())
    expect((await vault.load(id)).ok).toBe(true)
  })

  test('a session key can be removed where there is no keychain', async () => {
    const { vault } = setup(() => ({ delete: () => Promise.resolve(fault('KEYCHAIN_NO_SERVICE')) }))
    vault.holdForSession(id, someCredentials())
    expect(await vault.remove(id)).toEqual(ok('removed'))
    expect(await vault.remove(id)).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_NO_SERVICE' } })
  })

  test('storing a session key in the keychain ends the copy in memory', async () => {
    const { vault, calls } = setup()
    vault.holdForSession(id, someCredentials())
    await vault.store(id, someCredentials('the-stored-secret'))
    calls.length = 0
    const loaded = await vault.load(id)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe('the-stored-secret')
    expect(calls).toEqual(['get'])
  })

  test('SEC-16 closing wipes everything, and nothing can be had any more', async () => {
    const { vault } = setup()
    vault.holdForSession(id, someCredentials())
    const first = await vault.load(id)
    const second = await vault.load(id)
    const bytes = first.ok ? first.value.apiSecret.reveal() : Buffer.from('x')
    vault.close()
    expect(bytes.every((byte) => byte === 0)).toBe(true)
    expect([first, second].map((loaded) => loaded.ok && loaded.value.apiKey.wiped)).toEqual([true, true])
    expect(await vault.load(id)).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CLOSED' } })
    expect(await vault.store(id, someCredentials())).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CLOSED' } })
  })

  test('an answer that arrives after closing is wiped', async () => {
    let release: (value: Uint8Array) => void = () => undefined
    const { vault, watched } = setup(() => ({
      get: () =>
        new Promise((resolve) => {
          release = (value) => resolve(ok(value))
        }),
      close: () => undefined,
    }))
    const loading = vault.load(id)
    await Promise.resolve()
    vault.close()
    release(Buffer.from(`{"apiKey":"public-key-0123456789","apiSecret":"${canary}"}`))
    expect(await loading).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CLOSED' } })
    expect(watched.every((secret) => secret.wiped)).toBe(true)
  })

  test('a key that is wiped right after the call is stored all the same', async () => {
    const { vault, memory } = setup()
    const given = someCredentials()
    const storing = vault.store(id, given)
    given.apiKey.wipe()
    given.apiSecret.wipe()
    expect(await storing).toEqual(ok({ trialLeft: false }))
    expect(await text(memory)).toContain(canary)
  })

  test('a key that was wiped before is refused, and the vault goes on', async () => {
    const { vault, calls } = setup()
    const given = someCredentials()
    given.apiSecret.wipe()
    expect(await vault.store(id, given)).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(calls).toEqual([])
    expect(await vault.store(id, someCredentials())).toEqual(ok({ trialLeft: false }))
  })

  test('a keychain that throws fails one call, not those after it', async () => {
    let broken = true
    const { vault } = setup((inner) => ({
      get: (account, patience) => (broken ? Promise.reject(new Error('unexpected')) : inner.get(account, patience)),
    }))
    await expect(vault.load(id)).rejects.toThrow('unexpected')
    broken = false
    expect(await vault.load(id)).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_LOCKED_OR_MISSING' } })
  })

  test('SEC-3 the redactor hears of every secret before it can leave', async () => {
    const { vault, watched } = setup()
    const given = someCredentials()
    await vault.store(id, given)
    expect(watched).toEqual([given.apiKey, given.apiSecret])
    const loaded = await vault.load(id)
    expect(loaded.ok && watched.includes(loaded.value.apiSecret)).toBe(true)
    vault.holdForSession(randomUUID(), given)
    expect(watched).toHaveLength(6)
  })

  test('zeroes the buffers it read', async () => {
    const seen: Uint8Array[] = []
    const { vault } = setup((inner) => ({
      get: async (account, patience) => {
        const read = await inner.get(account, patience)
        if (read.ok && read.value !== null) seen.push(read.value)
        return read
      },
      set: (account, item, patience) => (seen.push(item), inner.set(account, item, patience)),
    }))
    await vault.store(id, someCredentials())
    await vault.load(id)
    // Written and read beside the entry, then in it, then loaded.
    expect(seen).toHaveLength(5)
    expect(seen.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
  })

  test('steps on the same entry do not mix', async () => {
    const { vault, calls } = setup()
    await Promise.all([vault.store(id, someCredentials()), vault.remove(id), vault.store(id, someCredentials('another-secret'))])
    const stored = ['set', 'get', 'get', 'set', 'get', 'delete', 'get']
    expect(calls).toEqual([...stored, 'delete', 'get', ...stored])
  })
})
