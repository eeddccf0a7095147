// The simulator was written from the same pages as Plimsoll. Here a proxy between the two alters
// its answers, because the live service and bodies captured by others differ from those pages.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  type AlteringProxy,
  type OwnAnswer,
  startAlteringProxy,
} from '../../support/altering-proxy.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { positionsScreen } from '../screens/positions-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { armed } from '../support/armed.js'
import { actUntilAsked, askMain, timesAsked } from '../support/asking.js'
import { connectByHand } from '../support/connected.js'
import { expect, test as watched, titlesOf } from '../support/watched.js'

const loanPath = '/api/v4/credit-line/loans/info'
const positionsPath = '/api/v4/collateral-account/positions/open'
const summaryPath = '/api/v4/collateral-account/summary'
const collateralPath = '/api/v4/collateral-account/balance-summary'
const mainBalancePath = '/api/v4/main-account/balance'
const tradeBalancePath = '/api/v4/trade-account/balance'
const futuresPath = '/api/v4/public/futures'
const marketPath = '/api/v4/order/collateral/market'
const bulkPath = '/api/v4/order/bulk'
const activeOrdersPath = '/api/v4/orders'
const historyPath = '/api/v4/trade-account/order/history'
const cancelPath = '/api/v4/order/cancel'
const cancelAllPath = '/api/v4/order/cancel/all'
const closePositionPath = '/api/v4/collateral-account/position/close'
const closeInvestmentPath = '/api/v4/main-account/smart/investment/close'
const tickersPath = '/api/v4/public/ticker'

type Row = Readonly<Record<string, unknown>>
type Shape = (row: Row) => Row

function captured(name: string): string {
  return readFileSync(path.resolve(import.meta.dirname, '../../contract/captured', name), 'utf8')
}

function without(...members: string[]): Shape {
  return (row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !members.includes(name)))
}

function nulled(...members: string[]): Shape {
  return (row) => ({ ...row, ...Object.fromEntries(members.map((name) => [name, null])) })
}

/** Numbers as text and amounts as numbers, at any depth. */
function retyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(retyped)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string')
    return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, retyped(member)]))
}

const retypedRow: Shape = (row) => retyped(row) as Row

const snakeCase: Shape = (row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

const withMore: Shape = (row) => ({
  addedToday: { nested: [1, null, ''] },
  ...row,
  'another-member': 'text',
  count: 7,
})

/** By market. The first has the shape of the only live capture. */
const positionShapes: Readonly<Record<string, { who: string; state: string; shape: Shape }>> = {
  BTC_USDT: {
    who: 'BTC_USDT long',
    state: 'Margin_call',
    shape: without('tpsl', 'unrealizedPnl', 'positionSide'),
  },
  ETH_USDT: { who: 'ETH_USDT short', state: 'MARGIN_CALL', shape: retypedRow },
  BTC_PERP: {
    who: 'BTC_PERP long',
    state: 'Margin_Call',
    shape: without('unrealizedPnl', 'unrealizedFunding', 'margin'),
  },
  SOL_PERP: {
    who: 'SOL_PERP short',
    state: 'margin_call',
    shape: (row) => snakeCase(withMore(row)),
  },
  LINK_PERP: {
    who: 'LINK_PERP short',
    state: 'Margin_call',
    shape: nulled(
      'tpsl',
      'unrealizedPnl',
      'positionSide',
      'basePrice',
      'openDate',
      'modifyDate',
      'margin',
      'freeMargin',
      'funding',
    ),
  },
}

const way = 'of the way from margin call to liquidation'
/** Each LTV step is reached in an answer of a different shape. */
const loanShapes: readonly { currentLtv: string; shape: (row: Row) => unknown; title: string }[] = [
  { currentLtv: '76.2', shape: retypedRow, title: 'USDT loan: LTV has reached margin call' },
  {
    currentLtv: '78',
    shape: (row) => [withMore(row)],
    title: `USDT loan: LTV has reached 77.5\u00a0%, 25\u00a0% ${way}`,
  },
  {
    currentLtv: '80.5',
    shape: snakeCase,
    title: `USDT loan: LTV has reached 80\u00a0%, 50\u00a0% ${way}`,
  },
  {
    currentLtv: '83',
    shape: without('asset', 'amount', 'totalFunding'),
    title: `Loan: LTV has reached 82.5\u00a0%, 75\u00a0% ${way}`,
  },
  {
    currentLtv: '86',
    shape: nulled('initialLtv', 'totalFunding', 'createdAt'),
    title: 'USDT loan: LTV has reached liquidation',
  },
]

const test = watched.extend<{ answers: AlteringProxy }>({
  answers: async ({ simulator }, use) => {
    const proxy = await startAlteringProxy(simulator.url)
    await use(proxy)
    await proxy.stop()
  },
})

test(
  'ANS-3 notifies when positions and a loan reach margin call in any odd answer shape, and alerts where monitoring is impossible',
  { tag: '@long' },
  async ({ daemon, installation, keyring, simulator, answers }) => {
    /** What the exchange reports about positions, overriding the simulator. */
    const said: Record<string, Row> = { BTC_PERP: { liquidationPrice: '40000' } }
    const unpriced = {
      positionId: 77,
      market: 'NOWHERE_PERP',
      amount: '2',
      liquidationPrice: '50',
      liquidationState: null,
      basePrice: '70',
    }
    const unreadable = {
      positionId: 78,
      market: 'BROKEN_PERP',
      amount: '2',
      liquidationPrice: '50',
    }
    answers.alter(positionsPath, (answer) => [
      ...(answer as Row[]).map((row) => {
        const market = String(row['market'])
        return (positionShapes[market]?.shape ?? withMore)({ ...row, ...said[market] })
      }),
      unpriced,
      unreadable,
    ])
    answers.alter(futuresPath, (answer) => ({
      result: (answer as { result: Row[] }).result.map((row) => {
        const at = Number(row['next_funding_rate_timestamp'])
        return {
          ...nulled('max_leverage', 'product_type')(row),
          next_funding_rate_timestamp: at,
          index_price: '',
          funding_rate: '',
        }
      }),
    }))
    for (const path of [
      tickersPath,
      summaryPath,
      collateralPath,
      mainBalancePath,
      tradeBalancePath,
    ])
      answers.alter(path, retyped)
    const [firstShape] = loanShapes
    answers.alter(loanPath, (answer) => firstShape?.shape(answer as Row))

    const { page } = await installation.launch({ keyring })
    await connectByHand(page, { ...simulator, url: answers.url })
    const look = (): Promise<void> =>
      actUntilAsked(simulator, loanPath, () => overviewScreen(page).refresh.click())
    const { attention } = overviewScreen(page)

    await windowScreen(page).go('Positions')
    for (const market of Object.keys(positionShapes))
      await expect(positionsScreen(page).row(market)).toContainText(
        /To liquidation:\s*\d+\.\d+\s*%/,
      )
    await expect(positionsScreen(page).row('BTC_USDT')).toContainText('not sent')
    await expect(positionsScreen(page).row('NOWHERE_PERP')).toBeVisible()

    await windowScreen(page).go('Overview')
    expect(titlesOf(daemon)).toEqual([])
    // Based on the mark price, because no PnL is sent.
    said['BTC_PERP'] = { liquidationPrice: '61500' }
    await look()
    await expect
      .poll(() => titlesOf(daemon))
      .toContain('BTC_PERP long is within 5\u00a0% of liquidation')
    for (const [market, { who, state }] of Object.entries(positionShapes)) {
      said[market] = { ...said[market], liquidationState: state }
      await look()
      const title =
        market === 'BTC_PERP'
          ? `${who} is in margin call and within 5\u00a0% of liquidation`
          : `${who} is in margin call`
      await expect.poll(() => titlesOf(daemon)).toContain(title)
    }
    for (const { currentLtv, shape, title } of loanShapes) {
      answers.alter(loanPath, (answer) => shape(answer as Row))
      await simulator.control('POST', 'loan', { currentLtv })
      await look()
      await expect.poll(() => titlesOf(daemon)).toContain(title)
    }
    await expect(attention).toContainText('NOWHERE_PERP long cannot be measured')
    await expect(attention).toContainText('1 of 7 positions could not be read and is not monitored')
    await expect(attention).not.toContainText('not monitored:')

    // Pages of a service in front of the exchange, and bodies in the exchange's older shape.
    answers.replace(positionsPath, {
      status: 403,
      body: captured('error-403-infra.html'),
      contentType: 'text/html',
    })
    answers.replace(loanPath, {
      status: 503,
      body: captured('error-422-legacy-422.json').replace('"status":422', '"status":503'),
    })
    const lost = /^Loan and positions not monitored: /
    await expect
      .poll(() => titlesOf(daemon), { timeout: 90_000 })
      .toContainEqual(expect.stringMatching(lost))
    await expect(attention).toContainText('Loan and positions not monitored: ')
    answers.replace(positionsPath, null)
    answers.replace(loanPath, null)
    await look()
    await expect.poll(() => titlesOf(daemon)).toContain('Loan and positions are monitored again')

    answers.alter(loanPath, (answer) => ({
      ...(answer as Row),
      asset: 'ETH',
      createdAt: 1_795_000_000,
    }))
    await look()
    await look()
    await expect
      .poll(() => titlesOf(daemon))
      .toContain('USDT loan was replaced by another loan; it was in margin call when last seen')
    await expect.poll(() => titlesOf(daemon)).toContain('ETH loan: LTV has reached liquidation')
    await simulator.control('POST', 'loan', { currentLtv: null })
    await look()
    await look()
    const gone =
      'ETH loan is no longer listed by the exchange; it was in margin call when last seen'
    await expect.poll(() => titlesOf(daemon)).toContain(gone)
  },
)

type Intent = {
  id: string
  state: string
  problem: { server?: { message: string } } | null
  items: { state: string; order: { id: string } | null }[]
}

/** Reviews and confirms it as the page would, and returns the outcome. */
async function send(page: Page, ticket: object): Promise<Intent> {
  const prepare = async (): Promise<unknown> => askMain(page, 'orders/prepare', ticket)
  let prepared = await prepare()
  // An order meant to close a position that the user settled keeps the position back until it has
  // been read again.
  await expect(async () => {
    if (!isGood(prepared)) {
      await askMain(page, 'portfolio/refresh', null)
      prepared = await prepare()
    }
    expect(prepared).toMatchObject({ ok: true })
  }).toPass({ intervals: [250] })
  const { token } = (prepared as { value: { token: string } }).value
  const confirmed = (await askMain(page, 'orders/confirm', { token })) as {
    ok: boolean
    value: { intentId: string }
  }
  expect(confirmed).toMatchObject({ ok: true })
  const read = async (): Promise<Intent> =>
    ((await askMain(page, 'orders/read', { id: confirmed.value.intentId })) as { value: Intent })
      .value
  await expect
    .poll(async () => (await read()).state, { intervals: [20] })
    .not.toMatch(/^(intent|sending)$/)
  return read()
}

const isGood = (reply: unknown): boolean => (reply as { ok: boolean }).ok

const limitRow = {
  market: 'BTC_USDT',
  side: 'buy',
  amount: '0.001',
  price: '40000',
  postOnly: false,
  ioc: false,
  rpi: false,
  clientOrderId: null,
}

function bulk(row: object): object {
  return {
    kind: 'bulk',
    rows: [{ ...limitRow, ...row }],
    stopOnFail: false,
    retryOf: null,
  }
}

const atMarket = {
  kind: 'market',
  market: 'SOL_USDT',
  side: 'buy',
  amount: '0.1',
  stopLoss: null,
  takeProfit: null,
  positionSide: null,
  clientOrderId: null,
}
const investmentId = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'

const page403 = { status: 403, body: captured('error-403-infra.html'), contentType: 'text/html' }
const legacy = captured('error-422-legacy-422.json')
const legacyWords = 'Finished order id 435453454535 not found on your account'

/** For orders that did not get through. `says`: the exchange's message, where the body has one. */
const refusals: readonly {
  name: string
  answer: OwnAnswer
  state: 'rejected' | 'unknown'
  says: string
}[] = [
  ...[401, 403].map((status) => ({
    name: `${status}, the key is disabled`,
    answer: { status, body: captured('error-403-disabled.json') },
    ...({
      state: 'rejected',
      says: 'This action is unauthorized. Enable your key in API settings',
    } as const),
  })),
  ...[200, 422, 500, 503].map((status) => ({
    name: `${status} in the older shape`,
    answer: { status, body: legacy },
    ...({ state: 'unknown', says: legacyWords } as const),
  })),
  {
    name: '403, not this key',
    answer: { status: 403, body: captured('error-403-not-this-key.json') },
    ...({
      state: 'rejected',
      says: 'This API Key is not authorized to perform this action.',
    } as const),
  },
  {
    name: '403, no permission',
    answer: { status: 403, body: captured('error-403-no-permission-success-false.json') },
    ...({
      state: 'rejected',
      says: "You don't have permission to use this endpoint. Please contact support for more details",
    } as const),
  },
  {
    name: '401, the signature',
    answer: { status: 401, body: captured('error-401-unauthorized.json') },
    ...({ state: 'rejected', says: 'Unauthorized request.' } as const),
  },
  { name: '403, a page', answer: page403, state: 'unknown', says: '' },
  { name: '503, a page', answer: { ...page403, status: 503 }, state: 'unknown', says: '' },
  {
    name: '451, not here',
    answer: { status: 451, body: captured('futures-451.json') },
    ...({ state: 'unknown', says: 'api.futures.unavailable' } as const),
  },
]

test('ANS-4 leaves every order and position open on a refused key, a proxy page or an error in the older shape, and sends each request once', async ({
  welcome: { page, app },
  simulator,
  answers,
}) => {
  await connectByHand(page, { ...simulator, url: answers.url })
  const trade = await armed(page, app)
  const placed = await send(page, bulk({}))
  const id = placed.items[0]?.order?.id ?? ''
  const { positions } = (await simulator.control('GET', 'state')) as {
    positions: { id: number; market: string }[]
  }
  const positionId = String(positions.find(({ market }) => market === 'ETH_USDT')?.id)
  const acting: readonly [path: string, ticket: object, typed: string][] = [
    [cancelPath, { kind: 'cancel', orders: [{ market: 'BTC_USDT', id }] }, 'BTC_USDT'],
    [cancelAllPath, { kind: 'cancel-all', market: 'BTC_USDT' }, 'BTC_USDT'],
    [closePositionPath, { kind: 'close-position', market: 'ETH_USDT', positionId }, 'ETH_USDT'],
    [marketPath, atMarket, 'SOL_USDT'],
    [bulkPath, bulk({ market: 'LTC_USDT', amount: '1', price: '50' }), 'LTC_USDT'],
    [closeInvestmentPath, { kind: 'close-investment', investmentId, typedTail: 'dcd5' }, 'dcd5'],
  ]
  // Each refusal once, and each request twice: unit/orders/cancel-outcome.test.ts has every request
  // with refused keys, and unit/exchange/legacy-error.test.ts with the older shape and a page.
  for (const [at, [path, ticket, typed]] of acting.entries())
    for (const { name, answer, state, says } of refusals.filter(
      (_, place) => place % acting.length === at,
    )) {
      answers.replace(path, answer)
      const { id: intentId, ...became } = await send(page, ticket)
      const what = `${path} ${name}`
      expect({
        what,
        state: became.state,
        items: [...new Set(became.items.map((item) => item.state))],
      }).toEqual({
        what,
        state,
        items: path === closeInvestmentPath ? [] : [state],
      })
      expect(became.problem?.server?.message, what).toBe(says)
      expect(answers.given(path), what).toBe(1)
      // Only an unknown outcome can be answered by hand.
      const resolved = await askMain(page, 'orders/resolve', {
        id: intentId,
        item: null,
        as: 'not-filled',
        typed,
      })
      expect({ what, ok: isGood(resolved) }).toEqual({ what, ok: state === 'unknown' })
    }

  // As a user does it, with the exchange's own message.
  await trade.openOrders.click()
  const resting = trade.openOrder('BTC_USDT')
  answers.replace(cancelPath, { status: 403, body: captured('error-403-disabled.json') })
  await resting.getByRole('button', { name: /^Cancel BTC_USDT/ }).click()
  await trade.act('Cancel buy 0.001 BTC_USDT at 40000').click()
  await expect(trade.main).toContainText('Enable your key in API settings')
  await expect(trade.main).not.toContainText('no longer open')
  await expect(resting).toContainText('40000')

  const after = (await simulator.control('GET', 'state')) as {
    positions: { id: number }[]
    openOrders: { id: number }[]
  }
  expect(after.positions.map((position) => position.id)).toEqual(
    positions.map((position) => position.id),
  )
  for (const [path] of acting)
    expect(await timesAsked(simulator, path), path).toBe(path === bulkPath ? 1 : 0)
})

test('ANS-3 places, lists, cancels and settles orders through answers without a status, with other types or extra members', async ({
  welcome: { page, app },
  simulator,
  answers,
}) => {
  const odd = (row: Row): Row => retypedRow(withMore(without('status')(row)))
  const stop = JSON.parse(
    captured('order-live-stop-market-2022.json').replace(/^\[|\]$/g, ''),
  ) as Row
  await simulator.control('POST', 'history', { cancelled: true })
  answers.alter(activeOrdersPath, (answer) => [...(answer as Row[]).map(odd), stop])
  answers.alter(marketPath, (answer) => odd(answer as Row))
  answers.alter(bulkPath, (answer) =>
    (answer as { result: Row }[]).map((entry) => ({ result: odd(entry.result), error: null })),
  )
  answers.alter(cancelPath, (answer) => odd(answer as Row))
  answers.alter(historyPath, retyped)

  await connectByHand(page, { ...simulator, url: answers.url })
  const trade = await armed(page, app)
  expect(await send(page, atMarket)).toMatchObject({
    state: 'acknowledged',
    items: [{ state: 'placed' }],
  })
  expect(await send(page, bulk({}))).toMatchObject({
    state: 'acknowledged',
    items: [{ state: 'placed' }],
  })

  await trade.openOrders.click()
  await expect(trade.openOrder('LTC_USDT')).toContainText(/stop market/i)
  await expect(trade.openOrder('LTC_USDT')).toContainText('5.99 USDT')
  await expect(trade.openOrder('LTC_USDT')).toContainText('30')
  const resting = trade.openOrder('BTC_USDT')
  await expect(resting).toContainText('0.001 BTC')
  await resting.getByRole('button', { name: /^Cancel BTC_USDT/ }).click()
  await trade.act('Cancel buy 0.001 BTC_USDT at 40000').click()
  await expect(resting).toHaveCount(0)
  await expect(trade.main).toContainText('Cancelled')
  await expect(trade.unknown).toHaveCount(0)
  await expect(trade.mismatch).toHaveCount(0)
})
