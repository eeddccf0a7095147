// One socket to the exchange, one call at a time. Decides how long a call may take, how large an answer may grow, and that nothing is
// ever sent twice.
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Client, type Dispatcher, errors } from 'undici'
import { fail, ok, type Result } from '../../shared/result.js'
import { codeOf, type Connector, type OpenSocket, ProxyFailure, UntrustedServer } from './tls-connector.js'

export type WireCall = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: Buffer | null
  /** Milliseconds for everything: connecting, the handshake, headers and the whole body. */
  deadline: number
  /** Bytes of the answer, counted after decompression. */
  maxAnswer: number
  /** Asked once the socket is open and before anything is written: false ends the call as HELD_BACK, and certainly unsent. */
  maySend?: () => boolean
  /** Called just before the first byte of the request is written. */
  onFirstByte?: () => void
}

export type WireReply = {
  status: number
  contentType: string | null
  retryAfter: string | null
  date: string | null
  body: Buffer
  /** Milliseconds from the request's first byte to the answer's headers, and from there to its end. */
  headMs: number
  bodyMs: number
}

export type WireCause =
  | 'DNS_FAILED'
  | 'CONNECTION_REFUSED'
  | 'NO_ROUTE'
  | 'CONNECT_FAILED'
  | 'CONNECT_TIMEOUT'
  | 'PROXY_FAILED'
  | 'TLS_REFUSED'
  | 'ADDRESS_REFUSED'
  | 'TOO_MANY_CALLS'
  | 'REQUEST_TOO_LARGE'
  | 'TIMEOUT'
  | 'RESET'
  | 'TRUNCATED'
  | 'TOO_LARGE'
  | 'BAD_ENCODING'
  | 'BAD_HTTP'
  | 'CLOSED'
  | 'HELD_BACK'

/** `sent` is false only where it is certain that no byte of the request left this machine. */
export type WireFailure = { cause: WireCause; sent: boolean; detail: string }

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
  ['ETIMEDOUT', 'CONNECT_TIMEOUT'],
])

const beforeSending = (error: unknown): WireFailure => {
  const detail = codeOf(error)
  if (error instanceof UntrustedServer) return { cause: 'TLS_REFUSED', sent: false, detail }
  if (error instanceof ProxyFailure) return { cause: 'PROXY_FAILED', sent: false, detail }
  return { cause: networkCauses.get(detail) ?? 'CONNECT_FAILED', sent: false, detail }
}

const afterSending = (error: unknown, answering: boolean): WireFailure => {
  const detail = codeOf(error)
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return { cause: 'BAD_HTTP', sent: true, detail }
  return { cause: answering ? 'TRUNCATED' : 'RESET', sent: true, detail }
}

const firstOf = (value: string | string[] | undefined): string | null => (Array.isArray(value) ? (value[0] ?? null) : (value ?? null))

const unpackers = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) } as const

const unpack = async (packed: Buffer, encoding: string, maxOutputLength: number): Promise<Result<Buffer, WireFailure>> => {
  const name = encoding === 'x-gzip' ? 'gzip' : encoding
  if (name !== 'gzip' && name !== 'deflate' && name !== 'br') return fail({ cause: 'BAD_ENCODING', sent: true, detail: '' })
  try {
    return ok(await unpackers[name](packed, { maxOutputLength }))
  } catch (error) {
    const cause = codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'TOO_LARGE' : 'BAD_ENCODING'
    return fail({ cause, sent: true, detail: '' })
  }
}

class Ended extends Error {}

/** Gathers one answer and settles exactly once, whatever the socket does afterwards. */
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
    readonly settle: (outcome: Result<WireReply, WireFailure>) => void,
    readonly hooks: Pick<WireCall, 'maySend' | 'onFirstByte'>,
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
    // The deadline may have passed while the socket was being opened, or undici may offer the request to a second socket.
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

  onResponseEnd(): void {
    const packed = this.#chunks.length === 1 && this.#chunks[0] !== undefined ? this.#chunks[0] : Buffer.concat(this.#chunks)
    const encoding = firstOf(this.#headers['content-encoding'])?.trim().toLowerCase() ?? 'identity'
    if (encoding === 'identity' || encoding === '') this.#answer(packed)
    else void this.#answerUnpacked(packed, encoding)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(fail(this.#sent ? afterSending(error, this.#headAt > 0) : beforeSending(error)))
  }

  async #answerUnpacked(packed: Buffer, encoding: string): Promise<void> {
    const unpacked = await unpack(packed, encoding, this.maxAnswer)
    if (unpacked.ok) this.#answer(unpacked.value)
    else this.#finish(unpacked)
  }

  #answer(body: Buffer): void {
    this.#finish(
      ok({
        status: this.#status,
        contentType: firstOf(this.#headers['content-type']),
        retryAfter: firstOf(this.#headers['retry-after']),
        date: firstOf(this.#headers['date']),
        body,
        headMs: this.#headAt - this.#startedAt,
        bodyMs: performance.now() - this.#headAt,
      }),
    )
  }

  #finish(outcome: Result<WireReply, WireFailure>): void {
    if (this.#settled) return
    this.#settled = true
    this.#chunks = []
    this.settle(outcome)
  }
}

/** The slowest poll comes every fifteen seconds. */
const idleSocketMs = 30_000

export class Connection {
  readonly #client: Client
  #socket: OpenSocket | null = null
  #current: ResponseReader | null = null
  #connects = 0
  /** One timer for all calls of a kept socket, restarted by each: calls are many, deadlines are of one length. */
  #timer: NodeJS.Timeout | null = null
  #timerMs = 0

  /** `kept`: reused, for reads. Otherwise for one call alone, on a socket nothing was ever sent on. */
  constructor(
    connector: Connector,
    origin: string,
    readonly kept: boolean,
  ) {
    this.#client = new Client(origin, {
      connect: (options, done) => {
        this.#connects += 1
        if (!kept && this.#connects > 1) {
          done(new Ended('a call that moves money gets one socket'), null)
          return
        }
        this.#socket = connector(options, done)
      },
      pipelining: kept ? 1 : 0,
      keepAliveTimeout: idleSocketMs,
      keepAliveMaxTimeout: idleSocketMs,
      // The call's own deadline rules; undici's timers would only be a second, looser one.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16 * 1024,
    })
  }

  get busy(): boolean {
    return this.#current !== null
  }

  get closed(): boolean {
    return this.#client.destroyed
  }

  send(call: WireCall): Promise<Result<WireReply, WireFailure>> {
    return new Promise((resolve) => {
      const settle = (outcome: Result<WireReply, WireFailure>): void => {
        this.#current = null
        if (!outcome.ok || !this.kept) this.close()
        resolve(outcome)
      }
      const reader = new ResponseReader(call.maxAnswer, settle, call)
      this.#current = reader
      this.#startTimer(call.deadline)
      this.#client.dispatch({ path: call.path, method: call.method, headers: call.headers, body: call.body, idempotent: false }, reader)
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
