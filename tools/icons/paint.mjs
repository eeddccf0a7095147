// Shapes, and squares painted with them. Plain Node, no picture library: edges are smoothed from the exact distance to each shape.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/**
 * How far a point is from a shape's edge, negative inside it, in pixels.
 * @typedef {(px: number, py: number) => number} Shape
 * @typedef {[shape: Shape, colour: string]} Layer
 */

/** @type {(x: number, y: number, width: number, height: number, round: number) => Shape} */
export const box = (x, y, width, height, round) => (px, py) => {
  const dx = Math.abs(px - x - width / 2) - width / 2 + round
  const dy = Math.abs(py - y - height / 2) - height / 2 + round
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round
}
/** @type {(x: number, y: number, radius: number, thick: number) => Shape} */
export const ring = (x, y, radius, thick) => (px, py) => Math.abs(Math.hypot(px - x, py - y) - radius) - thick / 2
/** @type {(x: number, y: number, radius: number) => Shape} */
export const dot = (x, y, radius) => (px, py) => Math.hypot(px - x, py - y) - radius
/** @type {(x1: number, y1: number, x2: number, y2: number, thick: number) => Shape} with round ends */
export const slash = (x1, y1, x2, y2, thick) => (px, py) => {
  const along = Math.min(1, Math.max(0, ((px - x1) * (x2 - x1) + (py - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)))
  return Math.hypot(px - x1 - along * (x2 - x1), py - y1 - along * (y2 - y1)) - thick / 2
}
/** @type {(points: [x: number, y: number][], round: number) => Shape} corners in clockwise order, none of them hollow */
export const polygon = (points, round) => {
  const sides = points.map(
    (from, at) => /** @type {const} */ ([...from, .../** @type {[number, number]} */ (points[(at + 1) % points.length])]),
  )
  return (px, py) => {
    const inside = sides.every(([x1, y1, x2, y2]) => (x2 - x1) * (py - y1) - (y2 - y1) * (px - x1) >= 0)
    const edge = Math.min(...sides.map((side) => slash(...side, 0)(px, py)))
    return (inside ? -edge : edge) - round
  }
}
/** @type {(shape: Shape, within: Shape) => Shape} */
export const only = (shape, within) => (px, py) => Math.max(shape(px, py), within(px, py))
/** @type {(shape: Shape, hole: Shape) => Shape} */
export const without = (shape, hole) => (px, py) => Math.max(shape(px, py), -hole(px, py))
/** @type {(one: Shape, other: Shape) => Shape} */
export const either = (one, other) => (px, py) => Math.min(one(px, py), other(px, py))

/** @type {(colour: string, at: number) => number} */
const tone = (colour, at) => Number.parseInt(colour.slice(at, at + 2), 16)

/**
 * Paints layers over each other onto a square with nothing behind it: rows of red, green, blue and opacity, each after a filter byte.
 * @type {(size: number, layers: readonly Layer[]) => Buffer}
 */
const paint = (size, layers) => {
  const rows = Buffer.alloc(size * (size * 4 + 1))
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let red = 0
      let green = 0
      let blue = 0
      let alpha = 0
      for (const [shape, colour] of layers) {
        const cover = Math.min(1, Math.max(0, 0.5 - shape(x + 0.5, y + 0.5)))
        if (cover === 0) continue
        const under = alpha * (1 - cover)
        alpha = cover + under
        red = (tone(colour, 1) * cover + red * under) / alpha
        green = (tone(colour, 3) * cover + green * under) / alpha
        blue = (tone(colour, 5) * cover + blue * under) / alpha
      }
      rows.set([red, green, blue, alpha * 255].map(Math.round), y * (size * 4 + 1) + 1 + x * 4)
    }
  }
  return rows
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** @type {(type: string, data: Buffer) => Buffer} */
const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** @type {(size: number, layers: readonly Layer[]) => Buffer} */
export const png = (size, layers) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const pixels = deflateSync(paint(size, layers), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/**
 * The pictures in a file that was made here, wherever in it: their sizes and what was painted. Two versions of a packer give different
 * bytes for one picture.
 * @param {Buffer} file
 * @returns {{ size: number, rows: Buffer }[]}
 */
export const picturesIn = (file) => {
  const found = []
  for (let at = file.indexOf(signature); at >= 0; at = file.indexOf(signature, at + 1)) {
    const size = file.readUInt32BE(at + 16)
    const pixels = at + signature.length + 25
    if (file.toString('latin1', pixels + 4, pixels + 8) !== 'IDAT') throw new Error('This picture was not made here.')
    found.push({ size, rows: inflateSync(file.subarray(pixels + 8, pixels + 8 + file.readUInt32BE(pixels))) })
  }
  return found
}

/** @type {(one: Buffer, other: Buffer) => boolean} whether they look alike: processors may round the last step differently */
export const samePictures = (one, other) => {
  const [first, second] = [picturesIn(one), picturesIn(other)]
  return (
    first.length === second.length &&
    first.every(({ size, rows }, at) => {
      const beside = second[at]
      return (
        beside?.size === size &&
        beside.rows.length === rows.length &&
        rows.every((value, index) => Math.abs(value - (beside.rows[index] ?? 0)) <= 1)
      )
    })
  )
}
