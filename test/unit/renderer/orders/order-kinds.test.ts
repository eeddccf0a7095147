import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  everyOrderKind,
  orderKinds,
  tradeTabs,
} from '../../../../src/renderer/orders/kinds/order-kinds.js'

const folder = 'src/renderer/orders/kinds/'

/**
 * Where a text names a kind: quoted, or compared with a kind where its name is an ordinary word too
 * ("market" is also a field and a tab).
 */
function namedIn(text: string): string[] {
  return everyOrderKind.flatMap(({ name }) => {
    const isOrdinary = ['market', 'cancel'].includes(name)
    const before = isOrdinary ? String.raw`(?:\bkind\b['"\])]*\s*(?:[!=]==?|:)\s*|\bcase\s+)` : ''
    return [...text.matchAll(new RegExp(`${before}['"\`]${name}['"\`]`, 'g'))].map(
      ([found]) => found,
    )
  })
}

describe('the table of order kinds', () => {
  test('has every kind under its own name, with texts of its own', () => {
    for (const [name, view] of Object.entries(orderKinds)) expect(view.name).toBe(name)
    const labels = everyOrderKind.flatMap(({ words }) => [words.label, words.inList])
    expect(new Set(labels).size).toBe(2 * everyOrderKind.length)
  })

  test('has each form of the Trade screen once, in the order of the tabs', () => {
    expect(tradeTabs).toEqual(['market', 'limit', 'bulk', 'close', 'open-orders'])
  })

  test('names of kinds appear in its folder only: everything else asks the table', () => {
    const files = globSync('src/renderer/**/*.{ts,svelte}').map((file) =>
      file.replaceAll('\\', '/'),
    )
    const naming = files.flatMap((file) => {
      const found = namedIn(readFileSync(file, 'utf8'))
      return found.length === 0 ? [] : [{ file, found }]
    })
    const inFolder = naming.filter(({ file }) => file.startsWith(folder))
    expect(inFolder.length).toBeGreaterThanOrEqual(everyOrderKind.length)
    expect(naming.filter(({ file }) => !file.startsWith(folder))).toEqual([])
  })

  test.each([
    `if (preview.kind === 'market') return`,
    `case 'cancel':`,
    `{ kind: 'market', market }`,
    `{#if "cancel-all" === kind}`,
    `['bulk']`,
  ])('%s names a kind', (text) => {
    expect(namedIn(text)).toHaveLength(1)
  })

  test('a field or a tab of the same name is no kind', () => {
    expect(namedIn(`heads: ['market', 'cancel'], tab = 'market', by: 'market'`)).toEqual([])
  })
})
