// Each complaint is tested where it is made; `npm test` runs the complete check, with Electron and
// without.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findElectronDist } from '../../../tools/package/electron-dist.mjs'

const program = path.resolve(import.meta.dirname, '../../../tools/package-check.mjs')
const folders: string[] = []
afterEach(() =>
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
)

describe('package:check', () => {
  it('refuses an unknown switch, and checks nothing', async () => {
    const ended = await new Promise<{ code: number | null; said: string }>((done) => {
      const child = execFile(process.execPath, [program, '--folder'], (_fault, _output, said) =>
        done({ code: child.exitCode, said }),
      )
    })
    expect(ended).toEqual({
      code: 2,
      said: 'There is no switch --folder: it is --folder-only or --stand-in.\n',
    })
  })

  it.runIf(process.platform === 'linux')(
    'packages the fake Electron on request, even if Electron is available',
    () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'dist-'))
      folders.push(folder)
      expect(findElectronDist(folder, true)).toEqual({ kind: 'stand-in', folder })
      expect(readdirSync(folder)).toEqual(
        expect.arrayContaining(['chrome-sandbox', 'electron', 'resources']),
      )
    },
  )
})
