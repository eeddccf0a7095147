// The whole process is stopped while an order is on its way: SIGSTOP does to it what sleep does,
// and no event of the system tells of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'
import { endpoints } from '../../../src/v4/endpoints.js'
import { programPath } from '../../support/built-programs.js'
import { quickFolder } from '../../support/test-storage.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

type Order = { market: string; side: string; amount: string; client_order_id: string }

/** Answers every question at once, and an order when the test says so. */
async function startExchange() {
  const held: { order: Order; response: ServerResponse }[] = []
  const answers: Record<string, unknown> = {
    [endpoints.ping.path]: ['pong'],
    [endpoints.openPositions.path]: [],
  }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === endpoints.collateralMarketOrder.path) {
        held.push({ order: JSON.parse(Buffer.concat(chunks).toString()) as Order, response })
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answers[request.url ?? ''] ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const answer = ({ order, response }: (typeof held)[number]): void => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        order_id: 1,
        client_order_id: order.client_order_id,
        market: order.market,
        side: order.side,
        type: 'market',
        timestamp: 1_760_000_000.5,
        deal_money: '1',
        deal_stock: order.amount,
        amount: order.amount,
        left: '0',
        deal_fee: '0',
        status: 'FILLED',
      }),
    )
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held, answer }
}

type Belief = { armed?: boolean; [market: string]: unknown }

function startSleeper(folder: string, url: string) {
  const aheadFile = path.join(folder, 'ahead')
  writeFileSync(aheadFile, '0')
  const child: ChildProcess = spawn(
    process.execPath,
    [programPath('sleeper'), folder, url, aheadFile],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  cleanUps.push(() => child.kill('SIGKILL'))
  let belief: Belief | null = null
  if (child.stdout === null) throw new Error('it has no output')
  createInterface({ input: child.stdout }).on('line', (line) => {
    belief = { ...belief, ...(JSON.parse(line) as Belief) }
  })
  return {
    child,
    aheadFile,
    belief: () => belief,
    send: (market: string) => child.stdin?.write(`${market}\n`),
  }
}

const patience = { timeout: 30_000 }

it.skipIf(process.platform !== 'linux')(
  'ORD-16 a process that is stopped for a minute with an order on its way calls it unknown when it wakes, disarms, and lets nothing out that waited behind it',
  async () => {
    const exchange = await startExchange()
    const { child, aheadFile, belief, send } = startSleeper(quickFolder(), exchange.url)
    await expect.poll(belief, patience).toMatchObject({ armed: true })
    send('BTC_USDT')
    await expect.poll(() => exchange.held.length, patience).toBe(1)
    send('ETH_USDT')
    await expect.poll(belief, patience).toMatchObject({ BTC_USDT: 'sending', ETH_USDT: 'intent' })

    child.kill('SIGSTOP')
    // The state of the process follows its name: T is stopped.
    await expect
      .poll(
        () => readFileSync(`/proc/${String(child.pid)}/stat`, 'utf8').replace(/.*\) /, '')[0],
        patience,
      )
      .toBe('T')
    // A minute passes. Nothing runs in it, so it need not be waited for.
    writeFileSync(aheadFile, '60')
    child.kill('SIGCONT')

    await expect.poll(belief, patience).toMatchObject({ BTC_USDT: 'unknown', armed: false })
    const [first] = exchange.held
    if (first !== undefined) exchange.answer(first)
    await expect
      .poll(belief, patience)
      .toMatchObject({ BTC_USDT: 'acknowledged', ETH_USDT: 'not-sent', armed: false })
    expect(exchange.held.map(({ order }) => order.market)).toEqual(['BTC_USDT'])
    send('SOL_USDT')
    await expect.poll(belief, patience).toMatchObject({ refused: expect.any(String) as string })
    expect(exchange.held).toHaveLength(1)
  },
)
