// An account's figures as text for a file: every figure exactly as the exchange sent it, with the
// time it was true. Plimsoll's own calculations have separate columns.
import { type CsvCell, csvRow } from '../../shared/csv.js'
import type { Profile } from '../../shared/accounts/account.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import type { PricesView } from '../../shared/markets/market.js'
import { amountUnit, limitPrice, triggerPrice } from '../../shared/orders/order-amount.js'
import type { Order } from '../../shared/orders/order.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import {
  liquidationDistance,
  notionalOf,
  resultAt,
} from '../../shared/portfolio/position-figures.js'
import { markOf, pricesOfNow } from '../../shared/portfolio/position-measure.js'
import { directionOf, type Position } from '../../shared/portfolio/position.js'
import { type Unreadable, unreadableName, unreadableReason } from '../../shared/unreadable.js'
import type { Problem } from '../../shared/problem.js'
import type { Exported } from '../../shared/orders/trading.js'
import { priceOf } from '../../shared/portfolio/valuation.js'
import { type Decimal, isDecimal, isZero, multiply, negate } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { type Clock, isoDay, isoTime, type WireTime } from '../../shared/time.js'
import type { SaveDialog } from '../desktop/dialogs.js'
import { englishOf, messageOf } from '../../shared/messages/messages.js'

type Owner = Pick<Profile, 'name' | 'region' | 'keyHint'>
type Column<Row> = readonly [name: string, value: (row: Row) => CsvCell | undefined]

/** A table, followed by what of its feed could not be read, which is only named. */
function tableOf<Row>(
  owner: Owner,
  feeds: readonly [Feed<unknown>, readonly Row[]][],
  columns: readonly Column<Row>[],
) {
  const head = ['as_of_utc', 'profile', 'region', 'key', ...columns.map(([name]) => name), 'note']
  const own = ({ asOf }: Feed<unknown>): CsvCell[] => [
    asOf === null ? null : isoTime(asOf),
    owner.name,
    owner.region,
    owner.keyHint,
  ]
  const noteOf = (one: Unreadable): string =>
    `${englishOf(unreadableName(one))} could not be read: ${englishOf(unreadableReason(one))}`
  const rows = feeds.flatMap(([feed, members]) => [
    ...members.map((row) => [
      ...own(feed),
      ...columns.map(([, value]) => value(row) ?? null),
      null,
    ]),
    ...(feed.unreadable ?? []).map((one) => [
      ...own(feed),
      ...columns.map(() => null),
      noteOf(one),
    ]),
  ])
  return { rows: rows.length, text: [head, ...rows].map(csvRow).join('') }
}

type HeldAmount = { wallet: string; asset: string; amount: Decimal }

/**
 * One row for each asset of each wallet; borrowed amounts are negative. Prices and worth only if
 * there are prices.
 */
export function balancesTable(
  owner: Owner,
  portfolio: PortfolioView,
  prices: PricesView,
  currency: string,
) {
  const { balance, tradeBalance, collateralBalance } = portfolio
  const tickers = prices.tickers.value
  const priceOfRow = ({ asset }: HeldAmount): Decimal | null =>
    tickers === null ? null : priceOf(tickers, asset, currency)
  const held = (wallet: string, asset: string, amount: Decimal): HeldAmount => ({
    wallet,
    asset,
    amount,
  })
  const unlessZero = (row: HeldAmount): HeldAmount[] => (isZero(row.amount) ? [] : [row])
  return tableOf<HeldAmount>(
    owner,
    [
      [balance, (balance.value ?? []).map(({ asset, amount }) => held('main', asset, amount))],
      [
        tradeBalance,
        (tradeBalance.value ?? []).flatMap(({ asset, available, inOrders }) => [
          held('trade', asset, available),
          ...unlessZero(held('trade, in orders', asset, inOrders)),
        ]),
      ],
      [
        collateralBalance,
        (collateralBalance.value ?? []).flatMap(({ asset, balance: all, borrowed }) => [
          held('collateral', asset, all),
          ...unlessZero(held('collateral, borrowed', asset, negate(borrowed))),
        ]),
      ],
    ],
    [
      ['wallet', ({ wallet }) => wallet],
      ['asset', ({ asset }) => asset],
      ['amount', ({ amount }) => amount],
      [`price_${currency}`, priceOfRow],
      [
        `worth_${currency}`,
        (row) => {
          const price = priceOfRow(row)
          return price === null ? null : multiply(row.amount, price)
        },
      ],
    ],
  )
}

/** In whole seconds; an invalid time stays empty. */
function utc(time: WireTime = ''): string | null {
  return /^\d{1,11}(\.|$)/.test(time) && isDecimal(time) ? isoTime(Number.parseInt(time, 10)) : null
}

/** `prices`: current. */
export function positionsTable(
  owner: Owner,
  { positions }: PortfolioView,
  prices: PricesView | null,
) {
  return tableOf<Position>(
    owner,
    [[positions, positions.value ?? []]],
    [
      ['position_id', ({ id }) => id],
      ['market', ({ market }) => market],
      ['side', (position) => directionOf(position)],
      ['position_side', ({ positionSide }) => positionSide],
      ['amount', ({ amount }) => amount],
      ['entry_price', ({ entryPrice }) => entryPrice],
      ['liquidation_price', ({ liquidationPrice }) => liquidationPrice],
      ['liquidation_state', ({ liquidationState }) => liquidationState],
      ['unrealized_pnl', ({ unrealizedPnl }) => unrealizedPnl],
      ['unrealized_percent', ({ pnlPercent }) => pnlPercent],
      ['realized_pnl', ({ realizedPnl }) => realizedPnl],
      ['used_margin', ({ usedMargin }) => usedMargin],
      ['free_margin', ({ freeMargin }) => freeMargin],
      ['funding_paid', ({ funding }) => funding],
      ['funding_accrued', ({ unrealizedFunding }) => unrealizedFunding],
      ['stop_loss', ({ protectiveOrders }) => protectiveOrders?.stopLoss],
      ['take_profit', ({ protectiveOrders }) => protectiveOrders?.takeProfit],
      ['opened', ({ openedAt }) => openedAt],
      ['opened_utc', ({ openedAt }) => utc(openedAt)],
      ['modified', ({ modifiedAt }) => modifiedAt],
      ['modified_utc', ({ modifiedAt }) => utc(modifiedAt)],
      ['mark_price_worked_out', (position) => markOf(position, prices)?.price],
      ['notional_worked_out', (position) => notionalOf(position, markOf(position, prices))],
      [
        'share_to_liquidation_worked_out',
        (position) => liquidationDistance(position, markOf(position, prices))?.share,
      ],
      [
        'at_stop_loss_worked_out',
        (position) => resultAt(position, position.protectiveOrders?.stopLoss),
      ],
    ],
  )
}

export function openOrdersTable(owner: Owner, { openOrders }: PortfolioView) {
  return tableOf<Order>(
    owner,
    [[openOrders, openOrders.value ?? []]],
    [
      ['order_id', ({ id }) => id],
      ['client_order_id', ({ clientOrderId }) => clientOrderId],
      ['market', ({ market }) => market],
      ['side', ({ side }) => side],
      ['type', ({ type }) => type],
      ['price', limitPrice],
      ['trigger_price', triggerPrice],
      ['trigger_condition', ({ activationCondition }) => activationCondition],
      ['amount', ({ amount }) => amount],
      ['amount_currency', amountUnit],
      ['filled', ({ dealStock }) => dealStock],
      ['left', ({ left }) => left],
      ['filled_money', ({ dealMoney }) => dealMoney],
      ['fee', ({ dealFee }) => dealFee],
      ['post_only', ({ postOnly }) => postOnly],
      ['ioc', ({ ioc }) => ioc],
      ['position_side', ({ positionSide }) => positionSide],
      ['status', ({ status }) => status],
      ['created', ({ timestamp }) => timestamp],
      ['created_utc', ({ timestamp }) => utc(timestamp)],
    ],
  )
}

const notReadYet: Problem = { code: 'gone', message: messageOf('portfolio.not-read-yet') }

export type PortfolioExports = {
  balances: () => Promise<Result<Exported, Problem>>
  positions: () => Promise<Result<Exported, Problem>>
  openOrders: () => Promise<Result<Exported, Problem>>
}

/** The latest values, to files that the user chooses. */
export function createPortfolioExports(ports: {
  owner(): Owner
  portfolio(): PortfolioView
  prices(): PricesView
  currency(): string
  clock: Clock
  saveText: SaveDialog['saveText']
}): PortfolioExports {
  const save = async (
    feed: Feed<unknown>,
    name: string,
    table: () => { rows: number; text: string },
  ): Promise<Result<Exported, Problem>> => {
    if (feed.value === null) return fail(notReadYet)
    const { rows, text } = table()
    const saved = await ports.saveText({
      suggestedName: `plimsoll-${name}-${isoDay(ports.clock())}.csv`,
      text,
    })
    if (!saved.ok) return saved
    return ok(
      saved.value === null
        ? { saved: false, rows: 0, file: null }
        : { saved: true, rows, file: saved.value.file },
    )
  }
  const { owner, portfolio, prices, currency } = ports
  return {
    balances: () =>
      save(portfolio().balance, 'balances', () =>
        balancesTable(owner(), portfolio(), prices(), currency()),
      ),
    positions: () =>
      save(portfolio().positions, 'positions', () =>
        positionsTable(owner(), portfolio(), pricesOfNow(prices(), ports.clock())),
      ),
    openOrders: () =>
      save(portfolio().openOrders, 'open-orders', () => openOrdersTable(owner(), portfolio())),
  }
}
