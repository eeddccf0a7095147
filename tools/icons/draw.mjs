// Every picture in resources/, drawn from resources/icon.svg: the app icon as PNG, ICO and ICNS, the tray pictures as PNG.
import { png } from './paint.mjs'
import { byId, layersFor, readSvg } from './svg.mjs'

/**
 * Windows: a directory of pictures, each a PNG.
 * @type {(pictures: readonly { size: number, data: Buffer }[]) => Buffer}
 */
const ico = (pictures) => {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [index, { size, data }] of pictures.entries()) {
    const entry = head.subarray(6 + 16 * index)
    // One byte each: 256 is written as 0.
    entry.set([size % 256, size % 256])
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(data.length, 8)
    entry.writeUInt32LE(at, 12)
    at += data.length
  }
  return Buffer.concat([head, ...pictures.map(({ data }) => data)])
}

/**
 * macOS: a list of chunks, named by the size they are for.
 * @type {(parts: readonly { name: string, data: Buffer }[]) => Buffer}
 */
const icns = (parts) => {
  const chunks = parts.flatMap(({ name, data }) => {
    const frame = Buffer.alloc(8)
    frame.write(name, 'latin1')
    frame.writeUInt32BE(data.length + 8, 4)
    return [frame, data]
  })
  const head = Buffer.alloc(8)
  head.write('icns', 'latin1')
  head.writeUInt32BE(
    chunks.reduce((sum, { length }) => sum + length, 8),
    4,
  )
  return Buffer.concat([head, ...chunks])
}

const macSizes = /** @type {const} */ ({
  icp4: 16,
  icp5: 32,
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
})
const trayNames = ['watching', 'caution', 'alarm', 'blind', 'idle']

/**
 * @param {string} text the SVG
 * @returns {Map<string, Buffer>} each file below resources/, and what it has to hold
 */
export const drawIcons = (text) => {
  const svg = readSvg(text)
  /** @type {Map<number, Buffer>} */
  const drawn = new Map()
  /** @param {number} size */
  const icon = (size) => {
    const data = drawn.get(size) ?? png(size, layersFor(svg, svg, size))
    drawn.set(size, data)
    return data
  }
  const files = new Map([['icon.png', icon(512)]])
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) files.set(`icons/${size}x${size}.png`, icon(size))
  files.set('icon.ico', ico([16, 24, 32, 48, 64, 128, 256].map((size) => ({ size, data: icon(size) }))))
  files.set('icon.icns', icns(Object.entries(macSizes).map(([name, size]) => ({ name, data: icon(size) }))))
  for (const name of trayNames) {
    const symbol = byId(svg, `tray-${name}`)
    /** @param {number} size */
    const layers = (size) => layersFor(svg, symbol, size)
    for (const size of [16, 22]) {
      files.set(`tray/${name}-${size}.png`, png(size, layers(size)))
      files.set(`tray/${name}-${size}@2x.png`, png(2 * size, layers(2 * size)))
    }
    // macOS takes the shape and colours it itself.
    const black = (/** @type {number} */ size) =>
      png(
        size,
        layers(size).map(([shape]) => [shape, '#000000']),
      )
    files.set(`tray/${name}Template.png`, black(18))
    files.set(`tray/${name}Template@2x.png`, black(36))
  }
  return files
}
