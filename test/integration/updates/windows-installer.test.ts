// Any program can replace a Windows installer in a test, on any system.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createManualInstaller,
  createWindowsInstaller,
  type Downloaded,
  loadVerifier,
  startInstaller,
} from '../../../src/main/updates/update-installers.js'

let home = ''
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'plimsoll-windows-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const output = (): string => path.join(home, 'said')

/** Records its arguments. */
function noting(): string {
  return `#!/bin/sh\nprintf '%s\\n' "$@" >"${output()}.part" && mv "${output()}.part" "${output()}"\n`
}

function downloaded(text = noting(), mode = 0o755): Downloaded {
  const name = 'Plimsoll-9.9.9-win-x64.exe'
  const file = path.join(home, name)
  writeFileSync(file, text, { mode })
  return {
    name,
    path: file,
    size: text.length,
    sha512: createHash('sha512').update(text).digest('base64'),
  }
}

function setup(own: { publisherName?: string; complaint?: string | null; starts?: boolean } = {}) {
  const done: unknown[] = []
  const install = createWindowsInstaller({
    publisherName: own.publisherName ?? null,
    loadVerifier: () =>
      Promise.resolve((names, file) => {
        done.push(['verified', names, file])
        return Promise.resolve(own.complaint ?? null)
      }),
    start: (file) => {
      done.push(['start', file])
      return Promise.resolve(own.starts ?? true)
    },
    quit: () => done.push('quit'),
  })
  return { install, done }
}

describe('UX-71 an installer on Windows', () => {
  it('is started, and only then does Plimsoll quit', async () => {
    const { install, done } = setup()
    const file = downloaded()
    expect(await install(file, () => null)).toEqual({ ok: true, value: 'leaving' })
    expect(done).toEqual([['start', file.path], 'quit'])
  })

  it('leaves Plimsoll running if it could not be started', async () => {
    const { install, done } = setup({ starts: false })
    expect(await install(downloaded(), () => null)).toMatchObject({
      ok: false,
      error: { kind: 'cannot-install' },
    })
    expect(done).not.toContain('quit')
  })

  it('SUP-9 is not started if it was changed or has vanished since the download', async () => {
    const { install, done } = setup()
    const file = downloaded()
    writeFileSync(file.path, 'x'.repeat(file.size))
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'bad-file' },
    })
    rmSync(file.path)
    expect(await install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'bad-file' },
    })
    expect(done).toEqual([])
  })

  it('SUP-9 must be signed in the maintainer’s name if there is one', async () => {
    const named = setup({
      publisherName: 'The Plimsoll authors',
      complaint: 'signed by somebody else',
    })
    const file = downloaded()
    expect(await named.install(file, () => null)).toMatchObject({
      ok: false,
      error: { kind: 'bad-file' },
    })
    expect(named.done).toEqual([['verified', ['The Plimsoll authors'], file.path]])
    const signed = setup({ publisherName: 'The Plimsoll authors' })
    expect(await signed.install(file, () => null)).toEqual({ ok: true, value: 'leaving' })
  })

  it('waits at the last moment for an order sent meanwhile', async () => {
    const { install, done } = setup()
    expect(await install(downloaded(), () => 'An order is in progress.')).toEqual({
      ok: true,
      value: { held: 'An order is in progress.' },
    })
    expect(done).toEqual([])
  })
})

// Only a system with /bin/sh has a program that can be written here.
describe.skipIf(process.platform === 'win32')('a started installer', () => {
  it('is told to be silent and to start Plimsoll again', async () => {
    expect(await startInstaller(downloaded().path, home)).toBe(true)
    await expect.poll(() => existsSync(output()), { timeout: 30_000 }).toBe(true)
    expect(readFileSync(output(), 'utf8').trim().split('\n')).toEqual([
      '--updated',
      '/S',
      '--force-run',
    ])
    expect(readdirSync(home).sort()).toEqual(['Plimsoll-9.9.9-win-x64.exe', 'said'])
  })

  it('requests more privileges if needed', async () => {
    writeFileSync(path.join(home, 'elevate.exe'), noting(), { mode: 0o755 })
    const file = downloaded(noting(), 0o644)
    expect(await startInstaller(file.path, home)).toBe(true)
    await expect.poll(() => existsSync(output()), { timeout: 30_000 }).toBe(true)
    expect(readFileSync(output(), 'utf8').trim().split('\n')).toEqual([
      file.path,
      '--updated',
      '/S',
      '--force-run',
    ])
  })

  it('reports if neither works, and can be tried again', async () => {
    const nowhere = path.join(home, 'nowhere')
    expect(await startInstaller(downloaded(noting(), 0o644).path, nowhere)).toBe(false)
    rmSync(path.join(home, 'Plimsoll-9.9.9-win-x64.exe'))
    expect(await startInstaller(path.join(home, 'Plimsoll-9.9.9-win-x64.exe'), nowhere)).toBe(false)
    expect(await startInstaller(downloaded().path, nowhere)).toBe(true)
    await expect.poll(() => existsSync(output()), { timeout: 30_000 }).toBe(true)
  })
})

describe('Windows signature verification', () => {
  it('uses the library without an application: it creates no file and identifies nobody', async () => {
    expect(await loadVerifier('1.0.0')).toBeTypeOf('function')
    expect(existsSync('.updaterId')).toBe(false)
  })
})

describe('UX-71 a file that a user installs', () => {
  it('is shown once verified, and restarts nothing', async () => {
    const shown: string[] = []
    const show = createManualInstaller((file) => shown.push(file))
    const file = downloaded()
    expect(await show(file, () => 'never asked')).toEqual({ ok: true, value: 'shown' })
    expect(shown).toEqual([file.path])
    writeFileSync(file.path, 'x'.repeat(file.size))
    expect(await show(file, () => null)).toMatchObject({ ok: false, error: { kind: 'bad-file' } })
    expect(shown).toHaveLength(1)
  })
})
