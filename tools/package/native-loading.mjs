// Loads the natives of a package from their final paths, in a Node of the same ABI, and has each do
// one thing.
import { execFile } from 'node:child_process'
import path from 'node:path'

/** @param {string} file */
function script(file) {
  return `
  const native = require(${JSON.stringify(file)})
  if (typeof native.getPassword !== 'function' && typeof native.databaseOpen !== 'function') throw new Error('it exports nothing known')
  if (typeof native.databaseOpen === 'function') native.databaseClose.call(native.databaseOpen(':memory:', '', 'aes256cbc', '', 0, ''))
`
}

/**
 * @param {import('./archive.mjs').Package} pack
 * @returns {Promise<string[]>}
 */
export async function loadingComplaints({ unpacked, unpackedFolder }) {
  const natives = unpacked.filter((file) => file.endsWith('.node'))
  if (natives.length === 0) return ['there is no native part to load']
  const results = await Promise.all(
    natives.map(
      (file) =>
        /** @type {Promise<string[]>} */ (
          new Promise((done) => {
            execFile(
              process.execPath,
              ['--eval', script(path.join(unpackedFolder, file))],
              (fault, _output, said) =>
                done(
                  fault === null
                    ? []
                    : [`${file} does not load: ${/Error: .+/.exec(said)?.[0] ?? fault.message}`],
                ),
            )
          })
        ),
    ),
  )
  return results.flat()
}
