import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressGroups,
  destinationWords,
  payoutTrouble,
} from '../../../../src/renderer/mining/payouts.js'
import { qrPath } from '../../../../src/renderer/mining/qr-path.js'
import type { Problem } from '../../../../src/shared/problem.js'
import { readQr } from '../../../support/qr-reader.js'

describe('an address for reading', () => {
  it('is split into groups of four, which join to the address', () => {
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
  it('has text for both that the specification knows, and shows any other raw', () => {
    expect(destinationWords({ destination: 'main_balance' })).toEqual({
      text: 'Main balance',
      known: true,
    })
    expect(destinationWords({ destination: 'external_address' })).toEqual({
      text: 'External address',
      known: true,
    })
    expect(destinationWords({ destination: 'lightning' })).toEqual({
      text: 'lightning',
      known: false,
    })
  })
})

describe('the reason of a failed check', () => {
  const trouble = (code: Problem['code'], fields?: Problem['fields']) =>
    payoutTrouble({ code, message: '', ...(fields === undefined ? {} : { fields }) })

  it('distinguishes an unknown name, a key without permission, and no connection', () => {
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
    expect(trouble('refused', { accountName: ['The account name must be a string.'] })).toBe(
      'other',
    )
    expect(trouble('refused')).toBe('other')
    expect(trouble('tls')).toBe('other')
    expect(trouble('not-understood')).toBe('other')
  })
})

const addresses = [
  ['legacy, to a key', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['legacy, to a script', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['segwit', 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'],
  ['segwit, to a script', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['taproot', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['of another kind', '0x52908400098527886E0F7030069857D2E4169EE7'],
] as const

const quiet = 4

/** What the path paints, as a camera would see it: every dark module, including the quiet zone. */
function painted(text: string): { size: number; dark: Set<string> } {
  const drawn = qrPath(text)
  if (drawn === null) throw new Error('a code expected')
  const dark = new Set<string>()
  let rest = drawn.path
  for (const [run, x, y, length, back] of drawn.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    expect(back).toBe(length)
    for (let at = 0; at < Number(length); at += 1) dark.add(`${Number(x) + at},${y}`)
    rest = rest.replace(run, '')
  }
  expect(rest).toBe('')
  return { size: drawn.size, dark }
}

function read(text: string): string {
  const { size, dark } = painted(text)
  return readQr((x, y) => dark.has(`${x + quiet},${y + quiet}`), size - 2 * quiet)
}

describe('the QR code of an address', () => {
  it.each(addresses)('is decoded to that address by an independent reader: %s', (_, address) => {
    expect(read(address)).toBe(address)
  })

  it('is decoded to what was encoded, up to a hundred characters', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'023456789acdefghjklmnpqrstuvwxyz'),
      minLength: 20,
      maxLength: 96,
    })
    fc.assert(
      fc.property(text, (signs) => {
        expect(read(`bc1q${signs}`)).toBe(`bc1q${signs}`)
      }),
      { numRuns: 60 },
    )
  })

  it('leaves the quiet zone of four modules white that readers need', () => {
    for (const [, address] of addresses) {
      const { size, dark } = painted(address)
      for (const module of dark) {
        for (const at of module.split(',').map(Number)) {
          expect(at).toBeGreaterThanOrEqual(quiet)
          expect(at).toBeLessThan(size - quiet)
        }
      }
    }
  })

  it('the reader of this test detects one wrong module', () => {
    const { size, dark } = painted(addresses[2][1])
    // At the lower right, where there is only data.
    const spoilt = `${size - quiet - 1},${size - quiet - 1}`
    expect(() =>
      readQr(
        (x, y) =>
          dark.has(`${x + quiet},${y + quiet}`) !== (spoilt === `${x + quiet},${y + quiet}`),
        size - 2 * quiet,
      ),
    ).toThrow('the correction')
  })

  it('rejects text that fits no code', () => {
    expect(qrPath('x'.repeat(5000))).toBeNull()
  })
})
