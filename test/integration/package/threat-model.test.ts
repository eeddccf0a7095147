import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { heldRows, rowsIn } from '../../support/held-rows.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const model = readFileSync(path.join(root, 'docs', 'threat-model.md'), 'utf8')
const named = rowsIn(model)
const held = heldRows(root)

const strongest = (row: string) => held.get(row)?.[0]
const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

describe('the threat model', () => {
  it('names no defence without an assertion', () => {
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((row) => !held.has(row))).toEqual([])
  })

  it('marks exactly the rows that only unit tests hold', () => {
    const marked = new Set(model.match(/\b[A-Z]{3}-\d+[a-z]?(?=\\?\*)/g) ?? [])
    expect([...marked].sort(inOrder)).toEqual(
      named.filter((row) => strongest(row)?.suite === 'unit').sort(inOrder),
    )
  })

  it('names the file and line of the assertion that holds each row (to update: run with -u)', async () => {
    const lines = [...named].sort(inOrder).map((row) => {
      const { file, line, suite } = strongest(row) ?? { file: '', line: 0, suite: '' }
      return `- ${row}: \`${file}:${line}\`${suite === 'unit' ? ', on its parts alone' : ''}`
    })
    const head =
      '# Where each row of the threat model is held\n\nThe strongest assertion for each row of [threat-model.md](threat-model.md): the first line of it, read from the tests. Written by\n`test/integration/package/threat-model.test.ts`; after a change of a test run that file with `-u`.\n'
    await expect([head, ...lines, ''].join('\n')).toMatchFileSnapshot(
      path.join(root, 'docs', 'threat-model-tests.md'),
    )
  })
})
