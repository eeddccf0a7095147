// Shown once, the first time the window is hidden: Plimsoll keeps running, and where to find it.
import type { Dialog, MessageBoxOptions } from 'electron'

const places = { darwin: 'in the menu bar', win32: 'in the notification area' } as const

export const hideExplanationOptions = (platform: NodeJS.Platform): MessageBoxOptions => {
  const place = platform === 'darwin' || platform === 'win32' ? places[platform] : 'in the bar of your desktop'
  return {
    type: 'info',
    title: 'Plimsoll',
    message: 'Plimsoll keeps running in the background',
    detail: `It keeps monitoring your balances, positions and loan. You find it behind its icon ${place}. Settings let you choose that closing the window quits.`,
    buttons: ['Keep running', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}

export type HideExplanationParts = {
  dialog: Pick<Dialog, 'showMessageBox'>
  platform: NodeJS.Platform
  explained: () => boolean
  markExplained: () => void
}

/** Resolves at once when it was shown before. One dialog at a time, however often the window is closed meanwhile. */
export const createHideExplanation = ({ dialog, platform, explained, markExplained }: HideExplanationParts) => {
  let asking: Promise<'keep-running' | 'quit'> | null = null

  const ask = async (): Promise<'keep-running' | 'quit'> => {
    const { response } = await dialog.showMessageBox(hideExplanationOptions(platform))
    asking = null
    if (response === 1) return 'quit'
    markExplained()
    return 'keep-running'
  }

  return (): Promise<'keep-running' | 'quit'> => {
    if (explained()) return Promise.resolve('keep-running')
    return (asking ??= ask())
  }
}
