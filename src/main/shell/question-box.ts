// A question in a box of the operating system: nothing that runs in the page can answer it.
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'

export type Question = { title: string; message: string; detail: string; confirm: string }

const cancel = 1

export const questionOptions = ({ title, message, detail, confirm }: Question): MessageBoxOptions => ({
  type: 'warning',
  title,
  message,
  detail,
  buttons: [confirm, 'Cancel'],
  defaultId: cancel,
  cancelId: cancel,
  noLink: true,
})

export type QuestionBoxParts = {
  dialog: Pick<Dialog, 'showMessageBox'>
  /** The box belongs to it while there is one. */
  window: () => BrowserWindow | null
}

/** True only where the button that names the act was pressed. */
export const createQuestionBox =
  ({ dialog, window }: QuestionBoxParts) =>
  async (question: Question): Promise<boolean> => {
    const options = questionOptions(question)
    const parent = window()
    const { response } = await (parent === null ? dialog.showMessageBox(options) : dialog.showMessageBox(parent, options))
    return response === 0
  }
