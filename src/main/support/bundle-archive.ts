// A support bundle as one ZIP file.
import { strToU8, zipSync } from 'fflate'
import type { UnixSeconds } from '../../shared/time.js'

/** More than a dozen files with short names need besides their content. */
export const archiveOverhead = 8 * 1024

/**
 * @param at when each file counts as written; a ZIP knows no time before 1980 and none after 2099
 */
export function bundleArchive(
  files: readonly { name: string; text: string }[],
  at: UnixSeconds,
): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), {
    level: 6,
    mtime: new Date(at * 1000),
  })
}
