// Called by electron-builder after Electron's own files are copied, before ours: removes what is
// only for development.
import { rm } from 'node:fs/promises'
import path from 'node:path'

/** @param {{ appOutDir: string }} context */
export default async ({ appOutDir }) => {
  for (const name of ['default_app.asar', 'app'])
    await rm(path.join(appOutDir, 'resources', name), { recursive: true, force: true })
}
