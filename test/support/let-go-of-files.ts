import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * For another process: the driver keeps a closed file open until its statements are collected, and
 * SQLite this process's lock on it for as long. The app ends after it has closed them.
 */
export async function letGoOfFiles(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  await nextTurn()
}
