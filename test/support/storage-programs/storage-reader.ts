// Opens storages one after the other and reads everything in them: whatever is in the files, this
// process must not end.
import '../english-catalogue.js'
import { writeSync } from 'node:fs'
import { openStorage } from '../../../src/main/accounts/storage.js'

async function readAll(folder: string): Promise<string> {
  const opened = openStorage({ folder, clock: () => 1_749_988_800 })
  if (!opened.ok) return `refused ${opened.error.reason ?? ''}`
  const { storage, notices } = opened.value
  const everything = { from: 0, to: 4_000_000_000 }
  const profiles = storage.profiles.list()
  const answers: { ok: boolean }[] = [
    profiles,
    storage.profiles.activeId(),
    storage.profiles.awaitingDeletion(),
    storage.incidents.notices(),
  ]
  for (const { id } of profiles.ok ? profiles.value : []) {
    answers.push(storage.samples.loans(id, everything), storage.snapshots.last(id))
  }
  answers.push(await storage.tend())
  storage.close()
  const failed = answers.filter((result) => !result.ok).length
  return `read failed=${failed} notices=${notices.length} profiles=${profiles.ok ? profiles.value.length : '?'}`
}

for (const folder of process.argv.slice(2)) {
  writeSync(1, `${folder}\n`)
  writeSync(1, `${await readAll(folder)}\n`)
}
