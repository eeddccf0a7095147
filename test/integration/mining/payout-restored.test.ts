// A backup brings back an older memory of where mining pays out. It is compared with the exchange all the same: an alarm too many is
// told, and none is missed.
import { truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { createPayoutHouse } from '../../support/payout-house.js'
import { aProfile, openTestStore, startOfTest, temporaryFolder, valueOf } from '../../support/store-room.js'

const { id } = aProfile()

const setup = async () => {
  const house = createPayoutHouse(startOfTest)
  const { time, keepIn, open, mining, pays, quit } = house
  const folder = temporaryFolder()
  const openStore = () => {
    const opened = openTestStore({ folder, clock: time.clock })
    keepIn({ alerts: opened.store.alerts, mining: opened.store.mining })
    return opened
  }
  const { store } = openStore()
  valueOf(store.profiles.add(aProfile()))
  pays('rig', 'bc1qold')
  await open(id)
  valueOf(mining().add('rig'))
  await time.pass(10)
  valueOf(store.tend())
  return {
    ...house,
    restore: async () => {
      quit()
      store.close()
      truncateSync(databaseFiles(folder).database, 0)
      const { notices } = openStore()
      await open(id)
      return notices
    },
  }
}

describe('a restored backup', () => {
  it('DAT-4 tells a change once more that was acknowledged after the backup was made, and the person knows of the backup', async () => {
    const { time, pays, titles, alarms, account, acknowledgement, restore } = await setup()
    pays('rig', 'bc1qnew')
    await time.pass(610)
    valueOf(acknowledgement().ofAccount('rig'))
    const notices = await restore()
    expect(notices[0]?.text).toContain('The backup of 2025-06-15')
    expect(titles()).toEqual(Array(2).fill('Mining payout of rig was changed'))
    // Not "since the last look": that look is not remembered.
    expect(alarms()).toMatchObject([{ text: expect.stringContaining('somewhere else than Plimsoll remembers'), state: { kind: 'active' } }])
    expect(account().change).toMatchObject({
      from: { externalAddress: 'bc1qold' },
      to: { externalAddress: 'bc1qnew' },
      acknowledgedAt: null,
    })
  })

  it('DAT-4 tells nothing where it pays out as it did then', async () => {
    const { titles, account, restore } = await setup()
    await restore()
    expect([titles(), account().change, account().destination?.externalAddress]).toEqual([[], null, 'bc1qold'])
  })
})
