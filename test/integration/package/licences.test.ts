import { describe, expect, it } from 'vitest'
import { licenceComplaints } from '../../../tools/package/licences.mjs'

function judge(name: string, license?: string): string[] {
  return licenceComplaints({
    [`node_modules/${name}`]: { version: '1.0.0', ...(license !== undefined && { license }) },
  })
}

describe('SUP-5 licences of packages', () => {
  it.each(['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT'])('accept %s', (terms) => {
    expect(judge('some', terms)).toEqual([])
  })

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'MIT AND GPL-2.0-only',
    '(MIT OR ISC) AND (GPL-2.0-only OR X)',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE',
    'MPL-2.0',
    'CC-BY-4.0',
  ])('refuse %s', (terms) => {
    expect(judge('some', terms)).toEqual([
      `some 1.0.0 comes under ${terms}, which is not on the list`,
    ])
  })

  it('accept copyleft only for packages that do not become part of the product', () => {
    expect(judge('lightningcss-linux-x64-gnu', 'MPL-2.0')).toEqual([])
    expect(judge('lightningcss-linux-x64-gnu', 'GPL-3.0-only')).toHaveLength(1)
  })

  it('refuse a missing licence', () => {
    expect(judge('some')).toEqual(['some 1.0.0 does not say under which terms it comes'])
  })

  it('include nested packages, by their own name', () => {
    expect(
      licenceComplaints({
        'node_modules/a/node_modules/b': { version: '2.0.0', license: 'GPL-2.0-only' },
      }),
    ).toEqual(['b 2.0.0 comes under GPL-2.0-only, which is not on the list'])
  })
})
