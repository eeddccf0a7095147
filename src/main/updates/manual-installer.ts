// Shows the checked file to a person who puts it in place. On macOS that is the way: whatever replaces a running app there closes its
// windows first and asks nobody whether an order is in progress.
import { fail, ok } from '../../shared/result.js'
import { isSignedFile } from './update-fetch.js'
import type { Installer } from './updater.js'

export const createHandInstaller =
  (show: (path: string) => void): Installer =>
  async (file) => {
    if (!(await isSignedFile(file.path, file))) return fail({ kind: 'bad-file', detail: 'the sum differs, or it is gone' })
    show(file.path)
    return ok('shown')
  }
