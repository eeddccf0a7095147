// What the page may not do, whatever its content: navigate, open windows, use devices, store
// anything, reach a network. It is served from app://plimsoll, or from app://locked while Plimsoll
// is locked, the mini window from app://mini or app://mini-locked, and all of them serve a fixed
// list of files; anything else is 404.
import type { App, CustomScheme, Session, WebContents } from 'electron'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { stoppedPage } from './stopped-page.js'

export const scheme = 'app'
const [host, lockedHost] = ['plimsoll', 'locked']
const [miniHost, lockedMiniHost] = ['mini', 'mini-locked']
export const page = {
  protocol: `${scheme}:`,
  hosts: [host, lockedHost, miniHost, lockedMiniHost],
  /** Those of them that may only ask for what the mini window needs. */
  miniHosts: [miniHost, lockedMiniHost],
}
export const homeUrl = `${scheme}://${host}/index.html`
/** The same files at another host: Chromium uses a new process for it and ends the previous one. */
export const lockedUrl = `${scheme}://${lockedHost}/index.html`
/** A process of its own, which holds nothing of the main window's page. */
export const miniUrl = `${scheme}://${miniHost}/mini.html`
export const lockedMiniUrl = `${scheme}://${lockedMiniHost}/mini.html`
/** Whatever is loaded from there, also with something after its path. */
export function isMiniAddress(address: string): boolean {
  return URL.canParse(address) && page.miniHosts.includes(new URL(address).host)
}
/** Without scripts: shown when the page itself keeps failing. */
const stoppedPath = '/stopped.html'
export const stoppedUrl = `${scheme}://${host}${stoppedPath}`

/** No fetch, no service workers, no bypass of the policy below. */
export const schemePrivileges: CustomScheme = {
  scheme,
  privileges: { standard: true, secure: true },
}

export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html',
].join('; ')

const contentTypes = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
} as const

type Extension = keyof typeof contentTypes
const isExtension = (text: string): text is Extension => Object.hasOwn(contentTypes, text)
const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** The files of the page: path as requested ("/assets/index.js") to its content. */
export type PageFiles = { get(path: string): (() => Promise<Uint8Array>) | undefined }

// Names as the bundler creates them. No percent sign (no second spelling), no leading dot (no
// parent folder, no hidden file).
const plainName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

function isPlainPath(path: string): boolean {
  return path
    .split('/')
    .slice(1)
    .every((name) => plainName.test(name))
}

type Answer = {
  status: number
  body: string | Uint8Array<ArrayBuffer>
  type: string
  more?: Record<string, string>
}

function words(status: number, text: string, more?: Record<string, string>): Answer {
  return {
    status,
    body: text,
    type: 'text/plain; charset=utf-8',
    ...(more && { more }),
  }
}

async function answer(request: Pick<Request, 'method' | 'url'>, files: PageFiles): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return words(405, 'Only reading is possible.', { allow: 'GET, HEAD' })
  if (!URL.canParse(request.url)) return words(400, 'This is not an address.')
  const url = new URL(request.url)
  if (
    url.protocol !== page.protocol ||
    !page.hosts.includes(url.host) ||
    url.username !== '' ||
    url.password !== ''
  ) {
    return words(403, 'This is not Plimsoll’s page.')
  }
  const path = url.pathname === '/' ? '/index.html' : url.pathname
  if (url.search !== '' || !isPlainPath(path))
    return words(400, 'This address is not written as it must be.')
  const extension = extensionOf(path)
  if (!isExtension(extension)) return words(403, 'Files of this kind are not given out.')
  const read = files.get(path)
  if (read === undefined) return words(404, 'There is no such file.')
  return { status: 200, body: Uint8Array.from(await read()), type: contentTypes[extension] }
}

/** Every response, including a refusal, carries the policy headers. Never rejects. */
export function createSchemeHandler(files: PageFiles) {
  return async (request: Pick<Request, 'method' | 'url'>): Promise<Response> => {
    const { status, body, type, more } = await answer(request, files).catch(() =>
      words(500, 'The file could not be read.'),
    )
    return new Response(request.method === 'HEAD' ? null : body, {
      status,
      headers: {
        ...more,
        'content-type': type,
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
    })
  }
}

/**
 * Lists a folder once, at start: regular files only, so that links are not followed and files
 * appearing later are not served. Works inside the packaged archive. Rejects if the folder cannot
 * be read.
 */
export async function listPageFiles(folder: string): Promise<PageFiles> {
  const files = new Map<string, () => Promise<Uint8Array>>()
  const list = async (below: string): Promise<void> => {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      const name = path.posix.join(below, entry.name)
      if (entry.isDirectory()) await list(name)
      else if (entry.isFile()) files.set(name, () => readFile(path.join(folder, name)))
    }
  }
  await list('/')
  return files
}

/** Without "persist:" it is in memory: no cookies, storage or cache ever reach the disk. */
export const partition = 'plimsoll'

export type PolicySession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
> & {
  webRequest: Pick<Session['webRequest'], 'onBeforeRequest'>
  on(event: 'will-download', listener: (event: Pick<Event, 'preventDefault'>) => void): unknown
}

/** The app's own files and data: images. */
export function mayLoad(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return protocol === 'data:' || (protocol === page.protocol && page.hosts.includes(host))
}

/** Chromium's developer tools load from their own scheme. They do not exist in a packaged app. */
const isDeveloperTools = (address: string): boolean => address.startsWith('devtools://')

/** Denies everything a session can grant. Must run before the first window. */
export function applySessionPolicy(session: PolicySession, packaged: boolean): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !mayLoad(url) && (packaged || !isDeveloperTools(url)) }),
  )
  session.on('will-download', (event) => event.preventDefault())
}

/** The only navigation allowed: from the page shown after a crash back to the start. */
export function mayNavigate(from: string, to: string): boolean {
  return from === stoppedUrl && to === homeUrl
}

type Preventable = Pick<Event, 'preventDefault'>

export type PolicyContents = Pick<
  WebContents,
  'getURL' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'
> & {
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: Preventable & { url: string }) => void,
  ): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
}

/** Blocks navigation and new windows of one page. */
export function guardContents(contents: PolicyContents, openLink: (address: string) => void): void {
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
  // WebRTC is not covered by the page's policy header; without a proxy this blocks it.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** Whether `address` is exactly https on one of `hosts`: no port, no user. */
export function mayOpen(address: string, hosts: readonly string[]): boolean {
  // URL parsers tolerate whitespace, backslashes and control characters; such an address is
  // refused.
  if (!/^https:\/\/[\x21-\x5b\x5d-\x7e]+$/.test(address) || !URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' && hosts.includes(host)
}

/**
 * Opens an address on one of `hosts` in the system's browser; an address from a server must never
 * start a program. Anything else is refused and logged, without the address.
 */
export function createLinkOpener(
  hosts: readonly string[],
  openExternal: (address: string) => Promise<void>,
  log: (what: string) => void,
) {
  return (address: string): void => {
    if (mayOpen(address, hosts))
      openExternal(new URL(address).href).catch(() => log('the system could not open a link'))
    else log('a link to an address that is not on the list was refused')
  }
}

/** Applies to every page and session, including any opened later or by mistake. */
export function installPagePolicy(
  app: Pick<App, 'on' | 'isPackaged'>,
  openLink: (address: string) => void,
): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openLink))
  app.on('session-created', (session) => applySessionPolicy(session, app.isPackaged))
}

/**
 * Adds the page shown when the page itself keeps failing: it is not a file, because it follows the
 * language.
 */
export function withStoppedPage(files: PageFiles): PageFiles {
  const stopped = (): Promise<Uint8Array> =>
    Promise.resolve(new TextEncoder().encode(stoppedPage()))
  return { get: (path) => (path === stoppedPath ? stopped : files.get(path)) }
}

/**
 * The page's own session. `built`: the folder of the built programs. Rejects if the page's files
 * cannot be read.
 */
export async function openPageSession(
  sessions: { fromPartition(partition: string): Session },
  built: string,
): Promise<Session> {
  const pageFiles = await listPageFiles(path.join(built, 'renderer'))
  const pageSession = sessions.fromPartition(partition)
  pageSession.protocol.handle(scheme, createSchemeHandler(withStoppedPage(pageFiles)))
  return pageSession
}
