// ipcMain, and the wire that leads from the preload's world to it.
import { EventEmitter } from 'node:events'

/**
 * @typedef {(event: { sender: unknown, senderFrame: unknown }, payload: unknown) => unknown}
 *   Handler
 */

class IpcMain extends EventEmitter {
  /** @type {Map<string, Handler>} as Electron calls it inside, where a test may look */
  _invokeHandlers = new Map()

  /** @type {(channel: string, handler: Handler) => void} */
  handle(channel, handler) {
    if (this._invokeHandlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    this._invokeHandlers.set(channel, handler)
  }

  /** @param {string} channel */
  removeHandler(channel) {
    this._invokeHandlers.delete(channel)
  }

  /**
   * @param {string} channel
   * @param {{ sender: unknown, senderFrame: unknown }} event
   * @param {unknown} payload
   */
  async answer(channel, event, payload) {
    const handler = this._invokeHandlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, payload)
  }
}

export const ipcMain = new IpcMain()
