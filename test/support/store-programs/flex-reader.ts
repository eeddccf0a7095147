// Reads the whole investment history of a simulator into a folder, and says how many records are on disk, until it is killed or done.
import { writeSync } from 'node:fs'
import { endlessLimits } from '../client-room.js'
import { flexClient, openFlexRoom } from '../flex-room.js'

const [folder = '', url = '', apiKey = '', apiSecret = ''] = process.argv.slice(2)
const room = openFlexRoom({ client: flexClient(url, { apiKey, apiSecret }, { known: endlessLimits }), folder, paceMs: 12 })
room.investments.sync('now')
let said = -1
setInterval(() => {
  const { sync } = room.investments.read()
  if (sync.records !== said) writeSync(1, `${sync.records}\n`)
  said = sync.records
  // Does not wait for the next try: asks for it as a person would.
  if (sync.state === 'failed') room.investments.sync('now')
  if (sync.state !== 'up-to-date') return
  writeSync(1, 'done\n')
  room.stop()
  process.exit(0)
}, 5)
