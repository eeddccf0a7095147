import { describe, expect, it } from 'vitest'
import { parseAnswer } from '../../../src/main/exchange/response-parser.js'
import {
  toBalances,
  toPositions,
  type WithUnreadable,
} from '../../../src/main/exchange/wire-mapping.js'
import { type Feed, nothingYet } from '../../../src/shared/portfolio/feed.js'
import type { Alert } from '../../../src/shared/alerts/alert.js'
import { levelsOf } from '../../../src/shared/portfolio/loan-levels.js'
import type { LoanAnswer } from '../../../src/shared/portfolio/loan.js'
import { noPrices, type PricesView } from '../../../src/shared/markets/market.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { whyUnmeasured } from '../../../src/shared/portfolio/position-measure.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { createAlertHarness } from '../../support/alert-harness.js'
import { problem } from '../../support/fake-exchange-client.js'

type Row = { readonly [member: string]: unknown }

function positionRow(positionId: number, market: string): Row {
  return {
    positionId,
    market,
    openDate: 1651568067.789679,
    modifyDate: 1651568067.789679,
    amount: '2',
    basePrice: '100',
    liquidationPrice: '50',
    liquidationState: null,
    pnl: '1',
    pnlPercent: '0.5',
    margin: '20',
    freeMargin: '80',
    funding: '0',
    unrealizedPnl: '4',
    unrealizedFunding: '0',
    tpsl: null,
    positionSide: 'LONG',
  }
}

const positionRows = [positionRow(527, 'BTC_USDT'), positionRow(528, 'ETH_USDT')]
const loanRow: Row = {
  asset: 'BTC',
  amount: '1.5',
  totalFunding: '0.5',
  currentLtv: '40',
  initialLtv: '60',
  marginCallLtv: '75',
  liquidationLtv: '85',
  createdAt: 1_715_339_355,
}

function retyped(value: unknown): unknown {
  return typeof value === 'string' ? Number(value) : typeof value === 'number' ? String(value) : 7
}

const oddities: [string, (row: Row, member: string) => Row][] = [
  [
    'missing',
    (row, member) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== member)),
  ],
  ['null', (row, member) => ({ ...row, [member]: null })],
  ['empty', (row, member) => ({ ...row, [member]: '' })],
  ['retyped', (row, member) => ({ ...row, [member]: retyped(row[member]) })],
  ['a list', (row, member) => ({ ...row, [member]: [] })],
  ['negative', (row, member) => ({ ...row, [member]: '-1' })],
  ['words', (row, member) => ({ ...row, [member]: 'Margin_call ?' })],
]

function replyOf(answer: unknown) {
  return {
    status: 200,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(answer) ?? ''),
    retryAfter: null,
    date: null,
  }
}

function readPositions(answer: unknown): WithUnreadable<Position[]> | null {
  const read = parseAnswer(endpoints.openPositions, replyOf(answer) as never, [])
  return read.ok ? toPositions(read.value) : null
}

function readLoan(answer: unknown): LoanAnswer | null {
  const read = parseAnswer(endpoints.creditLine, replyOf(answer) as never, [])
  return read.ok ? { kind: 'loan', loan: read.value } : null
}

const tickers = Object.fromEntries(
  ['BTC_USDT', 'ETH_USDT'].map((market) => [market, { last: '102', change: '0', isFrozen: false }]),
)

/**
 * An account that saw a good answer, and then only the odd one: for as long as an alert takes,
 * which is longest for a failure.
 */
function alertsAfter(
  good: Partial<Pick<PortfolioView, 'positions' | 'loan'>>,
  odd: Partial<Record<'positions' | 'loan', Partial<Feed<unknown>>>>,
) {
  const { time, open } = createAlertHarness()
  const prices = (): PricesView => ({
    ...noPrices,
    tickers: { ...nothingYet, value: tickers, asOf: time.clock(), source: 'live', every: 5 },
  })
  const alerts = open('a', undefined, { prices })
  let view: PortfolioView = { ...noPortfolio, profileId: 'a', ...good }
  const push = (more: typeof odd): void => {
    view = {
      ...view,
      loan: { ...view.loan, asOf: time.clock(), ...more.loan } as PortfolioView['loan'],
      positions: {
        ...view.positions,
        asOf: time.clock(),
        ...more.positions,
      } as PortfolioView['positions'],
    }
    alerts.portfolioChanged(view)
  }
  push({})
  return (async () => {
    const looks = Object.values(odd).some(({ problem: failed }) => failed != null) ? 32 : 9
    for (let look = 0; look < looks; look += 1) {
      await time.pass(5)
      push(odd)
    }
    const { attention } = alerts.view()
    alerts.close()
    return attention.map(({ alert }) => alert)
  })()
}

const live = <T>(value: T): Feed<T> => ({ ...nothingYet, value, source: 'live', every: 5 })

/** What changes in the feeds with an answer that was read, or with one that was not. */
function feedOf(read: { value: unknown; unreadable?: unknown } | null): Partial<Feed<unknown>> {
  return read === null
    ? { problem: problem('not-understood'), asOf: 1 }
    : ({ unreadable: undefined, ...read } as Partial<Feed<unknown>>)
}

/** One that cannot be read may have no name in the answer: the alert counts it. */
function saysOf(positionId: string, { kind, subject, cause }: Alert): boolean {
  if (kind === 'position-gone') return subject.key === `position:${positionId}`
  if (kind === 'position-unmeasured')
    return JSON.stringify(cause['positions']).includes(`"${positionId}"`)
  return kind === 'position-unreadable' || kind === 'monitoring-lost'
}

type Case = [name: string, answer: unknown]

const positionCases: Case[] = [
  ...Object.keys(positionRows[0] ?? {}).flatMap((member) =>
    oddities.flatMap(([oddity, change]): Case[] => [
      [
        `${member} ${oddity} in one row`,
        positionRows.map((row, at) => (at === 0 ? change(row, member) : row)),
      ],
      [`${member} ${oddity} in all rows`, positionRows.map((row) => change(row, member))],
    ]),
  ),
  ...[null, 'text', 7, [], {}].map((row): Case => [
    `a row that is ${JSON.stringify(row)}`,
    [row, positionRows[1]],
  ]),
  ...[null, 'text', {}, []].map((answer): Case => [
    `an answer that is ${JSON.stringify(answer)}`,
    answer,
  ]),
]

describe('ANS-3 an odd answer about positions', () => {
  it('leaves each position of the previous answer monitored, or named in an alert as not monitored', async () => {
    const good = readPositions(positionRows)
    const kept = {
      positions: live((good?.value ?? []) as Position[]),
      loan: live<LoanAnswer>({ kind: 'no-loan' }),
    }
    const silent: string[] = []
    const counts = { monitored: 0, alerted: 0 }
    for (const [name, answer] of positionCases) {
      const read = readPositions(answer)
      const alerts = await alertsAfter(kept, { positions: feedOf(read) })
      for (const { positionId, market } of positionRows) {
        const position = read?.value.find(({ id }) => id === String(positionId))
        const prices: PricesView = {
          ...noPrices,
          tickers: { ...nothingYet, value: tickers, asOf: 1, source: 'live' },
        }
        if (
          position !== undefined &&
          position.liquidationState !== undefined &&
          whyUnmeasured(position, prices) === null
        ) {
          counts.monitored += 1
          continue
        }
        const isSaid = alerts.some((alert) => saysOf(String(positionId), alert))
        counts.alerted += 1
        if (!isSaid)
          silent.push(
            `${name}: ${String(market)}: ${alerts.map(({ kind }) => kind).join(', ') || 'no alert'}`,
          )
      }
    }
    expect(silent).toEqual([])
    expect(counts.monitored + counts.alerted).toBe(2 * positionCases.length)
    expect(Math.min(counts.monitored, counts.alerted)).toBeGreaterThan(50)
  })
})

const loanCases: Case[] = [
  ...Object.keys(loanRow).flatMap((member) =>
    oddities.map(([oddity, change]): Case => [`${member} ${oddity}`, change(loanRow, member)]),
  ),
  ...[null, 'text', {}, [], [loanRow, loanRow]].map((answer): Case => [
    `an answer that is ${JSON.stringify(answer)}`,
    answer,
  ]),
]

describe('ANS-3 an odd answer about the loan', () => {
  it('leaves the loan of the previous answer monitored, or named in an alert as not monitored', async () => {
    const good = readLoan(loanRow)
    const kept = {
      positions: live<Position[]>([]),
      loan: live(good ?? { kind: 'no-loan' as const }),
    }
    const silent: string[] = []
    let monitored = 0
    for (const [name, answer] of loanCases) {
      const read = readLoan(answer)
      const alerts = await alertsAfter(kept, {
        loan: feedOf(read === null ? null : { value: read }),
      })
      const isMonitored = read?.kind === 'loan' && levelsOf(read.loan).sound
      if (isMonitored) monitored += 1
      else if (!alerts.some(({ kind }) => kind === 'ltv-unclear' || kind === 'monitoring-lost'))
        silent.push(name)
    }
    expect(silent).toEqual([])
    expect(monitored).toBeGreaterThan(0)
    expect(monitored).toBeLessThan(loanCases.length)
  })
})

describe('ANS-3 an odd answer about balances', () => {
  it('loses no asset without naming it, and is refused if nothing in it can be read', () => {
    const answers = oddities.map(([oddity, change]): [string, Row] => [
      oddity,
      { BTC: change({ main_balance: '0.5' }, 'main_balance'), ETH: { main_balance: '2' } },
    ])
    for (const [oddity, answer] of [
      ...answers,
      ['no object', { BTC: null, ETH: { main_balance: '2' } }] as const,
    ]) {
      const read = parseAnswer(endpoints.mainBalance, replyOf(answer) as never, [])
      const { value, unreadable = [] } = read.ok ? toBalances(read.value) : { value: [] }
      if (read.ok)
        expect(
          [...value.map(({ asset }) => asset), ...unreadable.map(({ name }) => name)].sort(),
          oddity,
        ).toEqual(['BTC', 'ETH'])
    }
    for (const answer of [null, 'text', { BTC: null }])
      expect(parseAnswer(endpoints.mainBalance, replyOf(answer) as never, []).ok).toBe(false)
  })
})
