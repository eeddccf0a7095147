import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listBackups } from '../../../src/main/database/backup.js'
import { openDatabase } from '../../../src/main/database/database.js'
import { openStorage } from '../../../src/main/accounts/storage.js'
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
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'

const smallDisks = smallDisksWork()

const old = aProfile()
const young = aProfile({
  id: '22222222-0000-4000-8000-000000000000',
  name: 'Added after the backup',
  createdAt: startOfTest + 2,
})
const day = 86_400

let made = ''
let madeAt = 0
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'plimsoll-store-'))
  const { clock, advance } = createTestClock()
  const { storage } = valueOf(openStorage({ folder: made, clock }))
  valueOf(storage.profiles.add(old))
  for (let n = 0; n < 2000; n += 1)
    storage.samples.addLoan(old.id, startOfTest + n, aLoan({ amount: `1.${n}` }))
  // The one made with the first account has no samples.
  rmSync(databaseFiles(made).backups, { recursive: true })
  valueOf(await storage.tend())
  advance(3600)
  valueOf(storage.profiles.add(young))
  storage.nonces.raise('key', '5')
  storage.close()
  advance(3600)
  madeAt = clock()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

/**
 * A copy of a store that ran yesterday: one backup with one profile, and another profile added
 * since.
 */
function setup() {
  const folder = temporaryFolder()
  cpSync(made, folder, { recursive: true, preserveTimestamps: true })
  return { ...createTestClock(madeAt), folder, files: databaseFiles(folder) }
}

function overwrite(path: string, from: number, bytes: Buffer): void {
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, bytes, 0, bytes.length, from)
  closeSync(descriptor)
}

function noise(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, n) => (n * 7919 + 13) % 251))
}

const damages: [string, (path: string) => void][] = [
  ['a page that was overwritten', (path) => overwrite(path, 4096 * 4, noise(4096))],
  ['its first page overwritten', (path) => overwrite(path, 0, noise(4096))],
  ['a page of zeros', (path) => overwrite(path, 4096 * 2, Buffer.alloc(4096))],
  ['garbage from end to end', (path) => writeFileSync(path, noise(50_000))],
  [
    'the second half cut off',
    (path) => truncateSync(path, 4096 * Math.floor(statSync(path).size / 8192)),
  ],
  [
    'another program’s database in its place',
    (path) => {
      rmSync(path)
      const foreign = openDatabase(path)
      foreign.script('CREATE TABLE theirs (x)')
      foreign.close()
    },
  ],
]

function asideIn(folder: string): string[] {
  return filesIn(folder).filter((name) => name.includes('.corrupt-'))
}

describe('a damaged database', () => {
  it('DAT-14 does not repeat the end of an import that the backup holds', async () => {
    const folder = temporaryFolder()
    const files = databaseFiles(folder)
    const { clock, advance } = createTestClock()
    const first = valueOf(openStorage({ folder, clock })).storage
    valueOf(first.profiles.add(old))
    const theme = { before: 'system', after: 'dark' }
    const none = { added: [], trading: [], setAlerts: [], removeAlerts: [] }
    valueOf(first.imports.apply({ ...none, settings: { theme } }))
    rmSync(files.backups, { recursive: true })
    valueOf(await first.tend())
    first.close()
    const [backup] = listBackups(files)
    const copy = openDatabase(backup?.path ?? '')
    expect(copy.first('SELECT id FROM imported_settings')).toEqual({ id: 1 })
    copy.close()

    advance(3600)
    truncateSync(files.database, 0)
    const next = valueOf(openStorage({ folder, clock })).storage
    expect(valueOf(next.profiles.list())).toEqual([old])
    expect(valueOf(next.imports.pending())).toBeNull()
    next.close()
  })

  it.each(damages)(
    'DAT-4 with %s is set aside and the newest good backup restored; orders stay disabled until that is acknowledged',
    (_what, damage) => {
      const { folder, files, clock } = setup()
      damage(files.database)
      const damaged = readFileSync(files.database)

      const { storage, notices } = openTestStorage({ folder, clock })
      expect(valueOf(storage.profiles.list())).toEqual([old])
      expect(valueOf(storage.samples.loans(old.id, { from: 0, to: clock() }))).toHaveLength(2000)
      expect(asideIn(folder)).toEqual(['plimsoll.db.corrupt-20250615T140000Z'])
      expect(
        readFileSync(join(folder, 'plimsoll.db.corrupt-20250615T140000Z')).equals(damaged),
      ).toBe(true)
      expect(notices).toHaveLength(1)
      expect(worded(notices[0])).toMatchObject({
        level: 'danger',
        at: clock(),
        title: 'Plimsoll’s data was damaged',
      })
      expect(englishOf(notices[0]?.text ?? '')).toContain(
        'The backup of 2025-06-15 12:00 UTC took its place',
      )
      expect(englishOf(notices[0]?.text ?? '')).toContain('plimsoll.db.corrupt-20250615T140000Z')
      expect(storage.incidents.ordersDisabledUntilAcknowledged()).toBe(true)
      storage.close()

      const second = openTestStorage({ folder, clock })
      expect(second.notices).toEqual(notices)
      expect(second.storage.incidents.ordersDisabledUntilAcknowledged()).toBe(true)
      valueOf(second.storage.incidents.acknowledge('somebody else’s'))
      expect(second.storage.incidents.ordersDisabledUntilAcknowledged()).toBe(true)
      valueOf(second.storage.incidents.acknowledge(notices[0]?.id ?? ''))
      expect(second.storage.incidents.ordersDisabledUntilAcknowledged()).toBe(false)
      second.storage.close()

      const third = openTestStorage({ folder, clock })
      expect(third.notices).toEqual([])
      expect(third.storage.incidents.ordersDisabledUntilAcknowledged()).toBe(false)
      expect(asideIn(folder)).toHaveLength(1)
    },
  )

  it('DAT-4 of zero length is damage, although SQLite would open it as a valid empty one', () => {
    const { folder, files, clock } = setup()
    truncateSync(files.database, 0)
    const { storage, notices } = openTestStorage({ folder, clock })
    expect(englishOf(notices[0]?.title ?? '')).toBe('Plimsoll’s data was empty')
    expect(valueOf(storage.profiles.list())).toEqual([old])
    expect(storage.incidents.ordersDisabledUntilAcknowledged()).toBe(true)
  })

  it('DAT-4 that is missing is restored, because the marker says that there was one', () => {
    const { folder, files, clock } = setup()
    rmSync(files.database)
    const { storage, notices } = openTestStorage({ folder, clock })
    expect(englishOf(notices[0]?.title ?? '')).toBe('Plimsoll’s data was missing')
    expect(valueOf(storage.profiles.list())).toEqual([old])
    expect(asideIn(folder)).toEqual([])
  })

  it('DAT-4 that is missing together with the marker is still noticed if there are backups', () => {
    const { folder, files, clock } = setup()
    rmSync(files.database)
    rmSync(files.marker)
    expect(openTestStorage({ folder, clock }).notices).toHaveLength(1)
  })

  it('DAT-4 is replaced by an empty one if no backup is good, with a message and without losing the old file', () => {
    const { folder, files, clock } = setup()
    rmSync(files.backups, { recursive: true })
    truncateSync(files.database, 5000)
    const { storage, notices } = openTestStorage({ folder, clock })
    expect(valueOf(storage.profiles.list())).toEqual([])
    expect(englishOf(notices[0]?.text ?? '')).toContain(
      'There was no good backup, so Plimsoll started empty',
    )
    expect(englishOf(notices[0]?.text ?? '')).toContain('the keys in the keychain are not touched')
    expect(storage.incidents.ordersDisabledUntilAcknowledged()).toBe(true)
    expect(asideIn(folder)).toHaveLength(1)
  })

  it('is set aside with its write-ahead log, which must never be applied to a restored database', () => {
    const { folder, files, clock } = setup()
    truncateSync(files.database, 0)
    writeFileSync(`${files.database}-wal`, noise(9000))
    const { storage } = openTestStorage({ folder, clock })
    expect(asideIn(folder)).toEqual([
      'plimsoll.db.corrupt-20250615T140000Z',
      'plimsoll.db.corrupt-20250615T140000Z-wal',
    ])
    expect(valueOf(storage.profiles.list())).toEqual([old])
  })

  it('keeps every file that was set aside, even two of the same second', () => {
    const { folder, files, clock } = setup()
    for (let times = 0; times < 2; times += 1) {
      overwrite(files.database, 4096 * 3, noise(4096))
      openTestStorage({ folder, clock }).storage.close()
    }
    expect(asideIn(folder)).toEqual([
      'plimsoll.db.corrupt-20250615T140000Z',
      'plimsoll.db.corrupt-20250615T140000Z-2',
    ])
  })

  it('is rescued to the end after an interruption at any point', () => {
    const { folder, files, clock } = setup()
    // Set aside, recorded, not yet replaced.
    rmSync(files.database)
    writeFileSync(
      files.rescueNote,
      JSON.stringify({
        at: clock() - 5,
        cause: 'damaged',
        setAsideAs: 'plimsoll.db.corrupt-x',
        backupAt: null,
      }),
    )
    const first = openTestStorage({ folder, clock })
    expect(first.notices).toHaveLength(1)
    first.storage.close()
    // Replaced, not yet recorded in the database.
    writeFileSync(files.rescueNote, 'half a no')
    const second = openTestStorage({ folder, clock })
    expect(second.storage.incidents.ordersDisabledUntilAcknowledged()).toBe(true)
    expect(existsSync(files.rescueNote)).toBe(false)
  })

  it('is set aside at the next start if its text is damaged while its pages look good', () => {
    const { folder, files, clock } = setup()
    const database = openDatabase(files.database)
    database.script(`UPDATE profile SET name = CAST(x'ff41' AS TEXT) WHERE id = '${young.id}'`)
    database.close()
    const { storage, notices } = openTestStorage({ folder, clock })
    expect(englishOf(notices[0]?.title ?? '')).toBe('Plimsoll’s data was damaged')
    expect(valueOf(storage.profiles.list())).toEqual([old])
  })

  it('is set aside at the next start if damage is met while running', () => {
    const { folder, files, clock } = setup()
    const database = openDatabase(files.database)
    database.script(`UPDATE sample_series SET asset = CAST(x'ff' AS TEXT)`)
    database.close()
    const troubles: (string | null)[] = []
    const { storage } = openTestStorage({
      folder,
      clock,
      onTrouble: (problem) => troubles.push(problem?.reason ?? null),
    })
    expect(storage.samples.loans(old.id, { from: 0, to: clock() })).toMatchObject({
      ok: false,
      error: { code: 'store-trouble', reason: 'DAMAGED' },
    })
    expect(storage.problem()?.reason).toBe('DAMAGED')
    expect(troubles).toEqual(['DAMAGED'])
    storage.close()
    const again = openTestStorage({ folder, clock })
    expect(valueOf(again.storage.samples.loans(old.id, { from: 0, to: clock() }))).toHaveLength(
      2000,
    )
    expect(again.notices).toHaveLength(1)
  })
})

describe('FLT-9 a read-only folder', () => {
  /**
   * Created elsewhere and copied: a disk with files that this process still has open cannot be made
   * read-only.
   */
  const setupOn = (disk: string) => {
    const { clock, folder: elsewhere } = setup()
    const folder = join(disk, 'data')
    cpSync(elsewhere, folder, { recursive: true, preserveTimestamps: true })
    return { clock, folder, files: databaseFiles(folder) }
  }

  it("repairs the user's own file that had become read-only", () => {
    const { folder, files, clock } = setup()
    chmodSync(files.database, 0o400)
    const { storage, notices } = openTestStorage({ folder, clock })
    expect(notices).toEqual([])
    expect(valueOf(storage.profiles.update({ ...old, name: 'Written' }))).toBeNull()
    expect(statSync(files.database).mode & 0o777).toBe(0o600)
  })

  it.runIf(smallDisks)(
    'DAT-4 is read, reported, and never set aside: remembered values are shown, nothing is recorded',
    async () => {
      const disk = mountSmallDisk('4m')
      const { folder, clock } = setupOn(disk.folder)
      disk.remount('ro')
      const before = filesIn(folder)
      const { storage, notices } = openTestStorage({ folder, clock })
      expect(storage.readOnly).toBe(true)
      expect(notices.map(({ id, level }) => [id, level])).toEqual([['data-read-only', 'caution']])
      expect(valueOf(storage.profiles.list())).toEqual([old, young])
      expect(storage.nonces.highWater('key')).toBe('5')
      expect(storage.problem()).toMatchObject({ code: 'store-trouble', reason: 'READ_ONLY' })
      expect(storage.profiles.setActive(old.id)).toMatchObject({
        ok: false,
        error: { reason: 'READ_ONLY' },
      })
      expect(() => storage.nonces.raise('key', '6')).toThrow()
      expect(storage.nonces.highWater('key')).toBe('6')
      storage.samples.addLoan(old.id, clock(), aLoan())
      expect(await storage.tend()).toMatchObject({ ok: false, error: { reason: 'READ_ONLY' } })
      expect(valueOf(storage.incidents.acknowledge('data-read-only'))).toBeNull()
      storage.close()
      expect(filesIn(folder)).toEqual(before)
      disk.remount('rw')
      expect(openTestStorage({ folder, clock }).storage.readOnly).toBe(false)
    },
  )

  it.runIf(smallDisks)(
    'is refused if the last run left a log that would have to be applied',
    () => {
      const disk = mountSmallDisk('4m')
      const { folder, files, clock } = setupOn(disk.folder)
      writeFileSync(`${files.database}-wal`, noise(4200))
      disk.remount('ro')
      expect(refusalOf({ folder, clock })).toMatchObject({
        code: 'store-trouble',
        reason: 'READ_ONLY',
      })
    },
  )

  it.runIf(smallDisks)('is refused if nothing was ever stored', () => {
    const disk = mountSmallDisk('4m')
    disk.remount('ro')
    expect(refusalOf({ folder: disk.folder, clock: createTestClock().clock })).toMatchObject({
      reason: 'READ_ONLY',
    })
  })

  it("repairs the user's own folder that had become read-only", () => {
    const { folder, clock } = setup()
    chmodSync(folder, 0o500)
    expect(openTestStorage({ folder, clock }).storage.readOnly).toBe(false)
  })
})

describe('backups', () => {
  const names = (folder: string): number[] =>
    listBackups(databaseFiles(folder)).map(({ number }) => number)

  it('DAT-5 are made once a day while Plimsoll runs, and three are kept', async () => {
    const { folder, clock, advance } = setup()
    const { storage } = openTestStorage({ folder, clock })
    expect(names(folder)).toEqual([1])
    valueOf(await storage.tend())
    expect(names(folder)).toEqual([1])
    for (let days = 1; days <= 5; days += 1) {
      advance(day)
      valueOf(await storage.tend())
      valueOf(await storage.tend())
    }
    expect(names(folder)).toEqual([6, 5, 4])
    expect(filesIn(join(folder, 'backups')).every((name) => name.endsWith('Z.db'))).toBe(true)
  })

  it('DAT-4 DAT-5 are made with the first account, and soon after the list has changed, so that a lost database costs no account on the first day', async () => {
    const folder = temporaryFolder()
    const files = databaseFiles(folder)
    const { clock, advance } = createTestClock()
    const loseDatabase = (): void => {
      for (const path of [files.database, ...files.companions]) rmSync(path, { force: true })
    }
    const first = openTestStorage({ folder, clock }).storage
    expect(names(folder)).toEqual([])
    valueOf(first.profiles.add(old))
    expect(names(folder)).toEqual([1])
    await Promise.resolve()
    first.close()
    loseDatabase()
    const second = openTestStorage({ folder, clock })
    expect(worded(second.notices[0])).toMatchObject({
      level: 'danger',
      title: 'Plimsoll’s data was missing',
    })
    expect(valueOf(second.storage.profiles.list())).toEqual([old])
    valueOf(second.storage.profiles.add(young))
    valueOf(second.storage.profiles.update({ ...old, name: 'Renamed' }))
    expect(names(folder), 'several changes share one').toEqual([1])
    advance(60)
    valueOf(await second.storage.tend())
    advance(60)
    valueOf(await second.storage.tend())
    expect(names(folder)).toEqual([2, 1])
    second.storage.close()
    loseDatabase()
    expect(
      valueOf(openTestStorage({ folder, clock }).storage.profiles.list()).map(({ name }) => name),
    ).toEqual(['Renamed', young.name])
  })

  it('DAT-5 are made at the first start of a day', () => {
    const { folder, clock, advance } = setup()
    advance(day)
    openTestStorage({ folder, clock })
    expect(names(folder)).toEqual([2, 1])
  })

  it('DAT-5 are skipped if damaged themselves, and the next good one is used', async () => {
    const { folder, files, clock, advance } = setup()
    const { storage } = openTestStorage({ folder, clock })
    advance(day)
    valueOf(await storage.tend())
    storage.close()
    const newest = listBackups(files)[0]
    expect(newest?.number).toBe(2)
    overwrite(newest?.path ?? '', 4096 * 3, noise(4096))
    overwrite(files.database, 4096 * 3, noise(4096))
    const { storage: restored } = openTestStorage({ folder, clock })
    expect(valueOf(restored.profiles.list())).toEqual([old])
    expect(filesIn(files.backups).filter((name) => name.includes('.corrupt-'))).toHaveLength(1)
  })

  it('DAT-5 contain everything', async () => {
    const { folder, files, clock, advance } = setup()
    const everything = { from: 0, to: clock() }
    const { storage } = openTestStorage({ folder, clock })
    advance(day)
    valueOf(await storage.tend())
    const samples = valueOf(storage.samples.loans(old.id, everything))
    storage.close()
    const elsewhere = temporaryFolder()
    copyFileSync(listBackups(files)[0]?.path ?? '', databaseFiles(elsewhere).database)
    const { storage: copy } = openTestStorage({ folder: elsewhere, clock })
    expect(valueOf(copy.profiles.list())).toEqual([old, young])
    expect(copy.nonces.highWater('key')).toBe('5')
    expect(samples.length).toBeGreaterThan(5)
    expect(valueOf(copy.samples.loans(old.id, everything))).toEqual(samples)
  })

  it('are not confused by a clock that was a year ahead', async () => {
    const { folder, clock, advance } = setup()
    const { storage } = openTestStorage({ folder, clock })
    advance(365 * day)
    valueOf(await storage.tend())
    advance(-365 * day)
    valueOf(await storage.tend())
    expect(names(folder)).toEqual([3, 2, 1])
    expect(listBackups(databaseFiles(folder))[0]?.at).toBe(clock())
  })

  it('forget a profile when it is removed', async () => {
    const { folder, files, clock, advance } = setup()
    const { storage } = openTestStorage({ folder, clock })
    advance(day)
    valueOf(await storage.tend())
    valueOf(storage.profiles.remove(young.id))
    expect(names(folder)).toEqual([3])
    const needle = Buffer.from(young.name)
    expect(readFileSync(listBackups(files)[0]?.path ?? '').includes(needle)).toBe(false)
    valueOf(storage.profiles.remove(old.id))
    await expect.poll(() => names(folder)).toEqual([])
    storage.close()
    expect(readFileSync(files.database).includes(needle)).toBe(false)
  })

  it('forget it at the next start if the run ended before they were replaced', async () => {
    const { folder, files, clock, advance } = setup()
    const { storage: before } = openTestStorage({ folder, clock })
    advance(day)
    valueOf(await before.tend())
    before.close()
    const thread = { backup: () => new Promise<number>(() => undefined), downsample: async () => 0 }
    const { storage } = openTestStorage({ folder, clock, thread })
    valueOf(storage.profiles.remove(young.id))
    const holds = () =>
      listBackups(files).filter(({ path }) => readFileSync(path).includes(Buffer.from(young.name)))
        .length
    expect(holds()).toBeGreaterThan(0)
    storage.close()
    openTestStorage({ folder, clock })
    expect([holds(), listBackups(files).length]).toEqual([0, 1])
    await expect.poll(() => filesIn(files.backups)).toHaveLength(1)
  })
})
