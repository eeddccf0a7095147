// Opens sockets to the exchange. Trust is spelt out here and nowhere else: no environment variable and no library default can
// weaken it (NODE_TLS_REJECT_UNAUTHORIZED only changes what `rejectUnauthorized` is when nobody says; NODE_EXTRA_CA_CERTS only adds to
// the list that is used when nobody names one).
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { isStronglySigned } from './certificate-strength.js'
import { tunnelThrough } from './tunnel.js'

export type OpenSocket = { destroy(): void }

export type Dial = (options: buildConnector.Options, done: buildConnector.Callback) => OpenSocket

export type Trust = {
  /** PEM certificates trusted in place of the built-in list. For tests alone; never filled from settings or the environment. */
  testAuthorities?: string[]
  /** `http://host:port` of the proxy the user set, or ''. It is asked to CONNECT and sees host and port, nothing more. Read for each line. */
  proxy?: () => string
}

/** The line was open, but the other side could not prove who it is, or would not speak TLS. */
export class NotTrusted extends Error {
  constructor(readonly code: string) {
    super('the other side could not prove who it is')
  }
}

/** A line that breaks during the handshake proves nothing about who is at its end. */
const lineBroke: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Whom a line is trusted by: the list of authorities that comes with Node, named so that nothing can be added to it. Costly, so made once. */
const contextOf = (trust: Trust): (() => SecureContext) => {
  let context: SecureContext | null = null
  return () => (context ??= createSecureContext({ ca: trust.testAuthorities ?? [...rootCertificates], minVersion: 'TLSv1.2' }))
}

const secure = (options: buildConnector.Options, context: SecureContext, session: Buffer | undefined, through?: Socket): TLSSocket =>
  connectTls({
    ...(through === undefined ? { host: options.hostname, port: Number(options.port || 443) } : { socket: through }),
    ...(options.servername ? { servername: options.servername } : { host: options.hostname }),
    ...(session === undefined ? {} : { session }),
    secureContext: context,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  })

export const createDial = (trust: Trust): Dial => {
  // A resumed session was verified when it was first set up, under this same trust.
  let session: Buffer | undefined
  const context = contextOf(trust)

  const overTls = (options: buildConnector.Options, through: Socket | undefined, done: buildConnector.Callback): OpenSocket => {
    const socket = secure(options, context(), session, through)
    let accepted = false
    let offered: Buffer | undefined
    // A session is kept only of a server that was accepted: resuming one skips what is checked below.
    socket.on('session', (fresh: Buffer) => {
      offered = fresh
      if (accepted) session = fresh
    })
    return settle(socket, 'secureConnect', (error, opened) => {
      if (error !== null) {
        done(error, null)
      } else if (isStronglySigned(socket)) {
        accepted = true
        session = offered ?? session
        done(null, opened)
      } else {
        socket.destroy()
        done(new NotTrusted('WEAK_SIGNATURE'), null)
      }
    })
  }

  return (options, done) => {
    const safe = options.protocol === 'https:'
    const proxy = trust.proxy?.() ?? ''
    if (proxy === '') {
      if (safe) return overTls(options, undefined, done)
      return settle(connectPlain({ host: options.hostname, port: Number(options.port || 80) }), 'connect', done)
    }
    let inner: OpenSocket | null = null
    const tunnel = tunnelThrough(proxy, `${options.hostname}:${options.port || (safe ? '443' : '80')}`, (error, socket) => {
      if (error !== null) done(error, null)
      else if (safe) inner = overTls(options, socket, done)
      else done(null, socket)
    })
    return {
      destroy: () => {
        inner?.destroy()
        tunnel.destroy()
      },
    }
  }
}

const settle = (socket: Socket | TLSSocket, ready: 'connect' | 'secureConnect', done: buildConnector.Callback): OpenSocket => {
  let told = false
  let lineOpen = !socket.connecting
  const tell = (error: Error | null): void => {
    if (told) return
    told = true
    if (error === null) done(null, socket)
    else done(lineOpen && ready === 'secureConnect' && !lineBroke.has(codeOf(error)) ? new NotTrusted(codeOf(error)) : error, null)
  }
  socket.setNoDelay(true)
  socket.once('connect', () => {
    lineOpen = true
  })
  socket.once(ready, () => tell(null))
  // Stays for the socket's life: an error nobody listens to would end the process.
  socket.on('error', (error) => tell(error))
  socket.once('close', () => tell(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' })))
  return socket
}
