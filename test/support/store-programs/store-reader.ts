// Opens stores one after the other and reads everything in them: whatever is in the files, this process must live.
import { writeSync } from 'node:fs'
import { openStore } from '../../../src/main/accounts/storage.js'

const readAll = (folder: string): string => {
  const opened = openStore({ folder, clock: () => 1_749_988_800 })
  if (!opened.ok) return `refused ${opened.error.reason ?? ''}`
  const { store, notices } = opened.value
  const everything = { from: 0, to: 4_000_000_000 }
  const profiles = store.profiles.list()
  const answers: { ok: boolean }[] = [profiles, store.profiles.activeId(), store.profiles.awaitingDeletion(), store.incidents.notices()]
  for (const { id } of profiles.ok ? profiles.value : []) {
    const assets = store.samples.assets(id)
    answers.push(
      assets,
      store.samples.loans(id, everything),
      store.snapshots.last(id, 'balance'),
      store.snapshots.last(id, 'positions'),
      store.snapshots.last(id, 'loan'),
      ...(assets.ok ? assets.value : []).map((asset) => store.samples.balances(id, asset, everything)),
    )
  }
  answers.push(store.tend())
  store.close()
  const failed = answers.filter((result) => !result.ok).length
  return `read failed=${failed} notices=${notices.length} profiles=${profiles.ok ? profiles.value.length : '?'}`
}

for (const folder of process.argv.slice(2)) {
  writeSync(1, `${folder}\n`)
  writeSync(1, `${readAll(folder)}\n`)
}
