// The one place that talks HTTP, and the only importer of axios. axios gives the request its shape and its limits; the sockets are
// Connection's. Built from the bare Axios class, so none of the library's defaults apply: no interceptors, no environment proxy,
// no redirects, no JSON guessing, no cookies, and a body Buffer goes out byte for byte.
import { Axios, AxiosHeaders, type AxiosAdapter, type AxiosRequestConfig } from 'axios'
import { fail, ok, type Result } from '../../shared/result.js'
import { checkCustomAddress } from '../../shared/domain/address.js'
import { Connection, type WireCall, type WireFailure, type WireReply } from './http-connection.js'
import { createConnector, type Trust } from './tls-connector.js'

const KiB = 1024
const MiB = 1024 * KiB

/** `path` begins with `/api/v4/`. */
export type HttpCall = Omit<WireCall, 'maxAnswer'> & {
  /** True for a call that moves money: it gets a socket of its own on which nothing was sent before. */
  freshSocket: boolean
}

export type HttpClient = {
  send(call: HttpCall): Promise<Result<WireReply, WireFailure>>
  /** Those in use too: after sleep, what looks open is long dead. */
  dropSockets(): void
  /** For good. Calls in flight end as CLOSED. */
  close(): void
}

export type HttpLimits = { maxAnswer: number; maxRequest: number; maxSockets: number }

export const httpLimits: HttpLimits = { maxAnswer: 5 * MiB, maxRequest: 256 * KiB, maxSockets: 4 }

/** `kept`: connections are used again. */
const createConnectionPool = (open: (kept: boolean) => Connection, kept: boolean, maxSockets: number) => {
  let connections: Connection[] = []
  let closed = false
  const drop = (): void => {
    for (const connection of connections.splice(0)) connection.close()
  }
  return {
    acquire(): Result<Connection, 'CLOSED' | 'TOO_MANY_CALLS'> {
      if (closed) return fail('CLOSED')
      connections = connections.filter((connection) => !connection.closed)
      const idle = kept ? connections.find((connection) => !connection.busy) : undefined
      if (idle !== undefined) return ok(idle)
      if (connections.length >= maxSockets) return fail('TOO_MANY_CALLS')
      const opened = open(kept)
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

const refuse = (cause: WireFailure['cause']): Promise<Result<never, WireFailure>> =>
  Promise.resolve(fail({ cause, sent: false, detail: '' }))

/** Private fields only, so that nothing which prints a request's configuration, such as axios' errors, finds the key or the signature. */
class SealedCall {
  readonly #call: HttpCall
  readonly #pool: ReturnType<typeof createConnectionPool>

  constructor(call: HttpCall, pool: ReturnType<typeof createConnectionPool>) {
    this.#call = call
    this.#pool = pool
  }

  send(path: string, maxAnswer: number, maxRequest: number): Promise<Result<WireReply, WireFailure>> {
    const { method, headers, body, deadline, maySend, onFirstByte } = this.#call
    if (path !== this.#call.path || !path.startsWith('/api/v4/')) return refuse('ADDRESS_REFUSED')
    if (body !== null && body.length > maxRequest) return refuse('REQUEST_TOO_LARGE')
    const connection = this.#pool.acquire()
    if (!connection.ok) return refuse(connection.error)
    return connection.value.send({ method, path, headers, body, deadline, maxAnswer, maySend, onFirstByte })
  }
}

const noHeaders = new AxiosHeaders()

/** Never rejects: the outcome is its data. */
const sendSealed: AxiosAdapter = (config) => {
  const { url = '', maxContentLength = 0, maxBodyLength = 0, data } = config as AxiosRequestConfig<unknown>
  const outcome = data instanceof SealedCall ? data.send(url, maxContentLength, maxBodyLength) : refuse('ADDRESS_REFUSED')
  return outcome.then((settled) => ({ data: settled, status: 0, statusText: '', headers: noHeaders, config, request: null }))
}

/** Fails when the address is neither https nor this computer, or carries anything but scheme and host. A 3xx is an answer like any other. */
export const createHttpClient = (parts: { baseUrl: string; trust?: Trust; limits?: HttpLimits }): Result<HttpClient, string> => {
  const address = checkCustomAddress(parts.baseUrl)
  if (!address.ok) return fail(address.reason)
  const { maxAnswer, maxRequest, maxSockets } = parts.limits ?? httpLimits
  const trust = { ...parts.trust }
  // What never leaves this computer needs no proxy, and a proxy elsewhere could not reach it.
  if (address.loopback) delete trust.proxy
  const connector = createConnector(trust)
  const open = (kept: boolean): Connection => new Connection(connector, address.baseUrl, kept)
  const reused = createConnectionPool(open, true, maxSockets)
  const single = createConnectionPool(open, false, maxSockets)

  const http = new Axios({
    adapter: sendSealed,
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
          data: new SealedCall(call, call.freshSocket ? single : reused),
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
