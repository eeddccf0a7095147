// npm run icons
// Draws every picture in resources/ from resources/icon.svg. Run it after changing that file; a
// test fails if it was forgotten.
import { Resvg } from '@resvg/resvg-js'
import { IconIcns, IconIco } from '@shockpkg/icon-encoder'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const resources = fileURLToPath(new URL('../resources', import.meta.url))

/** @type {(svg: string, size: number) => Buffer} */
function png(svg, size) {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}

/**
 * A drawing that shows only one symbol of the SVG.
 * @type {(svg: string, id: string) => string}
 */
function onlySymbol(svg, id) {
  return svg
    .replace(
      /<svg [^>]*>/,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><use href="#${id}" width="16" height="16"/><defs>`,
    )
    .replace('</svg>', '</defs></svg>')
}

/**
 * The macOS pictures of each size: those for screens with twice the pixel density have separate
 * names.
 */
const macNames = /** @type {const} */ ({
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
})
const trayNames = ['watching', 'caution', 'alarm', 'unmonitored', 'idle']

/**
 * @param {string} svg
 * @returns {Promise<Map<string, Buffer>>} each file below resources/, and its required content
 */
export async function drawIcons(svg) {
  const files = new Map([['icon.png', png(svg, 512)]])
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
    files.set(`icons/${size}x${size}.png`, png(svg, size))

  const ico = new IconIco()
  for (const size of [16, 24, 32, 48, 64, 128, 256])
    await ico.addFromPng(png(svg, size), true, true)
  files.set('icon.ico', Buffer.from(ico.encode()))
  const icns = new IconIcns()
  for (const [size, names] of Object.entries(macNames))
    await icns.addFromPng(png(svg, Number(size)), names, true)
  files.set('icon.icns', Buffer.from(icns.encode()))

  for (const name of trayNames) {
    const symbol = onlySymbol(svg, `tray-${name}`)
    for (const size of [16, 22]) {
      files.set(`tray/${name}-${size}.png`, png(symbol, size))
      files.set(`tray/${name}-${size}@2x.png`, png(symbol, 2 * size))
    }
    // macOS uses the shape and colours it itself; masks are black and white.
    const black = symbol.replaceAll(/#(?!0{6}|f{6})[0-9a-f]{6}/g, '#000000')
    files.set(`tray/${name}Template.png`, png(black, 18))
    files.set(`tray/${name}Template@2x.png`, png(black, 36))
  }
  return files
}

const called = process.argv[1]
if (called !== undefined && realpathSync(called) === fileURLToPath(import.meta.url)) {
  for (const [name, data] of await drawIcons(
    readFileSync(path.join(resources, 'icon.svg'), 'utf8'),
  )) {
    const file = path.join(resources, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, data)
  }
}
