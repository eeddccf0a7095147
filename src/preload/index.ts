// The slit in the wall: two functions over two closed lists. The page never gets hold of Electron's objects or events.
import { contextBridge, ipcRenderer } from 'electron'
import { channels, topics, type Bridge } from '../shared/ipc/contract.js'

const bridge: Bridge = {
  ask: (channel, payload) =>
    Object.hasOwn(channels, channel) ? ipcRenderer.invoke(channel, payload) : Promise.reject(new TypeError('There is no such channel.')),
  listen: (topic, hear) => {
    if (!Object.hasOwn(topics, topic)) throw new TypeError('There is no such topic.')
    const relay = (_event: unknown, payload: Parameters<typeof hear>[0]) => hear(payload)
    ipcRenderer.on(topic, relay)
    return () => void ipcRenderer.off(topic, relay)
  },
}

contextBridge.exposeInMainWorld('plimsoll', bridge)
