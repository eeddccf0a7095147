// The documented answers over real HTTP, as read by the client under our own names. Both spellings
// give the same.
import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { endpoints } from '../../src/v4/endpoints.js'
import { documented, documentedAnswers, endpointNames } from '../support/documented-answers.js'
import { startFakeExchangeServer } from '../support/fake-exchange-server.js'
import { createTestClient, createTestPublicClient, moves, testKey } from '../support/test-client.js'

const moveNamed = (name: string) => Object.entries(moves).find(([move]) => move === name)?.[1]

/** Those of the specification, and those of the public documentation that Plimsoll uses. */
const asked = endpointNames.filter(
  (name) => endpoints[name].source === undefined || documented[name].ours !== undefined,
)

it.each(
  (['spec', 'live'] as const).flatMap((dialect) => asked.map((name) => [name, dialect] as const)),
)(
  '%s in the %s dialect is sent to the documented path, signed, and understood',
  async (name, dialect) => {
    const server = await startFakeExchangeServer()
    const answers = documentedAnswers(dialect === 'live')
    server.always({ kind: 'reply', make: ({ path }) => ({ body: answers.get(path) ?? '' }) })
    const client = createTestClient({
      baseUrl: server.url,
      dialect,
      deadlines: { read: 3000, order: 3000 },
    })
    const publicClient = createTestPublicClient(server.url)
    onTestFinished(() => {
      client.close()
      publicClient.close()
      return server.stop()
    })
    const { call = moveNamed(name), callPublic, ours } = documented[name]
    const { method, path, access, movesMoney } = endpoints[name]
    expect(movesMoney).toBe(name in moves)
    const answer = await (callPublic === undefined ? call?.(client) : callPublic(publicClient))
    expect(answer).toMatchObject({ ok: true, value: { value: ours } })
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toMatchObject({ method, path })
    if (access === 'public') return
    const { headers, body } = server.seen[0] ?? { headers: {}, body: Buffer.alloc(0) }
    const payload = body.toString('base64')
    expect(headers).toMatchObject({
      'x-txc-apikey': testKey.apiKey,
      'x-txc-payload': payload,
      'x-txc-signature': createHmac('sha512', testKey.apiSecret).update(payload).digest('hex'),
    })
    expect(JSON.parse(body.toString())).toMatchObject({
      request: path,
      nonce: expect.stringMatching(/^\d{13}$/) as string,
    })
  },
)
