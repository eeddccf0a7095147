// State kept in a file between two runs of the command line.
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildScene } from '../../../src/simulator/scenes.js'
import { writeState } from '../../../src/simulator/state-file.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { openSimulatorRuns, type Run, type SimulatorRuns } from '../../support/built-simulator.js'
import { signedCaller } from '../../support/signed-call.js'

let built: SimulatorRuns
beforeAll(async () => {
  built = openSimulatorRuns()
})
afterEach(() => built.endAll())
afterAll(() => built.dispose())

const order = {
  market: 'BTC_USDT',
  side: 'buy',
  amount: '0.1',
  price: '40000',
  client_order_id: 'kept-1',
}

async function begin(...args: string[]) {
  const run = built.run(...args)
  const { url, keys } = await run.line()
  const [key] = keys
  if (key === undefined) throw new Error('a key expected')
  return { ...run, url, keys, call: signedCaller(url, key) }
}

async function endOf(
  { child, exit }: Run,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  child.kill(signal)
  return exit
}

async function steer(url: string, name: string, body: unknown): Promise<void> {
  const answer = await fetch(`${url}/__sim/${name}`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
}

describe('--state', () => {
  it('continues where the last run ended: money, orders, used ids and nonces, faults, keys, and the time jumps', async () => {
    const file = join(built.folder, 'goes-on.json')
    const first = await begin('--state', file, '--seed', '7', '--scene', 'margin-call')
    expect(
      (
        await first.call(endpoints.bulkLimitOrders.path, {
          body: { orders: [order] },
          nonce: '9000000000000000',
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await first.call(endpoints.closeInvestment.path, {
          body: { id: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5' },
          nonce: '9000000000000001',
        })
      ).status,
    ).toBe(200)
    await steer(first.url, 'advance', { seconds: 300 })
    await steer(first.url, 'fault', { path: endpoints.creditLine.path, times: 1, status: 503 })
    const loan = await first.call(endpoints.creditLine.path, { nonce: '9000000000000002' })
    expect(loan.status).toBe(503)
    await steer(first.url, 'fault', { path: endpoints.creditLine.path, times: 2, status: 503 })
    expect(await endOf(first)).toBe(0)

    const second = await begin('--state', file)
    expect(second.keys).toEqual(first.keys)
    expect(
      (await second.call(endpoints.mainBalance.path, { nonce: '9000000000000002' })).status,
    ).toBe(200)
    expect(
      await second.call(endpoints.mainBalance.path, { nonce: '9000000000000001' }),
    ).toMatchObject({ status: 429 })
    const again = await second.call(endpoints.bulkLimitOrders.path, {
      body: { orders: [order] },
      nonce: '9000000000000010',
    })
    expect(again.json).toMatchObject([{ error: { code: 36 } }])
    const closed = await second.call(endpoints.closeInvestment.path, {
      body: { id: '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5' },
      nonce: '9000000000000011',
    })
    expect(closed.json).toMatchObject({ errors: { error: ['Investment is already closed'] } })
    expect(
      (await second.call(endpoints.creditLine.path, { nonce: '9000000000000012' })).status,
    ).toBe(503)
    expect(
      (await second.call(endpoints.creditLine.path, { nonce: '9000000000000013' })).status,
    ).toBe(503)
    const deep = await second.call(endpoints.creditLine.path, { nonce: '9000000000000014' })
    expect(Number((deep.json as { currentLtv: string }).currentLtv)).toBeGreaterThan(75)
    const state = (await (await fetch(`${second.url}/__sim/state`)).json()) as {
      openOrders: unknown[]
      ledger: { reserved: object }
    }
    expect(state.openOrders).toMatchObject([{ clientOrderId: 'kept-1', left: '0.1' }])
    expect(state.ledger.reserved).toMatchObject({ USDT: '4004' })
  })

  it('writes at the start too, on both signals, and for this user only', async () => {
    const file = join(built.folder, 'at-start.json')
    const run = await begin('--state', file)
    const early = JSON.parse(await readFile(file, 'utf8')) as { world: { nowMicros: number } }
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
    await steer(run.url, 'advance', { seconds: 50 })
    expect(await endOf(run, 'SIGINT')).toBe(0)
    const late = JSON.parse(await readFile(file, 'utf8')) as { world: { nowMicros: number } }
    expect(late.world.nowMicros - early.world.nowMicros).toBeGreaterThanOrEqual(50_000_000)
    expect((await readdir(built.folder)).filter((name) => name.startsWith('at-start'))).toEqual([
      'at-start.json',
    ])
  })

  it('continues with --at where the last run stopped, even if that is later than --at', async () => {
    const file = join(built.folder, 'at-rest.json')
    const now = async (url: string) =>
      ((await (await fetch(`${url}/__sim/health`)).json()) as { now: number }).now
    const first = await begin('--state', file, '--at', '1755500000')
    await steer(first.url, 'advance', { seconds: 50 })
    expect(await endOf(first)).toBe(0)
    const kept = await readFile(file, 'utf8')
    const again = await begin('--state', file, '--at', '1755500000')
    expect(await now(again.url)).toBe(1_755_500_050)
    expect(await endOf(again)).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(kept)
    const later = await begin('--state', file, '--at', '1755600000')
    expect(await now(later.url)).toBe(1_755_600_000)
  })

  it('follows a link to its file', async () => {
    const target = join(built.folder, 'target.json')
    const link = join(built.folder, 'link.json')
    expect(await endOf(await begin('--state', target))).toBe(0)
    await symlink(target, link)
    expect(await endOf(await begin('--state', link))).toBe(0)
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
    expect(JSON.parse(await readFile(target, 'utf8'))).toMatchObject({
      program: 'plimsoll simulator',
      version: 1,
    })
  })

  it('contains a complete state after a kill at any moment, including start and end', async () => {
    const file = join(built.folder, 'killed.json')
    // Large enough to be killed while writing it.
    const world = buildScene('heavy', 1, Date.now() * 1000)
    expect(
      (
        await writeState(file, {
          world: { ...world, flexRecords: world.flexRecords.slice(-20_000) },
          faults: [],
        })
      ).ok,
    ).toBe(true)
    const { size } = await stat(file)
    /** The bytes written so far of its replacement. */
    const written = async (): Promise<number> => {
      const [name] = (await readdir(built.folder)).filter(
        (one) => one.startsWith('killed') && one !== 'killed.json',
      )
      if (name === undefined) return -1
      return stat(join(built.folder, name)).then(
        (found) => found.size,
        () => -1,
      )
    }
    // At once, as soon as it begins to write, in the middle, and at the end; or when it has ended,
    // if that is first.
    for (const moment of [-1, 0, size / 2, size]) {
      const run = await begin('--state', file)
      run.child.kill('SIGTERM')
      while (
        run.child.exitCode === null &&
        run.child.signalCode === null &&
        (await written()) < moment
      );
      run.child.kill('SIGKILL')
      await run.exit
      const { world } = JSON.parse(await readFile(file, 'utf8')) as {
        world: { positions: unknown[] }
      }
      expect(world.positions).toHaveLength(500)
    }
    const last = await begin('--state', file)
    expect((await last.call(endpoints.openPositions.path)).json).toHaveLength(500)
    expect((await readdir(built.folder)).filter((name) => name.startsWith('killed'))).toEqual([
      'killed.json',
    ])
  })
})

describe('a state file is refused with a message and 2, and left unchanged', () => {
  const refusal = async (
    name: string,
    content: string | null,
    ...args: string[]
  ): Promise<string> => {
    const file = join(built.folder, name)
    if (content !== null) await writeFile(file, content)
    const { said, exit } = built.run('--state', file, ...args)
    expect(await exit).toBe(2)
    expect(said.out).toBe('')
    expect(said.err.trim().split('\n')).toHaveLength(1)
    if (content !== null) expect(await readFile(file, 'utf8')).toBe(content)
    return said.err
  }

  const good = async (): Promise<Record<string, unknown> & { world: Record<string, unknown> }> => {
    const file = join(built.folder, 'good.json')
    expect(await endOf(await begin('--state', file, '--seed', '5'))).toBe(0)
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown> & {
      world: Record<string, unknown>
    }
  }

  it.each([
    ['empty.json', ''],
    ['cut.json', '{"program":"plimsoll simulator","version":1,"world":{"scene"'],
    ['other.json', '{"name":"plimsoll"}'],
    ['list.json', '[]'],
    ['text.txt', 'dear diary'],
  ])('if it was not written by this simulator: %s', async (name, content) => {
    expect(await refusal(name, content)).toContain('was not written by this simulator')
  })

  it('if it is of a later version', async () => {
    expect(
      await refusal('later.json', JSON.stringify({ ...(await good()), version: 2 })),
    ).toContain('has version 2')
  })

  it('if something in it is impossible', async () => {
    const kept = await good()
    const ledger = { ...(kept.world['ledger'] as object), main: { BTC: '1000000' } }
    expect(
      await refusal('rich.json', JSON.stringify({ ...kept, world: { ...kept.world, ledger } })),
    ).toContain('do not add up')
    expect(
      await refusal(
        'scene.json',
        JSON.stringify({ ...kept, world: { ...kept.world, scene: 'sunny' } }),
      ),
    ).toContain('no scene "sunny"')
  })

  it('if a flag contradicts it', async () => {
    const content = JSON.stringify(await good())
    expect(await refusal('flags.json', content, '--seed', '6')).toContain(
      '--seed 6 does not go with it',
    )
    expect(await refusal('flags.json', content, '--scene', 'storm')).toContain(
      '--scene storm does not go with it',
    )
  })

  it('if it cannot be read or written', async () => {
    const folder = join(built.folder, 'folder')
    await mkdir(folder, { recursive: true })
    expect(await refusal('folder', null)).toContain('cannot be read')
    expect(await refusal('missing/state.json', null)).toContain('cannot be written')
    if (process.getuid?.() === 0) return
    await chmod(folder, 0o500)
    expect(await refusal('folder/state.json', null)).toContain('cannot be written')
  })
})
