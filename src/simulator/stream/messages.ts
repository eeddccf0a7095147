// Frames put together into messages: fragments joined, control frames in between let through, text checked to be text.
import { closeCodes, FrameReader, opcodes, type Breach, type Frame } from './frames.js'

export type Message =
  | { kind: 'text'; text: string }
  | { kind: 'ping'; payload: Buffer }
  | { kind: 'pong' }
  /** The peer ends the connection; `code` is null where it gave none. */
  | { kind: 'close'; code: number | null }
  | { kind: 'breach'; breach: Breach }

const breachOf = (reason: string, code: Breach['code'] = closeCodes.protocolError): Message => ({
  kind: 'breach',
  breach: { code, reason },
})

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
  if (payload.length === 1) return breachOf('a close frame has a code of two bytes')
  const code = payload.readUInt16BE(0)
  if (!maySend(code)) return breachOf('not a code for a close frame')
  return textOf(payload.subarray(2)) === null ? breachOf('a reason is text', closeCodes.notText) : { kind: 'close', code }
}

export class MessageReader {
  private readonly frames: FrameReader
  /** Payloads of the message that is not complete yet; null between messages. */
  private parts: Buffer[] | null = null
  private size = 0

  /** `largest`: bytes a whole message may have. */
  constructor(private readonly largest: number) {
    this.frames = new FrameReader(largest)
  }

  push(bytes: Buffer): Message[] {
    const { frames, breach } = this.frames.push(bytes)
    const messages = frames.flatMap((frame) => this.take(frame))
    if (breach !== null) messages.push({ kind: 'breach', breach })
    return messages
  }

  private take({ opcode, final, payload }: Frame): Message[] {
    switch (opcode) {
      case opcodes.ping:
        return [{ kind: 'ping', payload }]
      case opcodes.pong:
        return [{ kind: 'pong' }]
      case opcodes.close:
        return [readClose(payload)]
      case opcodes.binary:
        return [breachOf('only text is understood', closeCodes.unsupported)]
      case opcodes.text:
        if (this.parts !== null) return [breachOf('the message before is not complete')]
        this.parts = []
        this.size = 0
        break
      default:
        if (this.parts === null) return [breachOf('there is no message to go on with')]
    }
    this.parts.push(payload)
    this.size += payload.length
    if (this.size > this.largest) return [breachOf(`a message may have ${this.largest} bytes`, closeCodes.tooLarge)]
    if (!final) return []
    const text = textOf(Buffer.concat(this.parts))
    this.parts = null
    return [text === null ? breachOf('a text message is UTF-8', closeCodes.notText) : { kind: 'text', text }]
  }
}
