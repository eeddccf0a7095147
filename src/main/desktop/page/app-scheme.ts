// app://plimsoll serves a fixed list of files; anything else is 404.
import type { CustomScheme } from 'electron'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export const scheme = 'app'
export const host = 'plimsoll'
export const page = { protocol: `${scheme}:`, host }
export const homeUrl = `${scheme}://${host}/index.html`
/** Without scripts: what is shown when the page itself keeps failing. */
export const stoppedUrl = `${scheme}://${host}/stopped.html`

/** No fetch, no service workers, no bypass of the policy below. */
export const schemePrivileges: CustomScheme = { scheme, privileges: { standard: true, secure: true } }

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

/** The files of the page: path as asked for ("/assets/index.js") to its content. */
export type PageFiles = { get(path: string): (() => Promise<Uint8Array>) | undefined }

// Names as the bundler makes them. No percent sign (no second spelling), no leading dot (no parent folder, no hidden file).
const plainName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/
const isPlainPath = (path: string): boolean =>
  path
    .split('/')
    .slice(1)
    .every((name) => plainName.test(name))

type Answer = { status: number; body: string | Uint8Array<ArrayBuffer>; type: string; more?: Record<string, string> }

const words = (status: number, text: string, more?: Record<string, string>): Answer => ({
  status,
  body: text,
  type: 'text/plain; charset=utf-8',
  ...(more && { more }),
})

const answer = async (request: Pick<Request, 'method' | 'url'>, files: PageFiles): Promise<Answer> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return words(405, 'Only reading is possible.', { allow: 'GET, HEAD' })
  if (!URL.canParse(request.url)) return words(400, 'This is not an address.')
  const url = new URL(request.url)
  if (url.protocol !== page.protocol || url.host !== host || url.username !== '' || url.password !== '') {
    return words(403, 'This is not Plimsoll’s page.')
  }
  const path = url.pathname === '/' ? '/index.html' : url.pathname
  if (url.search !== '' || !isPlainPath(path)) return words(400, 'This address is not written as it must be.')
  const extension = extensionOf(path)
  if (!isExtension(extension)) return words(403, 'Files of this kind are not given out.')
  const read = files.get(path)
  if (read === undefined) return words(404, 'There is no such file.')
  return { status: 200, body: Uint8Array.from(await read()), type: contentTypes[extension] }
}

/** Every response, also a refusal, carries the policy headers. Never rejects. */
export const createSchemeHandler =
  (files: PageFiles) =>
  async (request: Pick<Request, 'method' | 'url'>): Promise<Response> => {
    const { status, body, type, more } = await answer(request, files).catch(() => words(500, 'The file could not be read.'))
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

/**
 * Lists a folder once, at start: regular files only, so that a link leads nowhere, and nothing that appears later is given out.
 * Works inside the packaged archive. Rejects when the folder cannot be read.
 */
export const listPageFiles = async (folder: string): Promise<PageFiles> => {
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
