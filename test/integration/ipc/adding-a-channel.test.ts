// Follows docs/adding-a-channel.md to the letter in a copy: each block is applied where it says,
// and each claim after it is checked.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const document = readFileSync(path.join(root, 'docs', 'adding-a-channel.md'), 'utf8')

type Step = { block: { kind: 'diff' | 'ts'; file: string; text: string } } | { said: string }

/**
 * The blocks with a file's name, and the compiler's expected output, in the order of the document.
 */
const steps: Step[] = [
  ...document.matchAll(
    /^```(diff|ts) (\S+)\n([^]*?)^```$|^(The compiler [^]*?)(?=\n\n|$(?![^]))/gm,
  ),
].map(([, kind, file = '', text = '', said]) =>
  said === undefined
    ? { block: { kind: kind === 'ts' ? 'ts' : 'diff', file, text } }
    : { said: said.replaceAll('\n', ' ') },
)

/** Replaces the lines as they are before, once in the file, with the lines as they are after. */
function applied(before: string, diff: string): string {
  const lines = diff.split('\n').slice(0, -1)
  const side = (gone: string): string =>
    `\n${lines.flatMap((line) => (line.startsWith(gone) ? [] : [line.slice(1)])).join('\n')}\n`
  expect(`\n${before}`.split(side('+')), `once, and in this order:${side('+')}`).toHaveLength(2)
  return `\n${before}`.replace(side('+'), () => side('-')).slice(1)
}

let copy = ''
beforeAll(() => {
  copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'adding-')))
  for (const part of [
    'src',
    'test/support',
    'test/fixtures',
    'resources/locales',
    'test/unit/ipc',
    'test/tsconfig.json',
    'package.json',
    'tsconfig.base.json',
  ])
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  cpSync(path.join(root, 'vitest.config.ts'), path.join(copy, 'vitest.config.ts'))
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/**
 * The compiler's output on everything that uses the contract, one program after another, so that it
 * reads each file once.
 */
function createCompiler() {
  const { config } = ts.readConfigFile(path.join(copy, 'test', 'tsconfig.json'), (file) =>
    ts.sys.readFile(file),
  )
  const given = ts.parseJsonConfigFileContent(config, ts.sys, path.join(copy, 'test'))
  const options: ts.CompilerOptions = {
    ...given.options,
    types: ['node', 'svelte', 'vite/client'],
    // With these, importers of a changed file are not checked again.
    isolatedModules: false,
    verbatimModuleSyntax: false,
  }
  const asked =
    /^(src\/(shared\/(channel|contract|[a-z]+\/channels)\.ts|main\/(ipc\/|ipc-handlers|composition-root|accounts\/accounts-ipc)|preload\/|renderer\/(stores\.ts|.*-store\.svelte\.ts))|test\/support\/(fake-bridge|router-fakes)|test\/unit\/ipc\/handlers)/
  const roots = (): string[] =>
    ['src/main', 'src/preload', 'src/renderer', 'src/shared', 'test/unit/ipc', 'test/support']
      .flatMap((folder) => ts.sys.readDirectory(path.join(copy, folder), ['.ts']))
      .filter((file) => asked.test(path.relative(copy, file).replaceAll('\\', '/')))
  let last: ts.SemanticDiagnosticsBuilderProgram | undefined
  const read = new Map<string, { text: string; file: ts.SourceFile }>()
  const host = ts.createCompilerHost(options)
  const parse = host.getSourceFile.bind(host)
  host.getSourceFile = (name, ...how) => {
    const text = host.readFile(name) ?? ''
    const known = read.get(name)
    if (known?.text === text) return known.file
    const file = parse(name, ...how)
    if (file === undefined) return undefined
    // Tells the next program what has changed.
    Object.assign(file, { version: createHash('sha256').update(text).digest('hex') })
    read.set(name, { text, file })
    return file
  }
  return (): string[] => {
    const program = ts.createSemanticDiagnosticsBuilderProgram(roots(), options, host, last)
    last = program
    // First follows the change to everything it reaches; then checks only the requested files, if
    // reached.
    while (program.getSemanticDiagnosticsOfNextAffectedFile(undefined, () => true) !== undefined);
    const named = program
      .getSourceFiles()
      .map((file) => [path.relative(copy, file.fileName).replaceAll('\\', '/'), file] as const)
    return named
      .flatMap(([name, file]) =>
        asked.test(name) && program.getSemanticDiagnostics(file).length > 0 ? [name] : [],
      )
      .sort()
  }
}

/** A command of the document, in the copy, on this Node and its packages. */
function run(command: string): Promise<{ code: number | null; said: string }> {
  const [npx, program, ...words] = command.split(' ')
  expect([npx, program]).toEqual(['npx', 'vitest'])
  const start = [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...words]
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|FORCE_COLOR)/.test(name)),
  )
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      start,
      { cwd: copy, env: { ...env, NO_COLOR: '1' } },
      (_fault, output, complaint) => done({ code: child.exitCode, said: `${output}${complaint}` }),
    )
  })
}

/**
 * Runs with the tests that the document runs: the channel from the router to the value it reads.
 */
const probe = `
import { expect, it } from 'vitest'
import { createRouter } from '../../../src/main/ipc/router.js'
import { ourPage, recordedHandlers, routerParts } from '../../support/router-fakes.js'

it('notices/count is answered by its handler, and refuses what its schema does not know', async () => {
  const notices = [{ level: 'danger' }, { level: 'info' }]
  const router = createRouter(routerParts(recordedHandlers({ 'appState.view': { notices } })))
  const ask = (what) => router.route('notices/count', what, ourPage)
  expect(await ask({ level: 'danger' })).toEqual({ ok: true, value: { count: 1 } })
  expect(await ask({ level: null })).toEqual({ ok: true, value: { count: 2 } })
  for (const what of [null, {}, { level: 'loud' }, { level: null, more: true }])
    expect(await ask(what)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
})
`

describe('adding a channel and a topic, as the document says', () => {
  it("names a file in each block, with the compiler's output", () => {
    const blocks = steps.filter((step) => 'block' in step)
    expect(blocks).toHaveLength(document.match(/^```./gm)?.length ?? 0)
    expect(blocks.length).toBeGreaterThan(10)
    expect(steps.filter((step) => 'said' in step)).toHaveLength(
      document.match(/The compiler (complains|has nothing)/g)?.length ?? 0,
    )
  })

  it('has the described result at each step', async () => {
    const complaints = createCompiler()
    for (const step of steps) {
      if ('said' in step) {
        const [, command] = /`(npx [^`]+)` passes/.exec(step.said) ?? []
        const named = [...step.said.matchAll(/`((?:src|test)\/[^` ]+\.ts)`/g)].map(
          (match) => match[1] ?? '',
        )
        expect(named.length > 0).toBe(step.said.startsWith('The compiler complains in '))
        expect(complaints(), step.said).toEqual(named.toSorted())
        if (command === undefined) continue
        writeFileSync(path.join(copy, 'test', 'unit', 'ipc', 'probe.test.ts'), probe)
        const { code, said } = await run(command)
        expect(code, said).toBe(0)
        // The router's own, and the one above.
        expect(said).toMatch(/ Tests +2 passed/)
        rmSync(path.join(copy, 'test', 'unit', 'ipc', 'probe.test.ts'))
        continue
      }
      const { kind, file, text } = step.block
      const place = path.join(copy, file)
      expect(existsSync(place)).toBe(kind === 'diff')
      writeFileSync(place, kind === 'ts' ? text : applied(readFileSync(place, 'utf8'), text))
    }
  })
})
