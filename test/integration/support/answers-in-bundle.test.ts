// What a support bundle says about answers, given answers full of canaries.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  type AnswerReports,
  createAnswerReports,
} from '../../../src/main/exchange/answer-reports.js'
import { shapeOfAnswer } from '../../../src/main/exchange/answer-shapes.js'
import { parseStrictJson } from '../../../src/main/exchange/response-parser.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import {
  documented,
  endpointNames,
  type EndpointName,
  position,
} from '../../support/documented-answers.js'
import { anAccount, madeAt, supportOver } from '../../support/support-harness.js'

const canary = {
  text: 'canary-text',
  number: 717171717171,
  key: 'CANARY_KEY',
  otherKey: 'canary00717',
}
const anyCanary = /canary|717171|00717/i

type Leaf = (value: unknown) => unknown
type Names = (name: string) => string

/** Every value and every name of a JSON text changed. */
function planted(value: unknown, leaf: Leaf, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => planted(one, leaf, names))
  if (typeof value !== 'object' || value === null) return leaf(value)
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    names(name),
    planted(member, leaf, names),
  ])
  return Object.fromEntries([
    ...members,
    [canary.key, canary.text],
    [canary.otherKey, { [canary.text]: [canary.number] }],
  ])
}

const asItCame: Leaf = (value) =>
  typeof value === 'number' ? canary.number : typeof value === 'string' ? canary.text : value
const asAnObject: Leaf = () => ({ [canary.text]: canary.text, [canary.key]: canary.number })
const asAList: Leaf = () => [canary.text, { [canary.otherKey]: canary.number }]

/** Markets and assets, which are the names in maps. */
const inMaps: Names = (name) => (/^[A-Z]/.test(name) ? `${canary.key}_${name}` : name)
const everywhere: Names = (name) => `${canary.key}_${name}`

const ways: readonly [Leaf, Names][] = [
  [asItCame, inMaps],
  [asItCame, everywhere],
  [asAnObject, inMaps],
  [asAList, inMaps],
]

function reportsOf(): AnswerReports {
  return createAnswerReports({ clock: () => madeAt, changed: () => undefined })
}

function answer(reports: AnswerReports, name: EndpointName, text: string): void {
  const read = parseStrictJson(Buffer.from(text), 200_000)
  if (!read.ok) throw new Error(`${name}: ${read.error}`)
  reports.answered(endpoints[name], shapeOfAnswer(endpoints[name].reply, read.value))
}

async function fileOf(reports: readonly AnswerReports[]): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'plimsoll-answers-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'logs'))
  const accounts = reports.map((one) => anAccount({ answers: one.all() }))
  const { support } = supportOver({ folder: join(root, 'logs'), target: '', accounts })
  const bundle = await support.prepare()
  if (!bundle.ok) throw new Error('no bundle')
  const { lines = 0 } = bundle.value.files.find(({ name }) => name === 'answers.json') ?? {}
  const shown = support.readFile(bundle.value.id, 'answers.json', 0, lines)
  return shown.ok ? shown.value.lines.join('\n') : ''
}

test('ANS-6 a bundle contains no canary from any value, any map name or any added member of any answer', async () => {
  const replies = endpointNames.flatMap((name) =>
    [true, false].flatMap((live) =>
      documented[name].replies(live).map((text): [EndpointName, string] => [name, text]),
    ),
  )
  const texts = replies.flatMap(([name, text]) =>
    ways.map(([leaf, names]): [EndpointName, string] => [
      name,
      JSON.stringify(planted(JSON.parse(text), leaf, names)),
    ]),
  )
  expect(texts.filter(([, text]) => anyCanary.test(text)).length).toBeGreaterThan(
    endpointNames.length * 3,
  )
  const each = texts.map(([name, text]) => {
    const reports = reportsOf()
    answer(reports, name, text)
    return reports
  })
  const file = await fileOf(each)
  expect(file.match(anyCanary)).toBeNull()
  // Its purpose is in it, and a search that finds nothing would find it.
  for (const said of [
    '"[].margin (text)"',
    '"*.main_balance (text)"',
    '"[].(other name) (text or object)"',
    '"differs": "unknown"',
  ])
    expect(file).toContain(said)
  expect(anyCanary.test(JSON.stringify({ [canary.otherKey]: 1 }))).toBe(true)
})

test('ANS-6 UX-72 a bundle lists for each account and endpoint the members of its last answer and the differences', async () => {
  const [first, second] = [reportsOf(), reportsOf()]
  answer(first, 'streamToken', documented.streamToken.replies(true)[0])
  answer(
    first,
    'openPositions',
    JSON.stringify([{ ...position, margin: 8316.74, margin_mode: 'isolated' }]),
  )
  answer(second, 'creditLine', '{"currentLtv":"25","marginCallLtv":"75","liquidationLtv":"85"}')
  const file = JSON.parse(await fileOf([first, second])) as {
    account: string
    endpoint: string
    differences: unknown[]
    members: string[]
  }[]
  const since = '2025-08-18T06:53:20.000Z'
  expect(file.map(({ account, endpoint }) => [account, endpoint])).toEqual([
    ['account 1', '/api/v4/collateral-account/positions/open'],
    ['account 1', '/api/v4/profile/websocket_token'],
    ['account 2', '/api/v4/credit-line/loans/info'],
  ])
  const [positions, token, loan] = file
  expect(positions?.differences).toEqual([
    { member: '[].margin (number)', differs: 'type', described: 'text', since },
    { member: '[].margin_mode (text)', differs: 'unknown', described: null, since },
  ])
  expect(positions?.members).toContain('[].tpsl.takeProfit (text)')
  expect(token).toMatchObject({
    differences: [],
    members: ['the whole answer (object)', 'websocket_token (text)'],
  })
  expect(loan?.differences).toContainEqual({
    member: 'totalFunding (missing)',
    differs: 'missing',
    described: 'text',
    since,
  })
})

test('ANS-6 the redactor keeps the names of all documented members', async () => {
  const reports = reportsOf()
  for (const name of endpointNames) answer(reports, name, documented[name].replies(true)[0])
  const file = await fileOf([reports])
  for (const { members } of reports.all())
    for (const { path } of members) expect(file).toContain(`${path === '' ? 'answer' : path} (`)
})
