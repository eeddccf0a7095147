import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PageFiles } from './app-scheme.js'

/**
 * Lists a folder once, at start: regular files only, so that a link leads nowhere, and nothing that appears later is given out.
 * Works inside the packaged archive. Rejects when the folder cannot be read.
 */
export const listPageFiles = async (folder: string): Promise<PageFiles> => {
  const files = new Map<string, () => Promise<Uint8Array>>()
  const list = async (below: string): Promise<void> => {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      const name = path.posix.join(below, entry.name)
      if (entry.isDirectory()) await list(name)
      else if (entry.isFile()) files.set(name, () => readFile(path.join(folder, name)))
    }
  }
  await list('/')
  return files
}
