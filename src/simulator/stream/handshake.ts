// The opening handshake of RFC 6455 section 4.2: what a client must ask, and what it is told.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const version = '13'
/** Sixteen bytes in Base64. */
const keyForm = /^[A-Za-z0-9+/]{22}==$/

const lists = (header: string | undefined, word: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().toLowerCase() === word)

/** Whether a request that asks to change the protocol asks for this one. */
export const wantsStream = (headers: IncomingHttpHeaders): boolean => lists(headers.upgrade, 'websocket')

const acceptOf = (key: string): string => createHash('sha1').update(`${key}${guid}`).digest('base64')

export type Handshake =
  /** The answer as it goes over the wire. */
  | { open: true; text: string }
  /** `headers` are lines of the refusal. */
  | { open: false; status: number; headers: readonly string[] }

export const answerHandshake = (method: string, headers: IncomingHttpHeaders): Handshake => {
  const key = headers['sec-websocket-key']
  if (method !== 'GET' || !lists(headers.connection, 'upgrade') || typeof key !== 'string' || !keyForm.test(key)) {
    return { open: false, status: 400, headers: [] }
  }
  if (headers['sec-websocket-version'] !== version) {
    return { open: false, status: 426, headers: [`Sec-WebSocket-Version: ${version}`] }
  }
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${acceptOf(key)}`]
  return { open: true, text: [...lines, '', ''].join('\r\n') }
}
