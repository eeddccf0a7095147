// Answers to what Node has no response for: bytes that are no request, tunnels, handshakes. They end the connection.
import { STATUS_CODES } from 'node:http'

/** The bytes of a body, with what the headers must say of it. */
export type Written = { status: number; type: string; text: string }

/** An HTTP date. */
export const dateOf = (micros: number): string => new Date((micros - (micros % 1_000_000)) / 1000).toUTCString()

export const rawAnswer = ({ status, type, text }: Written, micros: number, headers: readonly string[] = []): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
    `Date: ${dateOf(micros)}`,
    ...headers,
    'Connection: close',
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
