import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/database/database.js'
import { faultOf } from '../../../src/main/database/database-fault.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { programPath } from '../../support/built-programs.js'
import {
  aProfile,
  createTestClock,
  filesIn,
  openTestStorage,
  refusalOf,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'
import { letGoOfFiles } from '../../support/let-go-of-files.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

const { clock } = createTestClock()

type Holder = { child: ChildProcessByStdio<Writable, Readable, null>; said: string }

async function startHolder(folder: string): Promise<Holder> {
  const child = spawn(process.execPath, [programPath('storageHolder'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [chunk]: unknown[] = await once(child.stdout, 'data')
  return { child, said: String(chunk).trim() }
}

async function prepared(): Promise<string> {
  const folder = temporaryFolder()
  const { storage } = openTestStorage({ folder, clock })
  valueOf(storage.profiles.add(aProfile()))
  storage.close()
  await letGoOfFiles()
  return folder
}

describe('two processes and one folder', () => {
  it('DAT-13 refuses the second with a message, and changes nothing', async () => {
    const folder = await prepared()
    const { said } = await startHolder(folder)
    expect(said).toBe('open')
    const before = filesIn(folder)
    const problem = refusalOf({ folder, clock })
    expect(problem).toMatchObject({ code: 'store-trouble', reason: 'IN_USE' })
    expect(englishOf(problem.message)).toContain('Another copy of Plimsoll')
    expect((await startHolder(folder)).said).toBe('refused IN_USE')
    expect(filesIn(folder)).toEqual(before)
  })

  // SQLite's `unix-excl`: one lock of the complete process, shared by its threads. Windows has
  // none; there the lock file has to suffice.
  it.skipIf(process.platform === 'win32')(
    'DAT-13 locks the database itself too: nobody else can write or even read it',
    async () => {
      const folder = await prepared()
      await startHolder(folder)
      const other = openDatabase(databaseFiles(folder).database)
      for (const sql of ['SELECT count(*) FROM profile', 'DELETE FROM profile']) {
        expect(() => other.script(sql)).toThrow(/locked/)
      }
      other.close()
    },
  )

  it('DAT-13 accepts the next one as soon as the first is killed', async () => {
    const folder = await prepared()
    const { child } = await startHolder(folder)
    expect(refusalOf({ folder, clock }).reason).toBe('IN_USE')
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    const { storage, notices } = openTestStorage({ folder, clock })
    expect(notices).toEqual([])
    expect(valueOf(storage.profiles.list())).toHaveLength(1)
    storage.nonces.raise('key', '1')
  })

  it('DAT-13 accepts the next one as soon as the first has closed it and ended', async () => {
    const folder = await prepared()
    const { child } = await startHolder(folder)
    expect((await startHolder(folder)).said).toBe('refused IN_USE')
    const exited = once(child, 'exit')
    child.stdin.write('close\n')
    await exited
    expect((await startHolder(folder)).said).toBe('open')
  })

  it('DAT-13 never mistakes a database in use for a damaged one, even while the file is being replaced', async () => {
    const folder = await prepared()
    await startHolder(folder)
    // As during the first one's rescue.
    rmSync(databaseFiles(folder).database)
    expect(refusalOf({ folder, clock }).reason).toBe('IN_USE')
    expect(filesIn(folder).filter((name) => name.includes('.corrupt-'))).toEqual([])
  })

  it('refuses a second time within one process as well', async () => {
    const folder = await prepared()
    openTestStorage({ folder, clock })
    expect(refusalOf({ folder, clock }).reason).toBe('IN_USE')
  })

  it('ignores what somebody wrote into the lock file', async () => {
    const folder = await prepared()
    writeFileSync(databaseFiles(folder).lock, 'x'.repeat(5000))
    openTestStorage({ folder, clock })
    expect(refusalOf({ folder, clock }).reason).toBe('IN_USE')
  })

  it('distinguishes a locked database from a broken one', () => {
    expect(faultOf(Object.assign(new Error('database is locked'), { rawCode: 5 })).reason).toBe(
      'IN_USE',
    )
  })
})
