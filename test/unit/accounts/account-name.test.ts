import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkName } from '../../../src/main/accounts/account-name.js'
import { aProfile } from '../../support/fake-accounts.js'

const named = [aProfile({ id: 'a', name: 'Main' }), aProfile({ id: 'b', name: 'Zweites Konto' })]

describe('a profile’s name', () => {
  it('is trimmed, and has 1 to 60 characters', () => {
    expect(checkName('  My   account ', named, null)).toEqual({ ok: true, value: 'My account' })
    expect(checkName('🐳'.repeat(60), named, null).ok).toBe(true)
    for (const bad of ['', '   ', 'x'.repeat(61), '🐳'.repeat(61)])
      expect(checkName(bad, named, null).ok).toBe(false)
  })

  it('is refused if another profile’s reads the same, and may stay the same', () => {
    expect(checkName('main', named, null).ok).toBe(false)
    expect(checkName('Main ', named, 'a')).toEqual({ ok: true, value: 'Main' })
    expect(checkName('Main', named, 'b').ok).toBe(false)
  })

  it('cannot change how the text around it reads', () => {
    for (const bad of ['a\nb', 'a\u202eb', 'a\u2066b', 'a\u0000b', 'a\u2028b'])
      expect(checkName(bad, named, null).ok).toBe(false)
  })

  it('is accepted unchanged a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (typed) => {
        const name = checkName(typed, named, null)
        if (name.ok) expect(checkName(name.value, named, null)).toEqual(name)
      }),
    )
  })
})
