import { spawn } from 'node:child_process'

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

/**
 * Starts a program in this terminal and ends when it ends; `code` is 127 if it could not be
 * started.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<Ending>}
 */
export function runHere(program, words, options = {}) {
  return new Promise((done) => {
    const child = spawn(program, words, { stdio: 'inherit', ...options })
    // Ctrl-C in a terminal reaches the child directly; a second signal would interrupt its
    // shutdown.
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) =>
      signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, passOn)
    // npm forwards a signal only to its shell; when that dies, the program would not be notified.
    const parent = process.ppid
    const orphaned = setInterval(() => process.ppid !== parent && child.kill(), 500)
    /** @param {Ending} result */
    const end = (result) => {
      clearInterval(orphaned)
      for (const signal of signals) process.off(signal, passOn)
      done(result)
    }
    child.once('error', () => end({ code: 127, signal: null }))
    child.once('exit', (code, signal) => end({ code, signal }))
  })
}

/**
 * Ends this process the way the child ended.
 * @param {Ending} ending
 */
export function endLike({ code, signal }) {
  if (signal === null) process.exit(code)
  process.kill(process.pid, signal)
}
