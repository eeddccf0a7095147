// The shortcut that toggles the mini window from anywhere. Taken only while the user wants it and
// Plimsoll is not locked.
import type { GlobalShortcut } from 'electron'
import type { MiniShortcut, MiniShortcutState } from '../../shared/desktop/mini.js'

export function createMiniShortcut(parts: {
  shortcuts: Pick<GlobalShortcut, 'register' | 'unregister'>
  isWayland: boolean
  press: () => void
  changed: (state: MiniShortcutState) => void
}): { want: (shortcut: MiniShortcut) => void } {
  const { shortcuts, isWayland, press, changed } = parts
  let held: Exclude<MiniShortcut, 'off'> | null = null

  const take = (shortcut: Exclude<MiniShortcut, 'off'>): MiniShortcutState => {
    // Without a word it would work only while a program of the older kind has the focus.
    if (isWayland) return 'wayland'
    if (!shortcuts.register(shortcut, press)) return 'taken'
    held = shortcut
    return 'works'
  }

  return {
    want: (shortcut) => {
      if (shortcut === held) return
      if (held !== null) shortcuts.unregister(held)
      held = null
      changed(shortcut === 'off' ? 'off' : take(shortcut))
    },
  }
}
