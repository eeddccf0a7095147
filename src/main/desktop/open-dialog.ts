// The system's dialog for choosing a file, and the text of that file.
import type { BrowserWindow, Dialog, OpenDialogOptions } from 'electron'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { messageOf, t } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'

const extensions = { certificate: ['pem', 'crt', 'cer'], settings: ['json'] } as const
type FileKind = keyof typeof extensions

/** A pipe without a writer would otherwise never open. Windows has no such flag. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Null if the user cancelled. */
export type OpenFile = (
  kind: FileKind,
  mostBytes: number,
) => Promise<Result<string | null, Problem>>

const tooLarge: Problem = { code: 'bad-input', message: messageOf('desktop.open.too-large') }
const notText: Problem = { code: 'bad-input', message: messageOf('desktop.open.not-text') }

/** One byte more than is taken shows that there is more, whatever the size was before. */
async function readAtMost(file: FileHandle, mostBytes: number): Promise<Result<string, Problem>> {
  if (!(await file.stat()).isFile()) return fail(notText)
  const bytes = Buffer.alloc(mostBytes + 1)
  let size = 0
  for (;;) {
    const { bytesRead } = await file.read(bytes, size, bytes.length - size)
    size += bytesRead
    if (size > mostBytes) return fail(tooLarge)
    if (bytesRead === 0) break
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, size)))
  } catch {
    return fail(notText)
  }
}

export function createOpenDialog(ports: {
  dialog: Pick<Dialog, 'showOpenDialog'>
  window: () => BrowserWindow | null
  /** How often Plimsoll was locked: a file chosen after a lock is not read. */
  timesLocked: () => number
}): OpenFile {
  const { dialog, window, timesLocked } = ports
  let isOpen = false

  const choose = async (kind: FileKind): Promise<string | null> => {
    const title = t(`desktop.open.${kind}`)
    const options: OpenDialogOptions = {
      // macOS shows the message and not the title.
      title,
      message: title,
      filters: [
        { name: t(`desktop.open.${kind}-files`), extensions: [...extensions[kind]] },
        { name: t('desktop.open.all'), extensions: ['*'] },
      ],
      properties: ['openFile'],
    }
    const parent = window()
    const lockedBefore = timesLocked()
    const { canceled, filePaths } = await (parent === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(parent, options))
    return canceled || timesLocked() !== lockedBefore ? null : (filePaths[0] ?? null)
  }

  return async (kind, mostBytes) => {
    if (isOpen) return ok(null)
    isOpen = true
    const path = await choose(kind).finally(() => (isOpen = false))
    if (path === null) return ok(null)
    let file: FileHandle | null = null
    try {
      file = await open(path, readOnly)
      return await readAtMost(file, mostBytes)
    } catch (fault) {
      return fail({
        code: 'system-refused',
        message: messageOf('desktop.open.not-read'),
        reason: fault instanceof Error && 'code' in fault ? String(fault.code) : 'READ',
      })
    } finally {
      await file?.close()
    }
  }
}
