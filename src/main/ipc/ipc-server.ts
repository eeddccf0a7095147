// The only importer of ipcMain. Every channel of the contract is mounted here once for the life of the app; windows come and go.
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { channels } from '../../shared/ipc/contract.js'
import { tooMany } from '../../shared/ipc/flood.js'
import { createPages, type Pages } from './page-instances.js'
import type { Router, Sender } from './router.js'

/** Electron gives null, or throws, for a frame that went away while its message travelled. Both mean: nobody we know. */
export const senderOf = (event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>, pages: Pages): Sender => {
  try {
    const frame = event.senderFrame
    if (frame === null) return null
    const mainFrame = frame.parent === null && frame === event.sender.mainFrame
    return { url: frame.url, mainFrame, page: pages.pageOf(event.sender) }
  } catch {
    return null
  }
}

/** Opens the door. `pageGone` hears of every page that will not speak again. Gives back what closes it. */
export const mountBoard = (router: Router, pageGone: (page: string) => void = () => undefined): (() => void) => {
  const names = Object.keys(channels)
  const pages = createPages(pageGone)
  for (const channel of names) {
    // Whether there is room comes before who asks: looking at a frame costs more than all the rest of a refusal. All that a stranger
    // learns by it is that the page is busy.
    ipcMain.handle(channel, (event, payload: unknown, account: unknown) =>
      router.full() ? tooMany : router.route(channel, payload, senderOf(event, pages), account),
    )
  }
  return () => names.forEach((channel) => ipcMain.removeHandler(channel))
}

/**
 * electron-store opens a synchronous channel of its own that tells whoever asks where the data folder is. Nobody of ours asks, and
 * what is not in the contract does not exist.
 */
export const closeForeignDoors = (): void => {
  ipcMain.removeAllListeners('electron-store-get-data')
}
