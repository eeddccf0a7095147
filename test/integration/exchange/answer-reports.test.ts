// Answers over real HTTP, and what is reported about their members.
import { expect, it, onTestFinished } from 'vitest'
import type { AnswerSeen } from '../../../src/main/exchange/request-pipeline.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { documented, position } from '../../support/documented-answers.js'
import { startFakeExchangeServer } from '../../support/fake-exchange-server.js'
import { createTestClient, moves } from '../../support/test-client.js'

async function answering(onShape: AnswerSeen, answer: { status?: number; body: string }) {
  const server = await startFakeExchangeServer()
  server.always({ kind: 'reply', make: () => answer })
  const client = createTestClient({ baseUrl: server.url, dialect: 'live', onShape })
  onTestFinished(() => (client.close(), server.stop()))
  return client
}

it('ANS-6 reports every answer that is no refusal, even an unusable one', async () => {
  const differences: string[] = []
  const onShape: AnswerSeen = ({ path }, { members }) =>
    void differences.push(
      `${path} ${members.flatMap(({ path, differs }) => (differs === null ? [] : [`${path} ${differs}`])).join(', ')}`,
    )
  const unusable = await answering(onShape, { body: JSON.stringify({ data: [position] }) })
  expect(await unusable.openPositions()).toMatchObject({ ok: false })
  const refusing = await answering(onShape, {
    status: 400,
    body: '{"code":10,"message":"No loan","errors":{}}',
  })
  expect(await refusing.mainBalance()).toMatchObject({ ok: false })
  const good = await answering(onShape, { body: JSON.stringify([{ ...position, funding: 1 }]) })
  expect(await good.openPositions()).toMatchObject({ ok: true })
  expect(differences).toEqual([
    `${endpoints.openPositions.path}  type`,
    `${endpoints.openPositions.path} [].funding type`,
  ])
})

it('ANS-6 loses no answer to a report that throws, least of all an order’s', async () => {
  const client = await answering(
    () => {
      throw new Error('broken')
    },
    { body: documented.collateralMarketOrder.replies(true)[0] },
  )
  expect(await moves.collateralMarketOrder(client)).toMatchObject({
    ok: true,
    value: { value: { id: '4180284841' } },
  })
})
