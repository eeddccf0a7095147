import { afterEach, describe, expect, it } from 'vitest'
import {
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { documentedAsks } from '../../support/documented-answers.js'
import { readAnswer, signedCaller } from '../../support/signed-call.js'

const start = 1_755_500_000.25
const running: Simulator[] = []

async function setup(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({ port: 0, clock: () => start, seed: 1, ...options })
  running.push(simulator)
  const [full, plain] = simulator.keys
  if (full === undefined || plain === undefined) throw new Error('two keys expected')
  return {
    simulator,
    full: signedCaller(simulator.url, full),
    plain: signedCaller(simulator.url, plain),
  }
}

afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop()
})

describe('over HTTP', () => {
  it('listens on 127.0.0.1 and answers ping', async () => {
    const { simulator } = await setup()
    expect(simulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const answer = await readAnswer(await fetch(`${simulator.url}/api/v4/public/ping?a=b`))
    expect(answer).toMatchObject({ status: 200, json: ['pong'] })
  })

  it.each(documentedAsks)(
    'answers %s %j to a caller with its own signing code',
    async (name, body) => {
      const { full } = await setup()
      const answer = await full(endpoints[name].path, { body })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(endpoints[name].reply.safeParse(answer.json).error).toBeUndefined()
    },
  )

  it('keeps the body as received: text outside ASCII is signed and compared byte by byte', async () => {
    const { full } = await setup()
    const answer = await full(endpoints.payoutDestination.path, {
      body: { accountName: 'mineur n° 1 ⛏' },
    })
    expect(answer).toMatchObject({
      status: 400,
      json: { errors: { user: ['Mining account not found.'] } },
    })
  })

  it('refuses the same call sent twice', async () => {
    const { full } = await setup()
    expect((await full(endpoints.mainBalance.path, { nonce: '7' })).status).toBe(200)
    expect(await full(endpoints.mainBalance.path, { nonce: '7' })).toMatchObject({
      status: 429,
      json: { code: 0, message: 'Too many requests.' },
    })
  })

  it('returns refusals with their status and headers', async () => {
    const { full, plain } = await setup()
    const wrong = await full(endpoints.mainBalance.path, {
      headers: { 'X-TXC-SIGNATURE': '00'.repeat(64) },
    })
    expect(wrong).toMatchObject({
      status: 401,
      json: { code: 10, message: 'Unauthorized request.', errors: {} },
    })
    expect(wrong.headers.get('content-type')).toBe('application/json')
    expect((await plain(endpoints.creditLine.path)).status).toBe(404)
    expect((await plain(endpoints.flexHistory.path)).status).toBe(403)
    expect((await full(endpoints.mainBalance.path, { sentBody: '{' })).json).toMatchObject({
      code: 9,
    })
    expect(
      (await full(endpoints.mainBalance.path, { headers: { 'Content-Type': 'text/plain' } })).json,
    ).toMatchObject({ code: 9 })
  })

  it('answers unknown paths and wrong methods as JSON objects, by group', async () => {
    const { simulator, full } = await setup()
    const get = async (path: string) => readAnswer(await fetch(`${simulator.url}${path}`))
    expect(await get('/api/v4/public/nothing')).toMatchObject({
      status: 404,
      json: { success: false, message: 'Not found.', params: [] },
    })
    expect(await full('/api/v4/nothing')).toMatchObject({
      status: 404,
      json: { code: 0, message: 'Not found.', errors: {} },
    })
    expect(await get(endpoints.mainBalance.path)).toMatchObject({ status: 405, json: { code: 0 } })
    expect(await full(endpoints.ping.path)).toMatchObject({ status: 405, json: { success: false } })
  })

  it('refuses a body larger than a megabyte with a private error', async () => {
    const { full } = await setup()
    const answer = await full(endpoints.mainBalance.path, {
      headers: { 'X-TXC-PAYLOAD': 'e30=' },
      sentBody: 'x'.repeat(1_100_000),
    })
    expect(answer).toMatchObject({ status: 413, json: { code: 0, errors: {} } })
  })
})

describe('an internal error of the simulator', () => {
  it('is reported, answered with 500, and the next call is answered as usual', async () => {
    const reported: unknown[] = []
    const { simulator, full } = await setup({ report: (error) => void reported.push(error) })
    const [position] = simulator.world.positions
    if (position === undefined) throw new Error('a position expected')
    position.market = 'NO_SUCH'
    const answer = await full(endpoints.openPositions.path)
    expect(answer).toMatchObject({
      status: 500,
      json: { code: 0, message: 'The simulator met a fault of its own.', errors: {} },
    })
    simulator.control('POST', 'fault', { delayMs: 1, times: 1 })
    expect((await full(endpoints.openPositions.path)).status).toBe(500)
    expect(reported).toHaveLength(2)
    expect((await full(endpoints.mainBalance.path)).status).toBe(200)
  })
})

describe('the memory of calls', () => {
  it('leaves very large bodies out', async () => {
    const { simulator, full } = await setup()
    await full(endpoints.mainBalance.path, { body: { filler: 'x'.repeat(30_000) } })
    await full(endpoints.mainBalance.path, { body: { filler: 'x' } })
    expect(simulator.control('GET', 'calls').body).toMatchObject([
      { body: { bytes: expect.any(Number) as number } },
      { body: { filler: 'x' } },
    ])
  })
})

describe('the clock', () => {
  it('is passed in, shown in the Date header, and moved by advance alone', async () => {
    const { simulator, full } = await setup()
    const date = async () => (await full(endpoints.mainBalance.path)).headers.get('date')
    expect(await date()).toBe('Mon, 18 Aug 2025 06:53:20 GMT')
    simulator.advance(3600)
    expect(await date()).toBe('Mon, 18 Aug 2025 07:53:20 GMT')
  })

  it('moves prices and the loan', async () => {
    const { simulator, full } = await setup()
    const look = async () => [
      (await full(endpoints.creditLine.path)).text,
      (await full(endpoints.openPositions.path)).text,
    ]
    const before = await look()
    expect(await look()).toEqual(before)
    simulator.advance(900)
    const after = await look()
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).not.toBe(before[1])
  })

  it('follows a running clock, by a ticker passed in and at every call, at the requested speed', async () => {
    let now = start
    let tick = (): void => {}
    let stopped = false
    const ticker = (_seconds: number, run: () => void) => {
      tick = run
      return () => {
        stopped = true
      }
    }
    const { simulator, full } = await setup({
      clock: () => now,
      autoAdvance: { ticker, speed: 60 },
    })
    now += 10
    tick()
    expect(simulator.world.nowMicros).toBe((start + 600) * 1_000_000)
    now += 1
    await full(endpoints.mainBalance.path)
    expect(simulator.world.nowMicros).toBe((start + 660) * 1_000_000)
    now -= 3600
    tick()
    expect(simulator.world.nowMicros).toBe((start + 660) * 1_000_000)
    await simulator.stop()
    expect(stopped).toBe(true)
  })
})

describe('a clock that runs while a scene is built', () => {
  /** Takes seven seconds for whatever is done before the next request, as often as told to. */
  const slowly = () => {
    let now = start
    let slow = 1
    const clock = (): number => {
      const read = now
      if (slow > 0) now += 7
      slow -= 1
      return read
    }
    return { clock, buildSlowly: () => void (slow = 1), now: () => now }
  }
  const health = async (url: string) =>
    (await readAnswer(await fetch(`${url}/__sim/health`))).json as { now: number; millis: number }

  it('sets the service’s time from the first call on, and after a reset', async () => {
    const { clock, buildSlowly, now } = slowly()
    const { simulator, full } = await setup({
      clock,
      callerClock: () => 0,
      autoAdvance: { ticker: () => () => undefined },
    })
    const fresh = async () =>
      (await full(endpoints.mainBalance.path, { body: { nonceWindow: true }, nonce: now() * 1000 }))
        .status
    expect(await fresh()).toBe(200)
    expect((await health(simulator.url)).now).toBe(now())
    buildSlowly()
    simulator.control('POST', 'reset')
    expect(await fresh()).toBe(200)
    expect((await health(simulator.url)).now).toBe(now())
  })
})

describe('the time for a nonce', () => {
  it('is given in milliseconds and valid however time was moved', async () => {
    const { simulator, full } = await setup({ callerClock: () => 0 })
    const serverTime = async () =>
      (await readAnswer(await fetch(`${simulator.url}/__sim/health`))).json as {
        now: number
        millis: number
      }
    for (const seconds of [0, 0.5, 3600, 86_400]) {
      simulator.advance(seconds)
      const { now, millis } = await serverTime()
      expect(millis).toBe(Math.floor(now * 1000))
      expect(
        (await full(endpoints.mainBalance.path, { body: { nonceWindow: true }, nonce: millis }))
          .status,
      ).toBe(200)
    }
  })

  it('is the caller’s own as well, while the service’s is frozen or ahead', async () => {
    let caller = start + 300 * 86_400
    const { simulator, full } = await setup({ callerClock: () => caller })
    for (const seconds of [0, 60, 3600]) {
      simulator.advance(seconds)
      caller += 1
      expect(
        (
          await full(endpoints.mainBalance.path, {
            body: { nonceWindow: true },
            nonce: caller * 1000,
          })
        ).status,
      ).toBe(200)
    }
    const far = await full(endpoints.mainBalance.path, {
      body: { nonceWindow: true },
      nonce: (caller - 5.001) * 1000,
    })
    expect(far).toMatchObject({
      status: 422,
      json: { message: 'Your nonce is more than 5 seconds greater than the current nonce.' },
    })
  })

  it('is the clock’s by default, also with --speed', async () => {
    let now = start
    const { full } = await setup({
      clock: () => now,
      autoAdvance: { ticker: () => () => undefined, speed: 1000 },
    })
    now += 60
    expect(
      (await full(endpoints.mainBalance.path, { body: { nonceWindow: true }, nonce: now * 1000 }))
        .status,
    ).toBe(200)
  })
})

describe('a computer that slept for a month', () => {
  it('finds the service at the present at once, with one day simulated and the rest skipped', async () => {
    let now = start
    const { simulator, full } = await setup({
      clock: () => now,
      autoAdvance: { ticker: () => () => undefined },
    })
    const before = simulator.world.flexRecords.length
    now += 30 * 86_400
    expect((await full(endpoints.creditLine.path)).status).toBe(200)
    expect(simulator.world.nowMicros).toBe((start + 30 * 86_400) * 1_000_000)
    const earned = simulator.world.flexRecords
      .slice(before)
      .filter(({ actionType }) => actionType === 4)
    expect(earned.length).toBeLessThan(5)
  })
})

describe('the same seed and calls', () => {
  const script = async (seed: number): Promise<string> => {
    const { simulator, full } = await setup({ seed })
    const bytes: string[] = [JSON.stringify(simulator.keys)]
    for (const [name, body] of documentedAsks) {
      const answer = await full(endpoints[name].path, { body })
      bytes.push(`${answer.status} ${answer.headers.get('date')} ${answer.text}`)
      simulator.advance(61)
    }
    return bytes.join('\n')
  }

  it('give the same bytes', async () => {
    expect(await script(5)).toBe(await script(5))
    expect(await script(5)).not.toBe(await script(6))
  })
})
