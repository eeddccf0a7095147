import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { heldRows, itemsIn } from '../../support/held-rows.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const [table = '', withoutTest = ''] = readFileSync(
  path.join(root, 'docs', 'checklist.md'),
  'utf8',
).split('## Without a test')
const held = heldRows(root, itemsIn)

const rows = [...table.matchAll(/^\| (UX-\d+) \|.*\| ([^|]*) \|$/gm)].map(
  ([, item = '', files = '']) => ({
    item,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => `test/${file}`),
  }),
)
const exceptions = [...withoutTest.matchAll(/^- (UX-\d+):/gm)].map(([, item]) => item)

function numbered(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => `UX-${first + at}`)
}

const every = [...numbered(45, 53), ...numbered(60, 77)]

describe('the checklist', () => {
  it('has each item once, in the table or among those without a test', () => {
    expect([...rows.map(({ item }) => item), ...exceptions].sort()).toEqual(every)
  })

  it('names tests whose title begins with the item and that assert something', () => {
    const holds = (item: string, file: string): boolean =>
      (held.get(item) ?? []).some((one) => one.file === file)
    expect(rows.filter(({ files }) => files.length === 0)).toEqual([])
    expect(
      rows.flatMap(({ item, files }) =>
        files.filter((file) => !holds(item, file)).map((file) => `${item}: ${file}`),
      ),
    ).toEqual([])
  })

  it('excludes no item that has a test: its line moves up into the table', () => {
    expect(exceptions.filter((item) => held.has(item ?? ''))).toEqual([])
  })

  it.each([
    ["'UX-50 is given once'", ['UX-50']],
    ['`REN-17, UX-65 axe finds nothing: ${state}`', ['UX-65']],
    ["'speaks of UX-50'", []],
    ["'REN-17 speaks of UX-50'", []],
  ])('%s begins with %j', (title, items) => {
    expect(itemsIn(title)).toEqual(items)
  })
})
