// Opens sockets to the exchange. Trust is configured here and nowhere else: no environment variable
// and no library default can weaken it (NODE_TLS_REJECT_UNAUTHORIZED only changes the default of
// `rejectUnauthorized`; NODE_EXTRA_CA_CERTS only extends the default list).
import { request } from 'node:http'
import { connect as connectPlain, type Socket } from 'node:net'
import {
  checkServerIdentity,
  connect as connectTls,
  createSecureContext,
  type DetailedPeerCertificate,
  type PeerCertificate,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import type { buildConnector } from 'undici'
import {
  connectByFamily,
  createFamilyPolicy,
  type FamilyPolicy,
  type FamilySocketOptions,
  type NameLookup,
  systemLookup,
} from './address-family.js'
import { systemTiming } from './timing.js'

export type OpenSocket = { destroy(): void }

export type Connector = (
  options: buildConnector.Options,
  done: buildConnector.Callback,
) => OpenSocket

/**
 * What a TLS connection runs over: a tunnel, or a socket of its own. `reached`: it was accepted,
 * and the handshake begins.
 */
type Way = { socket: Socket } | { family: FamilySocketOptions; reached: () => void }

export type Trust = {
  /**
   * PEM certificates trusted in place of the built-in list. Only for tests; never set from settings
   * or the environment.
   */
  testAuthorities?: string[]
  /**
   * PEM of the one authority that is trusted in place of the built-in list: for a destination of
   * alerts, where the user chose it. Never for the exchange.
   */
  chosenAuthority?: string
  /**
   * `http://host:port` of the user's proxy, or ''. It receives a CONNECT and sees only host and
   * port. Read for each socket.
   */
  proxy?: () => string
  /** IPv4 or IPv6; if absent, whichever connects. */
  families?: FamilyPolicy
  /** Replaces the system's. Only for tests. */
  testLookup?: NameLookup
}

/**
 * The connection was open, but the other side could not prove its identity, or would not speak TLS.
 */
export class UntrustedServer extends Error {
  constructor(readonly code: string) {
    super('the other side could not prove who it is')
  }
}

/** The proxy itself failed: nothing is known of the server behind it. */
export class ProxyFailure extends Error {
  constructor(readonly code: string) {
    super('the proxy did not open the way')
  }
}

/** A connection that breaks during the handshake proves nothing about who is at the other end. */
const connectionErrors =
  /^(ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED|ENETDOWN|ENETUNREACH|EHOSTUNREACH)$/

/** Node's code of a system error, or ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** Object identifiers of signature algorithms over a broken digest, as DER hex. */
const broken: ReadonlySet<string> = new Set([
  '2a864886f70d010102', // md2WithRSAEncryption
  '2a864886f70d010104', // md5WithRSAEncryption
  '2a864886f70d010105', // sha1WithRSAEncryption
  '2b0e03021d', // sha1WithRSASignature
  '2a8648ce380403', // dsa-with-sha1
  '2a8648ce3d0401', // ecdsa-with-SHA1
])

type Part = { tag: number; start: number; end: number }

const sequenceTag = 0x30
const identifierTag = 0x06

/** One DER element starting at `at`, or null if the bytes do not contain one. */
function element(der: Buffer, at: number): Part | null {
  const tag = der[at]
  const first = der[at + 1]
  if (tag === undefined || first === undefined) return null
  const more = first < 0x80 ? 0 : first & 0x7f
  if (more > 4 || at + 2 + more > der.length) return null
  const length = more === 0 ? first : der.readUIntBE(at + 2, more)
  const start = at + 2 + more
  return start + length > der.length ? null : { tag, start, end: start + length }
}

/**
 * The algorithm a certificate is signed with, as DER hex of its identifier (RFC 5280, 4.1.1.2);
 * null if it cannot be read.
 * @internal for its test
 */
export function signatureAlgorithm(der: Buffer): string | null {
  const certificate = element(der, 0)
  if (certificate?.tag !== sequenceTag) return null
  const content = element(der, certificate.start)
  const algorithm = content && element(der, content.end)
  const identifier = algorithm?.tag === sequenceTag ? element(der, algorithm.start) : null
  return identifier?.tag === identifierTag
    ? der.subarray(identifier.start, identifier.end).toString('hex')
    : null
}

/** Without the trusted root: a root's signature on itself proves nothing. */
function chainOf(leaf: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  const seen = new Set<string>()
  let current: DetailedPeerCertificate | undefined = leaf
  while (current?.raw !== undefined && !seen.has(current.fingerprint256)) {
    seen.add(current.fingerprint256)
    chain.push(current)
    current = current.issuerCertificate
  }
  const root = chain.at(-1)
  return root !== undefined &&
    chain.length > 1 &&
    root.issuerCertificate?.fingerprint256 === root.fingerprint256
    ? chain.slice(0, -1)
    : chain
}

/**
 * False for SHA-1 and MD5. OpenSSL refuses those by itself; the BoringSSL inside Electron does not.
 * @internal for its test
 */
export function isStronglySigned(socket: TLSSocket): boolean {
  // A resumed session was checked when it was established.
  return socket.isSessionReused() || isStrong(socket.getPeerCertificate(true))
}

function isStrong(leaf: DetailedPeerCertificate): boolean {
  const chain = chainOf(leaf)
  return (
    chain.length > 0 &&
    chain
      .map(({ raw }) => signatureAlgorithm(raw))
      .every((algorithm) => algorithm !== null && !broken.has(algorithm))
  )
}

/**
 * Requests a tunnel to `host:port` from an http proxy. The proxy learns nothing more: the call
 * itself is inside the tunnel.
 */
function openTunnel(
  proxy: string,
  target: string,
  done: (...outcome: [null, Socket] | [Error, null]) => void,
): OpenSocket {
  const connectRequest = request(proxy, {
    method: 'CONNECT',
    path: target,
    headers: { host: target },
    agent: false,
  })
  connectRequest.once('connect', (answer, socket: Socket) => {
    if (answer.statusCode === 200) {
      done(null, socket)
      return
    }
    socket.destroy()
    done(new ProxyFailure('PROXY_REFUSED'), null)
  })
  connectRequest.once('response', (answer) => {
    answer.destroy()
    done(new ProxyFailure('PROXY_REFUSED'), null)
  })
  connectRequest.on('error', (error: NodeJS.ErrnoException) =>
    done(new ProxyFailure(error.code ?? ''), null),
  )
  connectRequest.end()
  return connectRequest
}

function contextOf(trust: Trust): SecureContext {
  return createSecureContext({
    // The authorities that come with Node, set explicitly so that nothing can be added.
    ca: trust.chosenAuthority ?? trust.testAuthorities ?? [...rootCertificates],
    minVersion: 'TLSv1.2',
  })
}

/** For a socket that turns to TLS later: the same trust and the same checks as of all others. */
export function laterTls(trust: Trust) {
  return {
    secureContext: contextOf(trust),
    rejectUnauthorized: true,
    checkServerIdentity: (host: string, certificate: PeerCertificate): Error | undefined =>
      checkServerIdentity(host, certificate) ??
      // Node passes the whole chain, whatever the type says.
      (isStrong(certificate as DetailedPeerCertificate)
        ? undefined
        : new UntrustedServer('WEAK_SIGNATURE')),
  }
}

/** `speaks`: the protocols that a server may choose from; with none, it is not asked. */
export function createConnector(trust: Trust, speaks: readonly string[] = ['http/1.1']): Connector {
  // A resumed session was verified when it was established, under this same trust.
  let session: Buffer | undefined
  let secureContext: SecureContext | undefined

  const { families = createFamilyPolicy(), testLookup: lookup = systemLookup } = trust

  const overTls = (
    options: buildConnector.Options,
    way: Way,
    done: buildConnector.Callback,
  ): OpenSocket => {
    // Expensive, so created once.
    secureContext ??= contextOf(trust)
    const socket = connectTls({
      ...('socket' in way ? { socket: way.socket } : { ...directly(options, 443), ...way.family }),
      ...(options.servername ? { servername: options.servername } : { host: options.hostname }),
      ...(session === undefined ? {} : { session }),
      secureContext,
      rejectUnauthorized: true,
      ...(speaks.length > 0 && { ALPNProtocols: [...speaks] }),
    })
    let accepted = false
    let offered: Buffer | undefined
    // A session is kept only for an accepted server: resuming skips the checks below.
    socket.on('session', (fresh: Buffer) => {
      offered = fresh
      if (accepted) session = fresh
    })
    if ('reached' in way) socket.once('connect', way.reached)
    return settle(socket, 'secureConnect', (error, opened) => {
      if (error !== null) {
        done(error, null)
      } else if (isStronglySigned(socket)) {
        accepted = true
        session = offered ?? session
        done(null, opened)
      } else {
        socket.destroy()
        done(new UntrustedServer('WEAK_SIGNATURE'), null)
      }
    })
  }

  return (options, done) => {
    const safe = options.protocol === 'https:'
    const proxy = trust.proxy?.() ?? ''
    if (proxy === '') {
      return connectByFamily<Socket>(
        {
          host: options.hostname,
          policy: families,
          lookup,
          after: systemTiming.after,
          open: (family, reached, ended) => {
            if (safe) return overTls(options, { family, reached }, ended)
            return settle(connectPlain({ ...directly(options, 80), ...family }), 'connect', ended)
          },
        },
        done,
      )
    }
    let inner: OpenSocket | null = null
    const tunnel = openTunnel(
      proxy,
      `${options.hostname}:${options.port || (safe ? '443' : '80')}`,
      (error, socket) => {
        if (error !== null) done(error, null)
        else if (safe) inner = overTls(options, { socket }, done)
        else done(null, socket)
      },
    )
    return {
      destroy: () => {
        inner?.destroy()
        tunnel.destroy()
      },
    }
  }
}

function directly(
  { hostname, port }: buildConnector.Options,
  usual: number,
): { host: string; port: number } {
  return {
    host: hostname,
    port: Number(port || usual),
  }
}

function settle(
  socket: Socket | TLSSocket,
  ready: 'connect' | 'secureConnect',
  done: buildConnector.Callback,
): OpenSocket {
  let settled = false
  let connected = !socket.connecting
  const finish = (error: Error | null): void => {
    if (settled) return
    settled = true
    if (error === null) return done(null, socket)
    const untrusted =
      connected && ready === 'secureConnect' && !connectionErrors.test(codeOf(error))
    done(untrusted ? new UntrustedServer(codeOf(error)) : error, null)
  }
  socket.setNoDelay(true)
  socket.once('connect', () => {
    connected = true
  })
  socket.once(ready, () => finish(null))
  // Kept for the socket's life: an unhandled error event would end the process.
  socket.on('error', (error) => finish(error))
  socket.once('close', () =>
    finish(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' })),
  )
  return socket
}
