// Real files: complete or not at all, and readable by nobody else.
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSaveDialog } from '../../../src/main/desktop/dialogs.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plimsoll-files-'))
})
afterEach(async () => {
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true, force: true })
})

function saverTo(filePath: string, csvBom = false) {
  return createSaveDialog({
    dialog: { showSaveDialog: () => Promise.resolve({ canceled: filePath === '', filePath }) },
    window: () => null,
    csvBom: () => csvBom,
    amountsHidden: () => false,
  })
}

describe('a text saved to a file', () => {
  it('is written completely, for its owner alone, replacing what was there', async () => {
    const file = join(folder, 'orders.csv')
    await writeFile(file, 'an older one that is much longer')
    expect(await saverTo(file).saveText({ suggestedName: 'orders.csv', text: 'a,b\n' })).toEqual({
      ok: true,
      value: { file },
    })
    expect(await readFile(file, 'utf8')).toBe('a,b\n')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['orders.csv'])
  })

  it.each([
    ['orders.csv', true, [0xef, 0xbb, 0xbf, 0xc3, 0xbc]],
    ['orders.csv', false, [0xc3, 0xbc]],
    ['orders.json', true, [0xc3, 0xbc]],
  ] as const)(
    'UX-63 is UTF-8, with a byte-order mark for CSV on request: %s, %s',
    async (name, csvBom, bytes) => {
      await saverTo(join(folder, name), csvBom).saveText({ suggestedName: name, text: 'ü' })
      expect([...(await readFile(join(folder, name)))]).toEqual(bytes)
    },
  )

  it('SEC-16 is not written if Plimsoll was locked before the path was chosen', async () => {
    let timesLocked = 0
    const filePath = join(folder, 'orders.csv')
    const showSaveDialog = () => {
      timesLocked += 1
      return Promise.resolve({ canceled: false, filePath })
    }
    const never = { csvBom: () => false, amountsHidden: () => false }
    const saver = createSaveDialog({
      dialog: { showSaveDialog },
      window: () => null,
      timesLocked: () => timesLocked,
      ...never,
    })
    expect(await saver.saveText({ suggestedName: 'orders.csv', text: 'a,b\n' })).toEqual({
      ok: true,
      value: null,
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('is not written if no file was chosen', async () => {
    expect(await saverTo('').saveText({ suggestedName: 'orders.json', text: '[]' })).toEqual({
      ok: true,
      value: null,
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves nothing behind if it cannot be written, and says so', async () => {
    const saved = await saverTo(join(folder, 'is', 'not', 'there.csv')).saveText({
      suggestedName: 'x.csv',
      text: 'a',
    })
    expect(saved).toMatchObject({ ok: false, error: { code: 'system-refused', reason: 'ENOENT' } })
    expect(await readdir(folder)).toEqual([])
  })
})
