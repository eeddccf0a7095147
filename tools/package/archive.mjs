// The content of a package, as plain data: the files in the archive, and those beside it.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { extractFile, getRawHeader } from '@electron/asar'

/** @typedef {{ path: string, size: number, unpacked: boolean }} PackedFile */
/**
 * @typedef {object} Package
 * @property {PackedFile[]} files of the archive, with forward slashes
 * @property {(path: string) => Buffer} read
 * @property {string[]} unpacked files beside the archive, relative to `app.asar.unpacked`
 * @property {string} unpackedFolder
 * @property {string[]} resources what lies beside the archive
 * @property {number} archiveSize
 */

/**
 * @typedef {{ files?: Record<string, Node>, size?: number, unpacked?: boolean }} Node
 * @param {Node} node
 * @param {string} below
 * @returns {PackedFile[]}
 */
function filesOf(node, below = '') {
  return Object.entries(node.files ?? {}).flatMap(([name, entry]) =>
    entry.files === undefined
      ? [{ path: `${below}${name}`, size: entry.size ?? 0, unpacked: entry.unpacked === true }]
      : filesOf(entry, `${below}${name}/`),
  )
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder, below = '') {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(path.join(folder, entry.name), `${below}${entry.name}/`)
        : [`${below}${entry.name}`],
    )
  } catch {
    return []
  }
}

/**
 * @param {string} resources the folder that holds app.asar
 * @returns {Package}
 */
export function readPackage(resources) {
  const archive = path.join(resources, 'app.asar')
  const unpackedFolder = `${archive}.unpacked`
  return {
    files: filesOf(/** @type {Node} */ (getRawHeader(archive).header)),
    read: (file) => extractFile(archive, path.normalize(file)),
    unpacked: filesBelow(unpackedFolder),
    unpackedFolder,
    resources: readdirSync(resources),
    archiveSize: statSync(archive).size,
  }
}
