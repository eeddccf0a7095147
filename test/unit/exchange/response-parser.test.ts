import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from '../../../src/main/exchange/response-parser.js'
import { NumberText } from '../../../src/v4/numbers.js'

const most = 1_000_000
const read = (text: string) => parseStrictJson(Buffer.from(text), most)

function valueOf(text: string): unknown {
  const result = read(text)
  if (!result.ok) throw new Error(`${result.error}: ${text}`)
  return result.value
}

function faultOf(text: string): string {
  const result = read(text)
  return result.ok ? 'read' : result.error
}

/** The same value with every number kept as text replaced by its float. */
function asFloats(value: unknown): unknown {
  if (value instanceof NumberText) return Number(value.source)
  if (Array.isArray(value)) return value.map(asFloats)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asFloats(member)]))
}

function platform(text: string): { read: boolean; value: unknown } {
  try {
    return { read: true, value: JSON.parse(text) as unknown }
  } catch {
    return { read: false, value: undefined }
  }
}

describe('the strict JSON reader', () => {
  it.each([
    ['null', null],
    [' true ', true],
    ['"a\\u0041\\n\\"\\\\"', 'aA\n"\\'],
    ['[]', []],
    ['{}', {}],
    ['[1,[2,{"a":[]}]]', [1, [2, { a: [] }]]],
    ['{"a":1,"b":{"a":2}}', { a: 1, b: { a: 2 } }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    [
      '{"constructor":1,"toString":2,"hasOwnProperty":3}',
      { constructor: 1, toString: 2, hasOwnProperty: 3 },
    ],
    ['\t\r\n {"a" : "b:c,d\\"e" }', { a: 'b:c,d"e' }],
  ])('reads %j', (text, value) => {
    expect(valueOf(text)).toEqual(value)
  })

  it.each(['0', '7', '-7', '123456789012345', '-12345678901234'])(
    'gives %s as a number',
    (text) => {
      expect(valueOf(text)).toBe(Number(text))
    },
  )

  it.each([
    '1.5',
    '1.0',
    '-0',
    '0.10',
    '1e3',
    '1E-7',
    '12345678901234567890',
    '1234567890123456',
    '1755500000.123456',
    '1e999',
  ])('NET-10 keeps %s as the text it is', (text) => {
    expect(valueOf(text)).toEqual(new NumberText(text))
    expect(valueOf(`{"a":[${text}]}`)).toEqual({ a: [new NumberText(text)] })
  })

  it.each([
    ['', 'EMPTY'],
    ['\ufeff{}', 'BOM'],
    [' ', 'NOT_JSON'],
    ['{"a":1,"a":1}', 'DUPLICATE_KEY'],
    ['{"a":1,"\\u0061":2}', 'DUPLICATE_KEY'],
    ['[{"b":{"a":1,"c":2,"a":3}}]', 'DUPLICATE_KEY'],
    ['{"toString":1,"toString":2}', 'DUPLICATE_KEY'],
    ['{"__proto__":1}', 'PROTO_KEY'],
    ['{"\\u005f_proto__":{"a":1}}', 'PROTO_KEY'],
    ['['.repeat(40) + ']'.repeat(40), 'TOO_DEEP'],
    ['{"a":'.repeat(40) + '1' + '}'.repeat(40), 'TOO_DEEP'],
    ['['.repeat(500_000), 'TOO_DEEP'],
  ])('refuses %j as %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault)
  })

  it.each([
    '{',
    '}',
    '[',
    ']',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1 2]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '{1:2}',
    '{1.5:2}',
    '{"a":1 "b":2}',
    '"',
    '"a',
    '"a\\',
    '"\\x"',
    '"\\u12"',
    '"a\nb"',
    '"\u0000"',
    '01',
    '-',
    '-a',
    '+1',
    '.5',
    '1.',
    '1.e5',
    '1e',
    '1e+',
    '1.5.5',
    '0x1',
    '1_0',
    'NaN',
    'Infinity',
    'nul',
    'nulll',
    'True',
    'undefined',
    '{} {}',
    '1 2',
    '// a\n1',
    '/**/1',
    '[1]]',
    '\u00a0[]',
    '[]\u2028',
  ])('NET-8 refuses %j', (text) => {
    expect(platform(text).read).toBe(false)
    expect(faultOf(text)).toBe('NOT_JSON')
  })

  it('NET-8 refuses bytes that are not UTF-8', () => {
    expect(parseStrictJson(Buffer.from([0x22, 0xc3, 0x28, 0x22]), most)).toEqual({
      ok: false,
      error: 'NOT_UTF8',
    })
  })

  it('does not touch any prototype', () => {
    read('{"__proto__":{"polluted":true}}')
    read('{"constructor":{"prototype":{"polluted":true}}}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('reads whatever the platform writes, to the same value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 8 }),
        fc.constantFrom(undefined, 1, '\t'),
        (value, space) => {
          const text = JSON.stringify(value, null, space)
          const expected = platform(text).value
          if (/"__proto__"\s*:/.test(text)) return
          expect(asFloats(valueOf(text))).toEqual(asFloats(expected))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('NET-8 agrees with the platform on what is valid JSON, after any damage', () => {
    const pieces = [
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '1',
      '0',
      '-',
      '.',
      'e',
      'E',
      '+',
      'true',
      'null',
      ' ',
      '\n',
      'a',
      '\u0001',
      '"a"',
      '1.5',
      '""',
    ]
    const damage = fc.array(
      fc.record({
        at: fc.nat(),
        cut: fc.integer({ min: 0, max: 3 }),
        put: fc.constantFrom('', ...pieces),
      }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    const base = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(base, damage, (text, blows) => {
        const damaged = blows.reduce((left, { at, cut, put }) => {
          const where = left.length === 0 ? 0 : at % (left.length + 1)
          return left.slice(0, where) + put + left.slice(where + cut)
        }, text)
        const ours = faultOf(damaged)
        if (
          ours === 'DUPLICATE_KEY' ||
          ours === 'PROTO_KEY' ||
          ours === 'TOO_DEEP' ||
          ours === 'NOT_UTF8'
        )
          return
        expect(ours === 'read').toBe(platform(Buffer.from(damaged).toString()).read)
        if (ours === 'read')
          expect(asFloats(valueOf(damaged))).toEqual(
            asFloats(platform(Buffer.from(damaged).toString()).value),
          )
      }),
      { numRuns: 3000 },
    )
  })

  it('NET-10, UX-60 preserves every digit of every number as text', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...'0123456789'),
      minLength: 1,
      maxLength: 30,
    })
    const number = fc
      .tuple(fc.boolean(), digits, fc.option(digits))
      .map(
        ([minus, whole, fraction]) =>
          `${minus ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}`,
      )
    fc.assert(
      fc.property(number, (text) => {
        const value = valueOf(`[${text}]`)
        const [only] = value as [number | NumberText]
        expect(only instanceof NumberText ? only.source : String(only)).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  const valuesIn = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1)
      : 1

  it('NET-7b takes exactly as many values as allowed, including nested ones', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 2), (json, space) => {
        const value = JSON.parse(json) as unknown
        const bytes = Buffer.from(JSON.stringify(value, null, space))
        const count = valuesIn(value)
        expect(parseStrictJson(bytes, count).ok).toBe(read(json).ok)
        if (count > 1)
          expect(parseStrictJson(bytes, count - 1)).toEqual({ ok: false, error: 'TOO_MANY' })
      }),
    )
  })

  it('NET-7b is not misled by brackets and commas inside strings', () => {
    expect(parseStrictJson(Buffer.from('{",[{\\\\":"a\\",[{,,"}'), 2)).toMatchObject({ ok: true })
  })
})
