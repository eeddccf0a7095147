import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDatabase, text } from '../../../src/main/database/database.js'
import { openStorage } from '../../../src/main/accounts/storage.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { programPath } from '../../support/built-programs.js'
import { casesOf } from '../../support/seed.js'
import { aProfile, createTestClock, temporaryFolder, valueOf } from '../../support/test-storage.js'
import { letGoOfFiles } from '../../support/let-go-of-files.js'

const kills = casesOf({ gate: 10, scheduled: 25 })
const samplerKills = casesOf({ gate: 8, scheduled: 20 })
const { clock } = createTestClock()

type Program = 'nonceWriter' | 'loanSampler'

/**
 * Runs the program until it has acknowledged `acknowledgements` values, then kills it at once.
 * Returns the last value it acknowledged.
 */
async function writeAndKill(
  program: Program,
  folder: string,
  from: number,
  acknowledgements: number,
): Promise<number> {
  await letGoOfFiles()
  const writer = spawn(process.execPath, [programPath(program), folder, from.toString()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(writer, 'exit')
  let said = ''
  writer.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.split('\n').length > acknowledgements) writer.kill('SIGKILL')
  })
  await exited
  // Whatever was still in the pipe was acknowledged too. An incomplete line was not.
  const lines = said.split('\n').slice(0, -1)
  return Number.parseInt(lines.at(-1) ?? '0', 10)
}

describe('a database whose process is killed', () => {
  it(`DAT-3 NET-13 holds everything that was acknowledged, undamaged, after each of ${kills} kills while writing`, async () => {
    const folder = temporaryFolder()
    const prepared = valueOf(openStorage({ folder, clock })).storage
    valueOf(prepared.profiles.add(aProfile({ id: 'kept' })))
    prepared.close()
    const files = databaseFiles(folder)
    let next = 1
    let logsLeft = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const acknowledged = await writeAndKill('nonceWriter', folder, next, 1 + ((kill * 37) % 180))
      expect(acknowledged).toBeGreaterThanOrEqual(next)
      if (existsSync(`${files.database}-wal`)) logsLeft += 1

      const { storage, notices } = valueOf(openStorage({ folder, clock }))
      const highWater = BigInt(storage.nonces.highWater('key') ?? '0')
      // One more may have reached the disk without an acknowledgement, never one less.
      expect(highWater - BigInt(acknowledged)).toBeGreaterThanOrEqual(0n)
      expect(highWater - BigInt(acknowledged)).toBeLessThanOrEqual(1n)
      expect(notices).toEqual([])
      storage.close()

      const database = openDatabase(files.database)
      expect(database.all(`SELECT ${text('integrity_check')} FROM pragma_integrity_check`)).toEqual(
        [{ integrity_check: 'ok' }],
      )
      expect(database.all('SELECT * FROM pragma_foreign_key_check')).toEqual([])
      database.close()
      next = Number.parseInt(highWater.toString(), 10) + 1
    }
    // Otherwise the kills came too late to prove anything.
    expect(logsLeft).toBe(kills)
  })

  it(`still has every loan that was shown, including the last, after each of ${samplerKills} kills`, async () => {
    const folder = temporaryFolder()
    const prepared = valueOf(openStorage({ folder, clock })).storage
    valueOf(prepared.profiles.add(aProfile({ id: 'kept' })))
    prepared.close()
    let next = 1
    for (let kill = 0; kill < samplerKills; kill += 1) {
      const shown = await writeAndKill('loanSampler', folder, next, 1 + ((kill * 7) % 40))
      expect(shown).toBeGreaterThanOrEqual(next)
      const { storage, notices } = valueOf(openStorage({ folder, clock }))
      const samples = valueOf(
        storage.samples.loans('kept', { from: 0, to: Number.MAX_SAFE_INTEGER }),
      )
      const snapshot = valueOf(storage.snapshots.last('kept')).loan
      storage.close()
      expect(notices).toEqual([])
      // One more may have reached the disk without being shown, never one less.
      expect(samples.length - shown).toBeOneOf([0, 1])
      expect(samples.map(({ currentLtv }) => currentLtv)).toEqual(
        samples.map((_, look) => `25.${look + 1}`),
      )
      expect(snapshot?.value).toMatchObject({
        kind: 'loan',
        loan: { currentLtv: `25.${samples.length}` },
      })
      next = samples.length + 1
    }
  })
})
