// Bytes in, bytes out. The body is kept exactly as received, because the signature covers those
// bytes.
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify'
import { bodyToKeep } from './call-record.js'
import { control, controlPrefix, type ControlPorts } from './control.js'
import { wholeSecondsOf } from './engine/units.js'
import { replacesAnswer, stormFault, type Fault } from './faults.js'
import type { Service, ServiceReply, ServiceRequest } from './service.js'
import { streamPath, wantsStream, type StreamHub } from './stream/hub.js'

const bodyLimit = 1024 * 1024
/** The payload header carries the complete body once more, in Base64. */
const maxHeaderSize = 1.5 * bodyLimit
/**
 * How long a refused connection may keep sending before it is cut: if cut at once, it might not
 * read the response.
 */
const patienceMs = 2000
const nothing = Buffer.alloc(0)

/** Node's parser errors, by their own names; everything else is a bad request. */
const statusOfStop: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** The messages for requests that were not fully read. */
const wordsOf: Readonly<Record<number, string>> = {
  405: 'Method not allowed.',
  408: 'The request took too long.',
  413: 'The body is too large.',
  417: 'The expectation is not known.',
  431: 'The headers are too large.',
}
const wordsFor = (status: number): string => wordsOf[status] ?? 'The request could not be read.'

/** The bytes of a body, with the headers that describe it. */
type Written = ReturnType<Service['encode']>

function json(status: number, body: unknown): Written {
  return {
    status,
    type: 'application/json',
    text: JSON.stringify(body),
  }
}

/** The part before the path if a client sends the absolute address, as to a proxy. */
const beginning = /^https?:\/\/([^/?]*)/i

function pathOf({ url = '/' }: IncomingMessage): string {
  const [path = ''] = url.replace(beginning, '').split('?', 1)
  return path === '' ? '/' : path
}

/**
 * A page in a browser must not be able to pull the levers: it sends an Origin, or a host that is
 * not this computer.
 */
function fromThisComputer({ url = '', headers }: IncomingMessage): boolean {
  const host = beginning.exec(url)?.[1] ?? headers.host ?? ''
  return (
    headers.origin === undefined && ['127.0.0.1', 'localhost'].includes(host.replace(/:\d+$/, ''))
  )
}

/** An absent body counts as an empty one; undefined if it is not JSON. */
function parse(raw: Buffer): unknown {
  try {
    return raw.length === 0 ? {} : (JSON.parse(raw.toString('utf8')) as unknown)
  } catch {
    return undefined
  }
}

/** So that a requested header replaces ours, whatever its letter case. */
function inLowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

/** An HTTP date of the service's time, formatted once a second. */
function createDate(): (micros: number) => string {
  let known = { second: -1, text: '' }
  return (micros) => {
    const second = wholeSecondsOf(micros)
    if (second !== known.second) known = { second, text: new Date(second * 1000).toUTCString() }
    return known.text
  }
}

/**
 * Returns a connection that requested another protocol to the server, ignoring that request: a
 * service may ignore it, and HTTP libraries that try a newer version do not expect to be refused.
 */
function asPlainRequest(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`]
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? ''
    if (!['connection', 'upgrade', 'http2-settings'].includes(name.toLowerCase()))
      lines.push(`${name}: ${request.rawHeaders[index + 1] ?? ''}`)
  }
  socket.unshift(Buffer.concat([Buffer.from([...lines, '', ''].join('\r\n'), 'latin1'), head]))
  server.emit('connection', socket)
}

/** Ready to listen. */
export async function createSimulatorServer(parts: {
  service: Service
  ports: ControlPorts
  hub: StreamHub
  /** Brings the world up to the present before a call is processed. */
  catchUp(): void
  /** Waits in real time, for delayed answers only. */
  wait(ms: number): Promise<void>
  /** Called with a fault of the simulator itself: the caller only learns that there was one. */
  report(error: unknown): void
}): Promise<Server> {
  const { service, ports, hub } = parts
  const { faults, calls } = ports
  const date = createDate()

  const send = (
    response: ServerResponse,
    { status, type, text }: Written,
    headers?: Record<string, string>,
  ): void => {
    const always = {
      date: date(service.world.nowMicros),
      'content-type': type,
      'content-length': Buffer.byteLength(text),
    }
    response.writeHead(
      status,
      headers === undefined ? always : { ...always, ...inLowerCase(headers) },
    )
    response.end(text)
  }

  /**
   * Handles what Node has no response for: bytes that are not a request, tunnels, handshakes. It
   * ends the connection.
   */
  const sendRaw = (
    socket: Duplex,
    { status, type, text }: Written,
    headers: readonly string[] = [],
  ): void => {
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
      `Date: ${date(service.world.nowMicros)}`,
      ...headers,
      'Connection: close',
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
    ]
    socket.end([...lines, '', text].join('\r\n'))
  }

  const refusal = (path: string, status: number, message = wordsFor(status)): Written =>
    service.encode(service.refusal(path, status, message))

  const steer = (request: IncomingMessage, path: string, raw: Buffer): Written => {
    if (!fromThisComputer(request))
      return json(403, {
        error: 'The controls answer programs on this computer only, not web pages.',
      })
    const read = parse(raw)
    if (read === undefined) return json(400, { error: 'The body is not JSON.' })
    const { status, body } = control(ports, request.method ?? '', path, read)
    return json(status, body)
  }

  const note = (
    call: Omit<ServiceRequest, 'headers'>,
    done: ServiceReply | null,
    status: number,
    dropped: boolean,
  ): void => {
    const body = done?.body ?? (call.body.length === 0 ? null : (parse(call.body) ?? null))
    const nonce = typeof body === 'object' && body !== null && 'nonce' in body ? body.nonce : null
    calls.add({
      at: service.world.nowMicros / 1_000_000,
      method: call.method,
      path: call.path,
      keyName: done?.keyName ?? null,
      nonce: typeof nonce === 'string' || typeof nonce === 'number' ? nonce : null,
      body: bodyToKeep(body, call.body.length),
      ignored: done?.ignored ?? [],
      outcome: { status, executed: done !== null, dropped },
    })
  }

  const answerInstead = (fault: Fault, path: string): Written => {
    const status = fault.status ?? 200
    if (typeof fault.body === 'string')
      return { status, type: 'text/html; charset=utf-8', text: fault.body }
    if (fault.body !== undefined) return json(status, fault.body)
    return refusal(path, status, `Failure on demand: status ${status}.`)
  }

  const fail = (error: unknown, path: string, response: ServerResponse): void => {
    parts.report(error)
    if (response.headersSent) response.destroy()
    else send(response, refusal(path, 500, 'The simulator met a fault of its own.'))
  }

  const faultFor = (path: string): Fault | null =>
    faults.take(path) ?? stormFault(service.world, path)

  const serveFaulty = async (
    fault: Fault,
    call: ServiceRequest,
    response: ServerResponse,
  ): Promise<void> => {
    const dropped = fault.drop !== undefined
    const done =
      fault.drop === 'before' || (replacesAnswer(fault) && !dropped) ? null : service.reply(call)
    const full = done === null ? answerInstead(fault, call.path) : service.encode(done.answer)
    note(call, done, dropped ? 0 : full.status, dropped)
    if (fault.delayMs !== undefined) await parts.wait(fault.delayMs)
    if (dropped) response.socket?.destroy()
    else
      send(
        response,
        fault.malformed === true
          ? { ...full, text: full.text.slice(0, full.text.length / 2) }
          : full,
        fault.headers,
      )
  }

  const serve = (call: ServiceRequest, response: ServerResponse): void => {
    const fault = faultFor(call.path)
    if (fault !== null) {
      serveFaulty(fault, call, response).catch((error: unknown) => fail(error, call.path, response))
      return
    }
    const done = service.reply(call)
    const full = service.encode(done.answer)
    note(call, done, full.status, false)
    send(response, full)
  }

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    body: Buffer,
  ): void => {
    try {
      parts.catchUp()
      // A practice copy has no controls: they show everything without a key.
      const isSteered = path.startsWith(controlPrefix) && service.world.copied === undefined
      if (isSteered) send(response, steer(request, path, body))
      else serve({ method: request.method ?? '', path, headers: request.headers, body }, response)
    } catch (error) {
      fail(error, path, response)
    }
  }

  /** A call whose body is not even read. */
  const turnAway = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    headers?: Record<string, string>,
  ): void => {
    const path = pathOf(request)
    const own = path.startsWith(controlPrefix)
    if (!own) note({ method: request.method ?? '', path, body: nothing }, null, status, false)
    send(response, own ? json(status, { error: wordsFor(status) }) : refusal(path, status), headers)
  }

  /** Too large a body, an address that cannot be decoded. */
  const unreadable = (
    fault: { statusCode?: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): void => {
    reply.hijack()
    turnAway(request.raw, reply.raw, fault.statusCode ?? 400)
  }

  const refuseRaw = (socket: Duplex, status: number): void => {
    socket.on('error', () => socket.destroy())
    sendRaw(socket, refusal('', status))
    socket.resume()
    void parts.wait(patienceMs).then(() => socket.destroy())
  }

  /** Bytes that are not a request. They have no path; what follows them is ignored. */
  const unparsed = (error: { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else if (socket.writable) refuseRaw(socket, statusOfStop[error.code ?? ''] ?? 400)
  }

  const welcome = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => socket.destroy())
    const call = { method: request.method ?? '', path: streamPath, body: nothing }
    parts.catchUp()
    const fault = faultFor(streamPath)
    if (fault?.delayMs !== undefined) await parts.wait(fault.delayMs)
    const refuse = (status: number, headers?: readonly string[]): void =>
      sendRaw(socket, refusal(streamPath, status, 'The stream was not opened.'), headers)
    if (fault !== null && (replacesAnswer(fault) || fault.drop === 'before')) {
      note(call, null, fault.status ?? 0, fault.status === undefined)
      if (fault.status === undefined || fault.status < 300) socket.destroy()
      else refuse(fault.status)
      return
    }
    const { status, headers } = hub.welcome(request, socket, head)
    if (status !== 101) refuse(status, headers)
    note(call, null, status, false)
    if (fault?.drop === 'after' || fault?.malformed === true) socket.destroy()
  }

  const app = fastify({
    logger: false,
    bodyLimit,
    exposeHeadRoutes: false,
    http: { maxHeaderSize, requireHostHeader: false },
    frameworkErrors: unreadable,
    clientErrorHandler: unparsed,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(unreadable)
  const take = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack()
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      turnAway(request.raw, reply.raw, 400)
    else
      answer(
        request.raw,
        reply.raw,
        pathOf(request.raw),
        Buffer.isBuffer(request.body) ? request.body : nothing,
      )
  }
  app.all('/*', take)
  app.setNotFoundHandler(take)

  const { server } = app
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!wantsStream(request.headers) || pathOf(request) !== streamPath)
      asPlainRequest(server, request, socket, head)
    else
      welcome(request, socket, head).catch((error: unknown) => {
        parts.report(error)
        socket.destroy()
      })
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    note({ method: 'CONNECT', path: request.url ?? '', body: nothing }, null, 405, false)
    refuseRaw(socket, 405)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    turnAway(request, response, 417, { connection: 'close' })
  })
  await app.ready()
  return server
}
