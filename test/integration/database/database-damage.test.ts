import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase, text } from '../../../src/main/database/database.js'
import { openStorage } from '../../../src/main/accounts/storage.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { programPath } from '../../support/built-programs.js'
import {
  aLoan,
  aProfile,
  createTestClock,
  quickFolder,
  startOfTest,
  valueOf,
} from '../../support/test-storage.js'

const damagedFiles = 200
const { clock } = createTestClock()

async function soundFolder(): Promise<string> {
  const folder = quickFolder()
  const { storage } = valueOf(openStorage({ folder, clock }))
  const profile = aProfile()
  valueOf(storage.profiles.add(profile))
  valueOf(storage.profiles.setActive(profile.id))
  storage.nonces.raise('key', '1749988800000')
  for (let n = 0; n < 300; n += 1) {
    storage.samples.addLoan(profile.id, startOfTest + n, aLoan())
    storage.samples.addLoan(
      profile.id,
      startOfTest + n,
      aLoan({ asset: 'Müller', amount: `${n + 1}` }),
    )
  }
  storage.snapshots.remember(profile.id, 'balance', [{ asset: 'BTC', amount: '1' }], startOfTest)
  storage.snapshots.remember(profile.id, 'loan', { kind: 'loan', loan: aLoan() }, startOfTest)
  valueOf(await storage.tend())
  storage.close()
  return folder
}

/**
 * Reads the stores of all folders in one process. A fault that ends it shows which folder it was.
 */
function readAll(folders: readonly string[]): { said: string[]; signal: string | null } {
  const { stdout, signal } = spawnSync(
    process.execPath,
    [programPath('storageReader'), ...folders],
    { encoding: 'utf8' },
  )
  return { said: stdout.trim().split('\n'), signal }
}

/** A small generator, so that a failing file can be reproduced. */
function createRandom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

function damageRandomly(bytes: Buffer, random: (below: number) => number): void {
  const kind = random(3)
  if (kind === 0)
    for (let n = 0; n < 1 + random(8); n += 1) bytes[random(bytes.length)] = random(256)
  if (kind === 1) bytes.fill(random(256), random(bytes.length), bytes.length)
  if (kind === 2) {
    const from = random(bytes.length)
    for (let n = from; n < Math.min(from + 512, bytes.length); n += 1) bytes[n] = random(256)
  }
}

describe('damage of any kind', () => {
  it(`DAT-4 never ends the process: ${damagedFiles} databases with random damage are read or refused`, async () => {
    const sound = await soundFolder()
    const original = readFileSync(databaseFiles(sound).database)
    const random = createRandom(20_250_615)
    const folders = Array.from({ length: damagedFiles }, (_, n) => {
      const folder = join(quickFolder(), n.toString())
      cpSync(sound, folder, { recursive: true })
      const bytes = Buffer.from(original)
      damageRandomly(bytes, random)
      writeFileSync(databaseFiles(folder).database, bytes)
      return folder
    })
    const { said, signal } = readAll(folders)
    expect(`${signal ?? 'lived'} at ${said.at(-2) ?? ''}`).toMatch(/^lived/)
    expect(said).toHaveLength(2 * damagedFiles)
    const answers = said.filter((_, n) => n % 2 === 1)
    console.info(
      `${answers.filter((answer) => answer.includes('notices=1')).length} of ${damagedFiles} damaged databases were rescued`,
    )
    expect(answers.filter((answer) => !answer.startsWith('read'))).toEqual([])
  })

  it('DAT-4 never ends the process if any text of any table is not text', async () => {
    const sound = await soundFolder()
    const database = openDatabase(databaseFiles(sound).database)
    const columns = database.all(
      `SELECT ${text('t.name', 'tbl')}, ${text('c.name', 'col')} FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.type = 'TEXT'`,
    )
    database.close()
    expect(columns.length).toBeGreaterThan(20)
    const folders = columns.map(({ tbl, col }) => {
      const folder = join(quickFolder(), `${tbl}-${col}`)
      cpSync(sound, folder, { recursive: true })
      const target = openDatabase(databaseFiles(folder).database)
      target.script(
        `PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; UPDATE OR REPLACE ${tbl} SET ${col} = CAST(x'31ff' AS TEXT)`,
      )
      target.close()
      return folder
    })
    const { said, signal } = readAll(folders)
    expect(`${signal ?? 'lived'} at ${said.at(-1) ?? ''}`).toMatch(/^lived/)
    expect(said).toHaveLength(2 * folders.length)
  })
})
