// What the page may not do, whatever its content: navigate, open windows, use devices, store anything, reach a network.
import type { App, Session, WebContents } from 'electron'
import path from 'node:path'
import { createSchemeHandler, homeUrl, listPageFiles, page, scheme, stoppedUrl } from './app-scheme.js'

/** Without "persist:" it lives in memory: no cookies, storage or cache ever reach the disk. */
export const partition = 'plimsoll'

export type PolicySession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setSpellCheckerEnabled'
> & {
  webRequest: Pick<Session['webRequest'], 'onBeforeRequest'>
  on(event: 'will-download', listener: (event: Pick<Event, 'preventDefault'>) => void): unknown
}

/** The app's own files and data: images. */
export const mayLoad = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return protocol === 'data:' || (protocol === page.protocol && host === page.host)
}

/** Chromium's developer tools load from their own scheme. They do not exist in a packaged app. */
const isDeveloperTools = (address: string): boolean => address.startsWith('devtools://')

/** Denies everything a session can grant. Must run before the first window. */
export const applySessionPolicy = (session: PolicySession, packaged: boolean): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayLoad(url) && (packaged || !isDeveloperTools(url)) }))
  session.on('will-download', (event) => event.preventDefault())
}

/** The only navigation allowed: from the page shown after a crash back to the start. */
export const mayNavigate = (from: string, to: string): boolean => from === stoppedUrl && to === homeUrl

type Preventable = Pick<Event, 'preventDefault'>

export type PolicyContents = Pick<WebContents, 'getURL' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'> & {
  on(event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect', listener: (details: Preventable & { url: string }) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
}

/** Hands a link to the system's browser if it is on the list. The page itself never opens a window. */
type OpenLink = (address: string) => void

/** Blocks navigation and new windows of one page. */
export const guardContents = (contents: PolicyContents, openLink: OpenLink): void => {
  const stay = (details: Preventable & { url: string }): void => {
    if (!mayNavigate(contents.getURL(), details.url)) details.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', (details) => details.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url)
    return { action: 'deny' }
  })
  // WebRTC is not covered by the page's policy header; without a proxy this leaves it no way out.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** Applies to every page and session, also ones opened later or by mistake. */
export const installPagePolicy = (app: Pick<App, 'on' | 'isPackaged'>, openLink: OpenLink): void => {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openLink))
  app.on('session-created', (session) => applySessionPolicy(session, app.isPackaged))
}

/** The page's own session. `built`: the folder of the built programs. Rejects where the page's files cannot be read. */
export const openPageSession = async (sessions: { fromPartition(partition: string): Session }, built: string): Promise<Session> => {
  const pageFiles = await listPageFiles(path.join(built, 'renderer'))
  const pageSession = sessions.fromPartition(partition)
  pageSession.protocol.handle(scheme, createSchemeHandler(pageFiles))
  return pageSession
}
