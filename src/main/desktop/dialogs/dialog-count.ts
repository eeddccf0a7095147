import type { Dialog } from 'electron'

type Boxes = Pick<Dialog, 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog' | 'showErrorBox'>

/** Electron's boxes, with a count of those that wait for an answer: nothing may restart Plimsoll under a question. */
export const countOpenBoxes = (dialog: Boxes): { dialog: Boxes; open(): number } => {
  let open = 0
  const counted = <T>(box: Promise<T>): Promise<T> => {
    open += 1
    return box.finally(() => (open -= 1))
  }
  /** The window, where one is given, comes first: both forms are handed on as they come. */
  const countedDialog: Boxes = {
    showMessageBox: (...words: unknown[]) => counted(Reflect.apply(dialog.showMessageBox, dialog, words)),
    showOpenDialog: (...words: unknown[]) => counted(Reflect.apply(dialog.showOpenDialog, dialog, words)),
    showSaveDialog: (...words: unknown[]) => counted(Reflect.apply(dialog.showSaveDialog, dialog, words)),
    showErrorBox: (title, content) => dialog.showErrorBox(title, content),
  }
  return { dialog: countedDialog, open: () => open }
}
