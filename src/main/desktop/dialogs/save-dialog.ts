// The system's save dialog, and short texts written to the chosen file atomically.
import type { BrowserWindow, Dialog, SaveDialogOptions } from 'electron'
import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import type { Problem } from '../../../shared/domain/problem.js'
import type { ExportFormat } from '../../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../../shared/result.js'

export type SaveDialogParts = {
  dialog: Pick<Dialog, 'showSaveDialog'>
  window: () => BrowserWindow | null
}

export type SaveDialog = {
  /** An absolute path; null where the user cancelled. */
  choose(wanted: { suggestedName: string; format: ExportFormat }): Promise<string | null>
  /** Null where the user cancelled. */
  saveText(file: { suggestedName: string; text: string }): Promise<Result<{ file: string } | null, Problem>>
}

const kinds: Record<ExportFormat, { name: string; extensions: string[] }> = {
  csv: { name: 'Table (CSV)', extensions: ['csv'] },
  json: { name: 'JSON', extensions: ['json'] },
}

const notWritten = (fault: unknown): Problem => ({
  code: 'store-trouble',
  message: 'The file could not be written there, and nothing was left behind. Choose another folder, or make room.',
  reason: fault instanceof Error && 'code' in fault ? String(fault.code) : 'WRITE',
})

export const createSaveDialog = ({ dialog, window }: SaveDialogParts): SaveDialog => {
  const choose: SaveDialog['choose'] = async ({ suggestedName, format }) => {
    const options: SaveDialogOptions = {
      title: 'Save as',
      defaultPath: suggestedName,
      filters: [kinds[format]],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    }
    const parent = window()
    const { canceled, filePath } = await (parent === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(parent, options))
    return canceled || filePath === '' ? null : filePath
  }

  return {
    choose,
    saveText: async ({ suggestedName, text }) => {
      const file = await choose({ suggestedName, format: suggestedName.endsWith('.json') ? 'json' : 'csv' })
      if (file === null) return ok(null)
      // Written under another name in the same folder and renamed, so an older file is replaced whole or not at all.
      const partial = `${file}.${randomBytes(4).toString('hex')}.part`
      try {
        await writeFile(partial, text, { mode: 0o600 })
        await rename(partial, file)
        return ok({ file })
      } catch (fault) {
        await rm(partial, { force: true }).catch(() => undefined)
        return fail(notWritten(fault))
      }
    },
  }
}
