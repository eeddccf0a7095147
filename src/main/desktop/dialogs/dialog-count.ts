import type { Dialog } from 'electron'

type Dialogs = Pick<Dialog, 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog' | 'showErrorBox'>

/** Electron's dialogs with a count of those still open: an update must not restart Plimsoll under one. */
export const countOpenDialogs = (dialog: Dialogs): { dialog: Dialogs; open(): number } => {
  let open = 0
  const counted = <T>(dialogClosed: Promise<T>): Promise<T> => {
    open += 1
    return dialogClosed.finally(() => (open -= 1))
  }
  /** The parent window is an optional first argument, so arguments are passed on as they come. */
  const countedDialog: Dialogs = {
    showMessageBox: (...args: unknown[]) => counted(Reflect.apply(dialog.showMessageBox, dialog, args)),
    showOpenDialog: (...args: unknown[]) => counted(Reflect.apply(dialog.showOpenDialog, dialog, args)),
    showSaveDialog: (...args: unknown[]) => counted(Reflect.apply(dialog.showSaveDialog, dialog, args)),
    showErrorBox: (title, content) => dialog.showErrorBox(title, content),
  }
  return { dialog: countedDialog, open: () => open }
}
