import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRow } from '../../../src/shared/csv.js'
import { guards, holdsNoFormula } from '../../support/guarded-text.js'

describe('CSV', () => {
  it.each([
    ['=1+1', `"'=1+1"\r\n`],
    [' @x', `"' @x"\r\n`],
    ['a;=cmd()', `"a;'=cmd()"\r\n`],
    ['a\n +1;x', `"a\n '+1;x"\r\n`],
    ['a;"=1+1;b', `"a;""'=1+1;b"\r\n`],
    ['＝1+1', `"'＝1+1"\r\n`],
    ['a\tb', '"a\tb"\r\n'],
    ['say "so"', '"say ""so"""\r\n'],
    ['-1.5', '-1.5\r\n'],
    ['-1.5x', `"'-1.5x"\r\n`],
  ])('DAT-12 UX-63 %j is no formula, whatever separates the cells: %j', (text, line) => {
    expect(csvRow([text])).toBe(line)
  })

  it('writes missing values as empty, and numbers and flags unchanged', () => {
    expect(csvRow([null, 7, true, ''])).toBe(',7,true,\r\n')
  })

  it('DAT-12, UX-63 survives a round trip, except for apostrophes before what would be a formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }),
        (cells) => {
          const [back = []] = parse(csvRow(cells), { record_delimiter: '\r\n' }) as string[][]
          expect(back.map((cell, at) => guards(cell, cells[at] ?? ''))).toEqual(
            cells.map(() => true),
          )
          expect(back.filter((cell) => !holdsNoFormula(cell))).toEqual([])
        },
      ),
    )
  })
})
