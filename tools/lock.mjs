// One at a time per folder: two commands started together must not install or build over each
// other.
import { createHash } from 'node:crypto'
import {
  closeSync,
  openSync,
  readFileSync,
  rmdirSync,
  mkdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM'
  }
}

/** @param {() => unknown} act */
function tryTo(act) {
  try {
    act()
    return true
  } catch {
    return false
  }
}

/**
 * The process that holds the lock; null when it is free; 0 while its owner is still writing its
 * process id, −1 if it never did.
 * @param {string} file
 */
function holder(file) {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    if (pid > 0) return pid
    return Date.now() - statSync(file).mtimeMs < 5000 ? 0 : -1
  } catch {
    return null
  }
}

/**
 * Removes a lock whose owner died. Only one process at a time may decide that, or a new lock could
 * be mistaken for the old one.
 * @param {string} file
 */
function clearDead(file) {
  const judge = `${file}.judge`
  if (!tryTo(() => mkdirSync(judge))) {
    tryTo(() => Date.now() - statSync(judge).mtimeMs > 10_000 && rmdirSync(judge))
    return
  }
  const pid = holder(file)
  if (pid !== null && pid !== 0 && (pid < 0 || !isAlive(pid))) tryTo(() => unlinkSync(file))
  tryTo(() => rmdirSync(judge))
}

/**
 * The lock file of a folder: outside it, because installing empties it.
 * @param {string} folder
 */
export function lockFileOf(folder) {
  const owner = process.getuid?.() ?? 'user'
  return path.join(
    os.tmpdir(),
    `plimsoll-${owner}-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}.lock`,
  )
}

/**
 * @param {string} file
 * @returns {boolean} false if another process holds it; an error that waiting
 *   cannot fix is thrown
 */
function take(file) {
  try {
    const handle = openSync(file, 'wx')
    writeSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch (fault) {
    // Windows: EPERM while the previous one is being removed.
    const code = fault instanceof Error && 'code' in fault ? fault.code : null
    if (code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return false
    throw fault
  }
}

/**
 * Runs `act` while no other process does the same for this folder. `onWait` is called once if it
 * has to wait.
 * @template T
 * @param {string} folder
 * @param {() => void} onWait
 * @param {() => T | Promise<T>} act
 * @returns {Promise<T>}
 */
export async function oneAtATime(folder, onWait, act) {
  const file = lockFileOf(folder)
  let waited = false
  for (;;) {
    if (take(file)) break
    clearDead(file)
    if (!waited && holder(file) !== null) {
      waited = true
      onWait()
    }
    await new Promise((done) => setTimeout(done, 200))
  }
  const release = () => tryTo(() => unlinkSync(file))
  process.once('exit', release)
  try {
    return await act()
  } finally {
    process.off('exit', release)
    release()
  }
}
