// Real files: what a damaged one means, and that nobody else may read them.
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noLog } from '../../../src/main/database/database-fault.js'
import { createPassphrase, type ScryptCost, usualCost } from '../../../src/main/lock/passphrase.js'
import {
  openPassphraseFiles,
  passphraseFileNames,
} from '../../../src/main/lock/stored-passphrase.js'
import { systemTiming } from '../../../src/main/exchange/timing.js'
import { ok } from '../../../src/shared/result.js'
import { cheapCost } from '../../support/lock-harness.js'
import { quickFolder, valueOf } from '../../support/test-storage.js'

const right = 'correct horse battery'

function open(folder: string, cost: ScryptCost = cheapCost) {
  return createPassphrase({
    files: openPassphraseFiles(folder, noLog),
    clock: () => 1_760_000_000,
    timing: systemTiming,
    changed: () => undefined,
    cost,
  })
}

async function set(cost?: ScryptCost): Promise<{ folder: string; paths: string[] }> {
  const folder = quickFolder()
  valueOf(await open(folder, cost).change(null, right))
  return { folder, paths: passphraseFileNames.map((name) => join(folder, name)) }
}

describe("SEC-16 a passphrase's files", () => {
  it('are two, private, contain no passphrase and cost at least 128 MiB of work, and verify at the next start', async () => {
    const { folder, paths } = await set(usualCost)
    expect((await readdir(folder)).sort()).toEqual([...passphraseFileNames].sort())
    for (const path of paths) {
      const text = await readFile(path, 'utf8')
      expect(text).not.toContain('horse')
      expect(JSON.parse(text)).toMatchObject({ version: 1, n: 131_072, r: 8, p: 1, wrong: 0 })
      if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
    }
    expect(await open(folder).check(right)).toEqual(ok(null))
    expect(await open(folder).check('wrong wrong')).toMatchObject({ ok: false })
  })

  it.each([0, 1])(
    'work if number %i of them is damaged or missing, which is then repaired',
    async (which) => {
      const { folder, paths } = await set()
      const path = paths[which] ?? ''
      const whole = await readFile(path, 'utf8')
      for (const damage of ['', '{"version":1', whole.replace('"n":2', '"n":3'), '\u0000\u0001']) {
        await writeFile(path, damage)
        expect(open(folder).state()).toBe('set')
        expect(await readFile(path, 'utf8')).toBe(whole)
      }
      await rm(path)
      expect(open(folder).state()).toBe('set')
      expect(await readFile(path, 'utf8')).toBe(whole)
    },
  )

  it('are damaged if none is complete, which unlocks nothing', async () => {
    const { folder, paths } = await set()
    await writeFile(paths[0] ?? '', 'x')
    await rm(paths[1] ?? '')
    expect(open(folder).state()).toBe('damaged')
    expect(await open(folder).check(right)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_DAMAGED' },
    })
  })

  it('are deleted once it is removed', async () => {
    const { folder } = await set()
    expect(await open(folder).change(right, null)).toEqual(ok(null))
    expect(await readdir(folder)).toEqual([])
    expect(open(folder).state()).toBe('none')
  })

  it('count wrong attempts over restarts', async () => {
    const { folder } = await set()
    for (let tries = 0; tries < 6; tries += 1) await open(folder).check('wrong wrong')
    expect(await open(folder).check(right)).toMatchObject({
      ok: false,
      error: { reason: 'PASSPHRASE_WAIT', retryAt: 1_760_000_001 },
    })
  })
})
