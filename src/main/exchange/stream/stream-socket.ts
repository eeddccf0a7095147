// Opens the WebSocket of the stream over the same connector as every call: TLS, proxy and address
// family are decided there. The token is sent on it, so a redirect is never followed.
import { isIP } from 'node:net'
import { type RawData, WebSocket } from 'ws'
import { checkCustomAddress } from '../../../shared/accounts/address.js'
import { streamAddressOf } from '../../../v4/stream/address.js'
import { createFamilyPolicy, type FamilyPolicy } from '../address-family.js'
import { createConnector, ProxyFailure, type Trust, UntrustedServer } from '../tls-connector.js'

/**
 * `not-reached`: no connection, or no WebSocket at the other end · `not-safe`: the other side could
 * not prove its identity · `too-large`: a message over the limit · `closed`: by the other side, or
 * by the network.
 */
export type StreamSocketEnd = 'not-reached' | 'not-safe' | 'too-large' | 'closed'

export type StreamSocket = {
  send(text: string): void
  /** Nothing is received afterwards. */
  close(): void
}

export type StreamSocketEvents = {
  opened(): void
  received(text: string): void
  /** Once. */
  ended(why: StreamSocketEnd): void
}

export type OpenStreamSocket = (events: StreamSocketEvents) => StreamSocket

/** Bytes of a message: several times a list of 500 positions. */
const largestMessage = 2 * 1024 * 1024
/** For a peer that does not close its side. Measured in real time. */
const patienceMs = 500

const tooLarge = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'

function endOf(error: Error): StreamSocketEnd {
  if (error instanceof UntrustedServer) return 'not-safe'
  if (error instanceof ProxyFailure) return 'not-reached'
  return 'code' in error && error.code === tooLarge ? 'too-large' : 'not-reached'
}

/** Connects over the family that calls of the account use: its key may be bound to an address. */
function followingCalls(families: FamilyPolicy, callsHost: string): FamilyPolicy {
  return {
    ...families,
    remembered: (host) => families.known(callsHost) ?? families.remembered(host),
  }
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** `baseUrl`: where the calls of the account go. */
export function createStreamSockets(baseUrl: string, trust: Trust = {}): OpenStreamSocket {
  const address = checkCustomAddress(baseUrl)
  if (!address.ok) {
    return ({ ended }) => {
      queueMicrotask(() => ended('not-reached'))
      return { send: () => undefined, close: () => undefined }
    }
  }
  const callsHost = bare(new URL(address.baseUrl).hostname)
  const families = trust.families ?? createFamilyPolicy()
  // As for calls: nothing on this computer needs a proxy, and no key is bound to its address.
  const { proxy: _proxy, families: _families, ...local } = trust
  const connector = createConnector(
    address.loopback ? local : { ...trust, families: followingCalls(families, callsHost) },
  )
  const url = new URL(streamAddressOf(address.baseUrl))
  const hostname = bare(url.hostname)

  return ({ opened, received, ended }) => {
    let isOver = false
    let socket: WebSocket | null = null
    const end = (why: StreamSocketEnd): void => {
      if (isOver) return
      isOver = true
      ended(why)
    }
    const connecting = connector(
      {
        protocol: url.protocol === 'wss:' ? 'https:' : 'http:',
        hostname,
        host: url.host,
        port: url.port,
        ...(isIP(hostname) === 0 && { servername: hostname }),
      },
      (error, connected) => {
        if (error !== null) return end(endOf(error))
        if (isOver) return connected.destroy()
        // A separate object, because @types/ws does not know all of them.
        const options = {
          createConnection: () => connected,
          followRedirects: false,
          perMessageDeflate: false,
          maxPayload: largestMessage,
          closeTimeout: patienceMs,
        }
        socket = new WebSocket(url, options)
        let failure: StreamSocketEnd = 'closed'
        socket.on('open', () => {
          if (!isOver) opened()
        })
        socket.on('message', (data: RawData, isBinary: boolean) => {
          if (!isOver) received(isBinary ? '' : String(data))
        })
        socket.on('error', (fault) => {
          failure = endOf(fault)
        })
        socket.on('close', () => end(failure))
        return undefined
      },
    )
    return {
      send: (text: string): void => {
        if (socket?.readyState === WebSocket.OPEN) socket.send(text)
      },
      close: (): void => {
        isOver = true
        connecting.destroy()
        socket?.close()
      },
    }
  }
}
