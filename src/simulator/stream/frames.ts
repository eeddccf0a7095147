// RFC 6455 frames, both ways. A server's frames go out unmasked; a client's must come masked, and nothing else is let in.

export const opcodes = { continuation: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const

/** Why a connection ends (RFC 6455 section 7.4.1). */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  unsupported: 1003,
  notText: 1007,
  policy: 1008,
  tooLarge: 1009,
  restart: 1012,
} as const
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]

export type Frame = { final: boolean; opcode: number; payload: Buffer }
/** What a peer did that ends the connection. */
export type Breach = { code: CloseCode; reason: string }

const finalBit = 0x80
const reservedBits = 0x70
const maskBit = 0x80
const lengthBits = 0x7f
const sixteen = 126
const sixtyFour = 127
const largestControl = 125
const known: ReadonlySet<number> = new Set(Object.values(opcodes))

const breach = (reason: string, code: CloseCode = closeCodes.protocolError): Breach => ({ code, reason })

const unmask = (masked: Buffer, mask: Buffer): Buffer => {
  const payload = Buffer.allocUnsafe(masked.length)
  for (let index = 0; index < masked.length; index += 1) payload[index] = (masked[index] ?? 0) ^ (mask[index % 4] ?? 0)
  return payload
}

type Length = { bytes: number; headerEnd: number }

/** Cuts what a client sends into frames. After a breach it takes nothing more. */
export class FrameReader {
  private waiting: Buffer = Buffer.alloc(0)
  private breached = false

  /** `largest`: bytes a frame's payload may have. */
  constructor(private readonly largest: number) {}

  push(bytes: Buffer): { frames: Frame[]; breach: Breach | null } {
    const frames: Frame[] = []
    if (this.breached) return { frames, breach: null }
    this.waiting = this.waiting.length === 0 ? bytes : Buffer.concat([this.waiting, bytes])
    for (;;) {
      const next = this.next()
      if (next === null) return { frames, breach: null }
      if ('code' in next) {
        this.breached = true
        return { frames, breach: next }
      }
      frames.push(next)
    }
  }

  private next(): Frame | Breach | null {
    const first = this.waiting[0]
    const second = this.waiting[1]
    if (first === undefined || second === undefined) return null
    const opcode = first & 0x0f
    const final = (first & finalBit) !== 0
    if ((first & reservedBits) !== 0) return breach('no extension was agreed on')
    if (!known.has(opcode)) return breach('unknown kind of frame')
    if ((second & maskBit) === 0) return breach('a client must mask its frames')
    if (opcode >= opcodes.close && (!final || (second & lengthBits) > largestControl)) return breach('a control frame is short and whole')
    const length = this.length(second & lengthBits)
    if (length === null || 'code' in length) return length
    if (length.bytes > this.largest) return breach(`a message may have ${this.largest} bytes`, closeCodes.tooLarge)
    const start = length.headerEnd + 4
    const end = start + length.bytes
    if (this.waiting.length < end) return null
    const payload = unmask(this.waiting.subarray(start, end), this.waiting.subarray(length.headerEnd, start))
    this.waiting = this.waiting.subarray(end)
    return { final, opcode, payload }
  }

  /** The length a header states; null while its bytes have not all come. It must be written in the fewest bytes. */
  private length(short: number): Length | Breach | null {
    if (short < sixteen) return { bytes: short, headerEnd: 2 }
    if (short === sixteen) {
      if (this.waiting.length < 4) return null
      const bytes = this.waiting.readUInt16BE(2)
      return bytes < sixteen ? breach('a length takes the fewest bytes') : { bytes, headerEnd: 4 }
    }
    if (this.waiting.length < 10) return null
    if (this.waiting.readUInt16BE(2) !== 0 || this.waiting.readUInt16BE(4) !== 0) {
      return breach(`a message may have ${this.largest} bytes`, closeCodes.tooLarge)
    }
    const bytes = this.waiting.readUInt32BE(6)
    return bytes < 0x1_0000 ? breach('a length takes the fewest bytes') : { bytes, headerEnd: 10 }
  }
}

const header = (opcode: number, length: number): Buffer => {
  if (length < sixteen) return Buffer.from([finalBit | opcode, length])
  if (length < 0x1_0000) {
    const bytes = Buffer.from([finalBit | opcode, sixteen, 0, 0])
    bytes.writeUInt16BE(length, 2)
    return bytes
  }
  const bytes = Buffer.from([finalBit | opcode, sixtyFour, 0, 0, 0, 0, 0, 0, 0, 0])
  bytes.writeUIntBE(length, 4, 6)
  return bytes
}

const frame = (opcode: number, payload: Buffer): Buffer => Buffer.concat([header(opcode, payload.length), payload])

export const textFrame = (text: string): Buffer => frame(opcodes.text, Buffer.from(text, 'utf8'))
/** Repeats what the ping brought. */
export const pongFrame = (payload: Buffer): Buffer => frame(opcodes.pong, payload)
export const closeFrame = (code: number | null, reason = ''): Buffer => {
  if (code === null) return frame(opcodes.close, Buffer.alloc(0))
  const payload = Buffer.alloc(2)
  payload.writeUInt16BE(code)
  return frame(opcodes.close, Buffer.concat([payload, Buffer.from(reason, 'utf8')]))
}
