// A question in a system dialog: nothing that runs in the page can answer it.
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'

export type Question = {
  title: string
  message: string
  detail: string
  confirm: string
  /** Milliseconds that a question of this title waits after a no at most; five minutes where nothing is said. */
  mostWait?: number
}

const cancel = 1

export const questionOptions = ({ title, message, detail, confirm }: Question): MessageBoxOptions => ({
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
