// What this computer has not got is skipped, in one line that says why and how to get it.
import { saySkipped } from '../../tools/skipped.mjs'

const isRoot = process.getuid?.() === 0

export const noXvfb =
  process.platform === 'linux'
    ? 'Xvfb not installed. On Debian: sudo apt-get install xvfb'
    : 'only Linux has displays that nobody sees (Xvfb).'

/**
 * Fails instead where the named variable is 1: a suite that tests nothing without saying so is
 * worse than none.
 */
export function leaveOut(what: string, why: string, required?: string): void {
  if (required !== undefined && process.env[required] === '1')
    throw new Error(`${what}: ${why} (${required}=1)`)
  saySkipped({ what, why })
}

/** For `skipIf`: true, and said, where the tests need root on Linux. */
export function onlyAsRoot(what: string): boolean {
  const missing = !isRoot || process.platform !== 'linux'
  if (missing)
    leaveOut(
      `${what}, as root`,
      'only root on Linux may do that. Run npm test as root, or in a container.',
    )
  return missing
}

/**
 * For `skipIf`: true, and said, where the tests need an ordinary user, for whom files can be out of
 * reach.
 */
export function notAsRoot(what: string): boolean {
  if (isRoot)
    leaveOut(
      `${what}, as an ordinary user`,
      'this run is root’s. Run npm test as an ordinary user.',
    )
  return isRoot
}
