import { describe, expect, it } from 'vitest'
import { add, compare, divide, multiply, subtract } from '../../../src/shared/money.js'
import {
  closeFlex,
  investFlex,
  openFlex,
  withdrawFlex,
} from '../../../src/simulator/engine/investments.js'
import {
  sumOf,
  type FlexInvestment,
  type FlexRecord,
  type World,
} from '../../../src/simulator/world.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'

const day = 86_400
const plan = { id: 'plan', currency: 'USDT', yearlyRate: '0.12' }
type Kind = FlexRecord['actionType']
const put: readonly Kind[] = [1, 2]
const taken: readonly Kind[] = [3, 5]

/** An account with 10,000 USDT and one plan; begins at 06:53:20 UTC. */
function setup() {
  const simulated = simulatedService({ scene: 'empty' })
  const { world } = simulated
  world.ledger.main['USDT'] = '10000'
  world.ledger.house['USDT'] = '-10000'
  world.flexPlans.push(plan)
  const open = (amount: string, reinvest = false): FlexInvestment => {
    const investment = openFlex(world, plan, amount, reinvest)
    if (investment === null) throw new Error('the main balance should hold that')
    return investment
  }
  const kinds = () => world.flexRecords.map((record) => [record.actionType, record.amount])
  return { ...simulated, open, kinds }
}

/** The worth of an investment by its records alone. */
function byRecords(world: World, id: string): string {
  return world.flexRecords
    .filter((record) => record.investmentId === id)
    .reduce((sum, { actionType, amount }) => {
      if (put.includes(actionType)) return add(sum, amount)
      return taken.includes(actionType) ? subtract(sum, amount) : sum
    }, '0')
}

describe('flexible investments', () => {
  it('earn every full hour, and are credited at midnight UTC as daily earnings on the main balance', () => {
    const { world, open, advance, kinds } = setup()
    const investment = open('8760')
    advance(17 * 3600)
    expect(investment.pending).toBe('2.04')
    expect(kinds()).toEqual([
      [6, '8760'],
      [1, '8760'],
    ])
    advance(600)
    expect(world.ledger.main['USDT']).toBe('1242.16')
    expect(kinds().slice(2)).toEqual([[4, '2.16']])
    advance(day)
    expect(kinds().slice(2)).toEqual([
      [4, '2.16'],
      [4, '2.88'],
    ])
    expect(investment.amount).toBe('8760')
  })

  it('reinvest earnings on request, and then earn on them', () => {
    const { open, advance, kinds } = setup()
    const investment = open('8760', true)
    advance(2 * day)
    expect(kinds().slice(2)).toEqual([
      [4, '2.16'],
      [2, '2.16'],
      [4, '2.880710136984'],
      [2, '2.880710136984'],
    ])
    expect(investment.amount).toBe(add('8760', add('2.16', '2.880710136984')))
  })

  it('accept more, return a part, and close with the earnings since midnight', () => {
    const { world, open, advance, kinds } = setup()
    const investment = open('4000')
    expect(investFlex(world, investment, '4760')).toBe(true)
    expect(withdrawFlex(world, investment, '1000')).toBe(true)
    advance(3600)
    const earned = divide(multiply('7760', '0.12'), '8760', 12)
    closeFlex(world, investment)
    expect(kinds()).toEqual([
      [6, '4000'],
      [1, '4000'],
      [1, '4760'],
      [3, '1000'],
      [4, earned],
      [5, '7760'],
    ])
    expect(world.flexInvestments).toEqual([])
    expect(world.ledger.main['USDT']).toBe(add('10000', earned))
    expect(world.ledger.flex['USDT']).toBe('0')
    expect(sumOf(world.ledger, 'USDT')).toBe('0')
  })

  it('never take more than the main balance has, and never leave nothing behind', () => {
    const { world, open } = setup()
    expect(openFlex(world, plan, '10000.01', false)).toBeNull()
    const investment = open('6000')
    expect(investFlex(world, investment, '4000.01')).toBe(false)
    expect(withdrawFlex(world, investment, '6000')).toBe(false)
    expect(world.flexRecords).toHaveLength(2)
    expect(world.ledger.main['USDT']).toBe('4000')
  })

  it.each(['calm', 'margin-call', 'storm', 'heavy'] as const)(
    'match their records: %s',
    (scene) => {
      const { world, advance } = simulatedService({ scene })
      advance(40)
      const whole = world.flexInvestments.filter(({ id }) =>
        world.flexRecords.some((one) => one.investmentId === id && one.actionType === 6),
      )
      expect(whole.length).toBeGreaterThan(0)
      for (const investment of whole)
        expect(byRecords(world, investment.id)).toBe(investment.amount)
      const times = world.flexRecords.map((record) => record.createdAt)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    },
    20_000,
  )

  it('produce all six action types in a year with a daily visit', () => {
    const { world, advance, call } = simulatedService()
    const from = world.flexRecords.length
    // Nothing but investments, so that half a year of seconds passes quickly.
    world.markets = {}
    world.positions = []
    world.loan = null
    advance(180 * day)
    const types = new Set(world.flexRecords.slice(from).map((record) => record.actionType))
    expect([...types].toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    for (const investment of world.flexInvestments)
      expect(byRecords(world, investment.id)).toBe(investment.amount)
    const page = call(endpoints.flexHistory.path, { body: { limit: 1000, actionTypes: [6] } })
      .json as { data: unknown[] }
    expect(page.data.length).toBeGreaterThan(3)
  })
})

describe('fixed-term investments', () => {
  it('end by themselves at the end of their term, with interest, and cannot be closed after that', () => {
    const { world, call, advance } = simulatedService()
    const [, shortest] = world.fixedInvestments
    if (shortest === undefined) throw new Error('a second investment expected')
    const before = world.ledger.main['BTC'] ?? '0'
    world.flexInvestments = []
    world.flexRoutine = null
    shortest.endsAt = Math.ceil(world.nowMicros / 1_000_000) + 1800
    advance(7200)
    expect(shortest.status).toBe('closed')
    const gained = subtract(world.ledger.main['BTC'] ?? '0', before)
    expect(compare(gained, shortest.amount)).toBe(1)
    expect(compare(gained, multiply(shortest.amount, '1.01'))).toBe(-1)
    expect(sumOf(world.ledger, 'BTC')).toBe('0')
    expect(call(endpoints.closeInvestment.path, { body: { id: shortest.id } })).toMatchObject({
      status: 422,
      json: { errors: { error: ['Investment is already closed'] } },
    })
  })
})
