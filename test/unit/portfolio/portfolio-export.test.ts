import { describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import {
  balancesTable,
  createPortfolioExports,
  openOrdersTable,
  positionsTable,
} from '../../../src/main/portfolio/portfolio-export.js'
import { noPrices } from '../../../src/shared/markets/market.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { ok } from '../../../src/shared/result.js'
import { aFeed, aPosition, notOffered } from '../../fixtures/portfolio/figures.js'
import { anOpenOrder, aPricesView } from '../../fixtures/portfolio/market.js'

const owner = { name: '=Main', region: 'eu', keyHint: 'abcd…wxyz' } as const
const at = Date.parse('2025-08-18T07:53:20.5Z') / 1000
const broken = { place: 3, id: null, name: 'DOGE', field: 'amount', why: 'must be text' }
const live = <T>(value: T, more: object = {}) => aFeed(value, { asOf: at, ...more })

function rowsOf({ text }: { text: string }): Record<string, string>[] {
  return parse(text, { columns: true })
}

function portfolio(part: Partial<PortfolioView> = {}): PortfolioView {
  return {
    ...noPortfolio,
    balance: live(
      [
        { asset: 'BTC', amount: '0.100000000000000001' },
        { asset: '-X', amount: '-1.50' },
      ],
      { unreadable: [broken] },
    ),
    tradeBalance: live([{ asset: 'USDT', available: '10', inOrders: '2.5' }]),
    collateralBalance: live([{ asset: 'USDT', balance: '7', borrowed: '3' }]),
    ...part,
  }
}

describe('exported balances', () => {
  it('have every amount as sent, by wallet, with its worth, and name what could not be read', () => {
    const rows = rowsOf(balancesTable(owner, portfolio(), aPricesView(), 'USDT'))
    expect(rows[0]).toEqual({
      as_of_utc: '2025-08-18T07:53:20.500Z',
      profile: "'=Main",
      region: 'eu',
      key: 'abcd…wxyz',
      wallet: 'main',
      asset: 'BTC',
      amount: '0.100000000000000001',
      price_USDT: '92901.5',
      worth_USDT: '9290.1500000000000929015',
      note: '',
    })
    expect(
      rows.map(({ wallet, asset, amount, worth_USDT: worth }) => [wallet, asset, amount, worth]),
    ).toEqual([
      ['main', 'BTC', '0.100000000000000001', '9290.1500000000000929015'],
      ['main', "'-X", '-1.50', ''],
      ['', '', '', ''],
      ['trade', 'USDT', '10', '10'],
      ['trade, in orders', 'USDT', '2.5', '2.5'],
      ['collateral', 'USDT', '7', '7'],
      ['collateral, borrowed', 'USDT', '-3', '-3'],
    ])
    expect(rows[2]?.['note']).toBe('DOGE could not be read: “amount” must be text')
  })

  it('contain only the main balance, without prices, where the exchange offers only the specification', () => {
    const alone = portfolio({ tradeBalance: notOffered(), collateralBalance: notOffered() })
    expect(
      rowsOf(balancesTable(owner, alone, noPrices, 'EUR')).map(({ wallet, price_EUR: price }) => [
        wallet,
        price,
      ]),
    ).toEqual([
      ['main', ''],
      ['main', ''],
      ['', ''],
    ])
  })
})

describe('exported positions', () => {
  it('have every field as sent, and calculated values in columns marked as such', () => {
    const short = aPosition({
      amount: '-2',
      entryPrice: '100',
      unrealizedPnl: '20',
      liquidationPrice: '108',
      positionSide: 'BOTH',
      openedAt: '1763540025.301187',
    })
    const rows = rowsOf(
      positionsTable(
        owner,
        portfolio({
          positions: live([short, aPosition({ protectiveOrders: null, openedAt: 'soon' })]),
        }),
        noPrices,
      ),
    )
    expect(rows[0]).toMatchObject({
      side: 'short',
      amount: '-2',
      opened: '1763540025.301187',
      opened_utc: '2025-11-19T08:13:45.000Z',
      mark_price_worked_out: '90',
      notional_worked_out: '180',
      share_to_liquidation_worked_out: '0.2',
      stop_loss: '84000',
      at_stop_loss_worked_out: '-167800',
    })
    expect(rows[1]).toMatchObject({
      stop_loss: '',
      at_stop_loss_worked_out: '',
      opened: 'soon',
      opened_utc: '',
    })
  })
})

describe('exported open orders', () => {
  it('have every figure as sent', () => {
    const rows = rowsOf(
      openOrdersTable(
        owner,
        portfolio({
          openOrders: live([anOpenOrder({ id: '12345678901234567890', clientOrderId: '=x' })]),
        }),
      ),
    )
    expect(rows).toMatchObject([
      {
        order_id: '12345678901234567890',
        client_order_id: "'=x",
        price: '81255',
        left: '0.01',
        post_only: 'true',
      },
    ])
  })
})

describe('an export', () => {
  it('is written to the chosen path, and not offered for what was not read yet', async () => {
    const names: string[] = []
    let view = noPortfolio
    const ports = {
      owner: () => owner,
      portfolio: () => view,
      prices: () => noPrices,
      currency: () => 'USDT',
      clock: () => at,
    }
    const saveText = ({ suggestedName }: { suggestedName: string }) => (
      names.push(suggestedName),
      Promise.resolve(ok({ file: '/b.csv' }))
    )
    const exports = createPortfolioExports({ ...ports, saveText })
    for (const save of [exports.balances, exports.positions, exports.openOrders])
      expect(await save()).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(names).toEqual([])
    view = portfolio({ positions: live([]), openOrders: live([anOpenOrder()]) })
    expect(await exports.balances()).toEqual(ok({ saved: true, rows: 7, file: '/b.csv' }))
    expect(await exports.positions()).toEqual(ok({ saved: true, rows: 0, file: '/b.csv' }))
    expect(await exports.openOrders()).toEqual(ok({ saved: true, rows: 1, file: '/b.csv' }))
    expect(names).toEqual(
      ['balances', 'positions', 'open-orders'].map((name) => `plimsoll-${name}-2025-08-18.csv`),
    )
    const cancelled = createPortfolioExports({
      ...ports,
      saveText: () => Promise.resolve(ok(null)),
    })
    expect(await cancelled.balances()).toEqual(ok({ saved: false, rows: 0, file: null }))
  })
})
