// Opens the storage with its thread, lets it make one backup after the other, and kills itself as
// soon as it sees a part of one.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createStorageThread } from '../../../src/main/accounts/storage-thread.js'
import { openStorage } from '../../../src/main/accounts/storage.js'

const [folder = '', from = ''] = process.argv.slice(2)
const thread = createStorageThread(join(import.meta.dirname, 'storageWorker.mjs'), folder)
const backups = join(folder, 'backups')
let now = Number.parseInt(from, 10)
const opened = openStorage({ folder, clock: () => now, thread })

function watch(): void {
  if (existsSync(backups) && readdirSync(backups).some((name) => name.endsWith('.new')))
    process.kill(process.pid, 'SIGKILL')
  setImmediate(watch)
}

watch()

function makeNext(): void {
  now += 86_400
  if (opened.ok) void opened.value.storage.tend().then(makeNext)
}

makeNext()
