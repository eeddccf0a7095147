// What runs in the browser before the page: the two halves of Electron's context bridge. The
// preload lives in a world of its own, as it does in Electron; page and preload share the document
// and nothing else, so values cross as text in events that nobody else can name.

/** Both halves are sent as source, so neither may use anything from outside itself. */
const names = { call: '__standInCall', back: '__standInBack' }

/**
 * The page's half: builds what the preload exposes.
 * @param {typeof names} words
 */
function pageHalf(words) {
  /** @type {Map<number, (...values: unknown[]) => unknown>} */
  const handlers = new Map()
  /** @type {Map<number, { resolve(value: unknown): void, reject(error: Error): void }>} */
  const waiting = new Map()
  let next = 1
  /** @type {any} */
  let answer = null
  /** @type {(detail: object) => any} */
  const ask = (detail) => {
    answer = null
    globalThis.dispatchEvent(new CustomEvent(words.call, { detail: JSON.stringify(detail) }))
    return answer
  }
  /** @type {(value: any) => any} */
  const read = (value) => {
    if (value.kind === 'function')
      return (/** @type {unknown[]} */ ...args) =>
        read(ask({ kind: 'invoke', id: value.id, args: args.map(write) }))
    if (value.kind === 'promise')
      return new Promise((resolve, reject) => waiting.set(value.id, { resolve, reject }))
    if (value.kind === 'error') throw new Error(value.message)
    if (value.kind === 'object')
      return Object.freeze(
        Object.fromEntries(
          Object.entries(value.members).map(([name, member]) => [name, read(member)]),
        ),
      )
    return value.value
  }
  /** @type {(value: unknown) => object} */
  const write = (value) => {
    if (typeof value !== 'function') return { kind: 'plain', value }
    const id = next++
    handlers.set(id, /** @type {(...values: unknown[]) => unknown} */ (value))
    return { kind: 'function', id }
  }
  globalThis.addEventListener(words.back, (event) => {
    const message = JSON.parse(/** @type {CustomEvent} */ (event).detail)
    if (message.kind === 'answer') answer = message.value
    else if (message.kind === 'expose') {
      Object.defineProperty(globalThis, message.name, {
        value: read(message.value),
        enumerable: true,
      })
    } else if (message.kind === 'settle') {
      const promise = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error === undefined) promise?.resolve(message.value)
      else promise?.reject(new Error(message.error))
    } else if (message.kind === 'hear') handlers.get(message.id)?.(...message.args)
  })
}

/**
 * The preload's half: what `require('electron')` gives it, and the wire to main.
 * @param {typeof names} words
 * @param {string} wire the binding's name
 * @param {(require: (name: string) => unknown, module: object, exports: object) => void} preload
 */
function preloadHalf(words, wire, preload) {
  /** @type {Map<number, (...values: unknown[]) => unknown>} */
  const functions = new Map()
  /** @type {Map<number, { resolve(value: unknown): void, reject(error: Error): void }>} */
  const waiting = new Map()
  /** @type {Map<string, Set<(...values: unknown[]) => void>>} */
  const listeners = new Map()
  let next = 1
  /** @type {(detail: object) => boolean} */
  const say = (detail) =>
    globalThis.dispatchEvent(new CustomEvent(words.back, { detail: JSON.stringify(detail) }))
  /** @type {(value: any) => object} */
  const write = (value) => {
    if (typeof value === 'function') {
      const id = next++
      functions.set(id, value)
      return { kind: 'function', id }
    }
    if (value instanceof Promise) {
      const id = next++
      value.then(
        (settled) => say({ kind: 'settle', id, value: settled }),
        (fault) => say({ kind: 'settle', id, error: String(fault?.message ?? fault) }),
      )
      return { kind: 'promise', id }
    }
    if (
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).some((member) => typeof member === 'function')
    )
      return {
        kind: 'object',
        members: Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, write(member)]),
        ),
      }
    return { kind: 'plain', value }
  }
  /** @type {(value: any) => unknown} */
  const read = (value) =>
    value.kind === 'function'
      ? (/** @type {unknown[]} */ ...args) => void say({ kind: 'hear', id: value.id, args })
      : value.value
  globalThis.addEventListener(words.call, (event) => {
    const { id, args } = JSON.parse(/** @type {CustomEvent} */ (event).detail)
    let value
    try {
      value = write(functions.get(id)?.(...args.map(read)))
    } catch (fault) {
      value = { kind: 'error', message: String(/** @type {Error} */ (fault)?.message ?? fault) }
    }
    say({ kind: 'answer', value })
  })
  const send = /** @type {(text: string) => void} */ (Reflect.get(globalThis, wire))
  const ipcRenderer = {
    /** @type {(channel: string, payload: unknown) => Promise<unknown>} */
    invoke: (channel, payload) =>
      new Promise((resolve, reject) => {
        const id = next++
        waiting.set(id, { resolve, reject })
        send(JSON.stringify({ id, channel, payload: payload === undefined ? null : payload }))
      }),
    /** @type {(channel: string, listener: (...values: unknown[]) => void) => void} */
    on: (channel, listener) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    },
    /** @type {(channel: string, listener: (...values: unknown[]) => void) => void} */
    off: (channel, listener) => {
      listeners.get(channel)?.delete(listener)
    },
  }
  // What main evaluates in this world: an answer to a question, or something pushed.
  Reflect.set(globalThis, '__standInHear', (/** @type {any} */ message) => {
    if (message.topic !== undefined)
      return listeners.get(message.topic)?.forEach((listener) => listener({}, message.payload))
    const promise = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) promise?.resolve(message.reply)
    else promise?.reject(new Error(message.error))
  })
  const contextBridge = {
    /** @type {(name: string, value: unknown) => void} */
    exposeInMainWorld: (name, value) => void say({ kind: 'expose', name, value: write(value) }),
  }
  /** @type {(name: string) => unknown} */
  const require = (name) => {
    if (name !== 'electron') throw new Error(`A sandboxed preload has no ${name}.`)
    return { contextBridge, ipcRenderer }
  }
  preload(require, { exports: {} }, {})
}

export const wireName = '__standInWire'
export const worldName = 'Plimsoll preload'

/** The script of the page's own world. */
export function pageWorld() {
  return `(${pageHalf})(${JSON.stringify(names)})`
}

/**
 * The script of the preload's world, around the preload exactly as it was built.
 * @param {string} preload
 */
export function preloadWorld(preload) {
  return `(${preloadHalf})(${JSON.stringify(names)}, ${JSON.stringify(wireName)}, (require, module, exports) => {\n${preload}\n})`
}

/** @param {object} message */
export function hearExpression(message) {
  return `globalThis.__standInHear?.(${JSON.stringify(message)})`
}
