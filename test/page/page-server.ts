// Serves the shipped page, out/renderer, on loopback, with the answers and headers of the product's
// own app:// handler, and the fake bridge in front of its script. It is also the proxy of the
// browser contexts, so that a request for anything else arrives here and is recorded instead of
// leaving this computer.
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { listPageFiles, createSchemeHandler } from '../../src/main/desktop/page-isolation.js'

export type PageServer = {
  /** Without a trailing slash. */
  readonly origin: string
  /**
   * Records requests for addresses other than the page's own in this list from now on, and in no
   * other.
   */
  noteStray(list: string[]): void
  stop(): Promise<void>
}

const folder = join(import.meta.dirname, '../../out/renderer')
const fakePage = '/fake-page.js'

/** The shipped page with the bridge that its preload would have made before it ran. */
function withFakePage(html: string): string {
  const first = html.indexOf('<script')
  if (first === -1) throw new Error('the document has no script')
  return `${html.slice(0, first)}<script src="${fakePage}"></script>\n    ${html.slice(first)}`
}

/**
 * Cacheable, so that the browser keeps them compiled: opening a page again takes half the CPU time.
 */
function isScriptOrStyle(path: string): boolean {
  return path.startsWith('/assets/') || path === fakePage
}

export async function startPageServer(): Promise<PageServer> {
  const shipped = await listPageFiles(folder)
  const fake = await readFile(process.env['PLIMSOLL_FAKE_PAGE'] ?? '')
  const added = new Map<string, () => Promise<Uint8Array>>([
    [fakePage, () => Promise.resolve(fake)],
    ...['/index.html', '/mini.html'].map((document): [string, () => Promise<Uint8Array>] => [
      document,
      async () => {
        const html = await shipped.get(document)?.()
        return new TextEncoder().encode(withFakePage(new TextDecoder().decode(html)))
      },
    ]),
  ])
  const handle = createSchemeHandler({ get: (file) => added.get(file) ?? shipped.get(file) })
  let stray: string[] = []

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin)
    if (url.origin !== origin) {
      stray.push(url.href)
      response.writeHead(502).end()
      return
    }
    // The browser does not know app://, and the handler knows nothing else.
    const answered = await handle({
      method: request.method ?? 'GET',
      url: `app://plimsoll${url.pathname}${url.search}`,
    })
    const headers = Object.fromEntries(answered.headers)
    if (answered.ok && isScriptOrStyle(url.pathname))
      headers['cache-control'] = 'max-age=86400, immutable'
    response.writeHead(answered.status, headers).end(Buffer.from(await answered.arrayBuffer()))
  }

  const server = createServer((request, response) => void answer(request, response))
  server.on('connect', (request, socket) => {
    stray.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    noteStray: (list) => {
      stray = list
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
