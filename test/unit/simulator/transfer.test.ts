import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, subtract } from '../../../src/shared/money.js'
import { held, sumOf } from '../../../src/simulator/world.js'
import { type Body, simulatedAccount } from '../../support/simulated-account.js'

function setup(options: Parameters<typeof simulatedAccount>[0] = {}) {
  const account = simulatedAccount(options)
  const { world, ask } = account
  return {
    ...account,
    holds: (where: 'main' | 'trade' | 'collateral', asset = 'USDT') =>
      held(world.ledger, where, asset),
    transfer: (some: Body = {}) =>
      ask('balanceTransfer', {
        ticker: 'USDT',
        amount: '10',
        from: 'main',
        to: 'collateral',
        ...some,
      }),
  }
}

describe('a transfer', () => {
  it.each([
    ['main', 'spot', 'main', 'trade'],
    ['spot', 'main', 'trade', 'main'],
    ['main', 'collateral', 'main', 'collateral'],
    ['collateral', 'main', 'collateral', 'main'],
  ] as const)('moves exactly the amount from %s to %s, once', (from, to, source, target) => {
    const { holds, transfer, world } = setup()
    const [before, there] = [holds(source), holds(target)]
    expect(transfer({ from, to, amount: '10.12345678' })).toMatchObject({ status: 201, json: [] })
    expect(holds(source)).toBe(subtract(before, '10.12345678'))
    expect(holds(target)).toBe(add(there, '10.12345678'))
    expect(sumOf(world.ledger, 'USDT')).toBe('0')
  })

  it('is refused in the documented words', () => {
    const { holds, transfer } = setup()
    const refused: [Body, number, object][] = [
      [
        { ticker: 'NONE' },
        400,
        { code: 0, errors: { ticker: ['The selected ticker is invalid.'] } },
      ],
      [
        { amount: '0' },
        400,
        { code: 0, errors: { amount: ['The amount must be at least 0.00000001.'] } },
      ],
      [
        { amount: 'ten' },
        400,
        { code: 0, errors: { amount: ['The amount must be a number.', 'Invalid number'] } },
      ],
      [{ from: 'savings' }, 400, { code: 0, errors: { from: ['The selected from is invalid.'] } }],
      [{ to: 'main' }, 400, { code: 0, errors: { to: ['The to and from must be different.'] } }],
      [{ from: 'spot' }, 400, { code: 0, errors: { to: ['The selected to is invalid.'] } }],
      [
        { amount: '1000000000' },
        422,
        {
          code: 3,
          errors: {
            amount: [
              `You don't have such amount for transfer (available ${holds('main')}, in amount: 1000000000)`,
            ],
          },
        },
      ],
    ]
    const before = [holds('main'), holds('trade'), holds('collateral')]
    for (const [body, status, json] of refused)
      expect(transfer(body), JSON.stringify(body)).toMatchObject({ status, json })
    expect([holds('main'), holds('trade'), holds('collateral')]).toEqual(before)
  })

  it('takes no more out of the collateral than may be moved without borrowing', () => {
    const { ask, transfer, holds } = setup({ scene: 'margin-call' })
    const free = (
      ask('collateralBalances').json as { asset: string; availableWithoutBorrow: string }[]
    ).find(({ asset }) => asset === 'USDT')?.availableWithoutBorrow
    if (free === undefined) throw new Error('a balance in USDT expected')
    const before = holds('collateral')
    expect(transfer({ from: 'collateral', to: 'main', amount: '100000000' })).toMatchObject({
      status: 422,
      json: { code: 3 },
    })
    expect(holds('collateral')).toBe(before)
  })

  it('needs an account with collateral only where collateral is one of the balances', () => {
    const { transfer, right } = setup()
    right('full', { collateral: false })
    expect(transfer()).toMatchObject({ status: 422, json: { code: 0 } })
    expect(transfer({ to: 'spot' }).status).toBe(201)
    right('full', { trading: false })
    expect(transfer({ to: 'spot' }).status).toBe(403)
  })

  it('conserves every asset, whatever is asked for', () => {
    const balances = fc.constantFrom('main', 'spot', 'collateral')
    const asked = fc.record({
      ticker: fc.constantFrom('USDT', 'BTC', 'ETH'),
      amount: fc.constantFrom('0.00000001', '1', '333.33', '25000', '9999999'),
      from: balances,
      to: balances,
    })
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 20 }), (all) => {
        const { transfer, world } = setup()
        const whole = (asset: string) =>
          add(
            add(held(world.ledger, 'main', asset), held(world.ledger, 'trade', asset)),
            held(world.ledger, 'collateral', asset),
          )
        const before = ['USDT', 'BTC', 'ETH'].map(whole)
        for (const one of all) transfer(one)
        expect(['USDT', 'BTC', 'ETH'].map(whole)).toEqual(before)
      }),
      { numRuns: 30 },
    )
  })
})
