import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { heldRows } from '../../support/held-rows.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const listed = [
  ...readFileSync(path.join(root, 'docs', 'promises.md'), 'utf8').matchAll(
    /^\| ([A-Z]{3}-\d+[a-z]?) /gm,
  ),
].map(([, row]) => row)

it('the list of promises has each row once, and exactly those with a test', () => {
  expect(listed.length).toBeGreaterThan(100)
  expect([...new Set(listed)]).toEqual(listed)
  expect([...listed].sort()).toEqual([...heldRows(root).keys()].sort())
})
