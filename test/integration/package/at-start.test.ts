import { describe, expect, it } from 'vitest'
import { startBudgets, startComplaints } from '../../../tools/package/at-start.mjs'
import { packed } from '../../support/packed.js'

const page = {
  'out/renderer/index.html': '<script type="module" src="./assets/index.js"></script>',
  'out/renderer/mini.js': 'import "./assets/bridge.js"\n',
  'out/renderer/assets/bridge.js': 'export const b = 1\n',
  'out/renderer/assets/index.js': 'import "./shared.js"\nimport("./later-parts-a1.js")\n',
  'out/renderer/assets/shared.js': 'export const a = 1\n',
  'out/renderer/assets/later-parts-a1.js': 'export { a } from "./shared.js"\n',
}

/** Text that gzip cannot make shorter than this many bytes. */
function incompressible(bytes: number): string {
  let state = 7
  const next = (): string => {
    state = (state * 48271) % 2147483647
    return String.fromCharCode(97 + (state % 26))
  }
  return `export const a = "${Array.from({ length: bytes * 2 }, next).join('')}"`
}

describe('RES-6 what runs at start', () => {
  it('is whatever the entry points import', () => {
    expect(startComplaints(packed({ files: page }))).toEqual([])
  })

  it('has a budget in main, that code loaded later does not count against', () => {
    const large = `export const b = "${'x'.repeat(startBudgets.main)}"`
    expect(startComplaints(packed({ files: { ...page, 'out/chunks/part.js': large } }))).toEqual([
      expect.stringMatching(/^main at start is \d+ bytes/),
    ])
    const later = {
      'out/main/index.js': 'import("../chunks/part.js")',
      'out/chunks/part.js': large,
    }
    expect(startComplaints(packed({ files: { ...page, ...later } }))).toEqual([])
  })

  it('has a budget in the page, and another for all its scripts', () => {
    const shared = { 'out/renderer/assets/shared.js': incompressible(startBudgets.page) }
    expect(startComplaints(packed({ files: { ...page, ...shared } }))).toEqual([
      expect.stringMatching(/^page at start is \d+ bytes/),
    ])
    const later = {
      'out/renderer/assets/later-parts-a1.js': incompressible(startBudgets.wholePage),
    }
    expect(startComplaints(packed({ files: { ...page, ...later } }))).toEqual([
      expect.stringMatching(/^wholePage at start is \d+ bytes/),
    ])
  })

  it('RES-10 has a budget for the mini window, with all that it shares with the page', () => {
    const large = { 'out/renderer/assets/bridge.js': incompressible(startBudgets.mini) }
    expect(startComplaints(packed({ files: { ...page, ...large } }))).toEqual([
      expect.stringMatching(/^mini at start is \d+ bytes/),
    ])
  })

  it.each([
    ['out/main/index.js', '../chunks/simulator-b2.js', 'out/chunks/simulator-b2.js'],
    [
      'out/renderer/assets/shared.js',
      './later-parts-a1.js',
      'out/renderer/assets/later-parts-a1.js',
    ],
  ])('is not what %s needs only later', (file, imported, loaded) => {
    const files = { ...page, [loaded]: 'export {}\n', [file]: `import "${imported}"\n` }
    expect(startComplaints(packed({ files }))).toEqual([`${loaded} is loaded at start`])
  })

  it('is measured, or reported', () => {
    const files = { ...page, 'out/renderer/index.html': '<p></p>' }
    expect(startComplaints(packed({ files }))).toEqual(['page at start is empty'])
  })
})
