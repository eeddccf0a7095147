import { flipFuses } from '@electron/fuses'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeStandInDist } from '../../../tools/package/electron-dist.mjs'
import { fuseComplaints, fuseConfig, readFlavour, readFuses, wantedFuses } from '../../../tools/package/fuses.mjs'

let folder = ''
const program = (): string => path.join(folder, 'electron')
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fuses-'))
  makeStandInDist(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const flip = async (flavour: 'shipped' | 'e2e'): Promise<void> => {
  const there = (await readFuses(program())).keys()
  await flipFuses(program(), fuseConfig(there, flavour, { resetAdHocDarwinSignature: false }))
}

describe('REN-14 fuses', () => {
  it('are as promised', () => {
    expect(wantedFuses('shipped')).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: false,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    })
  })

  it('differ in one for end-to-end tests', () => {
    const shipped = new Map(Object.entries(wantedFuses('shipped')))
    const differing = Object.entries(wantedFuses('e2e')).filter(([name, on]) => shipped.get(name) !== on)
    expect(differing).toEqual([['EnableNodeCliInspectArguments', true]])
  })

  it('are set in a program and read back', async () => {
    expect(fuseComplaints(await readFuses(program()), 'shipped', false).length).toBeGreaterThan(2)
    await flip('shipped')
    expect(fuseComplaints(await readFuses(program()), 'shipped', false)).toEqual([])
  })

  it('are refused when the flavour for tests is about to ship', async () => {
    await flip('e2e')
    expect(fuseComplaints(await readFuses(program()), 'shipped', false)).toEqual([
      'the fuse EnableNodeCliInspectArguments is on and has to be off',
    ])
  })

  it('are refused when Electron has one that is in no table', () => {
    const found = new Map([...Object.entries(wantedFuses('shipped')), ['number 9', false] as [string, boolean]])
    expect(fuseComplaints(found, 'shipped', false).join()).toContain('number 9 is in no table')
    expect(() => fuseConfig(found.keys(), 'shipped', { resetAdHocDarwinSignature: false })).toThrow('in no table')
  })

  it('are refused when one is missing, except in the older Electron that tests run in', () => {
    const found = new Map(Object.entries(wantedFuses('shipped')).filter(([name]) => name !== 'WasmTrapHandlers'))
    expect(fuseComplaints(found, 'shipped', false)).toEqual(['the program has no fuse WasmTrapHandlers'])
    expect(fuseComplaints(found, 'shipped', true)).toEqual([])
  })

  it('know two flavours by name', () => {
    expect(readFlavour(undefined)).toBe('shipped')
    expect(readFlavour('e2e')).toBe('e2e')
    expect(() => readFlavour('debug')).toThrow('no flavour')
  })
})
