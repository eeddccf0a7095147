import { screens, type ScreenName } from '../../stores/navigation.svelte.js'

export type Shortcut =
  | { kind: 'go'; screen: ScreenName }
  | { kind: 'amounts' }
  | { kind: 'refresh' }
  | { kind: 'lock' }
  | { kind: 'shortcuts' }
  | { kind: 'accounts' }
  /** Counted from 0. */
  | { kind: 'account'; place: number }

type Keystroke = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'defaultPrevented' | 'target' | 'getModifierState'
>

/** So many accounts have a digit. */
export const directAccounts = 9

const typesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="radio"], [type="checkbox"], [type="button"])'))

/** By the place of the key: with Option macOS makes “¡” of a 1, and on AZERTY a 1 without Shift is “&”. */
const digitOf = ({ code, key }: Keystroke): string => /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key

/** By what the key types, and by its place where that is no Latin letter, or Option makes another of it. */
const isLetter = ({ code, key }: Keystroke, letter: string): boolean =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`

/** By the place of the key, on every keyboard layout; also while somebody types or a dialog is open: privacy has to be quick. */
const isAt = (place: string, shift: boolean, { code, altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented }: Keystroke): boolean =>
  code === place && shiftKey === shift && ctrlKey !== metaKey && !altKey && !repeat && !defaultPrevented

/** What a keystroke asks for; but for hiding and the lock nothing while somebody is typing or a dialog is open. */
export const shortcutFor = (event: Keystroke): Shortcut | null => {
  if (isAt('KeyH', true, event)) return { kind: 'amounts' }
  if (isAt('KeyL', false, event)) return { kind: 'lock' }
  if (event.defaultPrevented || typesText(event.target)) return null
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return null
  const command = event.ctrlKey || event.metaKey
  if (event.key === '?' && !command && !event.altKey) return { kind: 'shortcuts' }
  if (command && !event.altKey && event.key.toLowerCase() === 'r') return { kind: 'refresh' }
  // AltGr types characters.
  if (command === event.altKey || event.getModifierState('AltGraph')) return null
  // A key that is held asks once.
  if (event.shiftKey && event.repeat) return null
  if (event.shiftKey && isLetter(event, 'a')) return { kind: 'accounts' }
  const digit = digitOf(event)
  if (event.shiftKey) return /^[1-9]$/.test(digit) ? { kind: 'account', place: Number.parseInt(digit, 10) - 1 } : null
  const screen = screens.find((_, at) => digit === String(at + 1))
  return screen === undefined ? null : { kind: 'go', screen }
}
