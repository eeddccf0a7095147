// Frames as a client sends them (RFC 6455 section 5), written for the tests alone.
export type ClientFrame = {
  opcode?: number
  final?: boolean
  masked?: boolean
  reserved?: number
  payload?: Buffer | string
  /** Writes the length in 2 or 8 bytes although it would fit into fewer. */
  lengthBytes?: 2 | 8
  /** States another length than the payload has. */
  statedLength?: bigint
}

const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d])

function lengthOf(length: bigint, bytes: 1 | 2 | 8): { short: number; extended: Buffer } {
  if (bytes === 1) return { short: Number(length), extended: Buffer.alloc(0) }
  const extended = Buffer.alloc(bytes)
  if (bytes === 2) extended.writeUInt16BE(Number(length))
  else extended.writeBigUInt64BE(length)
  return { short: bytes === 2 ? 126 : 127, extended }
}

export function clientFrame(frame: ClientFrame = {}): Buffer {
  const { opcode = 1, final = true, masked = true, reserved = 0, payload = '' } = frame
  const data = Buffer.from(payload)
  const length = frame.statedLength ?? BigInt(data.length)
  const { short, extended } = lengthOf(
    length,
    frame.lengthBytes ?? (length < 126n ? 1 : length < 0x10000n ? 2 : 8),
  )
  const head = Buffer.from([
    (final ? 0x80 : 0) | (reserved << 4) | opcode,
    (masked ? 0x80 : 0) | short,
  ])
  if (!masked) return Buffer.concat([head, extended, data])
  return Buffer.concat([
    head,
    extended,
    mask,
    Buffer.from(data.map((byte, index) => byte ^ (mask[index % 4] ?? 0))),
  ])
}

/** Splits what a server sent into its frames: opcode and payload. */
export function serverFrames(
  bytes: Buffer,
): { opcode: number; final: boolean; masked: boolean; payload: Buffer }[] {
  const frames: { opcode: number; final: boolean; masked: boolean; payload: Buffer }[] = []
  let at = 0
  while (at + 2 <= bytes.length) {
    const first = bytes[at] ?? 0
    const second = bytes[at + 1] ?? 0
    const short = second & 0x7f
    const headerEnd = at + (short === 127 ? 10 : short === 126 ? 4 : 2)
    const length =
      short === 127
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : short
    frames.push({
      opcode: first & 0x0f,
      final: (first & 0x80) !== 0,
      masked: (second & 0x80) !== 0,
      payload: bytes.subarray(headerEnd, headerEnd + length),
    })
    at = headerEnd + length
  }
  return frames
}
