import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../../src/v4/endpoints.js'
import { privateError } from '../../../src/v4/errors.js'
import {
  longestNumber,
  mostAssets,
  mostEntries,
  mostMisfits,
  mostPositions,
  mostRecords,
} from '../../../src/v4/limits.js'
import { eachNamed, eachOf, listOf, mapOf } from '../../../src/v4/lists.js'
import { decimal, text } from '../../../src/v4/numbers.js'
import { complaintOf } from '../../../src/v4/complaint.js'

function issuesOf(read: z.ZodSafeParseResult<unknown>) {
  return read.success
    ? []
    : read.error.issues.map((issue) => [issue.path.join('.'), complaintOf(issue)])
}

describe('NET-7b lists and maps in an answer', () => {
  it('are read up to the first invalid member, which is named', () => {
    const pairs = listOf(z.looseObject({ amount: decimal }), 10)
    expect(issuesOf(pairs.safeParse([{ amount: '1' }, { amount: 'x' }, {}]))).toEqual([
      ['1.amount', { kind: 'decimal' }],
    ])
    const map = mapOf(z.looseObject({ amount: decimal }), 10)
    expect(issuesOf(map.safeParse({ a: { amount: '1' }, b: 7, c: 7 }))).toEqual([
      ['b', { kind: 'object' }],
    ])
    expect(map.safeParse({ a: { amount: '1', more: true } })).toMatchObject({
      success: true,
      data: { a: { amount: '1' } },
    })
  })

  it('have the documented kind', () => {
    expect(issuesOf(listOf(decimal, 10).safeParse({}))).toEqual([['', { kind: 'list' }]])
    expect(issuesOf(mapOf(decimal, 10).safeParse([]))).toEqual([['', { kind: 'object' }]])
    expect(issuesOf(mapOf(decimal, 10).safeParse(null))).toEqual([['', { kind: 'object' }]])
  })

  it.each([
    ['positions', endpoints.openPositions, Array.from({ length: mostPositions + 1 }, () => ({}))],
    [
      'balances',
      endpoints.mainBalance,
      Object.fromEntries(
        Array.from({ length: mostAssets + 1 }, (_, at) => [`A${at}`, { main_balance: '1' }]),
      ),
    ],
    [
      'history',
      endpoints.flexHistory,
      { data: Array.from({ length: mostRecords + 1 }, () => ({})), limit: 1, offset: 0 },
    ],
    [
      'bulk entries',
      endpoints.bulkLimitOrders,
      Array.from({ length: mostEntries + 1 }, () => ({})),
    ],
  ])('have a limit that is checked before any member: %s', (_name, { reply }, value) => {
    const [issue, ...more] = issuesOf((reply as z.ZodType).safeParse(value))
    expect(issue?.[1]).toMatchObject({ kind: 'longest-list' })
    expect(more).toEqual([])
  })

  it('report once for a million complaints', () => {
    const errors = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`f${at}`, 7]))
    expect(issuesOf(privateError.safeParse({ code: 1, message: 'no', errors }))).toHaveLength(1)
  })

  it('limit a number to the length of any amount, because arithmetic on a million digits would not end', () => {
    expect(decimal.safeParse('1'.repeat(longestNumber)).success).toBe(true)
    expect(decimal.safeParse('1'.repeat(longestNumber + 1)).success).toBe(false)
  })
})

describe('a list with an invalid member', () => {
  const entry = z.looseObject({
    name: text,
    amount: decimal,
    inner: z.looseObject({ on: z.boolean() }).nullish(),
  })
  const list = eachOf(entry, 1000)
  const good = { name: 'a', amount: '1' }

  it.each([
    [{ name: 'b', amount: 'two' }, 'amount', 'decimal'],
    [{ name: 'b' }, 'amount', 'missing'],
    [{ name: 'b', amount: null }, 'amount', 'null'],
    [{ name: true, amount: '2' }, 'name', 'text'],
    [{ amount: '2' }, 'name', 'missing'],
    [{ ...good, inner: { on: 'yes' } }, 'inner.on', 'boolean'],
    ['b', '', 'object'],
    [null, '', 'null'],
  ])('omits %j, and says which it is and why', (member, field, kind) => {
    expect(list.parse([good, member, good])).toEqual({
      fitting: [good, good],
      misfits: [{ at: 1, member, field, why: { kind } }],
    })
  })

  it('names every member if none is valid, which differs from an empty list', () => {
    expect(list.parse([{ name: 'b' }, {}])).toMatchObject({
      fitting: [],
      misfits: [
        { at: 0, field: 'amount' },
        { at: 1, field: 'name' },
      ],
    })
    expect(list.parse([])).toEqual({ fitting: [], misfits: [] })
    const many = eachOf(entry, 5000)
    expect(many.parse(Array.from({ length: mostMisfits }, () => ({}))).misfits).toHaveLength(
      mostMisfits,
    )
    expect(
      issuesOf(many.safeParse(Array.from({ length: mostMisfits + 1 }, () => ({})))),
    ).toHaveLength(1)
  })

  it('is refused completely if it contains no object', () => {
    expect(issuesOf(list.safeParse(['b', null]))).toEqual([['0', { kind: 'object' }]])
    expect(issuesOf(eachNamed(entry, 10).safeParse({ main_balance: '1' }))).toEqual([
      ['main_balance', { kind: 'object' }],
    ])
  })

  it('may be a map as well', () => {
    const map = eachNamed(z.looseObject({ amount: decimal }), 10)
    expect(
      map.parse({ BTC: { amount: '1' }, ETH: { amount: 'x' }, toString: { amount: '2' } }),
    ).toEqual({
      fitting: { BTC: { amount: '1' }, toString: { amount: '2' } },
      misfits: [{ at: 'ETH', member: { amount: 'x' }, field: 'amount', why: { kind: 'decimal' } }],
    })
    expect(map.parse({ ETH: {} })).toMatchObject({ fitting: {}, misfits: [{ at: 'ETH' }] })
  })
})
