// Reads the whole investment history of a simulator into a folder, and says how many records are on
// disk, until it is killed or done.
import '../english-catalogue.js'
import { writeSync } from 'node:fs'
import { endlessLimits } from '../test-client.js'
import { flexClient, openFlexHarness } from '../flex-harness.js'

const [folder = '', url = '', apiKey = '', apiSecret = ''] = process.argv.slice(2)
const harness = openFlexHarness({
  client: flexClient(url, { apiKey, apiSecret }, { known: endlessLimits }),
  folder,
  paceMs: 12,
})
harness.investments.sync('now')
let said = -1
setInterval(() => {
  const { sync } = harness.investments.read()
  if (sync.records !== said) writeSync(1, `${sync.records}\n`)
  said = sync.records
  // Does not wait for the next try: asks for it as a person would.
  if (sync.state === 'failed') harness.investments.sync('now')
  if (sync.state !== 'up-to-date') return
  writeSync(1, 'done\n')
  harness.stop()
  process.exit(0)
}, 5)
