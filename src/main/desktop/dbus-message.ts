// D-Bus messages as bytes, as its specification defines them ("Marshaling", "Message Protocol"):
// what Plimsoll sends and may receive.

/** A struct and an entry of a dictionary are arrays of their members. */
export type BusValue = string | number | bigint | boolean | BusVariant | readonly BusValue[]
export type BusVariant = { signature: string; value: BusValue }

/** `signature`: the types of the body. Absent fields are empty, or 0. */
export type BusMessage = {
  type: 'call' | 'return' | 'error' | 'signal'
  serial: number
  replySerial: number
  path: string
  interface: string
  member: string
  errorName: string
  destination: string
  sender: string
  signature: string
  body: readonly BusValue[]
}

/** Far above anything the bus or a notification daemon sends. */
const mostBytes = 1 << 20
/** As in the specification. */
const mostDepth = 64
const fixedBytes = 16

const messageTypes = ['call', 'return', 'error', 'signal'] as const
/** By their codes in a header. */
const headerFields = [
  [1, 'path', 'o'],
  [2, 'interface', 's'],
  [3, 'member', 's'],
  [4, 'errorName', 's'],
  [5, 'replySerial', 'u'],
  [6, 'destination', 's'],
  [7, 'sender', 's'],
  [8, 'signature', 'g'],
] as const

const alignments = new Map(
  Object.entries({
    y: 1,
    g: 1,
    v: 1,
    n: 2,
    q: 2,
    b: 4,
    i: 4,
    u: 4,
    s: 4,
    o: 4,
    a: 4,
    x: 8,
    t: 8,
    d: 8,
    '(': 8,
    '{': 8,
  }),
)

const aligned = (at: number, to: number): number => Math.ceil(at / to) * to

function alignmentOf(type: string): number {
  const alignment = alignments.get(type.charAt(0))
  if (alignment === undefined) throw new Error(`D-Bus has no type ${JSON.stringify(type)}`)
  return alignment
}

/** The first complete type of a signature. */
function firstType(signature: string): string {
  const first = signature.charAt(0)
  alignmentOf(first)
  if (first === 'a') return `a${firstType(signature.slice(1))}`
  if (first !== '(' && first !== '{') return first
  const end = first === '(' ? ')' : '}'
  let length = 1
  while (length < signature.length && signature.charAt(length) !== end)
    length += firstType(signature.slice(length)).length
  if (length === 1 || length >= signature.length)
    throw new Error(`a signature of D-Bus is not complete: ${JSON.stringify(signature)}`)
  return signature.slice(0, length + 1)
}

function typesOf(signature: string): string[] {
  const types: string[] = []
  for (let rest = signature; rest !== '';) {
    const type = firstType(rest)
    types.push(type)
    rest = rest.slice(type.length)
  }
  return types
}

function isVariant(value: BusValue): value is BusVariant {
  return typeof value === 'object' && 'signature' in value
}

function listOf(value: BusValue): readonly BusValue[] {
  if (typeof value !== 'object' || isVariant(value)) throw new Error('a list was expected')
  return value
}

/** Little endian. 64-bit numbers and fractions are never sent. */
function createWriter() {
  const chunks: Buffer[] = []
  let length = 0

  const put = (bytes: Buffer): void => {
    chunks.push(bytes)
    length += bytes.length
  }

  const align = (to: number): void => put(Buffer.alloc(aligned(length, to) - length))

  const number = (bytes: number, value: BusValue, signed: boolean): void => {
    const written = Buffer.alloc(bytes)
    if (signed) written.writeIntLE(Number(value), 0, bytes)
    else written.writeUIntLE(Number(value), 0, bytes)
    put(written)
  }

  const write = (type: string, value: BusValue): void => {
    align(alignmentOf(type))
    switch (type.charAt(0)) {
      case 'y':
        return number(1, value, false)
      case 'b':
      case 'u':
        return number(4, value, false)
      case 'i':
        return number(4, value, true)
      case 's':
      case 'o': {
        const text = Buffer.from(String(value), 'utf8')
        number(4, text.length, false)
        return put(Buffer.concat([text, Buffer.alloc(1)]))
      }
      case 'g': {
        const text = Buffer.from(String(value), 'latin1')
        number(1, text.length, false)
        return put(Buffer.concat([text, Buffer.alloc(1)]))
      }
      case 'v': {
        if (!isVariant(value)) throw new Error('a variant was expected')
        write('g', value.signature)
        return write(value.signature, value.value)
      }
      case 'a': {
        const size = Buffer.alloc(4)
        put(size)
        const item = type.slice(1)
        // The bytes before the first item do not count.
        align(alignmentOf(item))
        const start = length
        for (const one of listOf(value)) write(item, one)
        size.writeUInt32LE(length - start, 0)
        return
      }
      case '(':
      case '{': {
        const members = listOf(value)
        typesOf(type.slice(1, -1)).forEach((member, n) => write(member, members[n] ?? ''))
        return
      }
      default:
        throw new Error(`a value of the type ${type} is never sent`)
    }
  }

  return { write, align, bytes: (): Buffer => Buffer.concat(chunks) }
}

function createReader(bytes: Buffer, isLittle: boolean) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0

  const skip = (count: number): number => {
    const from = at
    at += count
    if (at > bytes.length) throw new Error('a message of D-Bus ends too early')
    return from
  }

  const align = (to: number): void => void skip(aligned(at, to) - at)

  const text = (length: number): string => {
    const from = skip(length + 1)
    return bytes.toString('utf8', from, from + length)
  }

  const read = (type: string, depth = 0): BusValue => {
    if (depth > mostDepth) throw new Error('a message of D-Bus is nested too deeply')
    align(alignmentOf(type))
    switch (type.charAt(0)) {
      case 'y':
        return view.getUint8(skip(1))
      case 'n':
        return view.getInt16(skip(2), isLittle)
      case 'q':
        return view.getUint16(skip(2), isLittle)
      case 'b':
        return view.getUint32(skip(4), isLittle) !== 0
      case 'i':
        return view.getInt32(skip(4), isLittle)
      case 'u':
        return view.getUint32(skip(4), isLittle)
      case 'x':
        return view.getBigInt64(skip(8), isLittle)
      case 't':
        return view.getBigUint64(skip(8), isLittle)
      case 'd':
        return view.getFloat64(skip(8), isLittle)
      case 's':
      case 'o':
        return text(view.getUint32(skip(4), isLittle))
      case 'g':
        return text(view.getUint8(skip(1)))
      case 'v': {
        const signature = String(read('g', depth + 1))
        if (firstType(signature) !== signature)
          throw new Error('a variant of D-Bus holds one value')
        return { signature, value: read(signature, depth + 1) }
      }
      case 'a': {
        const size = view.getUint32(skip(4), isLittle)
        const item = type.slice(1)
        align(alignmentOf(item))
        const end = at + size
        const items: BusValue[] = []
        while (at < end) items.push(read(item, depth + 1))
        return items
      }
      default:
        return typesOf(type.slice(1, -1)).map((member) => read(member, depth + 1))
    }
  }

  return { read, align }
}

/** Throws if a value does not fit its type, which only a bug here can cause. */
export function encodeMessage(message: BusMessage): Buffer {
  const body = createWriter()
  typesOf(message.signature).forEach((type, n) => body.write(type, message.body[n] ?? ''))
  const bodyBytes = body.bytes()

  const header = createWriter()
  header.write('y', 'l'.charCodeAt(0))
  header.write('y', messageTypes.indexOf(message.type) + 1)
  header.write('y', 0)
  header.write('y', 1)
  header.write('u', bodyBytes.length)
  header.write('u', message.serial)
  const fields = headerFields.flatMap(([code, name, signature]): BusValue[] => {
    const value = message[name]
    return value === '' || value === 0 ? [] : [[code, { signature, value }]]
  })
  header.write('a(yv)', fields)
  header.align(8)
  return Buffer.concat([header.bytes(), bodyBytes])
}

/**
 * The length of the first message in bytes; null while unknown. Throws if the bytes cannot begin a
 * message.
 */
function messageLength(bytes: Buffer): number | null {
  if (bytes.length < fixedBytes) return null
  const isLittle = bytes.readUInt8(0) === 'l'.charCodeAt(0)
  const numberAt = (at: number): number =>
    isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  const length = aligned(fixedBytes + numberAt(12), 8) + numberAt(4)
  if (length > mostBytes) throw new Error('a message of D-Bus is too long')
  return length
}

/**
 * Takes the first complete message from the received bytes; null if incomplete. An unknown message
 * type counts as a signal without a name. Throws if the bytes are not a message.
 */
export function decodeMessage(bytes: Buffer): { message: BusMessage; rest: Buffer } | null {
  const length = messageLength(bytes)
  if (length === null || bytes.length < length) return null
  const reader = createReader(bytes.subarray(0, length), bytes.readUInt8(0) === 'l'.charCodeAt(0))
  const [, code, , , , serial] = ['y', 'y', 'y', 'y', 'u', 'u'].map((type) => reader.read(type))
  const values = new Map<unknown, BusValue>()
  for (const field of listOf(reader.read('a(yv)'))) {
    const [name = 0, held = ''] = listOf(field)
    if (isVariant(held)) values.set(name, held.value)
  }
  reader.align(8)
  const textOf = (field: number): string => {
    const value = values.get(field)
    return typeof value === 'string' ? value : ''
  }
  const signature = textOf(8)
  const type = messageTypes[Number(code) - 1]
  return {
    message: {
      type: type ?? 'signal',
      serial: Number(serial),
      replySerial: Number(values.get(5) ?? 0),
      path: textOf(1),
      interface: textOf(2),
      member: type === undefined ? '' : textOf(3),
      errorName: textOf(4),
      destination: textOf(6),
      sender: textOf(7),
      signature,
      body: typesOf(signature).map((one) => reader.read(one)),
    },
    rest: bytes.subarray(length),
  }
}
