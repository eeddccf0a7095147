import { createPackageWithOptions } from '@electron/asar'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readPackage } from '../../../tools/package/archive.mjs'
import { loadingComplaints } from '../../../tools/package/native-loading.mjs'

const folders: string[] = []
afterEach(() =>
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
)

const keytar = path.join(
  path.dirname(createRequire(import.meta.url).resolve('keytar/package.json')),
  'prebuilds',
  `${process.platform}-${process.arch}`,
  'keytar.node',
)

async function setup(native: 'sound' | 'broken') {
  const base = mkdtempSync(path.join(tmpdir(), 'archive-'))
  folders.push(base)
  const source = path.join(base, 'source')
  mkdirSync(path.join(source, 'node_modules', 'keytar'), { recursive: true })
  writeFileSync(path.join(source, 'package.json'), '{"name":"plimsoll"}')
  const file = path.join(source, 'node_modules', 'keytar', 'keytar.node')
  if (native === 'sound') copyFileSync(keytar, file)
  else writeFileSync(file, 'not a program')
  await createPackageWithOptions(source, path.join(base, 'app.asar'), { unpack: '*.node' })
  return readPackage(base)
}

describe('reading a package', () => {
  it('lists the contents of the archive and the files beside it', async () => {
    const pack = await setup('sound')
    expect(pack.files.map(({ path: file, unpacked }) => [file, unpacked])).toEqual([
      ['node_modules/keytar/keytar.node', true],
      ['package.json', false],
    ])
    expect(pack.unpacked).toEqual(['node_modules/keytar/keytar.node'])
    expect(pack.read('package.json').toString()).toBe('{"name":"plimsoll"}')
    expect(pack.read('node_modules/keytar/keytar.node').length).toBeGreaterThan(1000)
    expect(pack.archiveSize).toBeGreaterThan(20)
  })
})

describe('native modules', () => {
  it('load from their location', async () => {
    expect(await loadingComplaints(await setup('sound'))).toEqual([])
  })

  it('are named if they do not load', async () => {
    const [complaint] = await loadingComplaints(await setup('broken'))
    expect(complaint).toMatch(/^node_modules\/keytar\/keytar\.node does not load: /)
  })

  it('prove nothing if they are missing', async () => {
    expect(await loadingComplaints({ ...(await setup('sound')), unpacked: [] })).toEqual([
      'there is no native part to load',
    ])
  })
})
