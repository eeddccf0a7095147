// Puts one loan after the other into a portfolio over the real database, and prints which of them
// are shown, until it is killed.
import '../english-catalogue.js'
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openStorage } from '../../../src/main/accounts/storage.js'
import { openPortfolio } from '../../../src/main/portfolio/portfolio.js'

const startOfSamples = 1_749_988_800
const [folder = '', from = '1'] = process.argv.slice(2)
const opened = openStorage({ folder, clock: () => startOfSamples })
if (!opened.ok) {
  writeSync(1, `refused ${opened.error.reason ?? ''}\n`)
  process.exit(3)
}
const portfolio = openPortfolio('kept', opened.value.storage, () => undefined)
for (let sample = Number.parseInt(from, 10); ; sample += 1) {
  const at = startOfSamples + sample * 15
  portfolio.answered('positions', { value: [], at: at - 1 })
  const loan = {
    asset: 'BTC',
    amount: '1',
    totalFunding: '0',
    initialLtv: '60',
    marginCallLtv: '75',
    liquidationLtv: '85',
    createdAt: '1',
  }
  portfolio.answered('loan', {
    value: { kind: 'loan', loan: { ...loan, currentLtv: `25.${sample}` } },
    at,
  })
  writeSync(1, `${sample}\n`)
  await pause(3)
}
