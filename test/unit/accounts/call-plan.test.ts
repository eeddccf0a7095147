// How often an exchange is polled, against the table in decision 005.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Visibility } from '../../../src/main/polling/poll-scheduler.js'
import { ok } from '../../../src/shared/result.js'
import { aCollateralSummary } from '../../fixtures/portfolio/market.js'
import { createAccountHarness } from '../../support/account-harness.js'
import { aProfile } from '../../support/fake-accounts.js'
import { aMarket, aTicker } from '../../support/fake-public-client.js'
import { valueOf } from '../../support/test-storage.js'

const minutes = 10
const columns: readonly Visibility[] = ['screen', 'hidden', 'background']

/** In `minutes`, by question. */
function planned(visibility: Visibility): { [question: string]: number } {
  const document = readFileSync(
    new URL('../../../docs/decisions/005-what-slows-down-when-hidden.md', import.meta.url),
    'utf8',
  )
  const rows = [
    ...document.matchAll(/^\| (\S[^|]*?) +\| ([\d.]+) +\| ([\d.]+) +\| ([\d.]+) +\|$/gm),
  ]
  return Object.fromEntries(
    rows.map(([, question = '', ...cells]) => [
      question,
      Number(cells[columns.indexOf(visibility)]) * minutes,
    ]),
  )
}

it.each(columns)(
  'RES-8 polls everything of an account as often as planned: %s',
  async (visibility) => {
    const a = aProfile({ id: 'a', name: 'First' })
    const harness = createAccountHarness(a)
    const { time, market } = harness
    const counts: { [question: string]: number } = {}
    const counted = <T>(question: string, value: T) => {
      counts[question] = 0
      return () => {
        counts[question] = (counts[question] ?? 0) + 1
        return Promise.resolve(ok({ value, at: time.clock() }))
      }
    }
    harness.scripts.set('a', (client) => {
      client.answer('ping', counted('ping', { ms: 12 }))
      client.answer('positions', counted('open positions', []))
      client.answer('loan', counted('credit line', { kind: 'no-loan' }))
      client.answer('balance', counted('main balance', []))
      client.offer('activeOrders', counted('open orders', []))
      client.offer('collateralSummary', counted('collateral summary', aCollateralSummary()))
      client.offer('collateralBalance', counted('collateral balance', []))
      client.offer('tradeBalance', counted('trade balance', []))
      client.flexInvestments = counted('flexible investments', [])
      client.activeFixedInvestments = counted('fixed investments', [])
    })
    market.answer('tickers', counted('prices', { BTC_USDT: aTicker('99000') }))
    market.answer('futures', counted('futures', {}))
    market.answer('platformState', counted('platform status', 'operational' as const))
    market.say('markets', [aMarket('BTC_USDT')])
    const account = harness.open(a)
    valueOf(await account.unlock())
    account.setVisibility(visibility)
    await time.pass(120)
    const before = { ...counts }
    await time.pass(60 * minutes)
    const asked = Object.fromEntries(
      Object.entries(counts).map(([question, count]) => [
        question,
        count - (before[question] ?? 0),
      ]),
    )
    expect(asked).toEqual(planned(visibility))
    expect(market.count('markets')).toBe(1)
    await account.close()
  },
)
