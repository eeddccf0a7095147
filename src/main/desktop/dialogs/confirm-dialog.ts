// Confirmation in a system dialog, which nothing that runs in the page can answer.
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'

export type ConfirmRequest = {
  title: string
  message: string
  detail: string
  confirm: string
  /** Longest wait in milliseconds after a refusal before the same title may be asked again; five minutes by default. */
  longestWait?: number
}

const cancel = 1

export const confirmDialogOptions = ({ title, message, detail, confirm }: ConfirmRequest): MessageBoxOptions => ({
  type: 'warning',
  title,
  message,
  detail,
  // A market's underscore is no access key (GTK would swallow it), and neither is an ampersand.
  buttons: [confirm.replaceAll('&', '&&'), 'Cancel'],
  normalizeAccessKeys: true,
  defaultId: cancel,
  cancelId: cancel,
  noLink: true,
})

export type ConfirmDialogParts = {
  dialog: Pick<Dialog, 'showMessageBox'>
  /** The dialog's parent, where there is one. */
  window: () => BrowserWindow | null
}

/** True only where the confirming button was pressed. */
export const createConfirmDialog =
  ({ dialog, window }: ConfirmDialogParts) =>
  async (question: ConfirmRequest): Promise<boolean> => {
    const options = confirmDialogOptions(question)
    const parent = window()
    const { response } = await (parent === null ? dialog.showMessageBox(options) : dialog.showMessageBox(parent, options))
    return response === 0
  }
