import { fail, ok } from '../../src/shared/result.js'
import { type KeychainAdapter, probeKeychain } from '../../src/main/keychain/keychain-adapter.js'
import type { KeychainResult } from '../../src/main/keychain/keychain-faults.js'

const closedFault = { reason: 'KEYCHAIN_CLOSED', detail: 'the keychain is closed' } as const

/** Touches nothing of the system. */
export function createMemoryKeychain(backend = 'memory (demo)'): KeychainAdapter {
  const items = new Map<string, Buffer>()
  let calls = 0
  let closed = false

  const call = <T>(work: () => T): Promise<KeychainResult<T>> => {
    calls++
    return Promise.resolve(closed ? fail(closedFault) : ok(work()))
  }

  const adapter: KeychainAdapter = {
    backend,
    probe: (patience) => probeKeychain(adapter, patience),
    get: (account) =>
      call(() => {
        const item = items.get(account)
        return item === undefined ? null : Buffer.from(item)
      }),
    set: (account, item) =>
      call(() => {
        items.get(account)?.fill(0)
        items.set(account, Buffer.from(item))
        return null
      }),
    delete: (account) =>
      call(() => {
        items.get(account)?.fill(0)
        return items.delete(account)
      }),
    endWait: () => undefined,
    health: () => ({ calls, timeouts: 0, crashes: 0, busy: false }),
    close: () => {
      closed = true
      for (const item of items.values()) item.fill(0)
      items.clear()
    },
  }
  return adapter
}
