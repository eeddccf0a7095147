// In place of the keychain process: keys in memory, gone with the stand-in. Nothing here ever
// reaches a keychain or a disk.
import { EventEmitter } from 'node:events'

/** @type {Map<string, Uint8Array>} */
const items = new Map()

/** @param {{ id: number, op: string, account: string, item: Uint8Array | null }} request */
function answer({ id, op, account, item }) {
  const held = items.get(account)
  if (op === 'get')
    return { id, ok: true, value: held === undefined ? null : Uint8Array.from(held) }
  if (op === 'delete') return { id, ok: true, value: items.delete(account) }
  items.set(account, Uint8Array.from(item ?? []))
  return { id, ok: true, value: null }
}

class Child extends EventEmitter {
  pid = undefined
  /** @param {Parameters<typeof answer>[0]} request */
  postMessage(request) {
    const reply = answer(request)
    setImmediate(() => this.emit('message', reply))
  }
  kill() {
    return true
  }
}

export const utilityProcess = {
  /** @param {string} entry */
  fork: (entry) => {
    if (!entry.endsWith('keychain-broker.js'))
      throw new Error(`The stand-in for Electron starts no ${entry}.`)
    const child = new Child()
    setImmediate(() => child.emit('spawn'))
    return child
  },
}

/** In place of the keychain library, which macOS and Windows use without a process in between. */
const keytar = {
  /** @type {(service: string, account: string) => Promise<string | null>} */
  getPassword: async (service, account) => {
    const held = items.get(`${service}\0${account}`)
    return held === undefined ? null : Buffer.from(held).toString('utf8')
  },
  /** @type {(service: string, account: string, password: string) => Promise<void>} */
  setPassword: async (service, account, password) =>
    void items.set(`${service}\0${account}`, Buffer.from(password)),
  /** @type {(service: string, account: string) => Promise<boolean>} */
  deletePassword: async (service, account) => items.delete(`${service}\0${account}`),
}
export default keytar
