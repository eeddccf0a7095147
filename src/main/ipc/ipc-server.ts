// The only importer of ipcMain. Every channel of the contract is mounted once for the life of the
// app; windows come and go.
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { channels, tooMany } from '../../shared/contract.js'
import type { Router, Sender } from './router.js'

/** The part of Electron's WebContents that is needed. */
export type PageHost = {
  readonly id: number
  on(
    event: 'did-start-navigation',
    listener: (details: { isMainFrame: boolean; isSameDocument: boolean }) => void,
  ): unknown
  on(event: 'did-navigate' | 'render-process-gone' | 'destroyed', listener: () => void): unknown
}

/**
 * Identifies the document a host shows now. A reload is another page, and so is another window:
 * what one of them was given must not be used by the next. `gone` is called for every page that
 * will send no more requests.
 */
export function createPageNames(gone: (page: string) => void): (host: PageHost) => string {
  const loadsOf = new WeakMap<PageHost, number>()
  const nameOf = (host: PageHost): string => `${host.id}.${loadsOf.get(host)}`

  const follow = (host: PageHost): void => {
    loadsOf.set(host, 1)
    const over = (): void => {
      const was = nameOf(host)
      loadsOf.set(host, (loadsOf.get(host) ?? 0) + 1)
      gone(was)
    }
    // At the start of a navigation and again at its end: messages the old document sends in between
    // are no longer accepted as its own.
    host.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) over()
    })
    host.on('did-navigate', over)
    host.on('render-process-gone', over)
    host.on('destroyed', over)
  }

  return (host) => {
    if (!loadsOf.has(host)) follow(host)
    return nameOf(host)
  }
}

/**
 * Electron returns null, or throws, for a frame that went away while its message was in transit.
 * Both mean an unknown sender.
 */
export function senderOf(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  pageOf: (host: PageHost) => string,
  isMini: (address: string) => boolean,
): Sender {
  try {
    const frame = event.senderFrame
    if (frame === null) return null
    const mainFrame = frame.parent === null && frame === event.sender.mainFrame
    const { url } = frame
    // The mini window is given nothing that would have to be taken back when its page is gone.
    return { url, mainFrame, page: isMini(url) ? 'mini' : pageOf(event.sender) }
  } catch {
    return null
  }
}

/**
 * `pageGone` is called for every page that will send no more requests, except that of the mini
 * window, whose addresses `isMini` knows. Returns the function that removes the channels.
 */
export function mountChannels(
  router: Router,
  pageGone: (page: string) => void,
  isMini: (address: string) => boolean,
): () => void {
  const names = Object.keys(channels)
  const pageOf = createPageNames(pageGone)
  for (const channel of names) {
    // Before the sender check: inspecting a frame costs more than the rest of a refusal. All an
    // unknown sender learns is that the page is busy.
    ipcMain.handle(channel, (event, payload: unknown, account: unknown) =>
      router.full()
        ? tooMany
        : router.route(channel, payload, senderOf(event, pageOf, isMini), account),
    )
  }
  return () => names.forEach((channel) => ipcMain.removeHandler(channel))
}

/**
 * electron-store opens its own synchronous channel, which gives every page the path of the data
 * folder. Only channels of the contract may exist.
 */
export function removeForeignChannels(): void {
  ipcMain.removeAllListeners('electron-store-get-data')
}
