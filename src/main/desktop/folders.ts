// The only way to the system's file manager. The page names a purpose, never a path.
import type { Shell } from 'electron'
import type { Problem } from '../../shared/problem.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'

export type Folders = {
  openData: () => Promise<Result<null, Problem>>
  /** @param file an absolute path that Plimsoll itself has written */
  showFile: (file: string) => void
}

/** @param parts.dataFolder absolute */
export function createFolders(parts: {
  shell: Pick<Shell, 'openPath' | 'showItemInFolder'>
  dataFolder: string
}): Folders {
  return {
    openData: async (): Promise<Result<null, Problem>> => {
      // An empty result means no error; if the system throws, that says no more.
      const fault = await parts.shell.openPath(parts.dataFolder).catch(() => 'refused')
      return fault === ''
        ? ok(null)
        : fail({
            code: 'system-refused',
            message: messageOf('desktop.folder-not-opened'),
            reason: 'OPEN_FOLDER',
          })
    },
    showFile: (file: string): void => parts.shell.showItemInFolder(file),
  }
}
