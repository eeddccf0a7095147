// The only importer of ipcMain. Every channel of the contract is mounted once for the life of the app; windows come and go.
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { channels } from '../../shared/ipc/contract.js'
import { tooMany } from '../../shared/ipc/flood.js'
import { createPageInstances, type PageInstances } from './page-instances.js'
import type { Router, Sender } from './router.js'

/** Electron gives null, or throws, for a frame that went away while its message travelled. Both mean an unknown sender. */
export const senderOf = (event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>, pages: PageInstances): Sender => {
  try {
    const frame = event.senderFrame
    if (frame === null) return null
    const mainFrame = frame.parent === null && frame === event.sender.mainFrame
    return { url: frame.url, mainFrame, page: pages.pageOf(event.sender) }
  } catch {
    return null
  }
}

/** `pageGone` is called for every page that will not ask again. Gives back what removes the channels. */
export const mountChannels = (router: Router, pageGone: (page: string) => void): (() => void) => {
  const names = Object.keys(channels)
  const pages = createPageInstances(pageGone)
  for (const channel of names) {
    // Before the sender is checked: looking at a frame costs more than all the rest of a refusal. All that a stranger learns by it is
    // that the page is busy.
    ipcMain.handle(channel, (event, payload: unknown, account: unknown) =>
      router.full() ? tooMany : router.route(channel, payload, senderOf(event, pages), account),
    )
  }
  return () => names.forEach((channel) => ipcMain.removeHandler(channel))
}

/**
 * electron-store opens a synchronous channel of its own that gives every page the path of the data folder. What is not in the contract
 * does not exist.
 */
export const removeForeignChannels = (): void => {
  ipcMain.removeAllListeners('electron-store-get-data')
}
