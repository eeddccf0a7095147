import { screens, type Screen } from '../../stores/place.svelte.js'

export type Shortcut = { kind: 'go'; screen: Screen } | { kind: 'refresh' } | { kind: 'shortcuts' }

type Keystroke = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'target'>

const typesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="radio"], [type="checkbox"], [type="button"])'))

/** What a keystroke asks for; nothing while somebody is typing or a dialog is open. */
export const shortcutFor = (event: Keystroke): Shortcut | null => {
  if (event.defaultPrevented || typesText(event.target)) return null
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return null
  const command = event.ctrlKey || event.metaKey
  if (event.key === '?' && !command && !event.altKey) return { kind: 'shortcuts' }
  if (command && !event.altKey && event.key.toLowerCase() === 'r') return { kind: 'refresh' }
  const screen = screens.find((_, at) => event.key === String(at + 1))
  return screen !== undefined && command !== event.altKey ? { kind: 'go', screen } : null
}
