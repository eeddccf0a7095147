// The read-only checks in parallel, as many as this computer has processors. Each prints its output
// when it finishes, so that outputs do not mix.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Scripts of package.json, the longest first, which keeps the total time short. */
export const checks = [
  'check:types',
  'check:lint',
  'check:format',
  'check:arrows',
  'check:unused',
  'check:messages',
  'check:lockfile',
  'check:licences',
]

/**
 * @param {string} script of package.json
 * @returns {Promise<{ ok: boolean, said: string }>}
 */
function run(script) {
  return new Promise((done) => {
    const child = spawn('npm', ['run', '--silent', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Windows starts npm through a shell.
      shell: process.platform === 'win32',
      env: { ...process.env, ...(process.stderr.isTTY && { FORCE_COLOR: '1' }) },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (said += text))
    child.once('error', (fault) => done({ ok: false, said: `${said}${fault.message}\n` }))
    child.once('close', (code) => done({ ok: code === 0, said }))
  })
}

/**
 * @param {readonly string[]} scripts
 * @returns {Promise<string[]>} those that failed
 */
export async function runSideBySide(scripts) {
  const waiting = [...scripts]
  /** @type {string[]} */
  const failed = []
  const work = async () => {
    for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
      const began = Date.now()
      const { ok, said } = await run(script)
      console.error(
        `${ok ? '✓' : '✗'} ${script} (${Math.round((Date.now() - began) / 1000)} s)${said === '' ? '' : `\n${said.trimEnd()}`}`,
      )
      if (!ok) failed.push(script)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return failed
}

// When run directly, it exits with the result: `npm run check`, before the unit tests.
if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exit((await runSideBySide(checks)).length === 0 ? 0 : 1)
