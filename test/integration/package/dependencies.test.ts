// What may be installed, and what may run while it is.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { electronComplaints } from '../../../tools/electron-age.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const textOf = (...where: string[]): string => readFileSync(path.join(root, ...where), 'utf8')

type Entry = { name?: string; resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean; optional?: boolean }
type Lock = { lockfileVersion: number; packages: Record<string, Entry> }

const manifest = JSON.parse(textOf('package.json')) as { allowScripts: Record<string, boolean> }
const lock = JSON.parse(textOf('package-lock.json')) as Lock

describe('SUP-2 what npm is told', () => {
  it('SUP-2 exact versions, nothing from git or from anywhere but the registry, and whatever Node the computer has', () => {
    const lines = textOf('.npmrc').split('\n')
    for (const line of ['save-exact=true', 'allow-git=none', 'allow-remote=none']) expect(lines).toContain(line)
    expect(textOf('.npmrc')).not.toMatch(/engine-strict|ignore-scripts\s*=\s*false|strict-ssl|registry/)
  })

  it('SUP-2 two packages may run scripts, and every other that would like to is refused by name', () => {
    const allowed = Object.entries(manifest.allowScripts).flatMap(([name, may]) => (may ? [name] : []))
    expect(allowed.toSorted()).toEqual(['@github/keytar', 'node'])
    const wish = Object.entries(lock.packages).flatMap(([where, { name, hasInstallScript }]) =>
      hasInstallScript === true ? [name ?? where.replace(/^.*node_modules\//, '')] : [],
    )
    expect(wish.filter((name) => !Object.hasOwn(manifest.allowScripts, name))).toEqual([])
  })
})

describe('SUP-3 the check of the lockfile', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  const check = (change: (some: Entry, all: Lock) => void): { status: number | null; said: string } => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-lock-'))
    folders.push(folder)
    copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
    const changed = structuredClone(lock)
    change(changed.packages['node_modules/zod'] ?? {}, changed)
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(changed))
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'tools', 'check-lockfile.mjs')], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, said: stderr }
  }

  it('SUP-3 passes the one there is', () => {
    expect(check(() => undefined).status).toBe(0)
  })

  it.each<[string, (some: Entry, all: Lock) => void]>([
    ['no hash', (some) => delete some.integrity],
    ['a weak hash', (some) => (some.integrity = 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=')],
    ['git', (some) => (some.resolved = 'git+https://github.com/colinhacks/zod.git#0123456789abcdef')],
    ['http', (some) => (some.resolved = 'http://registry.npmjs.org/zod/-/zod-4.6.7.tgz')],
    ['a file', (some) => (some.resolved = 'file:../zod.tgz')],
    ['a folder', (some) => ((some.link = true), (some.resolved = 'vendor/zod'))],
    ['an address that is no registry', (some) => (some.resolved = 'https://github.com/colinhacks/zod/archive/main.tar.gz')],
    ['a script nobody decided about', (some) => (some.hasInstallScript = true)],
    ['such a script in an optional package', (some) => ((some.hasInstallScript = true), (some.optional = true))],
    ['an older form', (_some, all) => (all.lockfileVersion = 2)],
  ])('SUP-3 refuses %s', (_name, change) => {
    const { status, said } = check(change)
    expect(status).toBe(1)
    expect(said).toMatch(/^lockfile: /)
  })
})

describe('what only a registry can answer', () => {
  const workflow = textOf('.github', 'workflows', 'ci.yml')

  it('SUP-4 advisories and signatures are asked for on every push, and weekly without one', () => {
    for (const command of ['npm audit --omit dev', 'npm audit --audit-level high', 'npm audit signatures'])
      expect(workflow).toContain(`- run: ${command}\n`)
    expect(workflow).toMatch(/^ +- cron: '\d+ \d+ \* \* \d'$/m)
  })

  it('REN-15 so is the age of Electron', () => {
    expect(workflow).toContain('- run: node tools/electron-age.mjs\n')
  })

  it('REN-15 Electron is one of three majors, and at most 14 days behind its newest patch', () => {
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
  it('SEC-18 Electron’s crash reporter, whose reports hold memory', () => {
    const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|svelte)$/.test(file))
    expect(sources.length).toBeGreaterThan(200)
    expect(sources.filter((file) => /crashReporter/.test(textOf('src', file)))).toEqual([])
  })
})
