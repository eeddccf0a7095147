import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  columnTitle,
  firstColumns,
  knownPositionSide,
  nextOrder,
  positionFields,
  PositionLine,
  riskFirst,
  sortLines,
  type PositionField,
  type SortOrder,
} from '../../../../../src/renderer/portfolio/positions/position-fields.js'
import type { Position } from '../../../../../src/shared/portfolio/position.js'
import { readLanguageFrom } from '../../../../../src/shared/messages/messages.js'
import { compare, isDecimal } from '../../../../../src/shared/money.js'
import {
  aPosition,
  manyPositions,
  oldServerPosition,
} from '../../../../fixtures/portfolio/figures.js'
import { hostileTexts } from '../../../../fixtures/portfolio/hostile-text.js'

const fields = Object.keys(positionFields) as PositionField[]

function sortPositions(positions: readonly Position[], order: SortOrder): Position[] {
  return sortLines(
    positions.map((position) => new PositionLine(position, null)),
    order,
  ).map(({ position }) => position)
}

describe('sorting positions', () => {
  it('covers every field of a position', () => {
    expect(fields).toHaveLength(30)
  })

  it('keeps every position, in both directions, for every field and any input', () => {
    const odd = hostileTexts.map((text) =>
      aPosition({
        id: text,
        market: text,
        amount: text,
        liquidationState: text,
        openedAt: text,
        positionSide: text,
      }),
    )
    const positions = [...manyPositions(60), oldServerPosition(), ...odd]
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.boolean(),
        fc.shuffledSubarray(positions),
        (field, descending, some) => {
          const sorted = sortPositions(some, { field, descending })
          expect(new Set(sorted)).toEqual(new Set(some))
          expect(sorted).toHaveLength(some.length)
        },
      ),
    )
  })

  it('orders amounts as numbers, not as text', () => {
    const amounts = ['9', '10', '-3', '0.5', '100', '-20'].map((amount, at) =>
      aPosition({ id: String(at), amount }),
    )
    expect(
      sortPositions(amounts, { field: 'amount', descending: false }).map(({ amount }) => amount),
    ).toEqual(['-20', '-3', '0.5', '9', '10', '100'])
    const values = sortPositions(manyPositions(200), {
      field: 'unrealizedPnl',
      descending: true,
    }).map(({ unrealizedPnl }) => unrealizedPnl ?? '')
    values.forEach((value, at) => {
      const before = values[at - 1]
      if (before !== undefined && isDecimal(before) && isDecimal(value))
        expect(compare(before, value)).toBeGreaterThanOrEqual(0)
    })
  })

  it('puts rows without a value last in both directions', () => {
    const rows = [
      aPosition({ id: '1', liquidationPrice: null }),
      aPosition({ id: '2', liquidationPrice: '5' }),
      aPosition({ id: '3', liquidationPrice: '7' }),
    ]
    expect(
      sortPositions(rows, { field: 'liquidationPrice', descending: true }).map(({ id }) => id),
    ).toEqual(['3', '2', '1'])
    expect(
      sortPositions(rows, { field: 'liquidationPrice', descending: false }).map(({ id }) => id),
    ).toEqual(['2', '3', '1'])
  })

  it('starts with the worst: liquidation, margin call, unknown states, then none', () => {
    const rows = [null, 'odd', 'margin_call', 'liquidation'].map((liquidationState, at) =>
      aPosition({ id: String(at), liquidationState }),
    )
    expect(sortPositions(rows, riskFirst).map(({ liquidationState }) => liquidationState)).toEqual([
      'liquidation',
      'margin_call',
      'odd',
      null,
    ])
  })

  it('does not depend on the order of the rows', () => {
    const positions = manyPositions(40)
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.shuffledSubarray(positions, { minLength: 40 }),
        (field, shuffled) => {
          const order = { field, descending: true }
          expect(sortPositions(shuffled, order)).toEqual(sortPositions(positions, order))
        },
      ),
    )
  })
})

it('a column head sorts large to small first, names a to z, and reverses on the second click', () => {
  expect(nextOrder(riskFirst, 'amount')).toEqual({ field: 'amount', descending: true })
  expect(nextOrder(riskFirst, 'market')).toEqual({ field: 'market', descending: false })
  expect(nextOrder({ field: 'amount', descending: true }, 'amount')).toEqual({
    field: 'amount',
    descending: false,
  })
})

describe('column names', () => {
  afterEach(() => readLanguageFrom(() => 'en'))

  it('UX-64 follow the language', () => {
    const titles = () => firstColumns.slice(0, 2).map(columnTitle)
    expect(titles()).toEqual(['Market, Side', 'Size, Notional'])
    readLanguageFrom(() => 'uk')
    expect(titles()).toEqual(['Ринок, Сторона', 'Розмір, Номінал'])
  })
})

it('knows only the three sides of the specification', () => {
  expect(['LONG', 'SHORT', 'BOTH', 'long', 'toString', ''].map(knownPositionSide)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

describe('ORD-22 the distance to liquidation', () => {
  const read = (some: Parameters<typeof aPosition>[0]) => {
    const position = aPosition({
      amount: '2',
      entryPrice: '100',
      unrealizedPnl: '20',
      liquidationPrice: '88',
      ...some,
    })
    return [
      positionFields.mark,
      positionFields.toLiquidation,
      positionFields.toLiquidationPrice,
    ].map((field) => field.read(new PositionLine(position, null)))
  }

  it('is that of the mark price which the position’s own result implies, as a percentage and a price', () => {
    expect(read({})).toEqual(['110', '20.00', '22'])
    expect(read({ amount: '-2', positionSide: 'BOTH', liquidationPrice: '108' }), 'short').toEqual([
      '90',
      '20.00',
      '18',
    ])
  })

  it('is below zero, in both, once the mark price is past it', () => {
    expect(read({ unrealizedPnl: '-40' })).toEqual(['80', '-10.00', '-8'])
  })

  it('is missing if the exchange names no liquidation price, and unknown if figures are missing', () => {
    expect(read({ liquidationPrice: null })).toEqual(['110', null, null])
    expect(read({ unrealizedPnl: undefined })).toEqual([undefined, undefined, undefined])
    expect(read({ liquidationPrice: undefined })).toEqual(['110', undefined, undefined])
  })
})
