// Closing a fixed investment: a good answer is an object whose content the specification does not
// show (2.10), so any object counts that refuses nothing, in whatever shape. Held against the
// simulator's own ledger: nothing may read as closed that is not.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/main/exchange/exchange-client.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import {
  type FakeExchangeServer,
  json,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'
import { openOrderEngine, type OrderEngine } from '../../support/order-engine.js'
import { endedIntent, sendTicket } from '../../support/order-sends.js'
import { closeInvestment, createTestClient } from '../../support/test-client.js'
import { quickFolder } from '../../support/test-storage.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function engineAt(
  baseUrl: string,
  deadline: number,
  credentials?: { apiKey: string; apiSecret: string },
): Promise<OrderEngine> {
  const engine = await openOrderEngine({ folder: quickFolder(), baseUrl, deadline, credentials })
  cleanUps.push(() => engine.close())
  return engine
}

function close(investmentId: string) {
  return { kind: 'close-investment', investmentId, typedTail: investmentId.slice(-4) } as const
}

const someInvestment = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'

describe('an answer with status 200', () => {
  let server: FakeExchangeServer
  beforeAll(async () => {
    server = await startFakeExchangeServer()
  })
  afterAll(() => server.stop())

  /** Uses a new client each time, because one that failed often pauses before it asks again. */
  async function closedWith(body: unknown): Promise<Answer<null>> {
    server.always(json(body))
    const client = createTestClient({ baseUrl: server.url })
    cleanUps.push(() => client.close())
    return closeInvestment(client, someInvestment)
  }

  it.each<[unknown, string | null]>([
    [{ success: false, message: 'No.', params: [] }, 'No.'],
    [{ error: ['Internal server error.'] }, 'Internal server error.'],
    [{ id: ['Investment not found'] }, ''],
    [
      {
        response: null,
        status: 422,
        errors: { id: ['Investment not found'] },
        notification: null,
        warning: null,
        _token: null,
      },
      null,
    ],
    [{ code: 0, message: 'Inner validation failed', errors: {} }, 'Inner validation failed'],
    [{ message: 'Investment not found' }, 'Investment not found'],
    [{ code: 30 }, null],
    [{ status: 422 }, null],
    [{ status: 'error' }, null],
    [{ status: 'REJECTED', id: someInvestment }, null],
    [{ result: false }, null],
    [{ result: 'failed' }, null],
    [{ success: 'false' }, null],
    [{ success: 0 }, null],
    [{ success: null }, null],
    [{ success: true, errors: { id: ['Investment not found'] } }, null],
    [{ success: true, error: 'Already closed' }, null],
    [{ success: true, code: 0, message: 'No.', errors: { id: ['Investment not found'] } }, null],
    [{ success: true, errorMessage: 'No.' }, null],
    [{ ok: false }, null],
    [{ ok: 0 }, null],
    [{ data: false }, null],
    [{ state: 'rejected' }, null],
    [{ state: 'Declined', id: someInvestment }, null],
    [{ result: { success: false, message: 'no' } }, null],
    [{ data: { success: false } }, null],
    [{ data: { error: 'no' } }, null],
    [{ data: { id: ['Investment not found'] } }, null],
    [{ data: { code: 0, message: 'no' } }, null],
    [{ success: true, data: { success: false } }, null],
    [{ success: true, result: { state: 'failed' } }, null],
    [{ success: true, result: { code: 0, message: 'Already closed' } }, null],
    [{ id: ['Investment not found'], notification: null, warning: '' }, null],
    [{ message: 'closed' }, 'closed'],
    [[], null],
    [null, null],
    ['closed', null],
    [1.5, null],
    [[{}], null],
  ])('ORD-17 of %j is no proof that anything was closed', async (body, said) => {
    const server = said === null ? {} : { server: { message: said } }
    expect(await closedWith(body)).toMatchObject({
      ok: false,
      error: { code: 'outcome-unknown', ...server },
    })
  })

  it.each<unknown>([
    {},
    { success: true },
    { success: true, message: 'Closed.' },
    { id: someInvestment },
    {
      id: someInvestment,
      status: 'closed',
      amount: '100.5',
      returnedTo: { wallet: 'main' },
      records: [],
    },
    { error: null, errors: [], message: '' },
    { error: false, result: 'ok' },
    { success: true, code: 0, message: '' },
    { success: true, code: 200, message: 'OK' },
    { success: true, result: { message: 'Closed.' } },
    { ok: true, state: 'closed' },
    { investmentIds: [someInvestment] },
    { id: someInvestment, labels: ['fixed'] },
    { data: { id: someInvestment }, result: {} },
    { data: [] },
  ])(
    'ORD-17 of %j, an object that refuses nothing, means closed (specification 2.10)',
    async (body) => {
      expect(await closedWith(body)).toMatchObject({ ok: true })
    },
  )

  it.each([
    [
      { success: false, message: 'No.' },
      {
        state: 'unknown',
        blocks: true,
        problem: { code: 'outcome-unknown', server: { message: 'No.' } },
      },
    ],
    [{ success: true }, { state: 'acknowledged', blocks: false }],
  ])('ORD-17 of %j is what the order then says', async (body, said) => {
    server.always(json(body))
    const engine = await engineAt(server.url, 2000)
    const intent = await endedIntent(engine, await sendTicket(engine, close(someInvestment)))
    expect(intent).toMatchObject(said)
  })
})

it.each([1, 2])(
  'ORD-17 on a stormy day nothing reads as closed that the service has not closed, nor as open that it has (seed %i)',
  async (seed) => {
    const simulator = await startSimulator({
      port: 0,
      clock: () => Date.now() / 1000,
      seed,
      scene: 'storm',
    })
    cleanUps.push(() => simulator.stop())
    const key = simulator.keys.find(({ name }) => name === 'full')
    const [pattern] = simulator.world.fixedInvestments
    if (key === undefined || pattern === undefined)
      throw new Error('the scene has a full key and a fixed investment')
    const ids = Array.from(
      { length: 40 },
      (_, at) => `0d7b66ff-1909-4938-ab7a-d16d9a64${String(1000 + at)}`,
    )
    simulator.world.fixedInvestments = ids.map((id) => ({ ...pattern, id, status: 'active' }))
    const engine = await engineAt(simulator.url, 1000, key)
    const states: Record<string, string[]> = {}
    for (const id of ids) {
      const { state } = await endedIntent(engine, await sendTicket(engine, close(id)))
      states[state] = [...(states[state] ?? []), id]
    }
    const isClosed = (id: string): boolean =>
      simulator.world.fixedInvestments.find((one) => one.id === id)?.status === 'closed'
    // A run that met only one kind of answer would prove nothing.
    expect(states['acknowledged'] ?? []).not.toEqual([])
    expect(states['unknown'] ?? []).not.toEqual([])
    expect((states['acknowledged'] ?? []).filter((id) => !isClosed(id))).toEqual([])
    for (const certain of ['rejected', 'not-sent'])
      expect((states[certain] ?? []).filter(isClosed), certain).toEqual([])
  },
)
