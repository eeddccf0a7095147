// A support bundle as one ZIP file.
// fflate's Node version declares `require`, which clashes with the one that the build adds.
import { strToU8, zipSync } from 'fflate/browser'
import type { UnixSeconds } from '../../shared/time.js'

/** More than a dozen files with short names need in addition to their content. */
export const archiveOverhead = 8 * 1024

/** @param at each file's modification time; a ZIP has no time before 1980 and none after 2099 */
export function bundleArchive(
  files: readonly { name: string; text: string }[],
  at: UnixSeconds,
): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), {
    level: 6,
    mtime: new Date(at * 1000),
  })
}
