// history.db on disk: private, separate, and replaced when damaged.
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/database/database.js'
import { openHistoryDatabase } from '../../../src/main/investments/history-database.js'
import { everything } from '../../../src/shared/investments/flex-history.js'
import { aFlexRecord } from '../../support/flex-records.js'
import { filesIn, isRoot, modeOf, temporaryFolder, valueOf } from '../../support/test-storage.js'
import { letGoOfFiles } from '../../support/let-go-of-files.js'

const mine = 'p1'
const records = Array.from({ length: 3000 }, (_, index) =>
  aFlexRecord({
    transactionId: `tx_${index}`,
    investmentId: `inv_${index % 7}`,
    amount: `${index}`,
  }),
)

function filled(): { folder: string; file: string } {
  const folder = temporaryFolder()
  const history = openHistoryDatabase({ folder })
  for (let from = 0; from < records.length; from += 500)
    valueOf(history.flex.savePage(mine, records.slice(from, from + 500), () => ({ from })))
  history.close()
  return { folder, file: join(folder, 'history.db') }
}

/** Every operation a user may trigger, until one notices the damage. */
function useAll(folder: string): { kept: number; inMemory: boolean; problems: string[] } {
  const history = openHistoryDatabase({ folder })
  const results = [
    history.flex.rows(mine, everything, 0, 500),
    history.flex.older(mine, everything, { below: null, upTo: 1e9, count: 5000 }),
    history.flex.older(
      mine,
      { ...everything, investmentId: 'inv_3' },
      { below: null, upTo: 1e9, count: 5000 },
    ),
    history.flex.slice(mine, everything, 0, 1e9),
    history.flex.facets(mine),
    history.flex.savePage(mine, records.slice(0, 100), () => null),
  ]
  const problems = results.flatMap((result) =>
    result.ok ? [] : [`${result.error.code} ${result.error.reason ?? ''}`],
  )
  const { records: kept } = valueOf(history.flex.kept(mine))
  const inMemory = history.inMemory()
  history.close()
  return { kept, inMemory, problems }
}

describe('history.db', () => {
  it.skipIf(process.platform === 'win32')(
    'DAT-9 is private to its owner, and leaves nothing beside it when closed',
    () => {
      const { folder, file } = filled()
      expect(modeOf(file)).toBe('600')
      expect(filesIn(folder)).toEqual(['history.db'])
      const history = openHistoryDatabase({ folder })
      valueOf(history.flex.savePage(mine, [aFlexRecord({ transactionId: 'new' })], () => null))
      for (const name of filesIn(folder)) expect(modeOf(join(folder, name))).toBe('600')
      history.close()
    },
  )

  it('is the same after a restart', () => {
    const { folder } = filled()
    expect(useAll(folder)).toEqual({ kept: 3000, inMemory: false, problems: [] })
    const history = openHistoryDatabase({ folder })
    expect(valueOf(history.flex.kept(mine)).sync).toBeNull()
    expect(
      valueOf(history.flex.rows(mine, { ...everything, transactionId: 'tx_77' }, 0, 1)).rows,
    ).toEqual([records[77]])
    history.close()
  })

  it.each([
    ['garbage', (file: string) => writeFileSync(file, Buffer.alloc(50_000, 'x'))],
    ['nothing', (file: string) => truncateSync(file, 0)],
    ['half of it', (file: string) => truncateSync(file, 40_000)],
    [
      'another version',
      (file: string) => {
        const database = openDatabase(file)
        database.script('PRAGMA user_version = 99')
        database.close()
      },
    ],
    [
      'somebody else’s database',
      (file: string) => {
        writeFileSync(file, '')
        const database = openDatabase(file)
        database.script('CREATE TABLE theirs (a)')
        database.close()
      },
    ],
  ])('starts over if the file contains %s', (_, spoil) => {
    const { folder, file } = filled()
    spoil(file)
    const first = useAll(folder)
    expect(first.inMemory).toBe(false)
    expect(useAll(folder)).toMatchObject({ inMemory: false, problems: [] })
    expect(first.kept).toBeLessThanOrEqual(100)
  })

  it('DAT-4 starts over at once if damage is met in use, and never returns half an answer', () => {
    const { folder, file } = filled()
    const size = readFileSync(file).length
    const descriptor = openSync(file, 'r+')
    for (let at = 12_288; at < size; at += 4096)
      writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, at)
    closeSync(descriptor)
    const history = openHistoryDatabase({ folder })
    const before = history.flex.version(mine)
    const foundGone: number[] = []
    history.flex.onDamage('p2', () => foundGone.push(valueOf(history.flex.kept(mine)).records))
    const answer = history.flex.older(mine, everything, { below: null, upTo: 1e9, count: 5000 })
    expect(answer).toMatchObject({ ok: false, error: { code: 'store-trouble', reason: 'DAMAGED' } })
    expect(history.flex.version(mine)).toBeGreaterThan(before)
    expect(foundGone).toEqual([0])
    expect(valueOf(history.flex.kept(mine))).toEqual({
      records: 0,
      backTo: null,
      newest: null,
      sync: null,
    })
    valueOf(history.flex.savePage(mine, records.slice(0, 10), () => null))
    expect(valueOf(history.flex.rows(mine, everything, 0, 100)).total).toBe(10)
    history.close()
    expect(useAll(folder)).toMatchObject({ inMemory: false, problems: [], kept: 100 })
    expect(existsSync(join(folder, 'history.db.suspect'))).toBe(false)
  })

  it('contains nothing of a deleted profile, nor of one left behind by a crash', async () => {
    const { folder, file } = filled()
    const history = openHistoryDatabase({ folder })
    valueOf(
      history.flex.savePage(
        'p2',
        [aFlexRecord({ transactionId: 'of-another-profile' })],
        () => null,
      ),
    )
    valueOf(history.flex.forget(mine))
    expect(valueOf(history.flex.rows(mine, everything, 0, 1)).total).toBe(0)
    while (valueOf(history.flex.removeDeleted()));
    history.close()
    const bytes = readFileSync(file).toString('latin1')
    expect(bytes).toContain('of-another-profile')
    for (const word of ['tx_77', 'inv_3', mine]) expect(bytes).not.toContain(word)
    const again = openHistoryDatabase({ folder })
    valueOf(again.flex.keepOnly(['p3']))
    again.close()
    expect(readFileSync(file).toString('latin1')).not.toContain('of-another-profile')
  })

  it('is kept in memory if the folder accepts no file', () => {
    const folder = temporaryFolder()
    const history = openHistoryDatabase({ folder: join(folder, 'not there') })
    expect(history.inMemory()).toBe(true)
    valueOf(history.flex.savePage(mine, records.slice(0, 10), () => null))
    expect(valueOf(history.flex.rows(mine, everything, 0, 100)).total).toBe(10)
    history.close()
    expect(isRoot || filesIn(folder)).toBeTruthy()
  })

  it.skipIf(process.platform === 'win32')(
    'prevents other processes from reading and writing its file',
    async () => {
      const { folder, file } = filled()
      const asAnother = (sql: string): string => {
        const program = 'new (require("libsql"))(process.argv[1]).exec(process.argv[2])'
        return spawnSync(process.execPath, ['-e', program, file, sql], { encoding: 'utf8' }).stderr
      }
      const history = openHistoryDatabase({ folder })
      for (const sql of ['SELECT * FROM flex_record', 'DELETE FROM flex_record'])
        expect(asAnother(sql)).toContain('database is locked')
      history.close()
      await letGoOfFiles()
      expect(useAll(folder).kept).toBe(3000)
      await letGoOfFiles()
      expect(asAnother('DELETE FROM flex_record')).toBe('')
      expect(
        valueOf(openHistoryDatabase({ folder }).flex.rows(mine, everything, 0, 1)).rows,
      ).toEqual([])
    },
  )
})
