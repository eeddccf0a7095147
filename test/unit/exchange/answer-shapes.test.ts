import { describe, expect, it } from 'vitest'
import { createAnswerReports } from '../../../src/main/exchange/answer-reports.js'
import { shapeOfAnswer } from '../../../src/main/exchange/answer-shapes.js'
import { parseStrictJson } from '../../../src/main/exchange/response-parser.js'
import type { AnswerDifference } from '../../../src/shared/portfolio/answer-shape.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  creditLine,
  documented,
  endpointNames,
  type EndpointName,
  order,
  position,
} from '../../support/documented-answers.js'

function shapeOf(name: EndpointName, text: string) {
  const read = parseStrictJson(Buffer.from(text), 200_000)
  if (!read.ok) throw new Error(`${name}: ${read.error}`)
  return shapeOfAnswer(endpoints[name].reply, read.value)
}

function differencesIn(name: EndpointName, answer: unknown): unknown[] {
  return shapeOf(name, JSON.stringify(answer))
    .members.filter(({ differs }) => differs !== null)
    .map(({ path, differs, json }) => [path, differs, json.join(' or ')])
}

function without(row: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}

describe('ANS-6 the shape of an answer', () => {
  it.each(endpointNames)(
    '%s has no difference if it is as documented, in either spelling',
    (name) => {
      const replies = [true, false].flatMap((live) => documented[name].replies(live))
      const differing = replies.flatMap((reply) =>
        shapeOf(name, reply).members.filter(({ differs }) => differs !== null),
      )
      // A position as the live service once sent it, without what it documents now.
      const older = ['[].unrealizedPnl', '[].unrealizedPnl']
      expect(differing.map(({ path }) => path)).toEqual(name === 'openPositions' ? older : [])
    },
  )

  it('names every member with the types received, over all rows', () => {
    const { members } = shapeOf(
      'openPositions',
      JSON.stringify([position, { ...position, tpsl: null, pnl: null }]),
    )
    const textOf = (path: string) =>
      members.find((member) => member.path === path)?.json.join(' or ')
    expect(
      ['', '[]', '[].positionId', '[].pnl', '[].tpsl', '[].tpsl.stopLoss'].map(textOf),
    ).toEqual([...['list', 'object', 'number', 'text or null', 'object or null', 'text']])
  })

  it('names what is missing in any row, and what had another type than documented', () => {
    expect(
      differencesIn('openPositions', [
        position,
        { ...without(position, 'margin'), funding: 0.5, positionId: 'x' },
      ]),
    ).toEqual([
      ['[].positionId', 'type', 'number or text'],
      ['[].margin', 'missing', 'text'],
      ['[].funding', 'type', 'text or number'],
    ])
    expect(differencesIn('openPositions', { data: [position] })).toEqual([['', 'type', 'object']])
    expect(differencesIn('creditLine', without(creditLine, 'amount'))).toEqual([
      ['amount', 'missing', ''],
    ])
  })

  it('does not report a member as missing that may be absent', () => {
    expect(differencesIn('openPositions', [without(position, 'positionSide')])).toEqual([])
    expect(
      differencesIn('collateralMarketOrder', without(order(true), 'oto', 'positionSide', 'stp')),
    ).toEqual([])
  })

  it('names an unknown member, and nothing below it', () => {
    const added = { ...position, margin_mode: { isolated: { since: 1 } }, leverage: 3 }
    expect(differencesIn('openPositions', [added])).toEqual([
      ['[].margin_mode', 'unknown', 'object'],
      ['[].leverage', 'unknown', 'number'],
    ])
    expect(
      shapeOf('openPositions', JSON.stringify([added]))
        .members.map(({ path }) => path)
        .join(' '),
    ).not.toContain('isolated')
  })

  it.each(['BTC_PERP', 'Grandmother', 'inv_7e2d9c3b', 'a'.repeat(41), 'two words', '127', ''])(
    'never names an unknown member %s',
    (name) => {
      expect(differencesIn('openPositions', [{ ...position, [name]: '1' }])).toEqual([
        ['[].(other name)', 'unknown', 'text'],
      ])
    },
  )

  it('names no member of a map, nor of an object that is a map where none is documented', () => {
    const { members } = shapeOf(
      'mainBalance',
      '{"btc":{"main_balance":"1"},"ETH":{"main_balance":2}}',
    )
    expect(members.map(({ path, differs }) => [path, differs])).toEqual([
      ['', null],
      ['*', null],
      ['*.main_balance', 'type'],
    ])
    const byAsset = shapeOf(
      'creditLine',
      '{"btc":{"amount":"1"},"usdt":{"amount":"2"}}',
    ).members.map(({ path }) => path)
    expect(byAsset.join(' ')).not.toMatch(/btc|usdt/)
    expect(byAsset).toContain('(other name)')
  })

  it('examines the first hundred rows, and a bounded number of members', () => {
    const rows = Array.from({ length: 101 }, (_, at) =>
      at === 100 ? { ...position, late: 1 } : position,
    )
    expect(differencesIn('openPositions', rows)).toEqual([])
    expect(differencesIn('openPositions', rows.slice(1))).toEqual([
      ['[].late', 'unknown', 'number'],
    ])
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const many = rows.slice(0, 99).map((row, at) => {
      const start = `x${letters[at % 26] ?? ''}${letters[Math.floor(at / 26)] ?? ''}`
      return { ...row, ...Object.fromEntries([...letters].map((letter) => [start + letter, 1])) }
    })
    expect(shapeOf('openPositions', JSON.stringify(many)).members.length).toBe(400)
  })
})

describe('ANS-6 the report of an account', () => {
  function reporting() {
    let now = 100
    let reported: AnswerDifference[] = []
    const reports = createAnswerReports({
      clock: () => now,
      changed: (differences) => void (reported = differences),
    })
    const answered = (
      name: EndpointName,
      answer: unknown,
      at: number,
    ): [string, string, string | null, number][] => {
      now = at
      reports.answered(endpoints[name], shapeOf(name, JSON.stringify(answer)))
      return reported.map(({ endpoint, path, differs, since }) => [
        endpoint.slice('/api/v4/'.length),
        path,
        differs,
        since,
      ])
    }
    return { reports, answered }
  }
  const positions = 'collateral-account/positions/open'

  it('says since when an endpoint differs in a member, until it no longer does', () => {
    const { answered } = reporting()
    expect(answered('openPositions', [{ ...position, leverage: 3 }], 100)).toEqual([
      [positions, '[].leverage', 'unknown', 100],
    ])
    expect(
      answered('openPositions', [{ ...without(position, 'margin'), leverage: 3 }], 105),
    ).toEqual([
      [positions, '[].leverage', 'unknown', 100],
      [positions, '[].margin', 'missing', 105],
    ])
    expect(answered('creditLine', { ...creditLine, amount: 1.5 }, 110)).toHaveLength(3)
    expect(answered('openPositions', [position], 115)).toEqual([
      ['credit-line/loans/info', 'amount', 'type', 110],
    ])
    expect(answered('openPositions', [{ ...position, leverage: 3 }], 120)).toContainEqual([
      positions,
      '[].leverage',
      'unknown',
      120,
    ])
  })

  it('learns nothing from an empty list or map, or from null in its place', () => {
    const { reports, answered } = reporting()
    const before = answered('openPositions', [{ ...position, leverage: 3 }], 100)
    expect(answered('openPositions', [], 105)).toEqual(before)
    expect(reports.all()[0]?.members.map(({ path }) => path)).toContain('[].leverage')
    const some = answered('orderHistory', { BTC_USDT: [{ id: '1' }] }, 110)
    expect(some.length).toBeGreaterThan(before.length)
    for (const none of [{}, [], null, { BTC_USDT: [] }])
      expect(answered('orderHistory', none, 115)).toEqual(some)
    expect(answered('openPositions', [position], 120)).toEqual(
      some.filter(([endpoint]) => endpoint !== positions),
    )
  })
})
