// The command line as a child process of the built file.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/v4/endpoints.js'
import { openSimulatorRuns, type SimulatorRuns } from '../../support/built-simulator.js'
import { readAnswer, signedCaller } from '../../support/signed-call.js'

let built: SimulatorRuns
beforeAll(async () => {
  built = openSimulatorRuns()
})
afterEach(() => built.endAll())
afterAll(() => built.dispose())

describe('simulate', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints one line of JSON, answers, and ends with 0 on %s',
    async (signal) => {
      const { child, said, exit, line } = built.run('--port', '0', '--seed', '3')
      const { url, keys } = await line()
      expect(
        keys.map(({ name, b2b, creditLine, mining }) => ({ name, b2b, creditLine, mining })),
      ).toEqual([
        { name: 'full', b2b: true, creditLine: true, mining: true },
        { name: 'plain', b2b: false, creditLine: false, mining: false },
      ])
      const [full] = keys
      if (full === undefined) throw new Error('a key expected')
      const answer = await signedCaller(url, full)(endpoints.creditLine.path)
      expect(answer.status).toBe(200)
      child.kill(signal)
      expect(await exit).toBe(0)
      expect(said.out.trim().split('\n')).toHaveLength(1)
      expect(said.err).toBe('')
    },
  )

  it('gives the same keys for the same seed', async () => {
    const keys = (await built.run('--seed', '9').line()).keys
    expect((await built.run('--seed', '9').line()).keys).toEqual(keys)
    expect((await built.run('--seed', '10').line()).keys).not.toEqual(keys)
  })

  it('speaks the live dialect and other scenes on request', async () => {
    const { url, keys } = await built.run('--dialect', 'live', '--scene', 'margin-call').line()
    const [full] = keys
    if (full === undefined) throw new Error('a key expected')
    const order = await signedCaller(url, full)(endpoints.collateralMarketOrder.path, {
      body: { market: 'BTC_USDT', side: 'sell', amount: '0.01' },
    })
    expect(order.json).toHaveProperty('orderId')
  })

  it.each([[['--scene', 'nowhere']], [['--port', 'x']], [['--wrong']], [['extra']]])(
    'answers %j with usage on stderr and 2',
    async (args) => {
      const { said, exit } = built.run(...args)
      expect(await exit).toBe(2)
      expect(said.out).toBe('')
      expect(said.err).toContain('usage: simulate')
    },
  )

  it('says so and ends with 1 if the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { said, exit } = built.run('--port', String(port))
    expect(await exit).toBe(1)
    expect(said.out).toBe('')
    expect(said.err).toMatch(
      /^The simulator could not start: port \d+ is in use\. Choose another with --port N; 0 takes any free one\.\n$/,
    )
    other.close()
  })

  it('prints its usage on request, and ends', async () => {
    const { said, exit } = built.run('--help')
    expect(await exit).toBe(0)
    expect(said.out).toContain('--state FILE')
  })

  it('stops time with --at, and gives the same bytes every time', async () => {
    const session = async (): Promise<string[]> => {
      const { said, child, exit, line } = built.run('--at', '1755500000', '--seed', '3')
      const { url, keys } = await line()
      const [full] = keys
      if (full === undefined) throw new Error('a key expected')
      const call = signedCaller(url, full)
      const output: string[] = [JSON.stringify(keys)]
      const hear = ({
        status,
        headers,
        text,
      }: {
        status: number
        headers: Headers
        text: string
      }): void =>
        void output.push(`${status} ${headers.get('date')} ${headers.get('content-type')} ${text}`)
      const control = async (method: string, name: string, body?: object): Promise<void> =>
        hear(
          await readAnswer(
            await fetch(`${url}/__sim/${name}`, {
              method,
              ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            }),
          ),
        )
      for (const seconds of [0, 90, 86_400]) {
        await control('POST', 'advance', { seconds })
        await control('POST', 'price', { market: 'ETH_USDT', price: '3000' })
        hear(
          await call(endpoints.collateralMarketOrder.path, {
            body: { market: 'BTC_USDT', side: 'sell', amount: '0.01' },
          }),
        )
        hear(await call(endpoints.openPositions.path))
        hear(await call(endpoints.streamToken.path))
        hear(await call(endpoints.flexHistory.path))
      }
      for (const name of ['health', 'state', 'calls']) await control('GET', name)
      await control('POST', 'reset')
      await control('GET', 'state')
      child.kill('SIGTERM')
      expect(await exit).toBe(0)
      expect(said.err).toBe('')
      return output
    }
    const first = await session()
    expect(first.find((one) => one.includes('"ok":true'))).toContain('"now":1755586490')
    expect(first.at(-1)).toContain('"nowMicros":1755500000000000')
    expect(await session()).toEqual(first)
  })

  it.each([['--at', '1755500000'], ['--speed', '1000'], []])(
    'accepts a nonce of the computer’s own time with nonceWindow: %s %s',
    async (...args) => {
      const { url, keys } = await built.run(...args.filter((one) => one !== undefined)).line()
      const [full] = keys
      if (full === undefined) throw new Error('a key expected')
      // Four seconds ahead, so that a busy computer may take nine.
      const ask = () =>
        signedCaller(url, full)(endpoints.mainBalance.path, {
          body: { nonceWindow: true },
          nonce: Date.now() + 4000,
        })
      expect((await ask()).status).toBe(200)
    },
  )

  it('runs its clock at the requested speed', async () => {
    const { url } = await built.run('--speed', '1000').line()
    const now = async () =>
      ((await (await fetch(`${url}/__sim/health`)).json()) as { now: number }).now
    const before = await now()
    await expect.poll(async () => (await now()) - before, { timeout: 10_000 }).toBeGreaterThan(300)
  })
})
