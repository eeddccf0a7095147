// RFC 6455 from the server's side: the opening handshake, frames out unmasked, and a client's masked frames put together into messages:
// fragments joined, control frames in between let through, text checked to be text. Nothing else is let in.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const version = '13'
/** Sixteen bytes in Base64. */
const keyForm = /^[A-Za-z0-9+/]{22}==$/

const lists = (header: string | undefined, word: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().toLowerCase() === word)

/** Whether a request that asks to change the protocol asks for this one. */
export const wantsStream = (headers: IncomingHttpHeaders): boolean => lists(headers.upgrade, 'websocket')

const acceptOf = (key: string): string => createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')

/** Section 4.2. `headers` are lines of the answer, which has no body where the stream is opened (101). */
export const answerHandshake = (method: string, headers: IncomingHttpHeaders): { status: 101 | 400 | 426; headers: string[] } => {
  const key = headers['sec-websocket-key']
  if (method !== 'GET' || !lists(headers.connection, 'upgrade') || key === undefined || !keyForm.test(key))
    return { status: 400, headers: [] }
  if (headers['sec-websocket-version'] !== version) return { status: 426, headers: [`Sec-WebSocket-Version: ${version}`] }
  return { status: 101, headers: ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${acceptOf(key)}`] }
}

const opcodes = { continuation: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const
const known: ReadonlySet<number> = new Set(Object.values(opcodes))

/** Why a connection ends (section 7.4.1). */
export const closeCodes = {
  goingAway: 1001,
  protocolError: 1002,
  unsupported: 1003,
  notText: 1007,
  policy: 1008,
  tooLarge: 1009,
  restart: 1012,
} as const
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]

/** What a peer did that ends the connection. */
type Breach = { kind: 'breach'; code: CloseCode; reason: string }
export type Message =
  | { kind: 'text'; text: string }
  | { kind: 'ping'; payload: Buffer }
  | { kind: 'pong' }
  /** The peer ends the connection; `code` is null where it gave none. */
  | { kind: 'close'; code: number | null }
  | Breach

const breach = (reason: string, code: CloseCode = closeCodes.protocolError): Breach => ({ kind: 'breach', code, reason })

/** Null where the bytes are not UTF-8. */
const textOf = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Codes a peer may send: those of the RFC that are meant for the wire, of libraries, and private ones. */
const maySend = (code: number): boolean =>
  (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999)

const readClose = (payload: Buffer): Message => {
  if (payload.length === 0) return { kind: 'close', code: null }
  if (payload.length === 1) return breach('a close frame has a code of two bytes')
  const code = payload.readUInt16BE(0)
  if (!maySend(code)) return breach('not a code for a close frame')
  return textOf(payload.subarray(2)) === null ? breach('a reason is text', closeCodes.notText) : { kind: 'close', code }
}

const finalBit = 0x80
const maskBit = 0x80
/** A length of up to 125 stands in seven bits; in their place these say how many bytes it takes instead, and the least it may then be. */
const longer = { 126: { bytes: 2, least: 126 }, 127: { bytes: 8, least: 0x1_0000 } } as const
const lengthForm = (short: number) => (short === 126 || short === 127 ? longer[short] : { bytes: 0, least: 0 })

type Frame = { kind: 'frame'; final: boolean; opcode: number; payload: Buffer }

/** Makes messages of what a client sends. After a breach it takes nothing more. */
export class MessageReader {
  private waiting: Buffer = Buffer.alloc(0)
  private breached = false
  /** What has come of the message that is not complete yet; null between messages. */
  private begun: Buffer | null = null

  /** `largest`: bytes a frame's payload, and a whole message, may have. */
  constructor(private readonly largest: number) {}

  push(bytes: Buffer): Message[] {
    const messages: Message[] = []
    this.waiting = this.waiting.length === 0 ? bytes : Buffer.concat([this.waiting, bytes])
    while (!this.breached) {
      const frame = this.nextFrame()
      if (frame === null) break
      const message = frame.kind === 'frame' ? this.take(frame) : frame
      if (message !== null) messages.push(message)
      this.breached = message?.kind === 'breach'
    }
    return messages
  }

  /** Null while its bytes have not all come. */
  private nextFrame(): Frame | Breach | null {
    const [first, second] = this.waiting
    if (first === undefined || second === undefined) return null
    const opcode = first & 0x0f
    const final = (first & finalBit) !== 0
    const short = second & 0x7f
    if ((first & 0x70) !== 0) return breach('no extension was agreed on')
    if (!known.has(opcode)) return breach('unknown kind of frame')
    if ((second & maskBit) === 0) return breach('a client must mask its frames')
    if (opcode >= opcodes.close && (!final || short > 125)) return breach('a control frame is short and whole')
    const { bytes, least } = lengthForm(short)
    const maskStart = 2 + bytes
    if (this.waiting.length < maskStart) return null
    const length = bytes === 0 ? short : Number.parseInt(this.waiting.toString('hex', 2, maskStart), 16)
    if (length < least) return breach('a length takes the fewest bytes')
    if (length > this.largest) return this.tooLarge()
    const start = maskStart + 4
    const end = start + length
    if (this.waiting.length < end) return null
    const mask = this.waiting.subarray(maskStart, start)
    const payload = Buffer.from(this.waiting.subarray(start, end).map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
    this.waiting = this.waiting.subarray(end)
    return { kind: 'frame', final, opcode, payload }
  }

  private tooLarge(): Breach {
    return breach(`a message may have ${this.largest} bytes`, closeCodes.tooLarge)
  }

  /** Null where the message goes on. */
  private take({ opcode, final, payload }: Frame): Message | null {
    if (opcode === opcodes.ping) return { kind: 'ping', payload }
    if (opcode === opcodes.pong) return { kind: 'pong' }
    if (opcode === opcodes.close) return readClose(payload)
    if (opcode === opcodes.binary) return breach('only text is understood', closeCodes.unsupported)
    if (opcode === opcodes.text && this.begun !== null) return breach('the message before is not complete')
    if (opcode === opcodes.continuation && this.begun === null) return breach('there is no message to go on with')
    const whole = this.begun === null ? payload : Buffer.concat([this.begun, payload])
    if (whole.length > this.largest) return this.tooLarge()
    this.begun = final ? null : whole
    if (!final) return null
    const text = textOf(whole)
    return text === null ? breach('a text message is UTF-8', closeCodes.notText) : { kind: 'text', text }
  }
}

const frame = (opcode: number, payload: Buffer): Buffer => {
  const { length } = payload
  const long = length >= longer[127].least ? 127 : 126
  const short = length < longer[126].least ? length : long
  const { bytes } = lengthForm(short)
  const stated = bytes === 0 ? '' : length.toString(16).padStart(2 * bytes, '0')
  return Buffer.concat([Buffer.from([finalBit | opcode, short]), Buffer.from(stated, 'hex'), payload])
}

export const textFrame = (text: string): Buffer => frame(opcodes.text, Buffer.from(text, 'utf8'))
/** Repeats what the ping brought. */
export const pongFrame = (payload: Buffer): Buffer => frame(opcodes.pong, payload)
export const closeFrame = (code: number | null, reason = ''): Buffer => {
  if (code === null) return frame(opcodes.close, Buffer.alloc(0))
  return frame(opcodes.close, Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason, 'utf8')]))
}
