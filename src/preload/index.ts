// Two functions over two closed lists. The page never gets access to Electron's objects or events.
import { contextBridge, ipcRenderer } from 'electron'
import { type Bridge, channels, maxUnanswered, tooMany, topics } from '../shared/contract.js'

let unanswered = 0

function answered(): void {
  unanswered -= 1
}

const bridge: Bridge = {
  ask: (channel, payload, account) => {
    if (!Object.hasOwn(channels, channel))
      return Promise.reject(new TypeError('There is no such channel.'))
    if (unanswered >= maxUnanswered) return Promise.resolve(tooMany)
    const reply =
      account === undefined
        ? ipcRenderer.invoke(channel, payload)
        : ipcRenderer.invoke(channel, payload, account)
    unanswered += 1
    return reply.finally(answered)
  },
  listen: (topic, listener) => {
    if (!Object.hasOwn(topics, topic)) throw new TypeError('There is no such topic.')
    const relay = (_event: unknown, payload: Parameters<typeof listener>[0]) => listener(payload)
    ipcRenderer.on(topic, relay)
    return () => void ipcRenderer.off(topic, relay)
  },
}

contextBridge.exposeInMainWorld('plimsoll', bridge)
