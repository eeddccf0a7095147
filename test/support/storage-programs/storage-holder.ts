// Opens the storage and prints why it may not, or keeps it until a line arrives.
import { writeSync } from 'node:fs'
import { openStorage } from '../../../src/main/accounts/storage.js'

const [folder = ''] = process.argv.slice(2)
const opened = openStorage({ folder, clock: () => 1_749_988_800 })
if (!opened.ok) {
  writeSync(1, `refused ${opened.error.reason ?? ''}\n`)
  process.exit(3)
}
writeSync(1, 'open\n')
process.stdin.once('data', () => {
  opened.value.storage.close()
  process.exit(0)
})
