import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readSkipped, saySkipped, skipLines } from '../../../tools/skipped.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-skipped-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const page = { what: 'page suite', why: 'no browser.' }

it('prints a skip on one line, however the reason is written', () => {
  vi.stubEnv('PLIMSOLL_SKIPPED', undefined)
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  saySkipped({ what: 'page suite', why: 'no browser.\n  Install one.\n' })
  expect(said.mock.calls).toEqual([['SKIPPED page suite: no browser. Install one.']])
})

it("leaves it to the process that collects the lines, with the test file's name", () => {
  const file = path.join(folder, 'skipped')
  expect(readSkipped(file)).toEqual([])
  vi.stubEnv('PLIMSOLL_SKIPPED', file)
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  saySkipped(page)
  saySkipped({ ...page, file: 'other.test.ts' })
  expect(said).not.toHaveBeenCalled()
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3)
  expect(readSkipped(file)).toEqual([
    { ...page, file: 'test/unit/tools/skipped.test.ts' },
    { ...page, file: 'other.test.ts' },
  ])
})

it('prints it itself if the file cannot be written', () => {
  vi.stubEnv('PLIMSOLL_SKIPPED', path.join(folder, 'missing', 'skipped'))
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  saySkipped(page)
  expect(said.mock.calls).toEqual([['SKIPPED page suite: no browser.']])
})

it('prints each reason once, however many files have it', () => {
  const skips = [page, { what: 'keychain', why: 'no keyring.' }, { ...page, file: 'other.test.ts' }]
  expect(skipLines(skips)).toEqual([
    'SKIPPED page suite: no browser.',
    'SKIPPED keychain: no keyring.',
  ])
})
