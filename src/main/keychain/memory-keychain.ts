import { fail, ok } from '../../shared/result.js'
import type { KeychainPort, KeychainResult } from './keychain-port.js'
import { probeKeychain } from './keychain-probe.js'

const closedFault = { reason: 'KEYCHAIN_CLOSED', detail: 'the keychain is closed' } as const

/** A keychain that ends with the process: for the demo account and for tests. Touches nothing of the system. */
export const createMemoryKeychain = (backend = 'memory (demo)'): KeychainPort => {
  const items = new Map<string, Buffer>()
  let calls = 0
  let closed = false

  const call = <T>(work: () => T): Promise<KeychainResult<T>> => {
    calls++
    return Promise.resolve(closed ? fail(closedFault) : ok(work()))
  }

  const port: KeychainPort = {
    backend,
    probe: (patience) => probeKeychain(port, patience),
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
    health: () => ({ calls, timeouts: 0, crashes: 0, busy: false }),
    close: () => {
      closed = true
      for (const item of items.values()) item.fill(0)
      items.clear()
    },
  }
  return port
}
