// The one place that speaks HTTP, and the only importer of axios. axios gives the request its shape
// and its limits; the sockets are Connection's. Built from the bare Axios class, so none of the
// library's defaults apply: no interceptors, no environment proxy, no redirects, no JSON guessing,
// no cookies, and a body Buffer is sent byte for byte.
import { Axios, AxiosHeaders, type AxiosAdapter, type AxiosRequestConfig } from 'axios'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
// Undici's index would load its fetch, mocks, caches and WebSockets as well.
import errors from 'undici/lib/core/errors.js'
import Client from 'undici/lib/dispatcher/client.js'
import { checkCustomAddress } from '../../shared/accounts/address.js'
import type { AddressFamily } from '../../shared/portfolio/connection.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { englishOf } from '../../shared/messages/messages.js'
import type { WireCause, WireFailure, WireReply } from './errors.js'
import { createFamilyPolicy, FamilyAbsent, FamilyUnavailable } from './address-family.js'
import {
  codeOf,
  createConnector,
  type Connector,
  type OpenSocket,
  ProxyFailure,
  type Trust,
  UntrustedServer,
} from './tls-connector.js'

/** `path` begins with `/api/v4/`, unless the client was created for other paths. */
export type HttpCall = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body: Buffer | null
  /** Milliseconds for everything: connecting, the handshake, headers and the whole body. */
  deadline: number
  /** True for a call that moves money: it gets a fresh socket on which nothing was sent before. */
  freshSocket: boolean
  /**
   * Called once the socket is open and before anything is written: false ends the call as
   * HELD_BACK, and certainly unsent.
   */
  maySend?: () => boolean
  /**
   * A socket was opened for this call, including proxy and handshake. Not called if an open one is
   * reused.
   */
  onConnected?: (ms: number) => void
  /** Called just before the first byte of the request is written. */
  onFirstByte?: () => void
}

type Outcome = Result<WireReply, WireFailure>

const networkCauses: ReadonlyMap<string, WireCause> = new Map([
  ['ENOTFOUND', 'DNS_FAILED'],
  ['EAI_AGAIN', 'DNS_FAILED'],
  ['EAI_FAIL', 'DNS_FAILED'],
  ['EAI_NODATA', 'DNS_FAILED'],
  ['ECONNREFUSED', 'CONNECTION_REFUSED'],
  ['EHOSTUNREACH', 'NO_ROUTE'],
  ['ENETUNREACH', 'NO_ROUTE'],
  ['ENETDOWN', 'NO_ROUTE'],
  ['EADDRNOTAVAIL', 'NO_ROUTE'],
  ['EAFNOSUPPORT', 'NO_ROUTE'],
  ['EACCES', 'NO_ROUTE'],
  ['EPERM', 'NO_ROUTE'],
  ['EINVAL', 'NO_ROUTE'],
  ['ETIMEDOUT', 'CONNECT_TIMEOUT'],
])

/** Why nothing could be sent. */
export function beforeSending(error: unknown): WireFailure {
  const detail = codeOf(error)
  if (error instanceof UntrustedServer) return { cause: 'TLS_REFUSED', sent: false, detail }
  if (error instanceof FamilyUnavailable) return { cause: error.code, sent: false, detail: '' }
  if (error instanceof FamilyAbsent)
    return { cause: 'NO_ROUTE', sent: false, detail, waitsFor: error.family }
  if (error instanceof ProxyFailure) return { cause: 'PROXY_FAILED', sent: false, detail }
  return { cause: networkCauses.get(detail) ?? 'CONNECT_FAILED', sent: false, detail }
}

function afterSending(error: unknown, answering: boolean): WireFailure {
  const detail = codeOf(error)
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return { cause: 'BAD_HTTP', sent: true, detail }
  return { cause: answering ? 'TRUNCATED' : 'RESET', sent: true, detail }
}

function firstOf(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? (value[0] ?? null) : (value ?? null)
}

const unpackers = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

async function unpack(
  packed: Buffer,
  encoding: string,
  maxOutputLength: number,
): Promise<Result<Buffer, WireFailure>> {
  const name = encoding === 'x-gzip' ? 'gzip' : encoding
  if (name !== 'gzip' && name !== 'deflate' && name !== 'br')
    return fail({ cause: 'BAD_ENCODING', sent: true, detail: '' })
  try {
    return ok(await unpackers[name](packed, { maxOutputLength }))
  } catch (error) {
    const cause = codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'TOO_LARGE' : 'BAD_ENCODING'
    return fail({ cause, sent: true, detail: '' })
  }
}

class Ended extends Error {}

/** Collects one response and settles exactly once, whatever the socket does afterwards. */
class ResponseReader implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null
  #settled = false
  #status = 0
  #headers: Record<string, string | string[] | undefined> = {}
  #chunks: Buffer[] = []
  #size = 0
  #startedAt = 0
  #headAt = 0

  constructor(
    readonly maxAnswer: number,
    readonly settle: (outcome: Outcome) => void,
    readonly hooks: Pick<HttpCall, 'maySend' | 'onConnected' | 'onFirstByte'>,
  ) {}

  get #sent(): boolean {
    return this.#startedAt > 0
  }

  end(cause: WireCause): void {
    this.#finish(fail({ cause, sent: this.#sent, detail: '' }))
    this.#controller?.abort(new Ended())
  }

  onDeadline(): void {
    this.end(this.#sent ? 'TIMEOUT' : 'CONNECT_TIMEOUT')
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The deadline may have passed while the socket was being opened, or undici may offer the
    // request to a second socket.
    if (this.#settled || this.#sent) controller.abort(new Ended())
    else if (this.hooks.maySend?.() === false) {
      this.end('HELD_BACK')
      return
    } else this.hooks.onFirstByte?.()
    this.#startedAt = performance.now()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    this.#headAt = performance.now()
    this.#status = status
    this.#headers = headers
    const announced = firstOf(headers['content-length'])
    if (announced !== null && Number(announced) > this.maxAnswer) this.end('TOO_LARGE')
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.maxAnswer) this.end('TOO_LARGE')
    else this.#chunks.push(chunk)
  }

  async onResponseEnd(): Promise<void> {
    const packed =
      this.#chunks.length === 1 && this.#chunks[0] !== undefined
        ? this.#chunks[0]
        : Buffer.concat(this.#chunks)
    const encoding = firstOf(this.#headers['content-encoding'])?.trim().toLowerCase() ?? ''
    const body =
      encoding === 'identity' || encoding === ''
        ? ok(packed)
        : await unpack(packed, encoding, this.maxAnswer)
    if (!body.ok) return this.#finish(body)
    this.#finish(
      ok({
        status: this.#status,
        contentType: firstOf(this.#headers['content-type']),
        retryAfter: firstOf(this.#headers['retry-after']),
        date: firstOf(this.#headers['date']),
        body: body.value,
        headMs: this.#headAt - this.#startedAt,
        bodyMs: performance.now() - this.#headAt,
      }),
    )
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(fail(this.#sent ? afterSending(error, this.#headAt > 0) : beforeSending(error)))
  }

  #finish(outcome: Outcome): void {
    if (this.#settled) return
    this.#settled = true
    this.#chunks = []
    this.settle(outcome)
  }
}

/** The slowest poll comes every fifteen seconds. */
const idleSocketMs = 30_000

class Connection {
  readonly #client: Client
  #socket: OpenSocket | null = null
  #current: ResponseReader | null = null
  #connects = 0
  #family: AddressFamily | 'proxy' | null = null
  /**
   * One timer for all calls of a kept socket, restarted by each: calls are many, and their
   * deadlines have the same length.
   */
  #timer: NodeJS.Timeout | null = null
  #timerMs = 0

  /**
   * `kept`: reused, for reads. Otherwise for a single call, on a socket nothing was ever sent on.
   */
  constructor(
    connector: Connector,
    origin: string,
    readonly kept: boolean,
    readonly familyNow: () => AddressFamily | 'proxy' | null,
  ) {
    this.#client = new Client(origin, {
      connect: (options, done) => {
        this.#connects += 1
        if (!kept && this.#connects > 1) {
          done(new Ended('a call that moves money gets one socket'), null)
          return
        }
        const beganAt = performance.now()
        this.#socket = connector(options, (...opened) => {
          if (opened[0] === null) {
            this.#family = this.familyNow()
            this.#current?.hooks.onConnected?.(performance.now() - beganAt)
          }
          done(...opened)
        })
      },
      pipelining: kept ? 1 : 0,
      keepAliveTimeout: idleSocketMs,
      keepAliveMaxTimeout: idleSocketMs,
      // The call's own deadline applies; undici's timers would only be a second, looser one.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16 * 1024,
    })
  }

  get busy(): boolean {
    return this.#current !== null
  }

  /** Other connections now use another family: the exchange should see a single address. */
  get outdated(): boolean {
    return this.#family !== null && this.#family !== this.familyNow()
  }

  get closed(): boolean {
    return this.#client.destroyed
  }

  /** @param maxAnswer bytes of the response, counted after decompression */
  send(call: HttpCall, maxAnswer: number): Promise<Outcome> {
    return new Promise((resolve) => {
      const settle = (outcome: Outcome): void => {
        this.#current = null
        if (!outcome.ok || !this.kept) this.close()
        resolve(outcome)
      }
      const reader = new ResponseReader(maxAnswer, settle, call)
      this.#current = reader
      this.#startTimer(call.deadline)
      this.#client.dispatch(
        {
          path: call.path,
          method: call.method,
          headers: call.headers,
          body: call.body,
          idempotent: false,
        },
        reader,
      )
    })
  }

  #startTimer(ms: number): void {
    if (this.#timer !== null && this.#timerMs === ms) {
      this.#timer.refresh()
      return
    }
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timerMs = ms
    this.#timer = setTimeout(() => this.#current?.onDeadline(), ms)
  }

  /** Ends the call in flight, if any, and the socket, even one that is still being opened. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#client.destroyed) return
    const current = this.#current
    this.#current = null
    current?.end('CLOSED')
    this.#socket?.destroy()
    void this.#client.destroy()
  }
}

export type HttpClient = {
  send(call: HttpCall): Promise<Outcome>
  /** Including those in use: after sleep, sockets that look open are long dead. */
  dropSockets(): void
  /** Permanently. Calls in flight end as CLOSED. */
  close(): void
}

export type OpenHttpClient = HttpClient & {
  /**
   * What the latest connection uses, of this client or another one to the same host; null until
   * there was one.
   */
  family(): AddressFamily | 'proxy' | null
}

export type HttpLimits = { maxAnswer: number; maxRequest: number; maxSockets: number }

export const httpLimits: HttpLimits = {
  maxAnswer: 5 * 1024 * 1024,
  maxRequest: 256 * 1024,
  maxSockets: 4,
}

/** Without `reuse`, every call gets its own connection. */
type ConnectionPool = {
  acquire(): Result<Connection, 'CLOSED' | 'TOO_MANY_CALLS'>
  drop: () => void
  close(): void
}

function createConnectionPool(
  open: () => Connection,
  reuse: boolean,
  maxSockets: number,
): ConnectionPool {
  let connections: Connection[] = []
  let closed = false
  const drop = (): void => {
    for (const connection of connections.splice(0)) connection.close()
  }
  return {
    acquire(): Result<Connection, 'CLOSED' | 'TOO_MANY_CALLS'> {
      if (closed) return fail('CLOSED')
      for (const connection of connections)
        if (!connection.busy && connection.outdated) connection.close()
      connections = connections.filter((connection) => !connection.closed)
      const idle = reuse ? connections.find((connection) => !connection.busy) : undefined
      if (idle !== undefined) return ok(idle)
      if (connections.length >= maxSockets) return fail('TOO_MANY_CALLS')
      const opened = open()
      connections.push(opened)
      return ok(opened)
    },
    drop,
    close(): void {
      closed = true
      drop()
    },
  }
}

/** Nobody answered at the addresses of one family, which says nothing about those of the other. */
const unanswered: ReadonlySet<WireCause> = new Set([
  'CONNECTION_REFUSED',
  'CONNECT_FAILED',
  'CONNECT_TIMEOUT',
])

/** What helps where a call was not sent, and a connection over the other family is possible. */
function withOtherFamily(outcome: Outcome, worksOver: AddressFamily | null): Outcome {
  if (outcome.ok || worksOver === null || !unanswered.has(outcome.error.cause)) return outcome
  return fail({ ...outcome.error, worksOver })
}

function refuse(cause: WireCause): Promise<Result<never, WireFailure>> {
  return Promise.resolve(fail({ cause, sent: false, detail: '' }))
}

/**
 * A closure, so that nothing that prints a request's configuration, such as axios' errors, finds
 * the key or the signature.
 */
type SealedCall = (path: string, maxAnswer: number, maxRequest: number) => Promise<Outcome>

function seal(call: HttpCall, pool: ConnectionPool, paths: string): SealedCall {
  return (path, maxAnswer, maxRequest) => {
    if (path !== call.path || !path.startsWith(paths)) return refuse('ADDRESS_REFUSED')
    if (call.body !== null && call.body.length > maxRequest) return refuse('REQUEST_TOO_LARGE')
    const connection = pool.acquire()
    return connection.ok ? connection.value.send(call, maxAnswer) : refuse(connection.error)
  }
}

const noHeaders = new AxiosHeaders()

/** Never rejects: the outcome is its data. */
const sendSealed: AxiosAdapter = async (config) => {
  const {
    url = '',
    maxContentLength = 0,
    maxBodyLength = 0,
    data,
  } = config as AxiosRequestConfig<SealedCall>
  const outcome = await (data?.(url, maxContentLength, maxBodyLength) ?? refuse('ADDRESS_REFUSED'))
  return { data: outcome, status: 0, statusText: '', headers: noHeaders, config, request: null }
}

/**
 * Fails if the address is neither https nor this computer, or contains anything besides scheme and
 * host. A 3xx is a response like any other.
 */
export function createHttpClient(parts: {
  baseUrl: string
  trust?: Trust
  limits?: HttpLimits
  /** What every path begins with; that of the exchange's API if absent. */
  paths?: `/${string}`
}): Result<OpenHttpClient, string> {
  const { paths = '/api/v4/' } = parts
  const address = checkCustomAddress(parts.baseUrl)
  if (!address.ok) return fail(englishOf(address.reason))
  const { maxAnswer, maxRequest, maxSockets } = parts.limits ?? httpLimits
  const trust = { ...parts.trust }
  // Loopback traffic needs no proxy, and a remote proxy could not reach it. No key is bound to its
  // address, either.
  if (address.loopback) {
    delete trust.proxy
    delete trust.families
  }
  const families = (trust.families ??= createFamilyPolicy())
  const host = new URL(address.baseUrl).hostname.replace(/^\[|\]$/g, '')
  const hasProxy = (): boolean => (trust.proxy?.() ?? '') !== ''
  const family = (): AddressFamily | 'proxy' | null => (hasProxy() ? 'proxy' : families.known(host))
  const connector = createConnector(trust)
  const poolOf = (kept: boolean) =>
    createConnectionPool(
      () => new Connection(connector, address.baseUrl, kept, family),
      kept,
      maxSockets,
    )
  const reused = poolOf(true)
  const single = poolOf(false)

  // axios merges and checks every option for every call. Our adapter needs no address, redirects or
  // proxies, and the sealed call has the method, because axios would add headers to a POST.
  const http = new Axios({
    adapter: sendSealed,
    maxContentLength: maxAnswer,
    maxBodyLength: maxRequest,
  })

  return ok({
    async send(call) {
      const data = seal(call, call.freshSocket ? single : reused, paths)
      const answer = await http.request<Outcome>({ url: call.path, data })
      return withOtherFamily(answer.data, hasProxy() ? null : families.worksInstead(host))
    },
    dropSockets(): void {
      families.present(host)
      reused.drop()
    },
    family,
    close() {
      reused.close()
      single.close()
    },
  })
}
