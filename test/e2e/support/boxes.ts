// Answers the system dialogs as a user would. No page can reach them; Playwright reaches them
// through main.
import type { ElectronApplication } from '@playwright/test'

/** Shows real system dialogs again, and forgets those that were answered. */
export function forgetBoxes(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ dialog }) => {
    Object.assign(dialog, Reflect.get(globalThis, 'ownDialogs'))
    for (const name of ['askedBoxes', 'askedFiles']) Reflect.deleteProperty(globalThis, name)
  })
}

/**
 * Answers every dialog from now on with its first button (`yes`) or with Cancel, and records it.
 */
export function answerBoxes(app: ElectronApplication, answer: 'yes' | 'no'): Promise<void> {
  return app.evaluate(
    ({ dialog }, response) => {
      Reflect.set(globalThis, 'ownDialogs', Reflect.get(globalThis, 'ownDialogs') ?? { ...dialog })
      const asked = (Reflect.get(globalThis, 'askedBoxes') ?? []) as string[]
      Reflect.set(globalThis, 'askedBoxes', asked)
      type Answer = (box: unknown) => { response: number; checkboxChecked: boolean } | null
      const leaving = Reflect.get(globalThis, 'answerLeaving') as Answer | undefined
      dialog.showMessageBox = ((...args: { message?: string }[]) => {
        const left = leaving?.(args.at(-1)) ?? null
        if (left !== null) return Promise.resolve(left)
        asked.push(args.at(-1)?.message ?? '')
        return Promise.resolve({ response, checkboxChecked: false })
      }) as typeof dialog.showMessageBox
    },
    answer === 'yes' ? 0 : 1,
  )
}

type LeaveBox = { message: string; detail: string; buttons: string[] }

/**
 * Answers the question before quitting with this button from now on; 1 quits. Every app starts so:
 * most tests end while something is open at their exchange.
 */
export function answerLeaving(app: ElectronApplication, button: number): Promise<void> {
  return app.evaluate(({ dialog }, response) => {
    const asked = (Reflect.get(globalThis, 'askedLeaving') ?? []) as LeaveBox[]
    Reflect.set(globalThis, 'askedLeaving', asked)
    const isNew = Reflect.get(globalThis, 'answerLeaving') === undefined
    // The only dialog of main that keeps everything as it is with its first button.
    const answer = (box: LeaveBox & { type?: string; cancelId?: number }) => {
      if (box.type !== 'warning' || box.cancelId !== 0) return null
      asked.push(box)
      return { response: Number(Reflect.get(globalThis, 'leaveButton')), checkboxChecked: false }
    }
    Reflect.set(globalThis, 'leaveButton', response)
    if (!isNew) return
    Reflect.set(globalThis, 'answerLeaving', answer)
    const own = dialog.showMessageBox
    dialog.showMessageBox = ((...args: Parameters<typeof answer>) => {
      const left = answer(args.at(-1) as Parameters<typeof answer>[0])
      return left === null ? Reflect.apply(own, dialog, args) : Promise.resolve(left)
    }) as typeof own
  }, button)
}

export function askedLeaving(app: ElectronApplication): Promise<LeaveBox[]> {
  return app.evaluate(() => (Reflect.get(globalThis, 'askedLeaving') ?? []) as LeaveBox[])
}

export function askedBoxes(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() => (Reflect.get(globalThis, 'askedBoxes') ?? []) as string[])
}

type AskedFile = { defaultPath?: string; filters?: { name: string; extensions: string[] }[] }

/** Answers every file dialog from now on with this file, or with none (null), and records it. */
export function answerSaveBoxes(app: ElectronApplication, file: string | null): Promise<void> {
  return app.evaluate(({ dialog }, chosen) => {
    Reflect.set(globalThis, 'ownDialogs', Reflect.get(globalThis, 'ownDialogs') ?? { ...dialog })
    const asked = (Reflect.get(globalThis, 'askedFiles') ?? []) as AskedFile[]
    Reflect.set(globalThis, 'askedFiles', asked)
    dialog.showSaveDialog = ((...args: AskedFile[]) => {
      const { defaultPath, filters } = args.at(-1) ?? {}
      asked.push({
        ...(defaultPath !== undefined && { defaultPath }),
        ...(filters !== undefined && { filters }),
      })
      return Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' })
    }) as typeof dialog.showSaveDialog
  }, file)
}

export function askedFiles(app: ElectronApplication): Promise<AskedFile[]> {
  return app.evaluate(() => (Reflect.get(globalThis, 'askedFiles') ?? []) as AskedFile[])
}

/** Answers every dialog that opens a file from now on with this file. */
export function answerOpenBoxes(app: ElectronApplication, file: string): Promise<void> {
  return app.evaluate(({ dialog }, chosen) => {
    Reflect.set(globalThis, 'ownDialogs', Reflect.get(globalThis, 'ownDialogs') ?? { ...dialog })
    dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [chosen] })) as typeof dialog.showOpenDialog
  }, file)
}
