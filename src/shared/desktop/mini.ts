// The mini window: one account in four short lines, above all other windows.
import { push, request } from '../channel.js'
import type { UnixSeconds } from '../time.js'

/** `idle`: no account is connected. `locked`: Plimsoll is, and nothing of an account is shown. */
export type MiniLevel = 'fine' | 'caution' | 'danger' | 'unmonitored' | 'idle' | 'locked'

/** Text as it is shown: main words and masks it, so that its page has no figures to hide. */
export type MiniView = {
  /** Of the text, as a language tag. */
  language: string
  level: MiniLevel
  name: string
  /** "LTV 25.4"; null if nothing can be measured. */
  figure: string | null
  /** How far that is from what it leads to. */
  room: string | null
  headline: string
  /** When the figure was true. */
  asOf: UnixSeconds | null
  /** From then on it counts as old, even if main says nothing more; null if it does already. */
  oldFrom: UnixSeconds | null
  /** `stale` replaces the headline of what was well when it was current. */
  words: { open: string; close: string; old: string; stale: string }
}

export const miniChannels = {
  'mini/read': request<null, MiniView>(),
  /** Opens the main window. */
  'mini/open': request<null, null>(),
  'mini/close': request<null, null>(),
}

export const miniTopics = {
  mini: push<MiniView>(),
}

/**
 * Shortcuts that toggle the mini window from anywhere, as Electron writes them. A fixed list: any
 * other could take a key away from every program.
 */
export const miniShortcuts = [
  'off',
  'CommandOrControl+Alt+P',
  'CommandOrControl+Alt+M',
  'CommandOrControl+Shift+F9',
] as const
export type MiniShortcut = (typeof miniShortcuts)[number]

/** `taken`: the system refused it. `wayland`: no program receives keys of others there. */
export type MiniShortcutState = 'off' | 'works' | 'taken' | 'wayland'

/** "Ctrl+Alt+P"; on macOS "⌘⌥P". */
export function shortcutText(shortcut: Exclude<MiniShortcut, 'off'>, mac: boolean): string {
  return mac
    ? shortcut.replace('CommandOrControl+', '⌘').replace('Alt+', '⌥').replace('Shift+', '⇧')
    : shortcut.replace('CommandOrControl', 'Ctrl')
}
