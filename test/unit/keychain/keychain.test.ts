import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { KeychainAdapter } from '../../../src/main/keychain/keychain-adapter.js'
import type { KeychainFault, KeychainReason } from '../../../src/main/keychain/keychain-faults.js'
import { createMemoryKeychain } from '../../support/memory-keychain.js'
import { Secret, type Credentials } from '../../../src/main/keychain/secret.js'
import { createKeychain } from '../../../src/main/keychain/keychain.js'
import { fail, ok } from '../../../src/shared/result.js'
import { messageContaining } from '../../support/saying.js'

const id = '6f9f4c1e-2b7a-4d0e-9a51-0c6a3a2d7b11'
const canary = 'canary-secret-9d41'

function someCredentials(secret = canary): Credentials {
  return {
    apiKey: Secret.of('public-key-0123456789'),
    apiSecret: Secret.of(secret),
  }
}

function fault(reason: KeychainReason): { ok: false; error: KeychainFault } {
  return fail({ reason, detail: 'as the test says' })
}

/** A memory keychain in which single calls can be replaced, with every call recorded. */
function setup(change: (memory: KeychainAdapter) => Partial<KeychainAdapter> = () => ({})) {
  const memory = createMemoryKeychain()
  const changed = { ...memory, ...change(memory) }
  const calls: string[] = []
  const adapter: KeychainAdapter = {
    ...changed,
    probe: (patience) => (calls.push('probe'), changed.probe(patience)),
    get: (account, patience) => (calls.push('get'), changed.get(account, patience)),
    set: (account, item, patience) => (calls.push('set'), changed.set(account, item, patience)),
    delete: (account, patience) => (calls.push('delete'), changed.delete(account, patience)),
  }
  const warn = vi.fn()
  const redacted: Secret[] = []
  const keychain = createKeychain({
    adapter,
    platform: 'linux',
    desktop: 'gnome',
    warn,
    redactSecret: (secret) => void redacted.push(secret),
  })
  return { keychain, memory, calls, warn, redacted }
}

async function text(memory: KeychainAdapter): Promise<string | null> {
  const read = await memory.get(id, 'silent')
  return read.ok && read.value !== null ? Buffer.from(read.value).toString() : null
}

describe('the keychain', () => {
  test('SEC-10 another attempt ends waiting reads, never a save or a removal', async () => {
    const ended: string[] = []
    let act = ''
    const { keychain } = setup((memory) => ({
      get: async (account, patience) => {
        keychain.endWait()
        return memory.get(account, patience)
      },
      endWait: () => ended.push(act),
    }))
    for (const [name, work] of [
      ['store', () => keychain.store(id, someCredentials())],
      ['load', () => keychain.load(id)],
      ['remove', () => keychain.remove(id)],
    ] as const) {
      act = name
      await work()
    }
    expect(ended).toEqual(['load'])
  })

  test('is not accessed until requested', () => {
    const { keychain, calls } = setup()
    expect(keychain.describe()).toBe('memory (demo)')
    keychain.holdForSession(id, someCredentials())
    keychain.endSession(id)
    keychain.close()
    expect(calls).toEqual([])
  })

  test('stores key and secret as one entry under the profile’s id, and returns them', async () => {
    const { keychain, memory } = setup()
    expect(await keychain.store(id, someCredentials())).toEqual(ok({ trialLeft: false }))
    expect(await text(memory)).toBe(`{"apiKey":"public-key-0123456789","apiSecret":"${canary}"}`)
    const loaded = await keychain.load(id)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe(canary)
    expect(loaded.ok && loaded.value.apiKey.reveal().toString()).toBe('public-key-0123456789')
  })

  test('SEC-5 reads back what it stored', async () => {
    const { keychain, calls } = setup()
    await keychain.store(id, someCredentials())
    // First beside the entry, then in it.
    expect(calls).toEqual(['set', 'get', 'get', 'set', 'get', 'delete', 'get'])
  })

  test('SEC-5 deletes an entry that does not read back the same, and says so', async () => {
    const { keychain, memory, warn } = setup((inner) => ({
      set: (account, item, patience) =>
        inner.set(account, Buffer.from(item).subarray(0, -5), patience),
    }))
    const stored = await keychain.store(id, someCredentials())
    expect(stored).toMatchObject({
      ok: false,
      error: { code: 'keychain-trouble', reason: 'KEYCHAIN_READ_BACK_DIFFERS' },
    })
    expect(await text(memory)).toBeNull()
    expect(JSON.stringify(warn.mock.calls)).not.toContain(canary)
  })

  test('SEC-5 does not keep an entry that cannot be read back at all', async () => {
    const { keychain, calls } = setup(() => ({ get: () => Promise.resolve(ok(null)) }))
    expect(await keychain.store(id, someCredentials())).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_READ_BACK_DIFFERS' },
    })
    expect(calls.at(-1)).toBe('delete')
  })

  test('undoes a write that may have succeeded despite an error', async () => {
    const { keychain, memory } = setup((inner) => ({
      set: async (account, item, patience) => {
        await inner.set(account, item, patience)
        return fault('KEYCHAIN_TIMEOUT')
      },
    }))
    expect(await keychain.store(id, someCredentials())).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_TIMEOUT' },
    })
    expect(await text(memory)).toBeNull()
  })

  test.each([
    ['is not given back', () => Promise.resolve(ok(null))],
    ['is given back otherwise', () => Promise.resolve(ok(Buffer.from('{}')))],
    ['cannot be read', () => Promise.resolve(fault('KEYCHAIN_TIMEOUT'))],
  ] as const)('still has the old key after a new one that %s', async (_name, answer) => {
    let broken = false
    const { keychain, memory } = setup((inner) => ({
      get: (account, patience) => (broken ? answer() : inner.get(account, patience)),
    }))
    await keychain.store(id, someCredentials('the-older-secret'))
    broken = true
    expect((await keychain.store(id, someCredentials())).ok).toBe(false)
    expect(await text(memory)).toContain('the-older-secret')
    broken = false
    const loaded = await keychain.load(id)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe('the-older-secret')
  })

  test('restores the old key if the new one was verified beside it and then not stored in its place', async () => {
    let writes = 0
    const { keychain, memory } = setup((inner) => ({
      set: (account, item, patience) =>
        inner.set(account, (writes += 1) === 4 ? Buffer.from('{}') : item, patience),
    }))
    await keychain.store(id, someCredentials('the-older-secret'))
    expect(await keychain.store(id, someCredentials())).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_READ_BACK_DIFFERS' },
    })
    expect(await text(memory)).toContain('the-older-secret')
    expect(await memory.get(keychain.trialEntryOf(id), 'silent')).toEqual(ok(null))
  })

  test('accepts a new key although the keychain does not return the old entry', async () => {
    const { keychain } = setup((inner) => ({
      get: (account, patience) =>
        account === id && !renewed
          ? Promise.resolve(fault('KEYCHAIN_UNKNOWN'))
          : inner.get(account, patience),
      set: (account, item, patience) => {
        renewed ||= account === id
        return inner.set(account, item, patience)
      },
    }))
    let renewed = false
    expect(await keychain.store(id, someCredentials())).toEqual(ok({ trialLeft: false }))
    expect((await keychain.load(id)).ok).toBe(true)
  })

  test('reports that the old key cannot be restored either', async () => {
    let writes = 0
    const { keychain } = setup((inner) => ({
      set: (account, item, patience) => {
        writes += 1
        if (writes > 4) return Promise.resolve(fault('KEYCHAIN_TIMEOUT'))
        return inner.set(account, writes === 4 ? Buffer.from('{}') : item, patience)
      },
    }))
    await keychain.store(id, someCredentials('the-older-secret'))
    expect(await keychain.store(id, someCredentials())).toMatchObject({
      ok: false,
      error: { message: messageContaining('could not be put back') },
    })
  })

  test('reports an entry beside it that cannot be removed, so that it is not forgotten', async () => {
    const { keychain, memory } = setup(() => ({
      delete: () => Promise.resolve(fault('KEYCHAIN_TIMEOUT')),
    }))
    const trial = keychain.trialEntryOf(id)
    expect(await keychain.store(id, someCredentials())).toEqual(ok({ trialLeft: true }))
    expect(await memory.get(trial, 'silent')).not.toEqual(ok(null))
    const sound = setup()
    expect(await sound.keychain.store(id, someCredentials())).toEqual(ok({ trialLeft: false }))
    expect(await sound.memory.get(trial, 'silent')).toEqual(ok(null))
  })

  test('SEC-8 keeps an older, good entry when a write fails', async () => {
    let broken = false
    const { keychain, memory } = setup((inner) => ({
      set: (account, item, patience) =>
        broken ? Promise.resolve(fault('KEYCHAIN_CRASH')) : inner.set(account, item, patience),
    }))
    await keychain.store(id, someCredentials('the-older-secret'))
    broken = true
    expect(await keychain.store(id, someCredentials())).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_CRASH' },
    })
    expect(await text(memory)).toContain('the-older-secret')
  })

  test.each([
    ['KEYCHAIN_NO_SERVICE', 'keychain-unavailable', /Install gnome-keyring/],
    ['KEYCHAIN_NO_BUS', 'keychain-unavailable', /D-Bus/],
    ['KEYCHAIN_LOCKED', 'keychain-locked', /unlock/],
    ['KEYCHAIN_STORE_FULL', 'keychain-trouble', /full/],
  ] as const)(
    'SEC-7 %s refuses the key with its reason and what to do',
    async (reason, code, words) => {
      const { keychain } = setup(() => ({
        set: () => Promise.resolve(fault(reason)),
        get: () => Promise.resolve(fault(reason)),
      }))
      const stored = await keychain.store(id, someCredentials())
      expect(stored).toMatchObject({
        ok: false,
        error: { code, reason, message: messageContaining(words) },
      })
      expect(await keychain.load(id)).toMatchObject({ ok: false, error: { code, reason } })
    },
  )

  test('SEC-7 reports the probe’s fault as a problem with help', async () => {
    const { keychain } = setup(() => ({
      probe: () => Promise.resolve(fault('KEYCHAIN_NO_LIBRARY')),
    }))
    expect(await keychain.probe()).toMatchObject({
      ok: false,
      error: { code: 'keychain-unavailable', message: messageContaining('libsecret') },
    })
    expect(await setup().keychain.probe()).toEqual(ok(null))
  })

  test('SEC-8 treats an empty answer as locked or missing, and deletes nothing', async () => {
    const { keychain, calls } = setup()
    expect(await keychain.load(id)).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked', reason: 'KEYCHAIN_LOCKED_OR_MISSING' },
    })
    expect(calls).toEqual(['get'])
  })

  test('SEC-8 reports an entry that is not ours and does not change it', async () => {
    const { keychain, memory } = setup()
    await memory.set(id, Buffer.from('someone else’s'), 'silent')
    expect(await keychain.load(id)).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_UNREADABLE' },
    })
    expect(await text(memory)).toBe('someone else’s')
  })

  test('SEC-6 refuses what could break a keychain or a header before calling the keychain', async () => {
    const { keychain, calls } = setup()
    for (const bad of ['abc\0defghijk', 'line\r\nbreaks-in-it', 'short', 'x'.repeat(513)]) {
      expect(await keychain.store(id, someCredentials(bad))).toMatchObject({
        ok: false,
        error: { code: 'bad-input' },
      })
    }
    expect(calls).toEqual([])
  })

  test('SEC-20 accepts random ids only', async () => {
    const { keychain, calls } = setup()
    for (const name of ['', 'Anna', '../x', `${id}x`]) {
      expect(await keychain.store(name, someCredentials())).toMatchObject({
        ok: false,
        error: { code: 'internal' },
      })
      expect(await keychain.load(name)).toMatchObject({ ok: false })
      expect(await keychain.remove(name)).toMatchObject({ ok: false })
    }
    expect(calls).toEqual([])
    expect(await keychain.store(randomUUID(), someCredentials())).toEqual(ok({ trialLeft: false }))
  })

  test('SEC-14 verifies after a removal that nothing is left', async () => {
    const { keychain, memory, calls } = setup()
    await keychain.store(id, someCredentials())
    calls.length = 0
    expect(await keychain.remove(id)).toEqual(ok('removed'))
    expect(calls).toEqual(['delete', 'get'])
    expect(await text(memory)).toBeNull()
  })

  test('SEC-14 reports an entry that survives its deletion', async () => {
    const { keychain } = setup(() => ({ delete: () => Promise.resolve(ok(true)) }))
    await keychain.store(id, someCredentials())
    expect(await keychain.remove(id)).toMatchObject({
      ok: false,
      error: { code: 'keychain-trouble' },
    })
  })

  test('SEC-14 reports a missing entry as not found, never as removed, and only if the keychain proves to be open', async () => {
    const { keychain, calls } = setup()
    expect(await keychain.remove(id)).toEqual(ok('not-found'))
    expect(calls).toEqual(['delete', 'get', 'probe'])
    const locked = setup(() => ({ probe: () => Promise.resolve(fault('KEYCHAIN_LOCKED')) }))
    expect(await locked.keychain.remove(id)).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked', reason: 'KEYCHAIN_LOCKED' },
    })
  })

  test('SEC-14 treats a keychain that was never set up as empty, which proves nothing about another one', async () => {
    const { keychain } = setup(() => ({
      delete: () => Promise.resolve(ok(false)),
      get: () => Promise.resolve(ok(null)),
      probe: () => Promise.resolve(fault('KEYCHAIN_NOT_INITIALISED')),
    }))
    expect(await keychain.remove(id)).toEqual(ok('not-found'))
  })

  test('can repeat a removal after a fault', async () => {
    let broken = true
    const { keychain, memory } = setup((inner) => ({
      delete: (account, patience) =>
        broken ? Promise.resolve(fault('KEYCHAIN_TIMEOUT')) : inner.delete(account, patience),
    }))
    await keychain.store(id, someCredentials())
    expect(await keychain.remove(id)).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_TIMEOUT' },
    })
    broken = false
    expect(await keychain.remove(id)).toEqual(ok('removed'))
    expect(await text(memory)).toBeNull()
  })

  test("keeps a session key in memory, independent of the caller's buffer, until it is ended", async () => {
    const { keychain, calls } = setup()
    const given = someCredentials()
    keychain.holdForSession(id, given)
    given.apiKey.wipe()
    given.apiSecret.wipe()
    const loaded = await keychain.load(id)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe(canary)
    expect(calls).toEqual([])
    keychain.endSession(id)
    expect(await keychain.load(id)).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_LOCKED_OR_MISSING' },
    })
  })

  test('returns a session key while the keychain is stuck', async () => {
    const { keychain } = setup(() => ({ get: () => new Promise(() => undefined) }))
    void keychain.load(randomUUID())
    keychain.holdForSession(id, someCredentials())
    expect((await keychain.load(id)).ok).toBe(true)
  })

  test('removes a session key without a keychain', async () => {
    const { keychain } = setup(() => ({
      delete: () => Promise.resolve(fault('KEYCHAIN_NO_SERVICE')),
    }))
    keychain.holdForSession(id, someCredentials())
    expect(await keychain.remove(id)).toEqual(ok('removed'))
    expect(await keychain.remove(id)).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_NO_SERVICE' },
    })
  })

  test('ends the copy in memory when a session key is stored in the keychain', async () => {
    const { keychain, calls } = setup()
    keychain.holdForSession(id, someCredentials())
    await keychain.store(id, someCredentials('the-stored-secret'))
    calls.length = 0
    const loaded = await keychain.load(id)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe('the-stored-secret')
    expect(calls).toEqual(['get'])
  })

  test('SEC-16 wipes everything on close, after which nothing can be read', async () => {
    const { keychain } = setup()
    keychain.holdForSession(id, someCredentials())
    const first = await keychain.load(id)
    const second = await keychain.load(id)
    const bytes = first.ok ? first.value.apiSecret.reveal() : Buffer.from('x')
    keychain.close()
    expect(bytes.every((byte) => byte === 0)).toBe(true)
    expect([first, second].map((loaded) => loaded.ok && loaded.value.apiKey.wiped)).toEqual([
      true,
      true,
    ])
    expect(await keychain.load(id)).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_CLOSED' },
    })
    expect(await keychain.store(id, someCredentials())).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_CLOSED' },
    })
  })

  test('wipes an answer that arrives after closing', async () => {
    let release: (value: Uint8Array) => void = () => undefined
    const { keychain, redacted } = setup(() => ({
      get: () =>
        new Promise((resolve) => {
          release = (value) => resolve(ok(value))
        }),
      close: () => undefined,
    }))
    const loading = keychain.load(id)
    await Promise.resolve()
    keychain.close()
    release(Buffer.from(`{"apiKey":"public-key-0123456789","apiSecret":"${canary}"}`))
    expect(await loading).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CLOSED' } })
    expect(redacted.every((secret) => secret.wiped)).toBe(true)
  })

  test('stores a key that is wiped right after the call', async () => {
    const { keychain, memory } = setup()
    const given = someCredentials()
    const storing = keychain.store(id, given)
    given.apiKey.wipe()
    given.apiSecret.wipe()
    expect(await storing).toEqual(ok({ trialLeft: false }))
    expect(await text(memory)).toContain(canary)
  })

  test('refuses a key that was wiped before, and carries on', async () => {
    const { keychain, calls } = setup()
    const given = someCredentials()
    given.apiSecret.wipe()
    expect(await keychain.store(id, given)).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(calls).toEqual([])
    expect(await keychain.store(id, someCredentials())).toEqual(ok({ trialLeft: false }))
  })

  test('fails one call when the keychain throws, not those after it', async () => {
    let broken = true
    const { keychain } = setup((inner) => ({
      get: (account, patience) =>
        broken ? Promise.reject(new Error('unexpected')) : inner.get(account, patience),
    }))
    await expect(keychain.load(id)).rejects.toThrow('unexpected')
    broken = false
    expect(await keychain.load(id)).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_LOCKED_OR_MISSING' },
    })
  })

  test('SEC-3 registers every secret with the redactor before it can leave', async () => {
    const { keychain, redacted } = setup()
    const given = someCredentials()
    await keychain.store(id, given)
    expect(redacted).toEqual([given.apiKey, given.apiSecret])
    const loaded = await keychain.load(id)
    expect(loaded.ok && redacted.includes(loaded.value.apiSecret)).toBe(true)
    keychain.holdForSession(randomUUID(), given)
    expect(redacted).toHaveLength(6)
  })

  test('zeroes the buffers it read', async () => {
    const seen: Uint8Array[] = []
    const { keychain } = setup((inner) => ({
      get: async (account, patience) => {
        const read = await inner.get(account, patience)
        if (read.ok && read.value !== null) seen.push(read.value)
        return read
      },
      set: (account, item, patience) => (seen.push(item), inner.set(account, item, patience)),
    }))
    await keychain.store(id, someCredentials())
    await keychain.load(id)
    // Written and read beside the entry, then in it, then loaded.
    expect(seen).toHaveLength(5)
    expect(seen.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
  })

  test('does not mix steps on the same entry', async () => {
    const { keychain, calls } = setup()
    await Promise.all([
      keychain.store(id, someCredentials()),
      keychain.remove(id),
      keychain.store(id, someCredentials('another-secret')),
    ])
    const stored = ['set', 'get', 'get', 'set', 'get', 'delete', 'get']
    expect(calls).toEqual([...stored, 'delete', 'get', ...stored])
  })
})
