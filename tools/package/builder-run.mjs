// Runs electron-builder, shows its output without stack traces, and ends it as soon as it has
// failed.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { isFinalFailure, shownLine } from './builder-output.mjs'

/**
 * @param {readonly string[]} words the program of electron-builder, and what it is started with
 * @param {string} folder
 * @param {(line: string) => void} show
 * @returns {Promise<{ code: number | null, output: string }>} `output` is all of it; `code` is null
 *   where it was ended after its failure
 */
export async function runBuilder(words, folder, show) {
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  /** @type {string[]} */
  const said = []
  /** @type {Promise<number | null>} */
  const ended = new Promise((done) => {
    child.once('close', done)
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        said.push(line)
        const shown = shownLine(line)
        if (shown !== null) show(shown)
        if (!isFinalFailure(line)) return
        // Not before the stack trace that follows it in the same chunk is in the output.
        setImmediate(() => {
          child.kill('SIGKILL')
          done(null)
        })
      })
    }
  })
  return { code: await ended, output: said.join('\n') }
}
