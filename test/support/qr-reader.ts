// Reads a QR code as a phone does, from its modules alone and by the standard (ISO/IEC 18004):
// nothing here is of the program that draws. Versions 2 to 6 and text as bytes, which is what an
// address needs. A code with any flaw in it is refused, not repaired.

type Modules = (x: number, y: number) => boolean

/** Codewords for error correction in each block, and blocks: by version from 2, for level M. */
const levelM: readonly (readonly [number, number])[] = [
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
]
const formatOfM = 0b00
const formatMask = 0b101010000010010

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0)
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not a QR code: ${what}`)
}

/** Level and mask, from beside the upper left corner; the remainder of BCH(15, 5) has to fit. */
function maskIn(dark: Modules): number {
  const across = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => dark(x, 8))
  const up = [7, 5, 4, 3, 2, 1, 0].map((y) => dark(8, y))
  const format = numberOf([...across, ...up]) ^ formatMask
  let rest = format
  for (let bit = 14; bit >= 10; bit -= 1) if ((rest >> bit) & 1) rest ^= 0b10100110111 << (bit - 10)
  demand(rest === 0, 'the format')
  demand(format >> 13 === formatOfM, 'the level')
  return (format >> 10) & 0b111
}

function checkPatterns(dark: Modules, size: number): void {
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const) {
    for (let at = 0; at < 49; at += 1) {
      const ring = Math.max(Math.abs((at % 7) - 3), Math.abs(Math.floor(at / 7) - 3))
      demand(dark(left + (at % 7), top + Math.floor(at / 7)) === (ring !== 2), 'a corner')
    }
  }
  for (let at = 8; at < size - 8; at += 1)
    demand(dark(at, 6) === (at % 2 === 0) && dark(6, at) === (at % 2 === 0), 'the timing')
  demand(dark(8, size - 8), 'the dark module')
}

/**
 * Corners with what surrounds them, timing, and the one alignment pattern that these versions have.
 */
function isFunction(x: number, y: number, size: number): boolean {
  return (
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (x >= size - 8 && y < 9) ||
    x === 6 ||
    y === 6 ||
    (Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2)
  )
}

/** Up and down in pairs of columns from the right, past the column of the timing. */
function bitsIn(dark: Modules, size: number): boolean[] {
  const mask = masks[maskIn(dark)]
  const bits: boolean[] = []
  let upwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step
      for (const x of [right, right - 1])
        if (!isFunction(x, y, size)) bits.push(dark(x, y) !== mask?.(x, y))
    }
    upwards = !upwards
  }
  return bits
}

function double(value: number): number {
  return value & 0x80 ? ((value << 1) ^ 0x11d) & 0xff : value << 1
}

function times(a: number, b: number): number {
  return b === 0 ? 0 : ((b & 1) === 0 ? 0 : a) ^ times(double(a), b >> 1)
}

/**
 * As a polynomial over GF(256) a whole block is zero at as many powers of 2 as it has codewords for
 * correction.
 */
function isWhole(block: readonly number[], corrections: number): boolean {
  let power = 1
  for (let root = 0; root < corrections; root += 1) {
    const at = power
    if (block.reduce((sum, codeword) => times(sum, at) ^ codeword, 0) !== 0) return false
    power = double(power)
  }
  return true
}

/**
 * `dark` inside the quiet zone.
 * @throws Error where a reader would see no code, or a damaged one.
 */
export function readQr(dark: Modules, size: number): string {
  const [corrections, blocks] = levelM[(size - 17) / 4 - 2] ?? [0, 0]
  demand(blocks > 0, 'the size')
  checkPatterns(dark, size)
  const bits = bitsIn(dark, size)
  const codewords = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    numberOf(bits.slice(8 * at, 8 * at + 8)),
  )
  demand(codewords.length % blocks === 0, 'the blocks')
  const interleaved = Array.from({ length: blocks }, (_, block) =>
    codewords.filter((_codeword, at) => at % blocks === block),
  )
  for (const block of interleaved) demand(isWhole(block, corrections), 'the correction')
  const bytes = interleaved.flatMap((block) => block.slice(0, block.length - corrections))
  const text = bytes.flatMap((byte) =>
    [...byte.toString(2).padStart(8, '0')].map((bit) => bit === '1'),
  )
  demand(numberOf(text.slice(0, 4)) === 0b0100, 'bytes')
  const length = numberOf(text.slice(4, 12))
  const content = Array.from({ length }, (_, at) => numberOf(text.slice(12 + 8 * at, 20 + 8 * at)))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(content))
}
