// One SVG is the source of every picture: what is committed is what it draws.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawIcons } from '../../../tools/icons/draw.mjs'
import { picturesIn, samePictures } from '../../../tools/icons/paint.mjs'
import { readSvg } from '../../../tools/icons/svg.mjs'

const resources = path.resolve(import.meta.dirname, '../../../resources')
const source = readFileSync(path.join(resources, 'icon.svg'), 'utf8')
const drawn = drawIcons(source)
const committed = (name: string): Buffer => readFileSync(path.join(resources, name))

describe('the pictures in resources/', () => {
  it('are what icon.svg draws, every one of them; otherwise: npm run icons', () => {
    expect([...drawn].filter(([name, data]) => !samePictures(committed(name), data)).map(([name]) => name)).toEqual([])
  })

  it('are all drawn from it', () => {
    const there = readdirSync(resources, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(png|ico|icns)$/.test(name))
    expect(there.map((name) => name.replaceAll(path.sep, '/')).sort()).toEqual([...drawn.keys()].sort())
  })

  it('do not pass for it when a shape or a colour in it is another', () => {
    const differing = (from: string, to: string): string[] => {
      expect(source).toContain(from)
      const other = drawIcons(source.replace(from, to))
      return [...drawn].filter(([name, data]) => !samePictures(other.get(name) ?? data, data)).map(([name]) => name)
    }
    expect(differing('r="116"', 'r="115"')).toEqual(expect.arrayContaining(['icon.png', 'icon.ico', 'icon.icns', 'icons/16x16.png']))
    expect(differing('cy="12" r="1.12"', 'cy="12" r="0.9"').every((name) => name.startsWith('tray/alarm'))).toBe(true)
    expect(differing('stroke="#2389b3"', 'stroke="#2389c3"')).toHaveLength(4)
  })

  it('have the sizes that their names and their directories say', () => {
    expect(picturesIn(committed('icons/48x48.png')).map(({ size }) => size)).toEqual([48])
    const ico = committed('icon.ico')
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_one, index) => ico.subarray(6 + 16 * index, 22 + 16 * index))
    const inside = entries.map((entry) => picturesIn(ico.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8))))
    expect(inside.map(([picture]) => picture?.size)).toEqual(entries.map((entry) => entry[0] || 256))
    const icns = committed('icon.icns')
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
  })
})

describe('an SVG that uses what is not drawn', () => {
  it.each([
    ['<path d="M0 0"/>', /<path> is not drawn/],
    ['<rect width="1" height="1" opacity="0.5"/>', /opacity of <rect> is not drawn/],
    ['<g><rect width="1" height="1"/>', /<\/svg> closes nothing/],
  ])('stops at %s', (inside, words) => {
    expect(() => readSvg(`<svg viewBox="0 0 16 16">${inside}</svg>`)).toThrow(words)
  })
})
