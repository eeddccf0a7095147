// A proxy on loopback between Plimsoll and the simulator that alters answers on their way: the
// simulator was written from the same pages as Plimsoll, so only answers that neither of them makes
// up show what Plimsoll does with those of another service.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer's JSON as the simulator sent it, and as Plimsoll is to receive it. */
type Alteration = (answer: unknown) => unknown

/** An answer of the proxy's own: the call ends here, so nothing of it is carried out. */
export type OwnAnswer = { status: number; body: string; contentType?: string }

export type AlteringProxy = {
  url: string
  /** From now on every good answer to this path is altered; null passes them on as they are. */
  alter(path: string, alteration: Alteration | null): void
  /** From now on calls to this path end at the proxy; null passes them on. */
  replace(path: string, answer: OwnAnswer | null): void
  /**
   * How many answers to this path Plimsoll was given as `alter` or `replace` says, since the last
   * call of either for that path.
   */
  given(path: string): number
  stop(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const hopByHop = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

function passedOn(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] => !hopByHop.has(entry[0]) && typeof entry[1] === 'string',
    ),
  )
}

/** `target`: the simulator's address. */
export async function startAlteringProxy(target: string): Promise<AlteringProxy> {
  const alterations = new Map<string, Alteration>()
  const answers = new Map<string, OwnAnswer>()
  const counts = new Map<string, number>()

  const count = (path: string): void => void counts.set(path, (counts.get(path) ?? 0) + 1)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const { pathname, search } = new URL(request.url ?? '/', target)
    const own = answers.get(pathname)
    if (own !== undefined) {
      response
        .writeHead(own.status, { 'content-type': own.contentType ?? 'application/json' })
        .end(own.body)
      count(pathname)
      return
    }
    const { method = 'GET' } = request
    const reply = await fetch(`${target}${pathname}${search}`, {
      method,
      headers: passedOn(request.headers),
      ...(method !== 'GET' && { body: new Uint8Array(body) }),
    })
    const text = await reply.text()
    const alteration = reply.ok ? alterations.get(pathname) : undefined
    const headers = Object.fromEntries([...reply.headers].filter(([name]) => !hopByHop.has(name)))
    response.writeHead(reply.status, headers)
    response.end(alteration === undefined ? text : JSON.stringify(alteration(JSON.parse(text))))
    if (alteration !== undefined) count(pathname)
  }

  /**
   * One call after the other: on connections side by side one could overtake another, and its nonce
   * would be refused.
   */
  let turn: Promise<void> = Promise.resolve()
  const server = createServer((request, response) => {
    // Where the simulator has ended there is no answer, as without a proxy.
    turn = turn.then(() => handle(request, response)).catch(() => void response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    alter: (path, alteration) => {
      if (alteration === null) alterations.delete(path)
      else alterations.set(path, alteration)
      counts.delete(path)
    },
    replace: (path, answer) => {
      if (answer === null) answers.delete(path)
      else answers.set(path, answer)
      counts.delete(path)
    },
    given: (path) => counts.get(path) ?? 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
