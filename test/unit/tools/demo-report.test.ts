import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import { expect, it } from 'vitest'
import { noAlerts } from '../../../src/shared/alerts/alert.js'
import type { Feed } from '../../../src/shared/portfolio/feed.js'
import { noFlex } from '../../../src/shared/investments/flex-history.js'
import { noMining, type MiningAccount } from '../../../src/shared/mining/mining.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { demoReport, notLive, type Figures } from '../../../tools/demo/report.mjs'

const now = 1_750_000_000.5

function live<T>(value: T, age: number): Feed<T> {
  return {
    value,
    asOf: now - age,
    source: 'live',
    problem: null,
    every: 15,
  }
}

function position(own: Partial<Position>): Position {
  return {
    id: '1',
    market: 'BTC_USDT',
    openedAt: '1749990000.1',
    modifiedAt: '1749990000.1',
    amount: '0.42',
    entryPrice: '60852.17',
    ...own,
  }
}

function miner(name: string, destination: string, externalAddress: string | null): MiningAccount {
  return {
    name,
    addedAt: now,
    destination: { accountName: name, destination, externalAddress },
    asOf: now - 7,
    form: null,
    problem: null,
    checking: false,
    unseen: false,
    change: null,
  }
}

const loan = {
  asset: 'USDT',
  amount: '20000',
  totalFunding: '318.40729156',
  currentLtv: '25.16',
  initialLtv: '60',
  marginCallLtv: '75',
  liquidationLtv: '85',
  createdAt: '1740043530',
}

function figures(own: Partial<Figures['portfolio']> = {}): Figures {
  return {
    portfolio: {
      ...noPortfolio,
      profileId: 'demo',
      balance: live([{ asset: 'USDT', amount: '1218432.570000000000000001' }], 3.2),
      positions: live(
        [
          position({
            unrealizedPnl: '1370.5398',
            realizedPnl: '0',
            liquidationPrice: '41092.48',
            positionSide: 'BOTH',
          }),
          position({
            market: 'ETH_USDT',
            amount: '-3.5',
            entryPrice: '3155.48',
            unrealizedPnl: '-241.185',
            positionSide: 'BOTH',
          }),
          position({
            market: 'SOL_PERP',
            amount: '45',
            entryPrice: null,
            positionSide: 'SHORT',
            liquidationPrice: null,
          }),
        ],
        0.4,
      ),
      loan: live({ kind: 'loan', loan }, 12),
      ...own,
    },
    alerts: noAlerts,
    flex: {
      ...noFlex,
      sync: { ...noFlex.sync, state: 'up-to-date', records: 186, lastSyncedAt: now - 2 },
    },
    mining: {
      ...noMining,
      accounts: [miner('one', 'main_balance', null), miner('two', 'external_address', 'bc1qxy')],
    },
  }
}

it("describes the demo account in the screens' words, with every digit and its age", () => {
  expect(demoReport(figures(), now)).toBe(
    `
The demo account: an invented account on a built-in exchange. Every figure is live.

Main balance (3 s ago)
  USDT 1,218,432.570000000000000001

Credit line (12 s ago)
  Loan of 20,000 USDT
  LTV now 25.16: initial 60, margin call at 75, liquidation at 85

Positions (now)
  BTC_USDT long 0.42, entry price 60,852.17, unrealized PnL +1,370.5398, realized PnL 0, liquidation price 41,092.48
  ETH_USDT short 3.5, entry price 3,155.48, unrealized PnL -241.185
  SOL_PERP short 45

Investments (2 s ago)
  186 records in the history

Mining (7 s ago)
  one pays out to the main balance
  two pays out to bc1qxy

Needs attention now: nothing.`.trim(),
  )
})

it('gives the side and the age of a figure as the app does', () => {
  // Only a short position is liquidated above its entry price.
  const contradicted = position({
    entryPrice: '60852.17',
    liquidationPrice: '71092.48',
    positionSide: 'BOTH',
  })
  const said = demoReport(figures({ positions: live([contradicted], 185) }), now)
  expect(said).toContain(
    '\nPositions (3 min ago)\n  BTC_USDT side unknown 0.42, entry price 60,852.17, liquidation price 71,092.48\n',
  )
})

it('says that there is no loan', () => {
  expect(demoReport(figures({ loan: live({ kind: 'no-loan' }, 0) }), now)).toContain(
    '\nCredit line (now)\n  There is no loan.\n',
  )
})

it('treats only what the exchange itself has just sent as live, for every part', () => {
  expect(notLive(figures())).toEqual([])
  const problem = { code: 'timeout', message: 'No answer.' } as const
  const cached = (feed: 'balance' | 'positions' | 'loan') => ({
    [feed]: { ...figures().portfolio[feed], source: 'cache' },
  })
  const failed = (feed: 'balance' | 'positions' | 'loan') => ({
    [feed]: { ...figures().portfolio[feed], problem },
  })
  for (const spoilt of [cached, failed]) {
    expect(notLive(figures(spoilt('balance')))).toEqual(['the main balance'])
    expect(notLive(figures(spoilt('positions')))).toEqual(['the positions'])
    expect(notLive(figures(spoilt('loan')))).toEqual(['the credit line'])
  }
  expect(notLive({ ...figures(), flex: noFlex })).toEqual(['the investments'])
  const unseen = { ...miner('one', 'main_balance', null), destination: null }
  expect(notLive({ ...figures(), mining: { ...noMining, accounts: [unseen] } })).toEqual([
    'the mining payouts',
  ])
})
