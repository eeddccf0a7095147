import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOpenDialog } from '../../../src/main/desktop/open-dialog.js'
import { worded } from '../../support/worded.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plimsoll-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function textOf(content: string | Uint8Array | null, mostBytes = 100) {
  const file = join(folder, 'chosen.pem')
  if (content !== null) await writeFile(file, content)
  const openFile = createOpenDialog({
    dialog: { showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [file] }) },
    window: () => null,
    timesLocked: () => 0,
  })
  return openFile('certificate', mostBytes)
}

describe('a file that the user chooses', () => {
  it('is read completely, up to the size that is taken', async () => {
    expect(await textOf('ü'.repeat(50))).toEqual({ ok: true, value: 'ü'.repeat(50) })
    expect(worded(await textOf('x'.repeat(101)))).toMatchObject({
      error: { message: 'This file is too large.' },
    })
  })

  it('is refused if it is no text, is not there, or is no file', async () => {
    expect(worded(await textOf(Uint8Array.of(0xff, 0xfe)))).toMatchObject({
      error: { message: 'This is not a text file.' },
    })
    await rm(join(folder, 'chosen.pem'))
    expect(worded(await textOf(null))).toMatchObject({
      error: { code: 'system-refused', reason: 'ENOENT' },
    })
    await mkdir(join(folder, 'chosen.pem'))
    expect(await textOf(null)).toMatchObject({ ok: false })
  })

  it('SEC-16 is not read if Plimsoll was locked before it was chosen, nor without a choice', async () => {
    const file = join(folder, 'chosen.pem')
    await writeFile(file, 'text')
    let timesLocked = 0
    const openFile = (canceled: boolean) =>
      createOpenDialog({
        dialog: {
          showOpenDialog: () => {
            if (!canceled) timesLocked += 1
            return Promise.resolve({ canceled, filePaths: [file] })
          },
        },
        window: () => null,
        timesLocked: () => timesLocked,
      })('certificate', 100)
    expect(await openFile(false)).toEqual({ ok: true, value: null })
    expect(await openFile(true)).toEqual({ ok: true, value: null })
  })
})
