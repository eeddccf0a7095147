// What ships, and how it is described: the list, its machine-readable form, and the licences passed
// on.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterEach, describe, expect, it } from 'vitest'
import { billOfMaterials } from '../../../tools/package/bom.mjs'
import { bundledList, listBundled, placeOfModule } from '../../../tools/package/bundled.mjs'
import { noticesComplaints, shippedComplaints } from '../../../tools/package/complaints.mjs'
import {
  electronNotices,
  notices,
  noticesFile,
  termsText,
} from '../../../tools/package/notices.mjs'
import {
  forWhatShips,
  whatShips,
  type Lock,
  type Shipped,
} from '../../../tools/package/shipped.mjs'
import { packed } from '../../support/packed.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock

const folders: string[] = []
afterEach(() =>
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
)

function folderWith(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'shipped-')))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return folder
}

function one(name: string, more: Partial<Shipped> = {}): Shipped {
  return {
    place: `node_modules/${name}`,
    name,
    version: '1.0.0',
    terms: 'MIT',
    integrity: undefined,
    beside: true,
    ...more,
  }
}

describe('SUP-11 the package of a module', () => {
  it.each([
    ['/home/a/node_modules/zod/index.js', 'node_modules/zod'],
    ['/home/a/node_modules/@scope/one/lib/two.js', 'node_modules/@scope/one'],
    [
      '/home/a/node_modules/one/node_modules/@scope/two/index.js',
      'node_modules/one/node_modules/@scope/two',
    ],
    ['C:\\a\\node_modules\\zod\\index.js', 'node_modules/zod'],
    ['\0/home/a/node_modules/one/index.js?commonjs', 'node_modules/one'],
    ['../../node_modules/font/files/a.woff2', 'node_modules/font'],
    ['\0rolldown/runtime.js', 'node_modules/rolldown'],
    ['/home/a/src/main/index.ts', null],
    ['\0virtual', null],
  ])('of %j is %s', (id, place) => {
    expect(placeOfModule(id)).toBe(place)
  })
})

describe('SUP-11 what the bundler included', () => {
  it('is listed: remaining code of a package, a style sheet, a file; not what was removed completely', async () => {
    const font = Buffer.alloc(64, 1).toString('latin1')
    const manifest = (name: string): string =>
      JSON.stringify({
        name,
        version: '1.0.0',
        type: 'module',
        sideEffects: false,
        main: 'index.js',
      })
    const folder = folderWith({
      'index.html': '<script type="module" src="/index.js"></script>',
      'index.js':
        'import "looks/looks.css"\nimport { used } from "used"\nimport { unused } from "unused"\ndocument.title = used\n',
      'node_modules/used/package.json': manifest('used'),
      'node_modules/used/index.js':
        'import { deep } from "deep"\nexport const used = `used ${deep}`\n',
      'node_modules/used/node_modules/deep/package.json': manifest('deep'),
      'node_modules/used/node_modules/deep/index.js': 'export const deep = "deep"\n',
      'node_modules/unused/package.json': manifest('unused'),
      'node_modules/unused/index.js': 'export const unused = "unused"\n',
      'node_modules/looks/package.json': manifest('looks'),
      'node_modules/looks/looks.css':
        '@font-face { font-family: f; src: url("../letters/f.woff2") }\n',
      'node_modules/letters/f.woff2': font,
    })
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [listBundled()],
      build: { assetsInlineLimit: 0 },
    })
    const listed = JSON.parse(
      readFileSync(path.join(folder, 'dist', bundledList), 'utf8'),
    ) as string[]
    const places = ['letters', 'looks', 'used', 'used/node_modules/deep'].map(
      (name) => `node_modules/${name}`,
    )
    expect(listed.filter((place) => place !== 'node_modules/vite')).toEqual(places)
  })
})

describe('SUP-11 the list of what ships', () => {
  /**
   * Built, with these packages in the page; installed is all that the lockfile ships for any
   * system, including the other C library.
   */
  const built = (inPage: readonly string[]): string =>
    folderWith({
      'package-lock.json': JSON.stringify(lock),
      ...Object.fromEntries(
        Object.keys(lock.packages).flatMap((place) =>
          place === '' ? [] : [[`${place}/package.json`, '{}']],
        ),
      ),
      [`out/${bundledList}`]: '["node_modules/zod"]',
      [`out/preload/${bundledList}`]: '[]',
      [`out/renderer/${bundledList}`]: JSON.stringify(inPage),
    })

  it('contains what is beside the code and in it, and Electron, and nothing that only builds or tests', () => {
    const shipped = whatShips(built(['node_modules/svelte', 'node_modules/zod']))
    const names = shipped.map(({ name }) => name)
    for (const name of [
      'axios',
      '@github/keytar',
      'libsql',
      'electron-updater',
      'zod',
      'svelte',
      'electron',
    ])
      expect(names).toContain(name)
    for (const name of [
      'vitest',
      'eslint',
      'knip',
      'typescript',
      'electron-builder',
      '@playwright/test',
    ])
      expect(names).not.toContain(name)
    // The Node of this project, and what compiles native modules or uses another C library.
    expect(names.filter((name) => /^node-|-musl$/.test(name))).toEqual([])
    expect(shipped.filter(({ beside }) => !beside).map(({ name }) => name)).toEqual([
      'electron',
      'svelte',
      'zod',
    ])
    expect(new Set(shipped.map(({ place }) => place)).size).toBe(shipped.length)
  })

  it('contains only packages that are required, unless bundled', () => {
    const direct = Object.keys(lock.packages['']?.dependencies ?? {})
    const needed = new Set(direct.map((name) => `node_modules/${name}`))
    const ships = new Map(forWhatShips(lock))
    for (const place of needed)
      for (const name of Object.keys({
        ...ships.get(place)?.dependencies,
        ...ships.get(place)?.optionalDependencies,
      })) {
        const inside = `${place}/node_modules/${name}`
        const found = [inside, `node_modules/${name}`].find((at) => ships.has(at))
        if (found !== undefined) needed.add(found)
      }
    expect([...ships.keys()].toSorted()).toEqual([...needed].toSorted())
  })

  it('cannot contain what the lockfile does not know', () => {
    expect(() => whatShips(built(['node_modules/stranger']))).toThrow(
      'node_modules/stranger is part of what was built',
    )
  })

  it("is compared with the package's contents", () => {
    const shipped = ['keytar', 'libsql', 'detect-libc', '@libsql/linux-x64-gnu']
      .map((name) => one(name))
      .concat(one('zod', { beside: false }))
    expect(shippedComplaints(packed(), shipped)).toEqual([])
    expect(shippedComplaints(packed(), shipped.slice(1))).toEqual([
      'node_modules/keytar is in the package and not said to ship',
    ])
    expect(shippedComplaints(packed(), [...shipped, one('left-pad')])).toEqual([
      'node_modules/left-pad is said to ship and not in the package',
    ])
    const inside = { files: { 'node_modules/libsql/node_modules/ms/index.js': '' } }
    expect(shippedComplaints(packed(inside), shipped)).toEqual([
      'node_modules/libsql/node_modules/ms is in the package and not said to ship',
    ])
  })
})

describe('SUP-11 the bill of materials', () => {
  it('names each package once, with checksum and licence, and is reproducible', () => {
    const shipped = [
      one('a', { integrity: `sha512-${Buffer.from([1, 171]).toString('base64')}` }),
      one('a', { place: 'node_modules/b/node_modules/a' }),
      one('@scope/c', { terms: 'MIT OR Apache-2.0', version: '2.0.0' }),
      one('electron', { terms: undefined }),
    ]
    const bill = billOfMaterials({ name: 'some', version: '0.1.0', license: 'MIT' }, shipped)
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { type: 'application', name: 'some' } },
    })
    expect(bill.components).toEqual([
      expect.objectContaining({
        'bom-ref': 'a@1.0.0',
        purl: 'pkg:npm/a@1.0.0',
        licenses: [{ license: { id: 'MIT' } }],
      }),
      expect.objectContaining({
        purl: 'pkg:npm/%40scope/c@2.0.0',
        licenses: [{ expression: 'MIT OR Apache-2.0' }],
      }),
      expect.not.objectContaining({ licenses: expect.anything() as unknown }),
    ])
    expect(JSON.stringify(bill)).toBe(
      JSON.stringify(billOfMaterials({ name: 'some', version: '0.1.0', license: 'MIT' }, shipped)),
    )
  })

  it("has the archive's checksum from the lockfile, in the other encoding", () => {
    const { components } = billOfMaterials({ name: 'some', version: '0.1.0', license: 'MIT' }, [
      one('a', { integrity: `sha512-${Buffer.from([1, 171]).toString('base64')}` }),
    ])
    expect(components[0]).toMatchObject({ hashes: [{ alg: 'SHA-512', content: '01ab' }] })
  })
})

describe('SUP-11 the licences passed on', () => {
  const granted = 'Permission is hereby granted, free of charge, to any person.'

  it.each<[string, Record<string, string>, string | null]>([
    [
      'its file',
      { LICENSE: ' The terms\r\nof it. \n', 'README.md': '# License\n\nother\n' },
      'The terms\nof it.',
    ],
    [
      'each of its files',
      { 'license-cc0': 'CC0', 'license-mit': 'MIT', NOTICE: 'Named.' },
      'Named.\n\nCC0\n\nMIT',
    ],
    [
      'a section of its README',
      { 'README.md': `# It\n\n## License\n\nCopyright me\n\n${granted}\n\n## More\nmore\n` },
      `Copyright me\n\n${granted}`,
    ],
    [
      'such a section, underlined',
      { 'readme.md': `It\n==\n\nLicense\n-------\n\n${granted}\n\n[it]: https://x.example\n` },
      granted,
    ],
    [
      'the MIT licence in the name of its author',
      { 'package.json': '{"license":"MIT","author":"A Person <a@b.example>"}' },
      null,
    ],
    [
      'the same, where the name has a field',
      { 'package.json': '{"license":"MIT","author":{"name":"A Person"}}' },
      null,
    ],
  ])('are %s', (_what, files, text) => {
    const found = termsText(folderWith({ 'package.json': '{}', ...files }))
    if (text !== null) return expect(found).toBe(text)
    expect(found).toMatch(
      /^MIT License\n\nCopyright \(c\) A Person\n\nPermission is hereby granted/,
    )
  })

  it.each<[string, Record<string, string>]>([
    ['nobody is named', { 'package.json': '{"license":"MIT"}' }],
    ['they are others', { 'package.json': '{"license":"ISC","author":"A Person"}' }],
    [
      'the README only points elsewhere',
      { 'package.json': '{}', 'README.md': '# License\n\nSee the file.\n' },
    ],
    ['only a file with another name is there', { 'package.json': '{}', 'licenses.js': 'code' }],
  ])('are missing if %s', (_what, files) => {
    expect(termsText(folderWith(files))).toBeNull()
  })

  it('are listed under the name of each package; one without is reported, and the package not released', () => {
    const made = notices([one('a'), one('b', { terms: undefined })], (place) =>
      place.endsWith('a') ? 'The terms of a.' : null,
    )
    expect(made.missing).toEqual(['b 1.0.0'])
    expect(made.text).toContain('a 1.0.0 (MIT)\n')
    expect(made.text).toContain('The terms of a.')

    const there: Record<string, string> = {
      [noticesFile]: made.text,
      ...Object.fromEntries(electronNotices.map((name) => [name, 'terms'])),
    }
    const read = (files: Record<string, string>) => (name: string) => files[name] ?? null
    expect(noticesComplaints(read(there), { ...made, missing: [] })).toEqual([])
    expect(noticesComplaints(read(there), made)).toEqual([
      'b 1.0.0 ships, and the text of its terms is nowhere',
    ])
    expect(noticesComplaints(read({}), { ...made, missing: [] })).toEqual([
      `${noticesFile} is not what was made of the packages that ship`,
      ...electronNotices.map((name) => `${name} is missing`),
    ])
    expect(
      noticesComplaints(read({ ...there, 'LICENSES.chromium.html': '' }), { ...made, missing: [] }),
    ).toEqual(['LICENSES.chromium.html is missing'])
  })

  it('are found for every installed package that ships beside the code', () => {
    const installed = forWhatShips(lock).flatMap(([place]) => {
      try {
        return [[place, termsText(path.join(root, place))] as const]
      } catch {
        return []
      }
    })
    expect(installed.length).toBeGreaterThan(60)
    expect(installed.filter(([, text]) => text === null)).toEqual([])
  })
})
