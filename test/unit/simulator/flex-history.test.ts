import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'

const path = endpoints.flexHistory.path
const plan = '8f2e9d3c-1a4b-4c2d-9e5f-6a7b8c9d0e1f'
type Page = {
  data: {
    createdAt: number
    planId: string
    investmentId: string
    transaction_id: string
    actionType: number
  }[]
  limit: number
  offset: number
}

function page(body: Record<string, unknown>): Page {
  return simulatedService().call(path, { body }).json as Page
}

describe('validation of section 4.3', () => {
  it.each([
    ['plan', 'nothing', 'The selected plan is invalid.'],
    ['plan', 7, 'The selected plan is invalid.'],
    ['investment', 7, 'The selected investment is invalid.'],
    ['transaction', {}, 'The selected transaction is invalid.'],
    ['dateFrom', 'yesterday', 'The date from is invalid.'],
    ['dateFrom', 1.5, 'The date from is invalid.'],
    ['dateTo', -1, 'The date to is invalid.'],
    ['actionTypes', 1, 'The action types must be an array.'],
    ['actionTypes', '1', 'The action types must be an array.'],
    ['limit', '50', 'The limit must be an integer of at least 1.'],
    ['limit', 0, 'The limit must be an integer of at least 1.'],
    ['offset', -1, 'The offset must be an integer of at least 0.'],
  ])('names %s for %j', (field, value, sentence) => {
    expect(simulatedService().call(path, { body: { [field]: value } })).toMatchObject({
      status: 400,
      json: { code: 0, message: 'Validation failed', errors: { [field]: [sentence] } },
    })
  })

  it('names every invalid element of actionTypes', () => {
    const { json } = simulatedService().call(path, { body: { actionTypes: [1, 9, '2', 6, 1.5] } })
    const sentence = ['The selected action type is invalid.']
    expect(json).toEqual({
      code: 0,
      message: 'Validation failed',
      errors: { 'actionTypes.1': sentence, 'actionTypes.2': sentence, 'actionTypes.4': sentence },
    })
  })

  it('names every invalid parameter at once', () => {
    const { json } = simulatedService().call(path, {
      body: { plan: 'x', dateFrom: 'x', actionTypes: 'x' },
    })
    expect(Object.keys((json as { errors: object }).errors)).toEqual([
      'plan',
      'dateFrom',
      'actionTypes',
    ])
  })

  it('refuses an upper bound below the lower one', () => {
    expect(
      simulatedService().call(path, { body: { dateFrom: 200, dateTo: 100 } }).json,
    ).toMatchObject({
      errors: { dateTo: ['The date to is invalid.'] },
    })
  })
})

describe('pages', () => {
  it('defaults to 50 from 0, newest first', () => {
    const { data, limit, offset } = page({})
    expect([data.length, limit, offset]).toEqual([50, 50, 0])
    expect(data.map((one) => one.createdAt)).toEqual(
      data.map((one) => one.createdAt).toSorted((a, b) => b - a),
    )
  })

  it('join to the full history without gap or repetition', () => {
    const whole = page({ limit: 1000 }).data
    const parts = [0, 40, 80, 120, 160, 200].flatMap((offset) => page({ limit: 40, offset }).data)
    expect(parts).toEqual(whole)
    expect(new Set(whole.map((one) => one.transaction_id)).size).toBe(whole.length)
  })

  it('are empty past the end', () => {
    expect(page({ offset: 100_000 }).data).toEqual([])
  })
})

describe('filters', () => {
  it('combine every documented filter', () => {
    const one = page({ limit: 1 }).data[0]
    const body = {
      plan: one?.planId,
      investment: one?.investmentId,
      transaction: one?.transaction_id,
      dateFrom: one?.createdAt,
      dateTo: one?.createdAt,
      actionTypes: [one?.actionType],
    }
    expect(page(body).data).toEqual([one])
  })

  it('know all six action types', () => {
    const seen = new Set(page({ limit: 1000 }).data.map((one) => one.actionType))
    expect([...seen].toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it.each([{ plan }, { investment: 'inv_123' }, { transaction: 'tx_456' }])(
    'find nothing for the unknown %j',
    (body) => {
      expect(page(body).data).toEqual([])
    },
  )

  it('include both date bounds', () => {
    const { data } = page({ limit: 1000 })
    const dateFrom = data[40]?.createdAt ?? 0
    const dateTo = data[10]?.createdAt ?? 0
    const inside = page({ limit: 1000, dateFrom, dateTo }).data
    expect(inside).toEqual(
      data.filter((one) => one.createdAt >= dateFrom && one.createdAt <= dateTo),
    )
  })
})
