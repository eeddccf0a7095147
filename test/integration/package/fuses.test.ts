import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeStandInDist } from '../../../tools/package/electron-dist.mjs'
import { fuseComplaints, letTestsIn, readFuses } from '../../../tools/package/fuses.mjs'

/** As promised, each of them. */
const promised = {
  RunAsNode: false,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
}

let folder = ''
const program = (): string => path.join(folder, 'electron')
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fuses-'))
  makeStandInDist(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function flipAsPromised(): Promise<number> {
  return flipFuses(program(), {
    version: FuseVersion.V1,
    ...Object.fromEntries(
      Object.entries(promised).map(([name, on]) => [
        FuseV1Options[name as keyof typeof promised],
        on,
      ]),
    ),
  })
}

describe('REN-14 fuses', () => {
  it('have no complaints as promised, and one for each difference', () => {
    const found = new Map(Object.entries(promised))
    expect(fuseComplaints(found, 'shipped', false)).toEqual([])
    for (const [name, on] of found)
      expect(fuseComplaints(new Map([...found, [name, !on]]), 'shipped', false)).toHaveLength(1)
  })

  it('are read back from a program', async () => {
    expect(fuseComplaints(await readFuses(program()), 'shipped', false).length).toBeGreaterThan(2)
    await flipAsPromised()
    expect(Object.fromEntries(await readFuses(program()))).toEqual(promised)
  })

  it('differ in one for end-to-end tests, which is refused in what ships', async () => {
    await flipAsPromised()
    await letTestsIn(program())
    expect(Object.fromEntries(await readFuses(program()))).toEqual({
      ...promised,
      EnableNodeCliInspectArguments: true,
    })
    expect(fuseComplaints(await readFuses(program()), 'e2e', false)).toEqual([])
    expect(fuseComplaints(await readFuses(program()), 'shipped', false)).toEqual([
      'the fuse EnableNodeCliInspectArguments is on and has to be off',
    ])
  })

  it('are refused if Electron has one that is in no table', () => {
    const found = new Map([...Object.entries(promised), ['number 9', false] as [string, boolean]])
    expect(fuseComplaints(found, 'shipped', false).join()).toContain('number 9 is in no table')
  })

  it('are refused if one is missing, except in the older Electron that tests use', () => {
    const found = new Map(Object.entries(promised).filter(([name]) => name !== 'WasmTrapHandlers'))
    expect(fuseComplaints(found, 'shipped', false)).toEqual([
      'the program has no fuse WasmTrapHandlers',
    ])
    expect(fuseComplaints(found, 'shipped', true)).toEqual([])
  })
})
