// The trading half of the fake bridge: an engine that refuses, previews, takes and answers as main
// does, without an exchange.
import { rulesOf } from '../../../src/main/orders/kinds/kinds.js'
import { lineOf } from '../../../src/main/orders/order-limits.js'
import { pricesOf } from '../../../src/main/orders/order-prices.js'
import type { ReviewWords } from '../../../src/main/orders/review-words.js'
import type { OrderDraft } from '../../../src/main/orders/ticket-parser.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import { brokenRules } from '../../../src/shared/markets/market-rules.js'
import { effectOf } from '../../../src/shared/orders/order-effect.js'
import {
  mostBulkRows,
  takesAway,
  type OrderTicket,
} from '../../../src/shared/orders/order-ticket.js'
import { readTypedDecimal, readTypedMarket } from '../../../src/shared/orders/order-rules.js'
import type { Order } from '../../../src/shared/orders/order.js'
import type { Problem } from '../../../src/shared/problem.js'
import { activeProfile, type AppStateView } from '../../../src/shared/accounts/app-state.js'
import {
  armedFor,
  type IntentItem,
  type ItemState,
  type OrderIntent,
  type OrderPreview,
  type PreviewItem,
  type TradingView,
} from '../../../src/shared/orders/trading.js'
import type { Channel, Pushes, Reply, Requests, Topic } from '../../../src/shared/contract.js'
import { fail, ok } from '../../../src/shared/result.js'
import { isListedTicket, type ListedTicket } from '../order-tickets.js'
import {
  anIntent,
  anOrder,
  notArmed,
  readOnly,
  type TradingScene,
} from '../../fixtures/portfolio/trading.js'
import { type FakeKnown, previewTargets, takenTarget, withoutEnded } from './targets.js'
import { messageOf } from '../../../src/shared/messages/messages.js'

type TradingChannel = Extract<Channel, `trading/${string}` | `orders/${string}`>
type Push = <T extends Topic>(topic: T, payload: Pushes[T]) => void

const clock = (): number => Date.now() / 1000

function itemsOf(ticket: OrderTicket): PreviewItem[] {
  const rows =
    ticket.kind === 'market'
      ? [{ ...ticket, price: null }]
      : ticket.kind === 'collateral-limit'
        ? [ticket]
        : ticket.kind === 'bulk'
          ? ticket.rows.map((row) => ({ ...row, price: row.price }))
          : []
  return rows.map((row, at) => {
    const market = readTypedMarket(row.market)
    return {
      clientOrderId: row.clientOrderId ?? `pl-fake-${at + 1}-Rk4bN8sZ1cYw`,
      market: market.ok ? market.value : row.market,
      side: row.side,
      amount: row.amount.trim(),
      price: row.price,
      positionSide: 'positionSide' in row ? row.positionSide : null,
      stopLoss: 'stopLoss' in row ? row.stopLoss : null,
      takeProfit: 'takeProfit' in row ? row.takeProfit : null,
      postOnly: 'postOnly' in row && row.postOnly,
      ioc: 'ioc' in row && row.ioc,
      rpi: 'rpi' in row && row.rpi,
      reduceOnly: 'reduceOnly' in row && row.reduceOnly,
      effect: ticket.kind === 'market' ? 'increases' : null,
    }
  })
}

function complaintsOf(ticket: OrderTicket): Problem | null {
  const fields: NonNullable<Problem['fields']> = {}
  if (ticket.kind === 'bulk' && ticket.rows.length > mostBulkRows)
    fields['rows'] = [`At most ${mostBulkRows} orders.`]
  for (const item of itemsOf(ticket)) {
    const amount = readTypedDecimal(messageOf('common.amount'), item.amount)
    if (!amount.ok) fields['amount'] = [amount.error]
  }
  return Object.keys(fields).length === 0
    ? null
    : { code: 'bad-input', message: 'The order cannot be read.', fields }
}

/** What main would know of these orders, and say. */
function wordsFor(
  ticket: Exclude<OrderTicket, ListedTicket>,
  items: readonly PreviewItem[],
  { portfolio, prices, markets }: FakeKnown,
  profile: Profile,
): ReviewWords {
  const now = clock()
  const { positions, collateralSummary: collateral } = portfolio
  const isMarket = ticket.kind === 'market'
  const onCollateral = ticket.kind !== 'bulk'
  const lines = items.map(({ effect: _effect, ...item }, at) => {
    const given = { ...item, field: onCollateral ? '' : `rows.${at}.` }
    const line = lineOf(
      given,
      pricesOf(item.market, { positions, prices }, null, now),
      isMarket ? effectOf(item, positions.value ?? []) : null,
    )
    const basis = { price: line.live?.price ?? null, reduces: line.reduces, now }
    return {
      ...line,
      rules: brokenRules({ ...item, onCollateral }, markets.markets, basis),
    }
  })
  const draft: OrderDraft = {
    kind: ticket.kind,
    items: lines,
    investmentId: ticket.kind === 'close-investment' ? ticket.investmentId.trim() : null,
    stopOnFail: ticket.kind === 'bulk' ? ticket.stopOnFail : null,
    retryOf: null,
  }
  const { openOrders, conditionalOrders } = portfolio
  const known = {
    positions,
    openOrders,
    conditionalOrders,
    collateral,
    purses: portfolio,
    markets: markets.markets,
    prices,
  }
  const words = rulesOf(ticket).describe(
    draft,
    { lines, asksTwice: false },
    { profile, limited: true, known, now },
  )
  return {
    ...words,
    items: items.map((item) => ({ ...item, effect: lines[0]?.consequence?.effect ?? null })),
  }
}

/** Market orders are filled at once; orders with a price rest. */
function orderOf(
  state: ItemState,
  echoed: Pick<Order, 'clientOrderId' | 'market' | 'side' | 'amount'>,
  price: IntentItem['price'],
): Order | null {
  const rests = { type: 'limit', dealStock: '0', dealMoney: '0', left: echoed.amount }
  if (state === 'placed' && price !== null)
    return anOrder({ ...echoed, ...rests, price, status: 'NEW' })
  if (state === 'placed') return anOrder({ ...echoed, dealStock: echoed.amount })
  return state === 'cancelled'
    ? anOrder({ ...echoed, dealStock: '0', left: echoed.amount, status: 'CANCELLED' })
    : null
}

/** As the live service spells it (specification 4.4 to 4.6). */
function bodyOf(ticket: OrderTicket, items: readonly PreviewItem[]): object {
  if (ticket.kind === 'close-investment')
    return {
      request: '/api/v4/main-account/smart/investment/close',
      id: ticket.investmentId.trim(),
    }
  const orders: object[] = items.map(
    ({ market, side, amount, price, clientOrderId, positionSide, stopLoss, takeProfit }) => {
      const members = Object.entries({
        market,
        side,
        amount,
        price,
        clientOrderId,
        positionSide,
        stopLoss,
        takeProfit,
      })
      return Object.fromEntries(members.filter(([, value]) => value !== null))
    },
  )
  return ticket.kind === 'bulk'
    ? { request: '/api/v4/order/bulk', orders, stopOnFail: ticket.stopOnFail }
    : { request: '/api/v4/order/collateral/market', ...orders[0] }
}

export function createFakeTrading(
  scene: TradingScene,
  appState: () => AppStateView,
  known: () => FakeKnown,
  push: Push,
) {
  let view: TradingView = scene.view
  let journal = scene.journal
  let tokens = 0
  const previews = new Map<string, OrderPreview>()

  const tell = (part: Partial<TradingView>): void => push('trading', { ...view, ...part })
  const put = (intent: OrderIntent): void => {
    journal = journal.some(({ id }) => id === intent.id)
      ? journal.map((one) => (one.id === intent.id ? intent : one))
      : [intent, ...journal]
    const open = intent.blocks || ['intent', 'sending', 'unknown'].includes(intent.state)
    const others = ({ id }: OrderIntent): boolean => id !== intent.id
    tell({
      open: open ? [intent, ...view.open.filter(others)] : view.open.filter(others),
      recent: open
        ? view.recent.filter(others)
        : [intent, ...view.recent.filter(others)].slice(0, 20),
    })
  }
  const find = (id: string): OrderIntent | undefined => journal.find((intent) => intent.id === id)
  const gone = (): { ok: false; error: Problem } =>
    fail({ code: 'gone', message: 'That order is not in the journal.' })

  const taken = (preview: OrderPreview): OrderIntent => {
    const items = preview.items.map((item, index): IntentItem => {
      if (item.target !== undefined)
        return takenTarget(
          item,
          index,
          scene.outcome[index] ??
            (preview.kind === 'cancel' || preview.kind === 'transfer' ? 'done' : 'accepted'),
        )
      const state = scene.outcome[index] ?? 'placed'
      const {
        clientOrderId,
        market,
        side,
        amount,
        price,
        positionSide,
        stopLoss,
        takeProfit,
        postOnly,
        ioc,
        rpi,
      } = item
      return {
        index,
        clientOrderId,
        market,
        side,
        amount,
        price,
        positionSide,
        stopLoss,
        takeProfit,
        postOnly,
        ioc,
        rpi,
        state,
        order: orderOf(state, { clientOrderId, market, side, amount }, price),
        problem:
          state === 'rejected'
            ? {
                code: 'refused',
                message: 'Refused.',
                server: { status: 200, code: 30, message: 'Validation failed' },
                fields: { amount: ['Too little.'] },
              }
            : null,
        mismatch: scene.differs.includes(index)
          ? [`The amount is “7”, but “${amount}” was sent.`]
          : [],
      }
    })
    const states = items.map(({ state }) => state)
    const state = states.includes('unknown')
      ? 'unknown'
      : preview.kind === 'market' && states.includes('rejected')
        ? 'rejected'
        : 'acknowledged'
    return anIntent({
      id: `intent-${preview.token}`,
      state,
      blocks: state === 'unknown' || scene.differs.length > 0,
      profileId: preview.profile.id,
      profileName: preview.profile.name,
      kind: preview.kind,
      act: preview.act,
      createdAt: clock(),
      items,
      investmentId: preview.investmentId,
      stopOnFail: preview.stopOnFail,
      ...(preview.scope === undefined ? {} : { scope: preview.scope }),
      body: preview.body,
    })
  }

  const answers: { [C in TradingChannel]: (payload: Requests[C]['ask']) => Reply<C> } = {
    'trading/read': () => ok(view),
    'trading/allow': ({ allowed }) => {
      tell({
        readOnly: !allowed,
        armedUntil: null,
        obstacles: allowed ? [notArmed] : [readOnly, notArmed],
      })
      return ok(null)
    },
    'trading/arm': () => {
      const until = clock() + armedFor
      tell({ armedUntil: until, obstacles: [] })
      return ok({ until })
    },
    'trading/disarm': () => {
      tell({ armedUntil: null, obstacles: [notArmed] })
      return ok(null)
    },
    'trading/change-limits': (limits) => {
      tell({ limits })
      return ok(null)
    },
    'trading/favourite': ({ market, on }) => {
      const others = view.favourites.filter((one) => one !== market)
      tell({ favourites: on ? [...others, market] : others })
      return ok(null)
    },
    'orders/prepare': (ticket) => {
      const problem = complaintsOf(ticket)
      const profile = activeProfile(appState())
      if (problem !== null || profile === null)
        return fail(problem ?? { code: 'trading-off', message: 'No account is open.' })
      tokens += 1
      const fresh = {
        token: `token-${tokens}`,
        preparedAt: clock(),
        expiresAt: clock() + 60,
        bodyHash: '5f0e9c1d7a3b48e2a6c4d9f01b72e853c7d6a9b1e4f02358a1c9d7e6b4f3a201',
      }
      if (isListedTicket(ticket)) {
        const words = previewTargets(ticket, known(), profile, clock())
        if (!words.ok) return words
        previews.set(fresh.token, { ...words.value, ...fresh })
        return ok({ ...words.value, ...fresh })
      }
      const items = itemsOf(ticket)
      const preview: OrderPreview = {
        ...wordsFor(ticket, items, known(), profile),
        ...fresh,
        body: JSON.stringify(bodyOf(ticket, items), null, 2),
      }
      previews.set(preview.token, preview)
      return ok(preview)
    },
    'orders/confirm': ({ token }) => {
      const preview = previews.get(token)
      previews.delete(token)
      if (preview === undefined || preview.expiresAt <= clock())
        return fail({ code: 'gone', message: 'This preview has run out, or was used.' })
      const intent = taken(preview)
      put(intent)
      if (takesAway(intent.kind)) push('portfolio', withoutEnded(known().portfolio, intent.items))
      return ok({ intentId: intent.id })
    },
    'orders/discard': ({ token }) => {
      previews.delete(token)
      return ok(null)
    },
    'orders/read': ({ id }) => {
      const intent = find(id)
      return intent === undefined ? gone() : ok(intent)
    },
    'orders/markets': () =>
      ok([...new Set(journal.flatMap(({ items }) => items.map(({ market }) => market)))].sort()),
    'orders/page': ({ after, limit, states, kinds, search, market, from, before }) => {
      const begins = (text: string | undefined): boolean =>
        text?.toUpperCase().startsWith((search ?? '').toUpperCase()) ?? false
      const fitting = journal.filter(
        ({ state, kind, items, createdAt }) =>
          (states === null || states.includes(state)) &&
          (kinds === null || kinds.includes(kind)) &&
          (search === null ||
            items.some(
              (item) =>
                begins(item.clientOrderId) ||
                begins(item.target?.id) ||
                begins(item.market) ||
                begins(item.order?.id),
            )) &&
          (market === null || items.some((item) => item.market === market)) &&
          createdAt >= (from ?? 0) &&
          createdAt < (before ?? Infinity),
      )
      const start = after === null ? 0 : fitting.findIndex(({ id }) => id === after.id) + 1
      return ok({
        intents: fitting.slice(start, start + limit),
        more: fitting.length > start + limit,
      })
    },
    'orders/reconcile': ({ id }) => {
      const intent = find(id)
      const evidence = intent?.evidence ?? null
      if (intent === undefined || evidence === null) return gone()
      put({
        ...intent,
        evidence: {
          ...evidence,
          problem: null,
          after: evidence.after === null ? null : { ...evidence.after, asOf: clock() },
        },
      })
      return ok(null)
    },
    'orders/resolve': ({ id, item, as, typed }) => {
      const intent = find(id)
      if (intent === undefined) return gone()
      const answered = intent.items.filter(({ index, market }) =>
        item === null ? market === typed : index === item,
      )
      if (
        intent.kind !== 'close-investment' &&
        (answered.length === 0 || answered.some(({ market }) => market !== typed))
      )
        return fail({ code: 'bad-input', message: 'Type the market.' })
      const state = as === 'filled' ? 'resolved-filled' : 'resolved-not-filled'
      const items = intent.items.map((one) =>
        answered.includes(one)
          ? { ...one, state: one.state === 'unknown' ? state : one.state }
          : one,
      )
      const left = items.some((one) => one.state === 'unknown')
      tell({ blocks: left ? view.blocks : view.blocks.filter(({ intentId }) => intentId !== id) })
      put({ ...intent, items, state: left ? 'unknown' : state, blocks: left })
      return ok(null)
    },
    'orders/lift-block': ({ id, typed }) => {
      const intent = find(id)
      if (intent === undefined) return gone()
      const blocks = view.blocks.filter(
        ({ intentId, market }) => intentId !== id || market !== typed,
      )
      tell({ blocks })
      put({ ...intent, blocks: blocks.some(({ intentId }) => intentId === id) })
      return ok(null)
    },
    'orders/export': ({ format }) =>
      ok({ saved: true, rows: journal.length, file: `/home/ada/orders.${format}` }),
  }
  return {
    answers,
    receive: (pushed: TradingView): void => {
      view = pushed
    },
  }
}
