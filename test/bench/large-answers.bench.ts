import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { mostPositions } from '../../src/v4/limits.js'
import { programPath } from '../support/built-programs.js'
import { expectWithinBudget } from '../support/budget.js'
import { position } from '../support/documented-answers.js'
import { json, type Script, startFakeExchangeServer } from '../support/fake-exchange-server.js'
import { heavyAnswers } from '../support/heavy-answers.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

it.each<[string, Script]>([
  ['a body of 400 MB', { kind: 'huge', bytes: 400_000_000 }],
  ['a gzip bomb of 200 MB', { kind: 'bomb', bytes: 200_000_000 }],
])('NET-7 FLT-6 %s is refused within 100 ms', async (name, tooLarge) => {
  const server = await startFakeExchangeServer()
  cleanUps.push(() => server.stop())
  server.always(tooLarge)
  const { stdout } = await promisify(execFile)(process.execPath, [
    programPath('glutton'),
    server.url,
    '0',
    '5',
  ])
  const result = JSON.parse(stdout) as { outcomes: string[]; worked: number }
  expect(result.outcomes).toEqual(Array<string>(5).fill('TOO_LARGE'))
  expectWithinBudget(`to refuse ${name}`, result.worked, 100)
})

it.each(heavyAnswers)('NET-7b FLT-6 %s: refused within 200 ms', async (name, what, heavy) => {
  const server = await startFakeExchangeServer()
  cleanUps.push(() => server.stop())
  server.always(heavy)
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    programPath('answerReader'),
    server.url,
    what,
    '0',
    '5',
  ])
  expectWithinBudget(`to refuse ${name}`, (JSON.parse(stdout) as { worked: number }).worked, 200)
})

it('NET-7b the maximum number of positions in an answer: read within 200 ms', async () => {
  const server = await startFakeExchangeServer()
  cleanUps.push(() => server.stop())
  server.always(
    json(Array.from({ length: mostPositions }, (_, id) => ({ ...position, positionId: id + 1 }))),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    programPath('answerReader'),
    server.url,
    'positions',
    '0',
    '5',
  ])
  const result = JSON.parse(stdout) as { outcomes: string[]; worked: number }
  expect(result.outcomes).toEqual(Array<string>(5).fill('answered'))
  expectWithinBudget(`to read ${mostPositions} positions`, result.worked, 200)
})
