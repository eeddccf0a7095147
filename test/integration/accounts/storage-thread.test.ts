// Backups, downsampling and exports on the storage thread, while the main thread continues.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStorageThread } from '../../../src/main/accounts/storage-thread.js'
import { listBackups } from '../../../src/main/database/backup.js'
import { openDatabase } from '../../../src/main/database/database.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { openHistoryDatabase } from '../../../src/main/investments/history-database.js'
import { everything, type FlexExport } from '../../../src/shared/investments/flex-history.js'
import { programPath } from '../../support/built-programs.js'
import { aFlexRecord } from '../../support/flex-records.js'
import {
  aLoan,
  aProfile,
  createTestClock,
  filesIn,
  openTestStorage,
  quickFolder,
  startOfTest,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'
import { letGoOfFiles } from '../../support/let-go-of-files.js'

const profile = aProfile()
const day = 86_400

function setup() {
  const folder = quickFolder()
  const time = createTestClock()
  const thread = createStorageThread(programPath('storageWorker'), folder)
  const { storage } = openTestStorage({ folder, clock: time.clock, thread })
  onTestFinished(thread.close)
  valueOf(storage.profiles.add(profile))
  return { ...time, folder, files: databaseFiles(folder), thread, storage }
}

/**
 * How many turns this thread's event loop makes until `work` has ended. Work on this thread would
 * leave it none.
 */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let next: NodeJS.Immediate
  const turn = (): void => {
    turns += 1
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  await work.finally(() => clearImmediate(next))
  return turns
}

function manySamples({ storage }: ReturnType<typeof setup>, count: number): void {
  for (let n = 0; n < count; n += 1)
    storage.samples.addLoan(profile.id, startOfTest + n * 15, aLoan({ amount: `1.${n}` }))
}

describe('the storage thread', () => {
  it('DAT-5 creates and verifies the backup while the main thread keeps writing', async () => {
    const made = setup()
    const { storage, advance, files } = made
    manySamples(made, 3000)
    advance(2 * day)
    const backedUp = storage.tend()
    storage.nonces.raise('key', '7')
    expect(await turnsDuring(backedUp)).toBeGreaterThan(10)
    expect(valueOf(await backedUp)).toBeNull()
    // The first was made with the account.
    expect(listBackups(files).map(({ number }) => number)).toEqual([2, 1])
    expect(storage.nonces.highWater('key')).toBe('7')
    expect(filesIn(files.backups)).toHaveLength(2)
  })

  it('RES-4 deletes old samples a few thousand at a time, including those written meanwhile', async () => {
    const made = setup()
    const { storage, advance, clock } = made
    manySamples(made, 4000)
    advance(10 * day)
    const first = storage.tend()
    storage.samples.addLoan(profile.id, startOfTest - 15, aLoan())
    expect(await turnsDuring(first)).toBeGreaterThan(10)
    for (let times = 0; times < 5; times += 1) valueOf(await storage.tend())
    const left = valueOf(storage.samples.loans(profile.id, { from: 0, to: clock() })).map(
      ({ at }) => at,
    )
    expect(left).toHaveLength(
      new Set(
        Array.from({ length: 4001 }, (_, n) => Math.floor((startOfTest + (n - 1) * 15) / 300)),
      ).size + 1,
    )
    expect([left[0], left.at(-1)]).toEqual([startOfTest - 15, startOfTest + 3999 * 15])
  })

  it('replaces backups that contain a removed account, before quitting', async () => {
    const { storage, advance, files, thread } = setup()
    valueOf(storage.profiles.add(aProfile({ id: 'gone', name: 'A name to be forgotten' })))
    advance(2 * day)
    valueOf(await storage.tend())
    valueOf(storage.profiles.remove('gone'))
    await thread.close()
    const [only, ...others] = listBackups(files)
    expect([only?.number, others]).toEqual([3, []])
    expect(readFileSync(only?.path ?? '').includes('A name to be forgotten')).toBe(false)
  })

  it('leaves no backup if the last account is removed during one', async () => {
    const folder = quickFolder()
    const thread = createStorageThread(programPath('storageWorker'), folder)
    onTestFinished(thread.close)
    const backup: typeof thread.backup = (at, keep) => {
      queueMicrotask(() => valueOf(storage.profiles.remove(profile.id)))
      return thread.backup(at, keep)
    }
    const { storage } = openTestStorage({
      folder,
      clock: createTestClock().clock,
      thread: { ...thread, backup },
    })
    valueOf(storage.profiles.add(profile))
    valueOf(await storage.tend())
    await thread.close()
    expect(filesIn(databaseFiles(folder).backups)).toEqual([])
  })

  it('DAT-5 keeps the old backups if the process is killed half-way, and removes the partial one with the next', async () => {
    const made = setup()
    const { storage, folder, files, thread, clock, advance } = made
    manySamples(made, 2000)
    valueOf(await storage.tend())
    await thread.close()
    storage.close()
    await letGoOfFiles()
    const maker = spawn(process.execPath, [programPath('backupMaker'), folder, String(clock())], {
      stdio: 'inherit',
    })
    expect(await once(maker, 'exit')).toEqual([null, 'SIGKILL'])
    expect(filesIn(files.backups).filter((name) => name.endsWith('.db.new'))).toHaveLength(1)
    const whole = listBackups(files)
    expect(whole.length).toBeGreaterThan(0)
    for (const { path } of whole) {
      const backup = openDatabase(path)
      expect(backup.first('SELECT count(*) AS n FROM profile')).toEqual({ n: 1 })
      backup.close()
    }
    advance(3650 * day)
    expect(openTestStorage({ folder, clock }).notices).toEqual([])
    expect(filesIn(files.backups).filter((name) => !name.endsWith('Z.db'))).toEqual([])
    expect(listBackups(files)[0]?.number).toBe((whole[0]?.number ?? 0) + 1)
  })

  it('exports the history as it was at the start, while records arrive and change', async () => {
    const { folder, thread } = setup()
    const history = openHistoryDatabase({ folder, exportElsewhere: thread.exportHistory })
    onTestFinished(history.close)
    const records = Array.from({ length: 3000 }, (_, index) =>
      aFlexRecord({ transactionId: `tx_${index}`, createdAt: String(1_700_000_000 + index) }),
    )
    valueOf(history.flex.savePage(profile.id, records, () => null))
    const reported: FlexExport[] = []
    const file = join(folder, 'export.csv')
    const job = {
      id: 'e1',
      file,
      profileId: profile.id,
      filter: everything,
      format: 'csv',
      bom: false,
    } as const
    const onProgress = (progress: FlexExport): void => {
      reported.push(progress)
      if (reported.length === 2)
        valueOf(
          history.flex.savePage(
            profile.id,
            [aFlexRecord({ transactionId: 'tx_0', amount: '99' })],
            () => null,
          ),
        )
    }
    const exported = history.flex.exportTo({
      ...job,
      stop: new AbortController().signal,
      onProgress,
    })
    expect(await turnsDuring(exported)).toBeGreaterThan(10)
    expect(reported.at(-1)).toMatchObject({ state: 'done', rows: 3000, total: 3000, problem: null })
    expect(
      readFileSync(file, 'utf8')
        .split('\r\n')
        .filter((line) => line.startsWith('tx_0,'))
        .join(),
    ).not.toContain('99')
    expect(
      valueOf(history.flex.rows(profile.id, { ...everything, transactionId: 'tx_0' }, 0, 1)).rows[0]
        ?.amount,
    ).toBe('99')
  })

  it.each(['cancelled', 'failed'] as const)(
    'leaves nothing of an export that is %s',
    async (state) => {
      const { folder, thread } = setup()
      const history = openHistoryDatabase({ folder, exportElsewhere: thread.exportHistory })
      onTestFinished(history.close)
      const records = Array.from({ length: 20_000 }, (_, index) =>
        aFlexRecord({ transactionId: `tx_${index}` }),
      )
      valueOf(history.flex.savePage(profile.id, records, () => null))
      const stop = new AbortController()
      const reported: FlexExport[] = []
      const ended = history.flex.exportTo({
        id: 'e1',
        file: join(folder, 'export.csv'),
        profileId: profile.id,
        filter: everything,
        format: 'csv',
        bom: false,
        stop: stop.signal,
        onProgress: (progress) => reported.push(progress),
      })
      if (state === 'cancelled') stop.abort()
      else thread.stop()
      await ended
      expect(reported.at(-1)).toMatchObject({ state })
      expect(filesIn(folder).filter((name) => name.includes('export'))).toEqual([])
    },
  )

  it('says why it cannot open the database', async () => {
    const thread = createStorageThread(
      programPath('storageWorker'),
      join(temporaryFolder(), 'not there'),
    )
    onTestFinished(thread.close)
    await expect(thread.backup(startOfTest, 3)).rejects.toMatchObject({ reason: 'CANNOT_OPEN' })
  })

  it('reports a failure to work, and tries again with the next job', async () => {
    const folder = temporaryFolder()
    const { clock, advance } = createTestClock()
    const thread = createStorageThread(join(folder, 'no-such-program.js'), folder)
    const { storage } = openTestStorage({ folder, clock, thread })
    valueOf(storage.profiles.add(profile))
    advance(day)
    expect(await storage.tend()).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    expect(await storage.tend()).toMatchObject({ ok: false })
    await thread.close()
  })
})
