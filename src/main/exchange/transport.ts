// The one place that talks HTTP, and the only importer of axios. axios gives the request its shape and its limits; the sockets are
// Connection's. Built from the bare Axios class, so none of the library's defaults apply: no interceptors, no environment proxy,
// no redirects, no JSON guessing, no cookies, and a body Buffer goes out byte for byte.
import { Axios, AxiosHeaders, type AxiosAdapter, type AxiosRequestConfig } from 'axios'
import { fail, ok, type Result } from '../../shared/result.js'
import { checkCustomAddress } from '../../shared/domain/address.js'
import { Connection, type WireFailure, type WireReply } from './connection.js'
import { createDial, type Trust } from './connector.js'

const KiB = 1024
const MiB = 1024 * KiB

export type HttpCall = {
  method: 'GET' | 'POST'
  /** Begins with `/api/v4/`. */
  path: string
  headers: Record<string, string>
  body: Buffer | null
  /** True for a call that moves money: it gets a socket of its own on which nothing was sent before. */
  freshSocket: boolean
  /** Total milliseconds. */
  deadline: number
  /** Asked just before that; false keeps everything here. */
  mayLeave?: () => boolean
  /** Called as the first byte is about to leave. */
  onFirstByte?: () => void
}

export type ExchangeHttp = {
  send(call: HttpCall): Promise<Result<WireReply, WireFailure>>
  /** Drops every idle socket and those in use: after sleep, when what looks open is long dead. */
  dropSockets(): void
  /** For good. Calls under way end as CLOSED. */
  close(): void
}

export type HttpLimits = { maxAnswer: number; maxRequest: number; maxSockets: number }

export const httpLimits: HttpLimits = { maxAnswer: 5 * MiB, maxRequest: 256 * KiB, maxSockets: 4 }

/** Chooses and keeps the sockets of one address. */
class Carrier {
  #connections: Connection[] = []
  #closed = false

  constructor(
    readonly open: (kept: boolean) => Connection,
    readonly kept: boolean,
    readonly maxSockets: number,
  ) {}

  take(): Connection | null {
    if (this.#closed) return null
    if (this.kept) {
      for (const connection of this.#connections) if (!connection.busy && !connection.closed) return connection
    }
    this.#connections = this.#connections.filter((connection) => !connection.closed)
    if (this.#connections.length >= this.maxSockets) return null
    const opened = this.open(this.kept)
    this.#connections.push(opened)
    return opened
  }

  drop(): void {
    const connections = this.#connections
    this.#connections = []
    for (const connection of connections) connection.close()
  }

  close(): void {
    this.#closed = true
    this.drop()
  }

  get closed(): boolean {
    return this.#closed
  }
}

const refusedBefore = (cause: WireFailure['cause']): Promise<Result<never, WireFailure>> =>
  Promise.resolve(fail({ cause, sent: false, detail: '' }))

/**
 * What axios is given to carry: closed, so that nothing which looks at or prints a request's configuration, axios' own errors
 * first of all, finds the key, the payload or the signature in it.
 */
class Sealed {
  readonly #call: HttpCall
  readonly #carrier: Carrier

  constructor(call: HttpCall, carrier: Carrier) {
    this.#call = call
    this.#carrier = carrier
  }

  go(path: string, maxAnswer: number, maxRequest: number): Promise<Result<WireReply, WireFailure>> {
    const { method, headers, body, deadline, mayLeave, onFirstByte } = this.#call
    if (path !== this.#call.path || !path.startsWith('/api/v4/')) return refusedBefore('ADDRESS_REFUSED')
    if (body !== null && body.length > maxRequest) return refusedBefore('REQUEST_TOO_LARGE')
    const connection = this.#carrier.take()
    if (connection === null) return refusedBefore(this.#carrier.closed ? 'CLOSED' : 'TOO_MANY_CALLS')
    return connection.send({ method, path, headers, body, deadline, maxAnswer, mayLeave, onFirstByte })
  }
}

const noHeaders = new AxiosHeaders()

/** Carries out exactly what axios was told, and hands back an outcome instead of ever rejecting. */
const carry: AxiosAdapter = (config) => {
  const { url = '', maxContentLength = 0, maxBodyLength = 0, data } = config as AxiosRequestConfig<unknown>
  const outcome = data instanceof Sealed ? data.go(url, maxContentLength, maxBodyLength) : refusedBefore('ADDRESS_REFUSED')
  return outcome.then((settled) => ({ data: settled, status: 0, statusText: '', headers: noHeaders, config, request: null }))
}

/**
 * The way to one exchange. Fails when the address is neither https nor this computer, or carries anything but scheme and host.
 * Redirects are not followed: a 3xx comes back as the answer it is.
 */
export const createExchangeHttp = (parts: { baseUrl: string; trust?: Trust; limits?: HttpLimits }): Result<ExchangeHttp, string> => {
  const address = checkCustomAddress(parts.baseUrl)
  if (!address.ok) return fail(address.reason)
  const { maxAnswer, maxRequest, maxSockets } = parts.limits ?? httpLimits
  const trust = { ...parts.trust }
  // What never leaves this computer needs no proxy, and a proxy elsewhere could not reach it.
  if (address.loopback) delete trust.proxy
  const dial = createDial(trust)
  const open = (kept: boolean): Connection => new Connection(dial, address.baseUrl, kept)
  const reused = new Carrier(open, true, maxSockets)
  const single = new Carrier(open, false, maxSockets)

  const http = new Axios({
    adapter: carry,
    baseURL: address.baseUrl,
    allowAbsoluteUrls: false,
    maxRedirects: 0,
    proxy: false,
    maxContentLength: maxAnswer,
    maxBodyLength: maxRequest,
  })

  return ok({
    send: (call) =>
      http
        .request<Result<WireReply, WireFailure>>({
          method: call.method,
          url: call.path,
          data: new Sealed(call, call.freshSocket ? single : reused),
        })
        .then((answer) => answer.data),
    dropSockets() {
      reused.drop()
    },
    close() {
      reused.close()
      single.close()
    },
  })
}
