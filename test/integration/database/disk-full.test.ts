import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import { describe, expect, it } from 'vitest'
import { openDatabase, text } from '../../../src/main/database/database.js'
import { openSettingsFile } from '../../../src/main/settings/stored-settings.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import {
  aLoan,
  aProfile,
  createTestClock,
  filesIn,
  mountSmallDisk,
  openTestStorage,
  refusalOf,
  smallDisksWork,
  startOfTest,
  valueOf,
} from '../../support/test-storage.js'

const profile = aProfile()

/** Fills the rest of the disk. Returns a function that frees it. */
function fillDisk(folder: string): () => void {
  const names: string[] = []
  for (const size of [65_536, 4096, 1]) {
    try {
      for (;;) {
        const name = join(folder, `filler-${names.length}`)
        names.push(name)
        writeFileSync(name, Buffer.alloc(size))
      }
    } catch {
      // Full for pieces of this size.
    }
  }
  return () => names.forEach((name) => rmSync(name, { force: true }))
}

describe.runIf(smallDisksWork())('FLT-9 a full disk', () => {
  it('DAT-8 leaves the store readable, says that nothing can be recorded, and ends as soon as there is space', async () => {
    const disk = mountSmallDisk('1280k')
    const folder = join(disk.folder, 'data')
    const { clock, advance } = createTestClock()
    const troubles: (string | null)[] = []
    const { storage } = openTestStorage({
      folder,
      clock,
      onTrouble: (problem) => troubles.push(problem?.reason ?? null),
    })
    valueOf(storage.profiles.add(profile))
    storage.nonces.raise('key', '1')
    const free = fillDisk(disk.folder)

    let raised = 1
    while (storage.problem() === null) {
      raised += 1
      try {
        storage.nonces.raise('key', raised.toString())
      } catch {
        // The disk is full now.
      }
    }
    expect(storage.problem()).toMatchObject({ code: 'store-trouble', reason: 'DISK_FULL' })
    expect(troubles).toEqual(['DISK_FULL'])
    // The running app goes by the increased value: it must not be used twice.
    expect(storage.nonces.highWater('key')).toBe(raised.toString())
    expect(storage.profiles.add(aProfile({ id: 'another' }))).toMatchObject({
      ok: false,
      error: { reason: 'DISK_FULL' },
    })
    expect(valueOf(storage.profiles.list())).toEqual([profile])
    storage.samples.addLoan(profile.id, startOfTest, aLoan())
    advance(60)
    storage.samples.addLoan(profile.id, startOfTest + 60, aLoan())
    expect(await storage.tend()).toMatchObject({ ok: false })

    free()
    storage.nonces.raise('key', raised.toString())
    expect(storage.problem()).toBeNull()
    expect(troubles).toEqual(['DISK_FULL', null])
    advance(3600)
    expect(valueOf(await storage.tend())).toBeNull()
    // What waited meanwhile was not lost.
    expect(valueOf(storage.samples.loans(profile.id, { from: 0, to: clock() }))).toHaveLength(2)
    storage.close()
    const again = openTestStorage({ folder, clock })
    expect(again.notices).toEqual([])
    expect(again.storage.nonces.highWater('key')).toBe(raised.toString())
    again.storage.close()
    const database = openDatabase(databaseFiles(folder).database)
    expect(database.all(`SELECT ${text('integrity_check')} FROM pragma_integrity_check`)).toEqual([
      { integrity_check: 'ok' },
    ])
    database.close()
  })

  it('DAT-8 does not prevent the store from opening', () => {
    const disk = mountSmallDisk('1536k')
    const folder = join(disk.folder, 'data')
    const { clock, advance } = createTestClock()
    const first = openTestStorage({ folder, clock })
    valueOf(first.storage.profiles.add(profile))
    first.storage.close()
    const free = fillDisk(disk.folder)
    advance(2 * 86_400)
    const { storage } = openTestStorage({ folder, clock })
    expect(valueOf(storage.profiles.list())).toEqual([profile])
    expect(storage.profiles.add(aProfile({ id: 'another' }))).toMatchObject({
      ok: false,
      error: { reason: 'DISK_FULL' },
    })
    free()
    valueOf(storage.profiles.add(aProfile({ id: 'another' })))
    expect(storage.problem()).toBeNull()
    storage.close()
    expect(valueOf(openTestStorage({ folder, clock }).storage.profiles.list())).toHaveLength(2)
  })

  it('DAT-8 is refused with a message if nothing was ever stored', () => {
    const disk = mountSmallDisk('64k')
    fillDisk(disk.folder)
    expect(
      refusalOf({ folder: join(disk.folder, 'data'), clock: createTestClock().clock }),
    ).toMatchObject({
      code: 'store-trouble',
      reason: 'DISK_FULL',
    })
  })

  it('DAT-8 keeps the old settings file, and does not apply a choice that could not be saved', () => {
    const disk = mountSmallDisk('64k')
    const { clock } = createTestClock()
    const open = () =>
      openSettingsFile({
        folder: disk.folder,
        clock,
        openFile: ({ name, ...options }) => new Conf({ ...options, configName: name }),
      })
    const { file } = open()
    valueOf(file.change({ theme: 'dark' }))
    const free = fillDisk(disk.folder)
    expect(file.change({ theme: 'light' })).toMatchObject({
      ok: false,
      error: { code: 'store-trouble', reason: 'DISK_FULL' },
    })
    expect(file.settings().theme).toBe('dark')
    const again = open()
    expect(again.file.settings().theme).toBe('dark')
    expect(again.notices).toEqual([])
    free()
    expect(filesIn(disk.folder).filter((name) => !name.startsWith('settings'))).toEqual([])
    valueOf(again.file.change({ theme: 'light' }))
    expect(open().file.settings().theme).toBe('light')
  })
})
