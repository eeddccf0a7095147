// Puts one look at a loan after the other into a portfolio over the real store, and says which of them are shown, until it is killed.
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '../../../src/main/accounts/storage.js'
import { openPortfolio } from '../../../src/main/portfolio/portfolio.js'

const startOfLooks = 1_749_988_800
const [folder = '', from = '1'] = process.argv.slice(2)
const opened = openStore({ folder, clock: () => startOfLooks })
if (!opened.ok) {
  writeSync(1, `refused ${opened.error.reason ?? ''}\n`)
  process.exit(3)
}
const portfolio = openPortfolio('kept', opened.value.store, () => undefined)
for (let look = Number.parseInt(from, 10); ; look += 1) {
  const at = startOfLooks + look * 15
  portfolio.landed('positions', { value: [], at: at - 1 })
  const loan = { asset: 'BTC', amount: '1', totalFunding: '0', initialLtv: '60', marginCallLtv: '75', liquidationLtv: '85', createdAt: '1' }
  portfolio.landed('loan', { value: { kind: 'loan', loan: { ...loan, currentLtv: `25.${look}` } }, at })
  writeSync(1, `${look}\n`)
  await pause(3)
}
