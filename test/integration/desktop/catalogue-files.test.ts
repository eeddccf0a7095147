import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogueFiles } from '../../../src/main/desktop/catalogue-files.js'

describe('catalogue files of the main process', () => {
  let folder: string
  let warnings: string[]
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  const open = () => catalogueFiles(folder, (what) => warnings.push(what))

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plimsoll-catalogues-'))
    warnings = []
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('are read one by one, each once when first needed (UX-64)', () => {
    const read = open()
    write('en.json', '{"a.one":"Close"}')
    expect(read('en')).toEqual({ 'a.one': 'Close' })
    write('en.json', '{"a.one":"Other"}')
    write('uk.json', '{"a.one":"Закрити"}')
    expect(read('en')).toEqual({ 'a.one': 'Close' })
    expect(read('uk')).toEqual({ 'a.one': 'Закрити' })
    expect(warnings).toEqual([])
  })

  it('return nothing if one cannot be read, and say so once, so that English is used', () => {
    write('uk.json', '{"a.one":')
    const read = open()
    expect([read('uk'), read('uk')]).toEqual([null, null])
    expect(warnings).toEqual([expect.stringContaining('The messages in uk could not be read')])
  })

  it('require English', () => {
    expect(() => open()('en')).toThrow(/ENOENT/)
  })
})
