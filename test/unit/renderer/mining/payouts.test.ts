import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressGroups, destinationWords, payoutTrouble } from '../../../../src/renderer/format/payouts.js'
import type { Problem } from '../../../../src/shared/domain/problem.js'

describe('an address for reading', () => {
  it('is in groups of four, and joined again it is the address', () => {
    expect(addressGroups('bc1qxy2kgd')).toEqual(['bc1q', 'xy2k', 'gd'])
    expect(addressGroups('')).toEqual([])
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 70 }), (text) => {
        expect(addressGroups(text).join('')).toBe(text)
      }),
    )
  })
})

describe('a destination', () => {
  it('has words for both the specification knows, and shows any other raw', () => {
    expect(destinationWords({ destination: 'main_balance' })).toEqual({ text: 'Main balance', known: true })
    expect(destinationWords({ destination: 'external_address' })).toEqual({ text: 'External address', known: true })
    expect(destinationWords({ destination: 'lightning' })).toEqual({ text: 'lightning', known: false })
  })
})

describe('why it could not be looked up', () => {
  const trouble = (code: Problem['code'], fields?: Problem['fields']) =>
    payoutTrouble({ code, message: '', ...(fields === undefined ? {} : { fields }) })

  it('is told apart: a name nobody knows, a key that may not ask, nobody there', () => {
    expect(trouble('refused', { user: ['Mining account not found.'] })).toBe('unknown-account')
    expect(trouble('not-found')).toBe('unknown-account')
    expect(trouble('no-permission')).toBe('not-enabled')
    expect(trouble('b2b-only')).toBe('not-enabled')
    expect(trouble('unreachable')).toBe('offline')
    expect(trouble('timeout')).toBe('offline')
    expect(trouble('bad-key-or-signature')).toBe('key-refused')
    expect(trouble('key-disabled')).toBe('key-refused')
  })

  it('is not guessed for anything else', () => {
    expect(trouble('refused', { accountName: ['The account name must be a string.'] })).toBe('other')
    expect(trouble('refused')).toBe('other')
    expect(trouble('tls')).toBe('other')
    expect(trouble('not-understood')).toBe('other')
  })
})
