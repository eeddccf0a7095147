import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { explainFailure } from '../../../tools/package/builder-output.mjs'
import { runBuilder } from '../../../tools/package/builder-run.mjs'

const folders: string[] = []
afterEach(() =>
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
)

async function run(program: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-builder-'))
  folders.push(folder)
  const file = path.join(folder, 'builder.mjs')
  writeFileSync(file, program)
  const shown: string[] = []
  return { ...(await runBuilder([file, '--linux'], folder, (line) => shown.push(line))), shown }
}

const offline = `
console.log('  • packaging  platform=linux')
console.error('  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build stackTrace=Error: getaddrinfo ENOTFOUND github.com\\n    at one (file.js:1:2)\\n    at two (file.js:3:4)')
`

it('stops electron-builder once it has failed, although it would continue, and hides stack traces, which its log keeps', async () => {
  // It never ends by itself.
  const { code, output, shown } = await run(`${offline}setInterval(() => undefined, 1000)\n`)
  expect(code).toBeNull()
  expect(shown.toSorted()).toEqual(
    [
      '  • packaging  platform=linux',
      '  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build',
    ].toSorted(),
  )
  expect(output).toContain('    at two (file.js:3:4)')
  expect(explainFailure(output, code)).toMatch(
    /^The installers could not be made: github\.com, where .+ cannot be reached\. Check the network/,
  )
})

it('does not stop for output about a single failed file, and returns its exit code', async () => {
  const { code, shown } = await run(
    `console.log('  ⨯ cannot find specified resource "icon.icns"')\nprocess.exitCode = 3\n`,
  )
  expect(code).toBe(3)
  expect(shown).toEqual(['  ⨯ cannot find specified resource "icon.icns"'])
  expect(await run(`process.stdout.write('  • done')\n`)).toEqual({
    code: 0,
    output: '  • done',
    shown: ['  • done'],
  })
})
