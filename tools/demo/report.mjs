// The content of the demo account, as text for a terminal. Pure: the figures come from the app and
// are formatted as on its page.
import { signOf } from '../../src/renderer/components/decimals.js'
import { decimalParts } from '../../src/shared/formats.js'
import { ageText } from '../../src/renderer/components/times.js'
import { directionWords } from '../../src/renderer/components/words.js'
import { directionOf } from '../../src/shared/portfolio/position.js'

/**
 * @typedef {import('../../src/shared/portfolio/portfolio.js').PortfolioView} Portfolio
 * @typedef {import('../../src/shared/portfolio/position.js').Position} Position
 * @typedef {import('../../src/shared/portfolio/loan.js').LoanAnswer} LoanAnswer
 * @typedef {import('../../src/shared/mining/mining.js').MiningAccount} MiningAccount
 * @typedef {object} Figures
 * @property {Portfolio} portfolio
 * @property {import('../../src/shared/alerts/alert.js').AlertsView} alerts
 * @property {import('../../src/shared/investments/flex-history.js').FlexView} flex
 * @property {import('../../src/shared/mining/mining.js').MiningView} mining
 */

/**
 * Which of the figures are not, or not yet, the exchange's latest.
 * @param {Figures} figures
 * @returns {string[]}
 */
export function notLive({ portfolio, flex, mining }) {
  const isLive = (/** @type {Portfolio['balance' | 'positions' | 'loan']} */ { source, problem }) =>
    source === 'live' && problem === null
  return [
    ...(isLive(portfolio.balance) ? [] : ['the main balance']),
    ...(isLive(portfolio.positions) ? [] : ['the positions']),
    ...(isLive(portfolio.loan) ? [] : ['the credit line']),
    ...(flex.sync.state === 'up-to-date' ? [] : ['the investments']),
    ...(mining.accounts.every(
      ({ destination, problem }) => destination !== null && problem === null,
    )
      ? []
      : ['the mining payouts']),
  ]
}

/** "18,432.57": thousands separated, every digit kept. @param {string} amount */
function grouped(amount) {
  const parts = decimalParts(amount)
  if (parts === null) return amount
  return `${parts.negative ? '-' : ''}${parts.groups.join(',')}${parts.fraction === null ? '' : `.${parts.fraction}`}`
}

/** A gain with its plus sign. @param {string} amount */
const signed = (amount) => `${signOf(amount) > 0 ? '+' : ''}${grouped(amount)}`

/**
 * @type {(label: string, amount: string | null | undefined, word?: (amount: string) => string) =>
 *   string[]}
 */
function part(label, amount, word = grouped) {
  return typeof amount === 'string' ? [`${label} ${word(amount)}`] : []
}

/** @param {Position} position */
function positionLine(position) {
  const { market, amount, entryPrice, unrealizedPnl, realizedPnl, liquidationPrice } = position
  const direction = directionWords[directionOf(position)].toLowerCase()
  return [
    `${market} ${direction} ${grouped((amount ?? 'of an unknown amount').replace(/^-/, ''))}`,
    ...part('entry price', entryPrice),
    ...part('unrealized PnL', unrealizedPnl, signed),
    ...part('realized PnL', realizedPnl, signed),
    ...part('liquidation price', liquidationPrice),
  ].join(', ')
}

/** @param {LoanAnswer | null} answer */
function loanLines(answer) {
  if (answer?.kind !== 'loan') return ['There is no loan.']
  const { asset, amount, currentLtv, initialLtv, marginCallLtv, liquidationLtv } = answer.loan
  return [
    `Loan of ${amount === undefined ? 'an unknown amount' : grouped(amount)} ${asset ?? ''}`.trimEnd(),
    `LTV now ${currentLtv}: initial ${initialLtv}, margin call at ${marginCallLtv}, liquidation at ${liquidationLtv}`,
  ]
}

/** @param {MiningAccount} account */
function payoutLine({ name, destination }) {
  if (destination?.destination === 'main_balance') return `${name} pays out to the main balance`
  return `${name} pays out to ${destination?.externalAddress ?? destination?.destination}`
}

/** @type {(title: string, asOf: number | null, now: number, lines: readonly string[]) => string} */
function section(title, asOf, now, lines) {
  return [`${title} (${ageText(now - (asOf ?? now))})`, ...lines.map((line) => `  ${line}`)].join(
    '\n',
  )
}

/**
 * @param {Figures} figures
 * @param {number} now
 */
export function demoReport({ portfolio, alerts, flex, mining }, now) {
  const { balance, positions, loan } = portfolio
  const seen = mining.accounts.flatMap(({ asOf }) => (asOf === null ? [] : [asOf]))
  const warnings = alerts.attention.map(({ alert }) => alert.title)
  return [
    'The demo account: an invented account on a built-in exchange. Every figure is live.',
    section(
      'Main balance',
      balance.asOf,
      now,
      (balance.value ?? []).map(({ asset, amount }) => `${asset} ${grouped(amount)}`),
    ),
    section('Credit line', loan.asOf, now, loanLines(loan.value)),
    section('Positions', positions.asOf, now, (positions.value ?? []).map(positionLine)),
    section('Investments', flex.sync.lastSyncedAt, now, [
      `${flex.sync.records} records in the history`,
    ]),
    section(
      'Mining',
      seen.length === 0 ? null : Math.min(...seen),
      now,
      mining.accounts.map(payoutLine),
    ),
    `Needs attention now: ${warnings.length === 0 ? 'nothing' : warnings.join('; ')}.`,
  ].join('\n\n')
}
