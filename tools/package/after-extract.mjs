// Called by electron-builder when Electron's own files are laid out, before ours: what only serves
// development goes.
import { rm } from 'node:fs/promises'
import path from 'node:path'

/** @param {{ appOutDir: string }} context */
export default async ({ appOutDir }) => {
  for (const name of ['default_app.asar', 'app'])
    await rm(path.join(appOutDir, 'resources', name), { recursive: true, force: true })
}
