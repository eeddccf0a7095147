// A backup restores an older payout destination, which is still compared with the exchange: better
// one alert too many than one missed.
import { truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { createPayoutHarness } from '../../support/payout-harness.js'
import {
  aProfile,
  openTestStorage,
  startOfTest,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'
import { messageContaining } from '../../support/saying.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

const { id } = aProfile()

async function setup() {
  const harness = createPayoutHarness(startOfTest)
  const { time, useRepositories, open, mining, pays, quit } = harness
  const folder = temporaryFolder()
  const openStore = () => {
    const opened = openTestStorage({ folder, clock: time.clock })
    useRepositories({ alerts: opened.storage.alerts, mining: opened.storage.mining })
    return opened
  }
  const { storage } = openStore()
  valueOf(storage.profiles.add(aProfile()))
  pays('rig', 'bc1qold')
  await open(id)
  valueOf(mining().add('rig'))
  await time.pass(10)
  // A change of the list of accounts makes a backup due, with the complete current state.
  valueOf(storage.profiles.update({ ...aProfile(), name: 'Renamed' }))
  valueOf(await storage.tend())
  return {
    ...harness,
    restore: async () => {
      quit()
      storage.close()
      truncateSync(databaseFiles(folder).database, 0)
      const { notices } = openStore()
      await open(id)
      return notices
    },
  }
}

describe('a restored backup', () => {
  it('DAT-4 repeats the notification of a change acknowledged after the backup, and the user knows of the restore', async () => {
    const { time, pays, titles, openAlerts, account, acknowledgement, restore } = await setup()
    pays('rig', 'bc1qnew')
    await time.pass(610)
    valueOf(acknowledgement().ofAccount('rig'))
    const notices = await restore()
    expect(englishOf(notices[0]?.text ?? '')).toContain('The backup of 2025-06-15')
    expect(titles()).toEqual(Array(2).fill('Mining payout of rig was changed'))
    // Not "since the last check": that check is not remembered.
    expect(openAlerts()).toMatchObject([
      {
        text: messageContaining('a different destination than Plimsoll remembers'),
        state: { kind: 'active' },
      },
    ])
    expect(account().change).toMatchObject({
      from: { externalAddress: 'bc1qold' },
      to: { externalAddress: 'bc1qnew' },
      acknowledgedAt: null,
    })
  })

  it('DAT-4 notifies of nothing if the payout is the same as then', async () => {
    const { titles, account, restore } = await setup()
    await restore()
    expect([titles(), account().change, account().destination?.externalAddress]).toEqual([
      [],
      null,
      'bc1qold',
    ])
  })
})
