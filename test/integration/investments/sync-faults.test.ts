// Every way in which an answer can fail during a read: nothing false is kept, and in the end
// nothing is missing.
import { afterEach, describe, expect, it } from 'vitest'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { testKey, wallClock } from '../../support/test-client.js'
import {
  type FakeExchangeServer,
  json,
  type Script,
  type Seen,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'
import { aFlexRecord, byId, flexStart, recordsOfState } from '../../support/flex-records.js'
import {
  flexClient,
  storedRecords,
  openFlexHarness,
  type FlexHarness,
} from '../../support/flex-harness.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const records: FlexRecord[] = Array.from({ length: 430 }, (_, index) =>
  aFlexRecord({
    transactionId: `tx_${index}`,
    createdAt: String(flexStart + (430 - index) * 3600),
    amount: `${index}.000000000000000001`,
  }),
)

function onWire({ transactionId, createdAt, ...record }: FlexRecord) {
  return {
    ...record,
    transaction_id: transactionId,
    createdAt: Number(createdAt),
  }
}

type Wire = ReturnType<typeof onWire>

const askedOf = ({ body }: Seen) => JSON.parse(body.toString()) as { limit: number; offset: number }

/**
 * The requested page, changed; `further` returns the one this many records on, under its own
 * offset.
 */
function page(change: (data: Wire[]) => unknown, further = 0): Script {
  return {
    kind: 'reply',
    make: (seen) => {
      const { limit, offset } = askedOf(seen)
      const from = offset + further
      return {
        body: JSON.stringify({
          data: change(records.slice(from, from + limit).map(onWire)),
          limit,
          offset: from,
        }),
      }
    },
  }
}

const honest: Script = {
  kind: 'reply',
  make: (seen) => {
    if (seen.path.endsWith('/ping')) return { body: '["pong"]' }
    const { limit, offset } = askedOf(seen)
    return {
      body: JSON.stringify({
        data: records.slice(offset, offset + limit).map(onWire),
        limit,
        offset,
      }),
    }
  },
}

const half = (data: Wire[]): Wire[] => data.slice(0, Math.ceil(data.length / 2))

const faults: Record<string, Script> = {
  'no answer': { kind: 'hang' },
  'a broken connection': { kind: 'reset' },
  'a head that never ends': { kind: 'slow-head', everyMs: 20 },
  'a body that never ends': { kind: 'slow-body', everyMs: 20 },
  'a cut answer': {
    kind: 'truncated',
    body: JSON.stringify({ data: records.map(onWire), limit: 100, offset: 95 }),
    sent: 900,
  },
  'an endless answer': { kind: 'huge', bytes: 60_000_000 },
  'a bomb': { kind: 'bomb', bytes: 60_000_000 },
  'no HTTP at all': { kind: 'raw', bytes: 'SSH-2.0-OpenSSH_9.6\r\n' },
  'HTML with 200': {
    kind: 'answer',
    body: '<html>Sign in</html>',
    headers: { 'content-type': 'text/html' },
  },
  'an empty body': { kind: 'answer', body: '' },
  'a key given twice': {
    kind: 'reply',
    make: (seen) => ({
      body: `{"data":[],"data":[],"limit":100,"offset":${askedOf(seen).offset}}`,
    }),
  },
  'trouble of its own': json({ message: 'x' }, { status: 503 }),
  'HTML of a gateway': {
    kind: 'answer',
    status: 502,
    body: '<html></html>',
    headers: { 'content-type': 'text/html' },
  },
  'a flood refused': {
    kind: 'answer',
    status: 429,
    body: 'slow down',
    headers: { 'content-type': 'text/plain', 'retry-after': '1' },
  },
  'an amount that is none': page((data) => data.map((record) => ({ ...record, amount: '1,5' }))),
  'an amount that is no text': page((data) => data.map((record) => ({ ...record, amount: [5] }))),
  'a record without an id': page((data) =>
    data.map(({ transaction_id, ...record }, index) =>
      index === 0 ? record : { ...record, transaction_id },
    ),
  ),
  'no list': page(() => null),
  'another page than was asked for': page((data) => data, 100),
  'a page cut short': page((data) => data.slice(0, Math.floor(data.length / 3))),
  'a page that repeats itself': page((data) => [...half(data), ...half(data)]),
  'a page in another order': page((data) => data.toReversed()),
}

function open(url: string, key = testKey): FlexHarness {
  const harness = openFlexHarness({
    client: flexClient(url, key, { deadline: 500 }),
    folder: null,
    paceMs: 0,
  })
  cleanUps.push(() => harness.stop())
  return harness
}

/**
 * Requests the next attempt as a user would, instead of waiting. A busy computer delays honest
 * answers too, so there are many attempts; what was read before a failed one is kept.
 */
async function insist(harness: FlexHarness): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    await harness.until(({ sync }) => sync.state === 'failed' || sync.state === 'up-to-date')
    if (harness.investments.read().sync.state === 'up-to-date') return
    harness.investments.sync('now')
  }
  throw new Error(
    `not up to date after 200 tries: ${JSON.stringify(harness.investments.read().sync.problem)}`,
  )
}

/**
 * The three kinds of request in a read: through everything, again from the front, and for
 * verification.
 */
function stepOf(offset: number, first: boolean): 'scan' | 'head' | 'verify' {
  return offset === records.length - 1 ? 'verify' : offset === 0 && !first ? 'head' : 'scan'
}

describe('a read that meets', () => {
  it.each(Object.keys(faults))(
    'FLT-2 FLT-3 FLT-4 FLT-5 FLT-6 DAT-10 %s, in the middle, at the front or in verification, loses nothing and keeps nothing false',
    async (name) => {
      const server: FakeExchangeServer = await startFakeExchangeServer()
      cleanUps.push(() => server.stop())
      const fault = faults[name]
      if (fault === undefined) throw new Error('a fault expected')
      const met = { scan: 0, head: 0, verify: 0 }
      let first = true
      server.always({
        kind: 'choose',
        choose: (seen) => {
          if (seen.path.endsWith('/ping')) return honest
          const step = stepOf(askedOf(seen).offset, first)
          // The very first page is complete: without it there would be no head to read again.
          if (first || met[step] >= 2) {
            first = false
            return honest
          }
          met[step] += 1
          return fault
        },
      })
      const harness = open(server.url)
      harness.investments.sync('now')
      await insist(harness)
      // One page under another offset makes this read skip verification; the next one verifies
      // again.
      harness.investments.sync('now')
      await insist(harness)
      expect(Math.min(...Object.values(met))).toBeGreaterThan(0)
      expect(harness.investments.read().sync).toMatchObject({
        state: 'up-to-date',
        phase: 'later',
        records: 430,
        unlisted: 0,
      })
      expect(byId(storedRecords(harness.history))).toEqual(byId(records))
    },
  )
})

describe('against the simulator', () => {
  const start = async () => {
    const simulator = await startSimulator({ port: 0, clock: wallClock, seed: 11, scene: 'calm' })
    cleanUps.push(() => simulator.stop())
    const key = (name: string) => {
      const found = simulator.keys.find((one) => one.name === name)
      if (found === undefined) throw new Error(`no key ${name}`)
      return found
    }
    return { simulator, key }
  }

  it('FLT-3 DAT-10 a stormy day ends with what the exchange has, including records that arrived meanwhile', async () => {
    const { simulator, key } = await start()
    simulator.control('POST', 'storm', { on: true })
    const harness = open(simulator.url, key('full'))
    harness.investments.sync('now')
    await insist(harness)
    simulator.advance(3 * 86_400)
    simulator.control('POST', 'storm', { on: false })
    harness.investments.sync('now')
    await insist(harness)
    const truth = recordsOfState(simulator.world)
    expect(truth.length).toBeGreaterThan(100)
    expect(byId(storedRecords(harness.history))).toEqual(byId(truth))
  })

  it('FLT-13 a key without B2B access shows that once, and works as soon as it has it', async () => {
    const { simulator, key } = await start()
    simulator.control('POST', 'key', { name: 'full', b2b: false })
    const harness = open(simulator.url, key('full'))
    harness.investments.sync('now')
    await harness.until(({ sync }) => sync.state === 'not-enabled')
    expect(harness.investments.read().sync.problem).toMatchObject({ code: 'b2b-only' })
    simulator.control('POST', 'key', { name: 'full', b2b: true })
    harness.investments.sync('now')
    await insist(harness)
    expect(harness.investments.read().sync.records).toBe(simulator.world.flexRecords.length)
  })

  it('a search returns the exchange’s own refusals under our names, each action type by its place', async () => {
    const { simulator, key } = await start()
    const harness = open(simulator.url, key('full'))
    const filter = {
      planId: 'not a plan',
      investmentId: null,
      transactionId: null,
      currency: null,
      from: 200,
      to: 100,
      actionTypes: [4, 77],
    }
    expect(await harness.investments.search({ filter, offset: 0 })).toMatchObject({
      ok: false,
      error: {
        code: 'refused',
        fields: {
          planId: ['The selected plan is invalid.'],
          to: ['The date to is invalid.'],
          'actionTypes.1': ['The selected action type is invalid.'],
        },
      },
    })
    const [record] = simulator.world.flexRecords
    const found = await harness.investments.search({
      filter: {
        planId: null,
        investmentId: null,
        transactionId: record?.transactionId ?? '',
        currency: null,
        from: null,
        to: null,
        actionTypes: [],
      },
      offset: 0,
    })
    expect(found).toMatchObject({
      ok: true,
      value: { more: false, records: [{ transactionId: record?.transactionId }] },
    })
  })
})
