// One SVG is the source of every picture: the committed files are what it draws.
import { Resvg } from '@resvg/resvg-js'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawIcons } from '../../../tools/icons.mjs'

const resources = path.resolve(import.meta.dirname, '../../../resources')
const source = readFileSync(path.join(resources, 'icon.svg'), 'utf8')
const drawn = await drawIcons(source)
const committed = (name: string): Buffer => readFileSync(path.join(resources, name))

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const widthOf = (png: Buffer): number => png.readUInt32BE(16)

/**
 * Every complete PNG in a file: a PNG is one, the directories of Windows and macOS contain several.
 */
function picturesIn(file: Buffer): Buffer[] {
  const found = []
  for (let at = file.indexOf(signature); at >= 0; at = file.indexOf(signature, at + 1))
    found.push(file.subarray(at))
  return found
}

function pixelsOf(png: Buffer): Buffer {
  const size = widthOf(png)
  const picture = `<image width="${size}" height="${size}" href="data:image/png;base64,${png.toString('base64')}"/>`
  return new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${picture}</svg>`,
  ).render().pixels
}

/** Whether two files show the same: processors may round the last step differently. */
function alike(one: Buffer, other: Buffer): boolean {
  if (one.equals(other)) return true
  const [first, second] = [picturesIn(one), picturesIn(other)]
  return (
    first.length > 0 &&
    first.length === second.length &&
    first.every((picture, at) => {
      const [here, there] = [pixelsOf(picture), pixelsOf(second[at] ?? picture)]
      return (
        here.length === there.length &&
        here.every((value, index) => Math.abs(value - (there[index] ?? 0)) <= 2)
      )
    })
  )
}

describe('the pictures in resources/', () => {
  it('are drawn from icon.svg, every one of them; otherwise: npm run icons', () => {
    expect(
      [...drawn].filter(([name, data]) => !alike(committed(name), data)).map(([name]) => name),
    ).toEqual([])
  })

  it('are all drawn from it', () => {
    const there = readdirSync(resources, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(png|ico|icns)$/.test(name),
    )
    expect(there.map((name) => name.replaceAll(path.sep, '/')).sort()).toEqual(
      [...drawn.keys()].sort(),
    )
  })

  it('each show something, and those of the tray something different each', () => {
    for (const [name, data] of drawn)
      expect(
        pixelsOf(picturesIn(data).at(-1) ?? data).some((value) => value > 0),
        name,
      ).toBe(true)
    const tray = [...drawn]
      .filter(([name]) => name.endsWith('-16.png'))
      .map(([, data]) => pixelsOf(data).toString('base64'))
    expect(new Set(tray).size).toBe(5)
  })

  it('differ when a shape or a colour of it changes', async () => {
    const differing = async (from: string, to: string): Promise<string[]> => {
      expect(source).toContain(from)
      const other = await drawIcons(source.replace(from, to))
      return [...drawn]
        .filter(([name, data]) => !alike(other.get(name) ?? data, data))
        .map(([name]) => name)
    }
    expect(await differing('r="116"', 'r="115"')).toEqual(
      expect.arrayContaining(['icon.png', 'icon.ico', 'icon.icns', 'icons/16x16.png']),
    )
    const ofAlertIcon = await differing('cy="12" r="1.12"', 'cy="12" r="0.9"')
    expect(ofAlertIcon.length).toBeGreaterThan(3)
    expect(ofAlertIcon.every((name) => name.startsWith('tray/alarm'))).toBe(true)
    // Those of macOS are shapes without a colour.
    expect(await differing('stroke="#2389b3"', 'stroke="#2389c3"')).toHaveLength(4)
  })

  it('have the sizes in their names and directories', () => {
    expect(picturesIn(committed('icons/48x48.png')).map(widthOf)).toEqual([48])
    const ico = committed('icon.ico')
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_one, index) =>
      ico.subarray(6 + 16 * index, 22 + 16 * index),
    )
    expect(entries.map((entry) => widthOf(ico.subarray(entry.readUInt32LE(12))))).toEqual([
      16, 24, 32, 48, 64, 128, 256,
    ])
    expect(entries.map((entry) => entry[0] || 256)).toEqual([16, 24, 32, 48, 64, 128, 256])
    const icns = committed('icon.icns')
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
    expect(
      picturesIn(icns)
        .map(widthOf)
        .toSorted((one, other) => one - other),
    ).toEqual([16, 32, 32, 64, 128, 256, 256, 512, 512, 1024])
  })
})
