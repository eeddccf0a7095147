// Every fault, and everything that could print one: no part of the key, the secret, the payload or
// the signature may show.
import { inspect } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import type { TradingClient } from '../../../src/main/exchange/exchange-client.js'
import { createAuthority } from '../../support/certificates.js'
import { createTestClient, moves, sendMarketOrder, testKey } from '../../support/test-client.js'
import { position } from '../../support/documented-answers.js'
import {
  type FakeExchangeServer,
  json,
  type Script,
  type Seen,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'
import { settled } from '../../support/fake-clock.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { messageContaining } from '../../support/saying.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setup(): Promise<{ server: FakeExchangeServer; client: TradingClient }> {
  const server = await startFakeExchangeServer()
  const client = createTestClient({ baseUrl: server.url, deadlines: { read: 200, order: 200 } })
  cleanUps.push(
    () => server.stop(),
    () => client.close(),
  )
  return { server, client }
}

/** A server that echoes everything it was sent, in every place a client might repeat. */
function echo(status: number): Script {
  return {
    kind: 'reply',
    make: ({ headers, body }) => {
      const echoed = [
        headers['x-txc-apikey'],
        headers['x-txc-payload'],
        headers['x-txc-signature'],
        body.toString(),
      ].join(' | ')
      return {
        status,
        headers: { 'x-echo': 'yes' },
        body: JSON.stringify({ code: 1, message: echoed, errors: { [echoed]: [echoed] } }),
      }
    },
  }
}

const faults: Record<string, Script> = {
  'an echo with 200': echo(200),
  'an echo with 400': echo(400),
  'an echo with 401': echo(401),
  'an echo with 429': echo(429),
  'an echo with 500': echo(500),
  'a redirect': json({}, { status: 302, headers: { location: 'https://elsewhere.example' } }),
  'malformed JSON': { kind: 'answer', body: '{' },
  'another shape': json('done'),
  'an empty body': { kind: 'answer', body: '' },
  'a captive portal': { kind: 'answer', headers: { 'content-type': 'text/html' }, body: '<html>' },
  'no answer': { kind: 'hang' },
  'a broken connection': { kind: 'reset' },
  'an answer that breaks off': { kind: 'truncated', body: '{"a":1}', sent: 2 },
  'an answer without end': { kind: 'huge', bytes: 50_000_000 },
  'something that is not HTTP': { kind: 'raw', bytes: 'hello\r\n' },
}

function everyPrint(value: unknown): string {
  return [
    JSON.stringify(value),
    inspect(value, { depth: 10, showHidden: true, getters: true }),
    String(value),
  ].join('\n')
}

function mustHoldNothing(printed: string, server: FakeExchangeServer): void {
  const forbidden = [testKey.apiKey, testKey.apiSecret]
  for (const { headers } of server.seen)
    forbidden.push(String(headers['x-txc-payload']), String(headers['x-txc-signature']))
  for (const secret of forbidden.filter((text) => text !== 'undefined'))
    expect(printed).not.toContain(secret)
}

it.each(Object.entries(faults))(
  'SEC-3 shows nothing secret of a call that met %s',
  async (_name, script) => {
    const { server, client } = await setup()
    server.always(script)
    const answers = [
      await client.mainBalance(),
      ...(await Promise.all(Object.values(moves).map((move) => move(client)))),
    ]
    for (const answer of answers) expect(answer.ok).toBe(false)
    mustHoldNothing(everyPrint(answers), server)
  },
)

/** What the call returned, in one text. */
function heardBy({ headers }: Seen): string {
  return [headers['x-txc-apikey'], headers['x-txc-payload'], headers['x-txc-signature']]
    .map(String)
    .join(' ')
}

/** With the first letter of each word as an escape: the same JSON, other bytes. */
function escaped(body: unknown): string {
  return JSON.stringify(body).replaceAll('key-', String.raw`\u006bey-`)
}

const shaped: Record<string, (echoed: string) => string> = {
  'the name of a record that does not fit': (echoed) => JSON.stringify({ [echoed]: {} }),
  'the name of a record that fits': (echoed) => JSON.stringify({ [echoed]: { main_balance: '1' } }),
  'an escaped name': (echoed) => escaped({ [echoed]: { main_balance: '1' } }),
  'a member of a position': (echoed) => JSON.stringify([{ ...position, market: echoed }]),
  'a member of a position that does not fit': (echoed) =>
    JSON.stringify([{ ...position, amount: echoed, tpsl: { [echoed]: echoed } }]),
}

it.each(Object.entries(shaped))(
  'SEC-3 shows nothing secret of a read whose good answer repeats the call as %s',
  async (_name, body) => {
    const { server, client } = await setup()
    server.always({ kind: 'reply', make: (seen) => ({ body: body(heardBy(seen)) }) })
    const answers = [await client.mainBalance(), await client.openPositions()]
    expect(server.seen).toHaveLength(2)
    mustHoldNothing(everyPrint(answers), server)
  },
)

it('SEC-3 limits the name of an invalid member to one short line', async () => {
  const { server, client } = await setup()
  server.always(json({ [`${'long '.repeat(400)}\r\nX-Line: two`]: 1 }))
  const answer = await client.mainBalance()
  if (answer.ok) throw new Error('it was understood')
  expect(answer.error).toMatchObject({ code: 'not-understood', reason: 'SCHEMA' })
  expect(englishOf(answer.error.message).length).toBeLessThan(600)
  server.always(json({ 'one\r\ntwo': 1 }))
  expect(await client.mainBalance()).toMatchObject({
    error: { message: messageContaining('“one  two”') },
  })
  server.always(json({ 'one\r\ntwo': {} }))
  expect(await client.mainBalance()).toMatchObject({
    value: { unreadable: [{ name: 'one  two', field: 'main_balance' }] },
  })
})

it('SEC-3 SEC-17 shows nothing secret when the client itself is printed, idle or during a call', async () => {
  const { server, client } = await setup()
  server.always({ kind: 'hang' })
  const hanging = client.mainBalance()
  await expect.poll(() => server.seen.length).toBe(1)
  mustHoldNothing(everyPrint(client), server)
  mustHoldNothing(everyPrint(hanging), server)
  await hanging
})

it('SEC-3 shows nothing secret of a call to an untrusted server', async () => {
  const server = await startFakeExchangeServer(createAuthority().issue({ names: ['127.0.0.1'] }))
  const client = createTestClient({ baseUrl: server.url })
  cleanUps.push(
    () => server.stop(),
    () => client.close(),
  )
  const answers = [
    await client.mainBalance(),
    ...(await Promise.all(Object.values(moves).map((move) => move(client)))),
  ]
  mustHoldNothing(everyPrint(answers), server)
})

it('SEC-3 throws nothing uncaught, whatever the server does', async () => {
  const stray: unknown[] = []
  const onStray = (reason: unknown): void => void stray.push(reason)
  process.on('unhandledRejection', onStray)
  process.on('uncaughtExceptionMonitor', onStray)
  cleanUps.push(
    () => process.off('unhandledRejection', onStray),
    () => process.off('uncaughtExceptionMonitor', onStray),
  )
  const { server, client } = await setup()
  for (const script of Object.values(faults)) {
    server.next(script)
    await sendMarketOrder(client, { market: 'BTC_USDT', side: 'buy', amount: '1' })
    server.dropAll()
  }
  // Leftovers of the last one are thrown when its connection ends at the latest, and caught in the
  // turn after.
  client.close()
  await server.ended()
  await settled()
  expect(stray).toEqual([])
})
