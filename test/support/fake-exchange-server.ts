// A server on loopback that misbehaves exactly as scripted, request by request, and remembers what
// it was sent.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  type AddressInfo,
  connect,
  createServer as createPlainServer,
  type Server as PlainServer,
  type Socket,
} from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Certificate } from './certificates.js'

export type Script =
  /** An ordinary answer; JSON unless the headers say otherwise. */
  | {
      kind: 'answer'
      status?: number
      headers?: Record<string, string>
      body?: string | Buffer
      delayMs?: number
    }
  /** Reads the request and says nothing. */
  | { kind: 'hang' }
  /** Reads the request and breaks the connection. */
  | { kind: 'reset' }
  /** One byte of the head at a time, for ever. */
  | { kind: 'slow-head'; everyMs: number }
  /** The head at once, then one byte of the body at a time. */
  | { kind: 'slow-body'; everyMs: number }
  /** Announces the whole body, sends a part and breaks off. */
  | { kind: 'truncated'; body: string; sent: number }
  /** So many bytes of valid JSON, in chunks, without announcing how many. */
  | { kind: 'huge'; bytes: number }
  /** So many bytes of valid JSON once unpacked. */
  | { kind: 'bomb'; bytes: number }
  /** These very bytes instead of HTTP. */
  | { kind: 'raw'; bytes: string }
  /** Whatever the request makes of it. */
  | {
      kind: 'reply'
      make: (seen: Seen) => { status?: number; headers?: Record<string, string>; body: string }
    }
  /** Whichever of these the request calls for. */
  | { kind: 'choose'; choose: (seen: Seen) => Script }

export type Seen = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Counts connections from 1: which one this came on, and how many requests came on it before. */
  socket: number
  earlierOnSocket: number
}

export type FakeExchangeServer = {
  url: string
  port: number
  /** Every request, in the order of arrival. */
  seen: Seen[]
  /** Connections ever accepted. */
  connections: () => number
  /** Connections open now. */
  open: () => number
  /** The next requests meet these, one each; afterwards what `always` says. */
  next(...scripts: Script[]): void
  always(script: Script): void
  /** Breaks every open connection, as a server that restarts does. */
  dropAll(): void
  /**
   * Once whoever sends has closed: all it sent has arrived, as a connection ends after what it
   * carried.
   */
  ended(): Promise<void>
  stop(): Promise<void>
}

export function json(
  body: unknown,
  more: { status?: number; headers?: Record<string, string>; delayMs?: number } = {},
): Script {
  return {
    kind: 'answer',
    body: JSON.stringify(body),
    ...more,
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function dripping(socket: Socket, text: string, everyMs: number): void {
  let at = 0
  const timer = setInterval(() => {
    socket.write(text[at % text.length] ?? ' ')
    at += 1
  }, everyMs)
  socket.once('close', () => clearInterval(timer))
}

const endlessHead = 'HTTP/1.1 200 OK\r\nX-Padding: '.padEnd(10_000, 'a')
const chunk = `"${'a'.repeat(65_533)}",`

/**
 * So many bytes of one letter in quotes, packed in pieces that follow each other: made in a moment
 * and small, whatever it unpacks to.
 */
function bomb(bytes: number): Buffer {
  const piece = 1_000_000
  const packed = gzipSync(Buffer.alloc(piece, 'a'))
  return Buffer.concat([
    gzipSync('["'),
    ...Array.from({ length: Math.ceil(bytes / piece) }, () => packed),
    gzipSync('"]'),
  ])
}

function pourOut(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('[')
  let left = bytes
  const pour = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) {
        response.once('drain', pour)
        return
      }
    }
    if (!response.destroyed) response.end('0]')
  }
  pour()
}

function act(script: Script, seen: Seen, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  switch (script.kind) {
    case 'answer': {
      const send = (): void => {
        response.writeHead(script.status ?? 200, {
          'content-type': 'application/json',
          ...script.headers,
        })
        response.end(script.body ?? '')
      }
      if (script.delayMs === undefined) send()
      else setTimeout(send, script.delayMs)
      return
    }
    case 'reply': {
      const { status = 200, headers = {}, body } = script.make(seen)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body)
      return
    }
    case 'choose':
      act(script.choose(seen), seen, request, response)
      return
    case 'hang':
      return
    case 'reset':
      socket.destroy()
      return
    case 'slow-head':
      dripping(socket, endlessHead, script.everyMs)
      return
    case 'slow-body':
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n',
      )
      dripping(socket, '[0,0,0,0,0,0,0,0,0', script.everyMs)
      return
    case 'truncated':
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(script.body)),
      })
      response.write(script.body.slice(0, script.sent), () => socket.destroy())
      return
    case 'huge':
      pourOut(response, script.bytes)
      return
    case 'bomb':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(bomb(script.bytes))
      return
    case 'raw':
      socket.end(script.bytes)
  }
}

function listen(server: PlainServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/**
 * https with a certificate, http without. `127.0.0.1` is where it listens; `localhost` reaches it
 * too.
 */
export async function startFakeExchangeServer(
  certificate?: Certificate,
): Promise<FakeExchangeServer> {
  const sockets = new Set<Socket>()
  const numbers = new WeakMap<Socket, { number: number; requests: number }>()
  const seen: Seen[] = []
  const queue: Script[] = []
  let connections = 0
  let standing: Script = json([])

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request).catch(() => null)
    if (body === null) return
    const known = numbers.get(request.socket) ?? { number: 0, requests: 0 }
    const one: Seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
      socket: known.number,
      earlierOnSocket: known.requests,
    }
    known.requests += 1
    seen.push(one)
    act(queue.shift() ?? standing, one, request, response)
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => undefined)
    void handle(request, response)
  }
  const server =
    certificate === undefined
      ? createServer(onRequest)
      : createSecureServer({ ...certificate, ciphers: 'DEFAULT@SECLEVEL=0' }, onRequest)
  server.keepAliveTimeout = 60_000
  const onSocket = (socket: Socket): void => {
    connections += 1
    numbers.set(socket, { number: connections, requests: 0 })
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  }
  server.on(certificate === undefined ? 'connection' : 'secureConnection', onSocket)
  server.on('tlsClientError', () => undefined)

  const port = await listen(server)
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    seen,
    connections: () => connections,
    open: () => sockets.size,
    next: (...scripts) => void queue.push(...scripts),
    always: (script) => {
      standing = script
    },
    dropAll: () => {
      for (const socket of sockets) socket.destroy()
    },
    ended: async () => {
      // Connections are taken in the order they were made: once this one has been, none is left to
      // take.
      await once(connect(port, '127.0.0.1').resume().end(), 'close')
      for (const socket of sockets) await once(socket, 'close')
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Accepts connections and never answers. */
export async function startSilentServer(): Promise<{
  port: number
  open: () => number
  stop: () => Promise<void>
}> {
  const sockets = new Set<Socket>()
  const server = createPlainServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.resume()
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listen(server)
  return {
    port,
    open: () => sockets.size,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/**
 * An http proxy that carries CONNECT tunnels to `target` whatever host is asked for, and keeps
 * everything it could read.
 */
export async function startLoggingProxy(target: number, refuse = false) {
  const asked: string[] = []
  const carried: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => {
    asked.push('not CONNECT')
    response.writeHead(405).end()
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(JSON.stringify([request.method, request.url, request.headers]))
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (refuse) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const onward = new (socket.constructor as new () => Socket)()
    onward.on('error', () => undefined)
    onward.connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.on('data', (bytes: Buffer) => carried.push(bytes))
      socket.pipe(onward).pipe(socket)
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    /** The head of every request the proxy itself got. */
    asked,
    /** Everything that went through the tunnels from our side, as the proxy could read it. */
    carried: () => Buffer.concat(carried),
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
