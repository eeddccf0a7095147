import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCanonical } from '../../../src/simulator/canonical.js'

describe('the spelling a body is compared with', () => {
  it('13.25 is the one every JSON value has when it is written without spaces, and no other', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(' ', '\n', '\t', 3), (value, space) => {
        const text = JSON.stringify(value)
        const spread = JSON.stringify(value, null, space)
        expect(isCanonical(text)).toBe(true)
        expect(isCanonical(spread)).toBe(spread === text)
      }),
    )
  })

  it('13.25 escapes nothing that needs no escape', () => {
    const letter = fc.constantFrom(...'aZ09 /:,{}[]éλ☃')
    const plain = fc.string({ unit: letter, minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(plain, fc.nat(), (text, place) => {
        const at = place % text.length
        const escape = `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
        const escaped = `"${text.slice(0, at)}${escape}${text.slice(at + 1)}"`
        expect(JSON.parse(escaped)).toBe(text)
        expect(isCanonical(`{"a":${escaped}}`)).toBe(false)
        expect(isCanonical(`{"a":"${text}"}`)).toBe(true)
      }),
    )
  })

  it('13.25 is told however deep a body is nested', () => {
    const deep = (inside: string): string => `${'[{"a":'.repeat(50_000)}${inside}${'}]'.repeat(50_000)}`
    expect(isCanonical(deep('1'))).toBe(true)
    expect(isCanonical(deep('1.0'))).toBe(false)
  })
})
