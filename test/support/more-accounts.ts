// Puts copies of the one account there is into the store in a folder that no app has open: many
// accounts, whose keys nobody holds.
import { randomUUID } from 'node:crypto'
import { openStorage } from '../../src/main/accounts/storage.js'
import { letGoOfFiles } from './let-go-of-files.js'
import { englishOf } from '../../src/shared/messages/messages.js'

/** Afterwards there are `count` accounts. */
export async function copyAccount(folder: string, count: number): Promise<void> {
  const opened = openStorage({ folder, clock: () => Date.now() / 1000 })
  if (!opened.ok) throw new Error(englishOf(opened.error.message))
  const { storage } = opened.value
  const known = storage.profiles.list()
  const [first] = known.ok ? known.value : []
  if (first === undefined) throw new Error('there is no account to copy')
  for (let number = 1; number < count; number += 1)
    storage.profiles.add({ ...first, id: randomUUID(), name: `Account ${number}` })
  storage.close()
  await letGoOfFiles()
}
