import { describe, expect, it } from 'vitest'
import { add } from '../../../src/shared/money.js'
import { sceneNames } from '../../../src/simulator/scenes.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'

const close = endpoints.closeInvestment.path
const mining = endpoints.payoutDestination.path
const loan = endpoints.creditLine.path

describe('closing an investment', () => {
  const id = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'

  it('returns the funds to the main balance, once', () => {
    const { call, world } = simulatedService()
    const before = world.ledger.main['USDT'] ?? '0'
    expect(call(close, { body: { id } })).toMatchObject({ status: 200, json: {} })
    expect(world.ledger.main['USDT']).toBe(add(before, '2500'))
    expect(call(close, { body: { id } })).toMatchObject({
      status: 422,
      json: {
        code: 0,
        message: 'Inner validation failed',
        errors: { error: ['Investment is already closed'] },
      },
    })
    expect(world.ledger.main['USDT']).toBe(add(before, '2500'))
  })

  it.each(['7d1e5b0a-0000-4000-8000-000000000000', 'not-a-uuid'])('does not know %s', (unknown) => {
    expect(simulatedService().call(close, { body: { id: unknown } })).toMatchObject({
      status: 400,
      json: { code: 0, message: 'Validation failed', errors: { id: ['Investment not found'] } },
    })
  })

  it.each([
    [undefined, 'The id field is required.'],
    [12, 'The id must be a string.'],
  ])('refuses the id %j', (given, sentence) => {
    expect(simulatedService().call(close, { body: { id: given } })).toMatchObject({
      status: 400,
      json: { errors: { id: [sentence] } },
    })
  })
})

describe('mining', () => {
  it.each(sceneNames.filter((scene) => scene !== 'empty'))(
    'has both accounts in the scene %s',
    (scene) => {
      const { call } = simulatedService({ scene })
      for (const accountName of ['my_miner_01', 'my_miner_02'])
        expect(call(mining, { body: { accountName } }).status).toBe(200)
    },
  )

  it('pays out to the main balance or to an address', () => {
    const { call } = simulatedService()
    expect(call(mining, { body: { accountName: 'my_miner_01' } }).json).toEqual({
      payoutDestination: 'main_balance',
      externalAddress: null,
    })
    expect(call(mining, { body: { accountName: 'my_miner_02' } }).json).toEqual({
      payoutDestination: 'external_address',
      externalAddress: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
    })
  })

  it.each([
    ['nobody', { user: ['Mining account not found.'] }],
    [undefined, { accountName: ['The account name field is required.'] }],
    [4, { accountName: ['The account name must be a string.'] }],
  ])('refuses the account %j', (accountName, errors) => {
    expect(simulatedService().call(mining, { body: { accountName } })).toMatchObject({
      status: 400,
      json: { code: 0, errors },
    })
  })
})

describe('credit line', () => {
  it('is well below its initial LTV in the calm scene, and moves with prices', () => {
    const { call, advance } = simulatedService()
    const first = call(loan).json as { currentLtv: string }
    expect(first).toMatchObject({
      asset: 'USDT',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
    })
    expect(first.currentLtv).toMatch(/^2[3-7]\.\d{1,2}$/)
    advance(600)
    expect(call(loan).json).not.toEqual(first)
  })

  it('says if there is none', () => {
    expect(simulatedService({ scene: 'empty' }).call(loan)).toMatchObject({
      status: 400,
      json: { code: 0, message: 'No active loan at the moment', errors: {} },
    })
  })
})

describe('balances and tokens', () => {
  it('leaves zero balances out', () => {
    expect(simulatedService({ scene: 'empty' }).call(endpoints.mainBalance.path).json).toEqual({})
  })

  it('issues a new stream token each time', () => {
    const { call } = simulatedService()
    expect(call(endpoints.streamToken.path).json).not.toEqual(call(endpoints.streamToken.path).json)
  })
})

describe('the heavy scene', () => {
  it('has 500 positions, 300 assets and 100,000 records over three years', () => {
    const { call, world } = simulatedService({ scene: 'heavy' })
    expect(call(endpoints.openPositions.path).json).toHaveLength(500)
    expect(Object.keys(call(endpoints.mainBalance.path).json as object)).toHaveLength(300)
    expect(world.flexRecords).toHaveLength(100_000)
    expect(new Set(world.flexRecords.map((one) => one.transactionId)).size).toBe(100_000)
    const span = (world.flexRecords.at(-1)?.createdAt ?? 0) - (world.flexRecords[0]?.createdAt ?? 0)
    expect(span).toBeGreaterThan(3 * 364 * 86_400)
  })
})

describe('the empty scene', () => {
  it('has no balance, no position, no loan, no history, no investment and no mining account', () => {
    const { call, world, advance } = simulatedService({ scene: 'empty' })
    advance(86_400)
    expect(call(endpoints.mainBalance.path).json).toEqual({})
    expect(call(endpoints.openPositions.path).json).toEqual([])
    expect(call(endpoints.creditLine.path).status).toBe(400)
    expect(call(endpoints.flexHistory.path).json).toMatchObject({ data: [] })
    expect(call(mining, { body: { accountName: 'my_miner_01' } }).status).toBe(400)
    expect([world.fixedInvestments, world.flexInvestments, world.openOrders]).toEqual([[], [], []])
  })
})
