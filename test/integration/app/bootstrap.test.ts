import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { lockFileOf } from '../../../tools/lock.mjs'

const tools = fileURLToPath(new URL('../../../tools', import.meta.url))
const folders: string[] = []

afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Says its words; told to wait, it takes its time to say goodbye when it is asked to end. */
const program = `
if (process.argv.includes('wait')) {
  process.on('SIGTERM', () => setTimeout(() => { console.log('goodbye'); process.exit(5) }, 300))
  setInterval(() => undefined, 1000)
}
// Last of all: whoever reads it may send a signal at once.
console.log(JSON.stringify(process.argv.slice(2)))
`

const writeJson = (file: string, value: unknown): void => writeFileSync(file, JSON.stringify(value, null, 2))

/** A fresh clone of a tiny project: its one dependency lies in the same folder, so nothing is fetched. */
const setup = () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'bootstrap-'))
  folders.push(root)
  mkdirSync(path.join(root, 'tools'))
  for (const name of ['bootstrap.mjs', 'child.mjs', 'install.mjs', 'lock.mjs'])
    cpSync(path.join(tools, name), path.join(root, 'tools', name))
  const dependency = (version: string): void => {
    mkdirSync(path.join(root, 'dep'), { recursive: true })
    writeJson(path.join(root, 'dep', 'package.json'), { name: 'dep', version })
    writeJson(path.join(root, 'package-lock.json'), {
      name: 'tiny',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'tiny', version: '1.0.0', dependencies: { dep: 'file:./dep' } },
        dep: { version },
        'node_modules/dep': { resolved: 'dep', link: true },
      },
    })
  }
  writeJson(path.join(root, 'package.json'), {
    name: 'tiny',
    version: '1.0.0',
    dependencies: { dep: 'file:./dep' },
    scripts: {
      words: 'node -e "console.log(JSON.stringify(process.argv.slice(1)))" --',
      path: 'node -e "console.log(process.env.PATH)"',
      seven: 'node -e "process.exit(7)"',
      plain: 'node say.mjs --first',
    },
  })
  writeFileSync(path.join(root, 'say.mjs'), program)
  dependency('1.0.0')
  return { root, dependency, bootstrap: path.join(root, 'tools', 'bootstrap.mjs') }
}

type Outcome = { code: number | null; stdout: string; stderr: string }

// As a shell would start it: without what an npm around the test run leaves in the environment.
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')))

const run = (file: string, ...words: string[]): Promise<Outcome> =>
  new Promise((done) => {
    const child = execFile(process.execPath, [file, ...words], { env: environment }, (_fault, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    )
  })

describe('the bootstrap', () => {
  it('installs in a fresh clone, says why in one sentence, and runs the script with its words', async () => {
    const { bootstrap } = setup()
    const first = await run(bootstrap, 'words', '--demo', 'two words')
    expect(first.stderr).toContain('Installing packages, because node_modules is not there yet.')
    expect(first).toMatchObject({ code: 0, stdout: '["--demo","two words"]\n' })
  })

  it('installs nothing when what is there is what the lockfile says, even under a newer timestamp', async () => {
    const { bootstrap, dependency } = setup()
    await run(bootstrap, 'words')
    dependency('1.0.0')
    expect(await run(bootstrap, 'words')).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
  })

  it('installs again when the lockfile has changed', async () => {
    const { bootstrap, dependency } = setup()
    await run(bootstrap, 'words')
    dependency('1.1.0')
    expect((await run(bootstrap, 'words')).stderr).toContain('because package-lock.json has changed since.')
    expect((await run(bootstrap, 'words')).stderr).toBe('')
  })

  it('installs again after an installation that was interrupted', async () => {
    const { root, bootstrap } = setup()
    await run(bootstrap, 'words')
    rmSync(path.join(root, 'node_modules', '.package-lock.json'))
    expect((await run(bootstrap, 'words')).stderr).toContain('because an earlier installation did not finish.')
  })

  it('installs again when a package was removed by hand', async () => {
    const { root, bootstrap } = setup()
    await run(bootstrap, 'words')
    rmSync(path.join(root, 'node_modules', 'dep'), { recursive: true })
    expect((await run(bootstrap, 'words')).stderr).toContain('because dep is missing from node_modules.')
  })

  it('installs once when several commands start together', async () => {
    const { bootstrap } = setup()
    const all = await Promise.all([1, 2, 3].map(() => run(bootstrap, 'words')))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(all.filter(({ stderr }) => stderr.includes('Installing packages'))).toHaveLength(1)
  })

  it('takes over from an installation whose process died', async () => {
    const { root, bootstrap } = setup()
    const dead = await new Promise<number>((done) => {
      const child = spawn(process.execPath, ['--eval', ''])
      child.once('exit', () => done(child.pid ?? 0))
    })
    writeFileSync(lockFileOf(root), String(dead))
    expect(await run(bootstrap, 'words')).toMatchObject({ code: 0 })
  })

  it('puts the project’s own programs first in line', async () => {
    const { root, bootstrap } = setup()
    const { stdout } = await run(bootstrap, 'path')
    expect(stdout.split(path.delimiter)).toContain(path.join(root, 'node_modules', '.bin'))
  })

  it.runIf(process.platform !== 'win32')(
    'starts the project’s own Node from its package, whichever Node the path leads to first',
    async () => {
      const { root, bootstrap } = setup()
      await run(bootstrap, 'plain')
      mkdirSync(path.join(root, 'node_modules', 'node', 'bin'), { recursive: true })
      const own = `#!/bin/sh\necho "the project’s own"\nexec "${process.execPath}" "$@"\n`
      writeFileSync(path.join(root, 'node_modules', 'node', 'bin', 'node'), own, { mode: 0o755 })
      expect(await run(bootstrap, 'plain', 'more')).toMatchObject({ code: 0, stdout: 'the project’s own\n["--first","more"]\n' })
    },
  )

  it('needs the same Node to begin with wherever that is said', () => {
    const said = (file: string, words: RegExp): string | undefined => words.exec(readFileSync(path.join(tools, '..', file), 'utf8'))?.[1]
    const [readme, contributing, installer, manifest] = [
      said('README.md', /You need Node (\d+) or newer/),
      said('CONTRIBUTING.md', /You need Node (\d+) or newer/),
      said('tools/install.mjs', /Plimsoll needs Node (\d+) or newer/),
      said('package.json', /"node": ">=(\d+)"/),
    ]
    expect(readme).toMatch(/^\d+$/)
    expect([contributing, installer, manifest]).toEqual([readme, readme, readme])
    expect(said('tools/install.mjs', /process\.versions\.node, 10\) < (\d+)\)/)).toBe(readme)
  })

  it('ends with the exit code of the script', async () => {
    expect((await run(setup().bootstrap, 'seven')).code).toBe(7)
  })

  // Windows has no signal that a program could say goodbye to.
  it.skipIf(process.platform === 'win32')('passes on the signal that ends it, and waits for the goodbye', async () => {
    const { bootstrap } = setup()
    await run(bootstrap, 'words')
    const child = spawn(process.execPath, [bootstrap, 'plain', 'wait'], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
    const said: string[] = []
    child.stdout.on('data', (piece: Buffer) => said.push(piece.toString()))
    await new Promise((up) => child.stdout.once('data', up))
    child.kill('SIGTERM')
    expect(await new Promise((done) => child.once('exit', (code) => done(code)))).toBe(5)
    expect(said.join('')).toBe('["--first","wait"]\ngoodbye\n')
  })

  it.runIf(process.platform !== 'win32')('ends its program when the shell above it was ended', async () => {
    const { bootstrap } = setup()
    await run(bootstrap, 'words')
    const line = `"${process.execPath}" "${bootstrap}" plain wait; true`
    const shell = spawn('/bin/sh', ['-c', line], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
    const said: string[] = []
    shell.stdout.on('data', (piece: Buffer) => said.push(piece.toString()))
    await new Promise((up) => shell.stdout.once('data', up))
    shell.kill('SIGKILL')
    // The pipe ends when the last process that holds it has ended.
    await new Promise((over) => shell.stdout.once('close', over))
    expect(said.join('')).toContain('goodbye')
  })

  it('says so when there is no such script', async () => {
    const { bootstrap } = setup()
    expect(await run(bootstrap, 'nope')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no script "nope" in package.json.'),
    })
  })

  it('stops with npm’s reason when nothing can be installed', async () => {
    const { root, bootstrap } = setup()
    writeFileSync(path.join(root, 'package.json'), '{ not json')
    const outcome = await run(bootstrap, 'words')
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('could not be installed')
  })
})
