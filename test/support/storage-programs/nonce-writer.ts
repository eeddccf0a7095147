// Raises one key's nonce as fast as it can and says which values are on disk, until it is killed.
import { writeSync } from 'node:fs'
import { openStorage } from '../../../src/main/accounts/storage.js'

const [folder = '', from = '1'] = process.argv.slice(2)
const opened = openStorage({ folder, clock: () => 1_749_988_800 })
if (!opened.ok) {
  writeSync(1, `refused ${opened.error.reason ?? ''}\n`)
  process.exit(3)
}
const { nonces, samples } = opened.value.storage
const thresholds = { initialLtv: '60', marginCallLtv: '75', liquidationLtv: '85' }
const loan = { asset: 'BTC', totalFunding: '0', currentLtv: '25', createdAt: '1', ...thresholds }
for (let nonce = Number.parseInt(from, 10); ; nonce += 1) {
  nonces.raise('key', nonce.toString())
  samples.addLoan('kept', 1_749_988_800 + nonce, { ...loan, amount: `0.${nonce}` })
  writeSync(1, `${nonce}\n`)
}
