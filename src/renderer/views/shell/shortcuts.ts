import { screens, type Screen } from '../../stores/place.svelte.js'

export type Shortcut = { kind: 'go'; screen: Screen } | { kind: 'refresh' } | { kind: 'shortcuts' }

type Keystroke = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'target' | 'getModifierState'>

const typesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="radio"], [type="checkbox"], [type="button"])'))

/** By the place of the key: with Option macOS makes “¡” of a 1, and on AZERTY a 1 without Shift is “&”. */
const digitOf = ({ code, key }: Keystroke): string => /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key

/** What a keystroke asks for; nothing while somebody is typing or a dialog is open. */
export const shortcutFor = (event: Keystroke): Shortcut | null => {
  if (event.defaultPrevented || typesText(event.target)) return null
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return null
  const command = event.ctrlKey || event.metaKey
  if (event.key === '?' && !command && !event.altKey) return { kind: 'shortcuts' }
  if (command && !event.altKey && event.key.toLowerCase() === 'r') return { kind: 'refresh' }
  // AltGr types characters.
  if (command === event.altKey || event.getModifierState('AltGraph')) return null
  const digit = digitOf(event)
  const screen = screens.find((_, at) => digit === String(at + 1))
  return screen === undefined ? null : { kind: 'go', screen }
}
