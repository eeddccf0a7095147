import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSnapshot } from '../../../src/main/portfolio/snapshot-repository.js'
import type { Order } from '../../../src/shared/orders/order.js'
import type { Position } from '../../../src/shared/portfolio/position.js'

function aPosition(some: { [name: string]: unknown } = {}): { [name: string]: unknown } {
  return {
    id: '12345678901234567890',
    market: 'BTC_PERP',
    openedAt: '1749988800.123456',
    modifiedAt: '1749988801',
    amount: '-0.5',
    entryPrice: '60000',
    liquidationPrice: null,
    liquidationState: 'a_state_of_tomorrow',
    funding: '0',
    protectiveOrders: {
      takeProfitId: '1',
      takeProfit: '70000.5',
      stopLossId: null,
      stopLoss: null,
    },
    positionSide: 'SHORT',
    ...some,
  }
}

function aLoanAnswer(some: { [name: string]: unknown } = {}): { [name: string]: unknown } {
  return {
    kind: 'loan',
    loan: {
      asset: 'BTC',
      amount: '1.5',
      totalFunding: '0.5',
      currentLtv: '25',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
      createdAt: '1715339355',
      ...some,
    },
  }
}

describe('reading remembered answers', () => {
  it('DAT-11 keeps null, absent, zero and unknown words apart', () => {
    const position = aPosition()
    const read: Position | undefined = readSnapshot('positions', JSON.stringify([position]))?.[0]
    expect(read).toEqual(position)
    expect(read).not.toHaveProperty('unrealizedPnl')
    expect(read?.liquidationPrice).toBeNull()
    expect(read?.funding).toBe('0')
  })

  it('DAT-11 keeps every optional member of an order, so that the warning of a lost protection survives a restart', () => {
    const order: Required<Order> = {
      id: '1',
      clientOrderId: 'a',
      market: 'BTC_USDT',
      side: 'sell',
      type: 'limit',
      timestamp: '1749988800.1',
      status: 'NEW',
      dealMoney: '0',
      dealStock: '0',
      amount: '0.1',
      left: '0.1',
      dealFee: '0',
      price: '64000',
      stp: 'no',
      positionSide: 'LONG',
      endedAt: '1760000100.5',
      postOnly: false,
      ioc: false,
      rpi: false,
      reduceOnly: true,
      activated: 0,
      activationCondition: 'gte',
      activationPrice: '65000',
      oto: { id: '2', stopLoss: '60000', takeProfit: null },
      withoutLevels: true,
      givenUp: true,
    }
    expect(readSnapshot('openOrders', JSON.stringify([order]))).toEqual([order])
  })

  it('keeps every digit of a balance', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 25n })
    const amounts = fc
      .tuple(fc.constantFrom('', '-'), digits, fc.option(digits))
      .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`)
    fc.assert(
      fc.property(fc.array(fc.record({ asset: fc.string(), amount: amounts })), (balance) => {
        expect(readSnapshot('balance', JSON.stringify(balance))).toEqual(balance)
      }),
    )
  })

  it.each([
    ['balance', [{ asset: 'BTC', amount: 1 }]],
    ['balance', [{ asset: 'BTC', amount: '1e-8' }]],
    ['balance', { BTC: '1' }],
    ['balance', [null]],
    ['positions', [aPosition({ id: 1 })]],
    ['positions', [aPosition({ liquidationPrice: 0 })]],
    ['positions', [aPosition({ protectiveOrders: { takeProfitId: 1 } })]],
    ['loan', aLoanAnswer({ currentLtv: 25 })],
    ['loan', { kind: 'loan' }],
    ['loan', { kind: 'something-else' }],
    ['loan', null],
  ] as const)("returns nothing for a %s without today's shape: %j", (kind, value) => {
    expect(readSnapshot(kind, JSON.stringify(value))).toBeNull()
  })

  it.each([{ kind: 'no-loan' }, { kind: 'not-enabled' }, aLoanAnswer()])(
    'recognises each answer about the loan: %j',
    (value) => {
      expect(readSnapshot('loan', JSON.stringify(value))).toEqual(value)
    },
  )

  it('returns an answer or null for any text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('balance', 'positions', 'loan'),
        fc.oneof(fc.string(), fc.json()),
        (kind, text) => {
          expect(() => readSnapshot(kind, text)).not.toThrow()
        },
      ),
    )
  })
})
