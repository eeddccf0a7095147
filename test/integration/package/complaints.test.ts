import { describe, expect, it } from 'vitest'
import {
  budgetComplaints,
  budgets,
  contentsComplaints,
  importComplaints,
  machineOf,
  manifestComplaints,
  nativeComplaints,
  packagesComplaints,
  requestsOf,
  testHostComplaints,
} from '../../../tools/package/complaints.mjs'
import { keytarNative, libsqlNative, nativeHead, packed } from '../../support/packed.js'

const linux = { platform: 'linux', arch: 'x64' }
const source = { name: 'plimsoll', version: '1.2.3', main: 'out/main/index.js' }

describe('a sound package', () => {
  it('has nothing to complain of', () => {
    const pack = packed()
    expect(contentsComplaints(pack)).toEqual([])
    expect(manifestComplaints(pack, source)).toEqual([])
    expect(importComplaints(pack)).toEqual([])
    expect(packagesComplaints(pack)).toEqual([])
    expect(nativeComplaints(pack, linux)).toEqual([])
    expect(testHostComplaints(pack)).toEqual([])
    expect(budgetComplaints(pack)).toEqual([])
  })
})

describe('SUP-7 what a package holds', () => {
  const unwanted = [
    'out/main/index.js.map',
    'out/renderer/app.svelte.ts',
    'node_modules/axios/lib/axios.d.ts',
    'node_modules/axios/test/unit.js',
    'node_modules/ajv/lib/spec/fixtures/a.js',
    'node_modules/axios/README.md',
    'node_modules/keytar/src/async.cc',
    'node_modules/keytar/binding.gyp',
    'out/.env',
    'node_modules/axios/.npmrc',
    'src/main/index.ts',
    'tools/stand-in/electron.mjs',
    'test/support/fake-bridge.js',
    'dist/old.zip',
  ]
  it.each(unwanted)('refuses %s', (file) => {
    expect(contentsComplaints(packed({ files: { [file]: 'x' } })).join()).toContain(file)
  })

  it.each(['out/main/keychain-broker.js', 'out/preload/index.cjs', 'package.json'])('misses %s', (file) => {
    expect(contentsComplaints(packed({ files: { [file]: null } }))).toEqual([`${file} is missing`])
  })

  it('refuses what Electron would run in place of Plimsoll', () => {
    expect(contentsComplaints(packed({ resources: ['app.asar', 'default_app.asar', 'app'] }))).toHaveLength(2)
  })

  it('refuses a manifest that tells how it was made, or of another version', () => {
    const manifest = { ...source, version: '1.2.4', scripts: { start: 'x' }, devDependencies: {} }
    expect(manifestComplaints(packed({ files: { 'package.json': JSON.stringify(manifest) } }), source)).toHaveLength(3)
  })
})

describe('what the scripts ask for', () => {
  it('is found wherever it stands, and nowhere else', () => {
    const code = `
      import a, { b } from 'one'
      import 'two'
      export * from "three"
      const c = await import('four'), d = __require('five'), e = require("six/part")
      // import 'comment'; require('comment')
      const f = "require('text')" + other.require('member') + require(name) + /require('pattern')/.source
      export { a, b, c, d, e, f }
    `
    expect(requestsOf(code).sort()).toEqual(['five', 'four', 'one', 'six/part', 'three', 'two'])
  })

  it('has to be there: a chunk that was left out is missed', () => {
    const [complaint] = importComplaints(packed({ files: { 'out/chunks/part.js': null } }))
    expect(complaint).toContain('out/main/index.js asks for ../chunks/part.js')
  })

  it('has to be there: a package that was left out is missed', () => {
    const pack = packed({ files: { 'node_modules/libsql/package.json': null } })
    expect(importComplaints(pack).join()).toContain('libsql')
    expect(packagesComplaints(pack).join()).toContain('libsql is needed and not in the package')
  })

  it('SUP-6 has to be all: a package nobody asks for is surplus', () => {
    const complaints = packagesComplaints(packed({ files: { 'node_modules/left-pad/package.json': '{}' } }))
    expect(complaints).toEqual(['left-pad is in the package and nothing asks for it'])
  })

  it('misses what a package needs in turn', () => {
    expect(packagesComplaints(packed({ files: { 'node_modules/detect-libc/package.json': null } }))).toEqual([
      'detect-libc is needed and not in the package',
    ])
  })
})

describe('SUP-7 native parts', () => {
  it('refuses a second one of a kind', () => {
    const second = 'node_modules/keytar/build/Release/keytar.node'
    expect(nativeComplaints(packed({ files: { [second]: nativeHead('linux', 'x64') } }), linux).join()).toContain(
      'keytar has 2 native parts',
    )
  })

  it('misses one', () => {
    expect(nativeComplaints(packed({ files: { [libsqlNative]: null } }), linux).join()).toContain('libsql has 0 native parts')
  })

  it('refuses one nobody knows', () => {
    const stranger = 'node_modules/other/build/other.node'
    expect(nativeComplaints(packed({ files: { [stranger]: nativeHead('linux', 'x64') } }), linux)).toEqual([
      `${stranger} is a native part nobody knows`,
    ])
  })

  it('refuses one for another machine', () => {
    for (const [platform, arch] of [
      ['linux', 'arm64'],
      ['darwin', 'x64'],
      ['win32', 'x64'],
    ] as const) {
      const complaints = nativeComplaints(packed({ files: { [keytarNative]: nativeHead(platform, arch) } }), linux)
      expect(complaints.join()).toContain(`made for ${platform}-${arch}, not for linux-x64`)
    }
    expect(nativeComplaints(packed({ files: { [keytarNative]: 'not a program at all'.padEnd(99) } }), linux)).toHaveLength(1)
  })

  it('refuses one inside the archive, where the system cannot load it', () => {
    expect(nativeComplaints(packed({ inside: [keytarNative] }), linux).join()).toContain('inside the archive')
  })

  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['win32', 'arm64'],
  ] as const)('tells a file for %s-%s', (platform, arch) => expect(machineOf(nativeHead(platform, arch))).toEqual({ platform, arch }))
})

describe('SUP-8 hosts of tests', () => {
  it.each(['fake-electron', 'stand-in/', '__ipcSend', '@playwright', '//# sourceMappingURL=index.js.map'])(
    'finds %s in what ships',
    (word) => {
      expect(testHostComplaints(packed({ files: { 'out/renderer/assets/index.js': `x("${word}")` } }))).toHaveLength(1)
    },
  )
})

describe('RES-6 sizes', () => {
  it('refuses an archive over its budget', () => {
    expect(budgetComplaints(packed({ archiveSize: budgets.archive + 1 })).join()).toContain('archive is')
  })

  it('refuses scripts of the page over their budget', () => {
    const files = { 'out/renderer/assets/big.js': 'x'.repeat(budgets.page) }
    expect(budgetComplaints(packed({ files })).join()).toContain('page is')
  })

  it('refuses a part that is empty: then nothing was measured', () => {
    expect(budgetComplaints(packed({ files: { 'out/renderer/assets/index.js': '' } }))).toEqual(['page is empty'])
  })
})
