import { describe, expect, it } from 'vitest'
import { add, compare, multiply, subtract } from '../../../src/shared/money.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { documented } from '../../support/documented-answers.js'
import { type Body, simulatedAccount } from '../../support/simulated-account.js'
import { simulatedService } from '../../support/simulated-service.js'

describe("the account's worth", () => {
  it('adds up: the collateral with all results, less the funding due, is used plus free margin', () => {
    const { ask, world, advance, lever } = simulatedAccount({ scene: 'heavy' })
    advance(60)
    lever('price', { market: 'BTC_USDT', price: '61000' })
    const summary = ask('collateralSummary').json as Record<string, string>
    const [{ balance = '' } = {}] = ask('collateralBalances').json as { balance?: string }[]
    expect(balance).toBe(world.ledger.collateral['USDT'])
    expect(summary['equity']).toBe(balance)
    const whole = subtract(add(balance, summary['pnl'] ?? ''), summary['unrealizedFunding'] ?? '')
    expect(add(summary['margin'] ?? '', summary['freeMargin'] ?? '')).toBe(whole)
    const positions = ask('openPositions').json as { margin: string; freeMargin: string }[]
    expect(positions.reduce((total, { margin }) => add(total, margin), '0')).toBe(summary['margin'])
  })

  it('shows what orders reserve, to the last digit', () => {
    const { ask, rest, world } = simulatedAccount()
    const before = world.ledger.trade['USDT'] ?? '0'
    rest('a')
    const balances = ask('tradeBalance').json as Record<
      string,
      { available: string; freeze: string }
    >
    expect(balances['USDT']?.freeze).toBe(multiply('400', '1.001'))
    expect(add(balances['USDT']?.available ?? '', balances['USDT']?.freeze ?? '')).toBe(before)
  })

  it('of an empty account is zero, with the service’s own number for the fraction', () => {
    const { ask } = simulatedAccount({ scene: 'empty' })
    expect(ask('tradeBalance').json).toEqual({})
    expect(ask('collateralBalances').json).toEqual([])
    expect(ask('collateralSummary').json).toMatchObject({
      equity: '0',
      margin: '0',
      pnl: '0',
      marginFraction: '1000000000000000000000',
    })
    expect(ask('activeOrders').json).toEqual([])
    expect(ask('miningAccounts').json).toMatchObject({ data: [], limit: 100, offset: 0 })
  })
})

describe('lists of investments', () => {
  it('contain the fixed ones with their state, which closing changes', () => {
    const { ask } = simulatedAccount()
    const fixed = (body: Body = {}) =>
      (ask('fixedInvestments', body).json as { records: { id: string; status: number }[] }).records
    const id = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'
    expect(fixed({ status: 1 }).some((one) => one.id === id)).toBe(true)
    ask('closeInvestment', { id })
    expect(fixed({ status: 1 }).some((one) => one.id === id)).toBe(false)
    expect(fixed({ id })).toMatchObject([{ id, status: 2 }])
    for (const body of [
      { limit: 0 },
      { status: 3 },
      { status: '1' },
      { ticker: 'NONE' },
      { ticker: 5 },
      { id: 5 },
    ])
      expect(ask('fixedInvestments', body), JSON.stringify(body)).toMatchObject({
        status: 400,
        json: { code: 0, errors: { [Object.keys(body)[0] ?? '']: [expect.any(String)] } },
      })
  })

  it('name the plan of a fixed one, and its payout once its term is over', () => {
    const { ask, world, advance } = simulatedAccount()
    type Fixed = {
      id: string
      plan: Record<string, unknown>
      status: number
      paymentTime: number
      amount: string
      interestPaid: string
    }
    const fixed = (body: Body = {}) =>
      (ask('fixedInvestments', body).json as { records: Fixed[] }).records
    const [first] = fixed()
    expect(Object.keys(first?.plan ?? {})).toEqual(
      Object.keys(
        (
          JSON.parse(documented.fixedInvestments.replies(true)[0]) as {
            records: { plan: object }[]
          }
        ).records[0]?.plan ?? {},
      ),
    )
    expect(fixed().map(({ interestPaid }) => interestPaid)).toEqual(['0', '0', '0'])
    const before = world.ledger.main['BTC'] ?? '0'
    const [bitcoin] = fixed({ ticker: 'BTC' })
    for (const investment of world.fixedInvestments)
      if (investment.id === bitcoin?.id) investment.endsAt = world.nowMicros / 1_000_000 + 60
    advance(86_400)
    const [over] = fixed({ ticker: 'BTC', status: 2 })
    expect(over?.id).toBe(bitcoin?.id)
    expect(compare(over?.interestPaid ?? '0', '0')).toBe(1)
    expect(compare(world.ledger.main['BTC'] ?? '0', before)).toBe(1)
  })

  it('contain the open flexible ones, by currency and page', () => {
    const { ask, world } = simulatedAccount()
    const flex = (body: Body = {}) =>
      (
        ask('flexInvestments', body).json as {
          data: { id: string; invested: string; status: number }[]
        }
      ).data
    expect(flex().map(({ id, invested }) => [id, invested])).toEqual(
      world.flexInvestments.map(({ id, amount }) => [id, amount]),
    )
    expect(flex({ limit: 1, offset: 1 }).map(({ id }) => id)).toEqual([
      world.flexInvestments[1]?.id,
    ])
    expect(flex({ investmentStatus: 0 })).toEqual([])
    expect(flex({ ticker: 'ADA' })).toEqual([])
    for (const body of [{ ticker: 'NONE' }, { investmentStatus: 2 }, { plan: 7 }])
      expect(ask('flexInvestments', body), JSON.stringify(body)).toMatchObject({
        status: 400,
        json: { code: 0 },
      })
  })
})

describe('a service with only the specification', () => {
  it.each(['spec', 'live'] as const)(
    'knows the ten endpoints and none of the others: %s',
    (dialect) => {
      const { call, service } = simulatedService({ dialect, onlySpecified: true })
      const statusOf = (method: string, path: string): number =>
        method === 'GET'
          ? service.reply({ method, path, headers: {}, body: Buffer.alloc(0) }).answer.status
          : call(path).status
      for (const { path, method, source } of Object.values(endpoints)) {
        expect(statusOf(method, path) === 404, path).toBe(source !== undefined)
      }
      expect(
        Object.values(endpoints).filter(
          ({ method, source }) => method === 'GET' && source !== undefined,
        ),
      ).toHaveLength(5)
      expect(Object.values(endpoints).filter(({ source }) => source === undefined)).toHaveLength(10)
    },
  )
})
