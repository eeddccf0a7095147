// All shortcuts. Both the keyboard handling and the list of shortcuts use this.
import { type Message, messageOf, textOf } from '../../shared/messages/messages.js'
import { isClosing, isDialogOpen } from '../components/focus.svelte.js'
import { screens, type ScreenName } from './navigation-store.svelte.js'

export type Shortcut =
  | { kind: 'go'; screen: ScreenName }
  | { kind: 'amounts' }
  | { kind: 'refresh' }
  | { kind: 'lock' }
  | { kind: 'shortcuts' }
  | { kind: 'palette' }
  | { kind: 'accounts' }
  /** Counted from 0. */
  | { kind: 'account'; place: number }

/**
 * `command`: Ctrl or ⌘. `alt` and `account`: Alt, or Ctrl or ⌘ instead; the second is named after
 * the combination that systems leave free with Shift.
 */
type Held = 'nothing' | 'command' | 'alt' | 'account'

export type ShortcutRow = {
  what: string
  held: Held
  shift?: boolean
  /** The key names in the list. */
  shown: readonly string[]
  /**
   * Each key (a letter, a digit or a question mark) with its command; none if it belongs to the
   * focused element.
   */
  strokes: readonly { key: string; act: Shortcut }[]
  /** Also while typing. */
  typing?: boolean
  /** Also over a dialog, and while typing: hiding amounts has to be quick. */
  anywhere?: boolean
}

/** This many accounts have a digit. */
export const directAccounts = 9

const accountStrokes = Array.from({ length: directAccounts }, (_, place) => ({
  key: String(place + 1),
  act: { kind: 'account', place } as const,
}))

function rowOf(what: Message, keys: Omit<ShortcutRow, 'what'>): ShortcutRow {
  return {
    get what() {
      return textOf(what)
    },
    ...keys,
  }
}

function local(what: Message, ...shown: string[]): ShortcutRow {
  return rowOf(what, { held: 'nothing', shown, strokes: [] })
}

export const shortcutRows: readonly ShortcutRow[] = [
  ...screens.map((screen, at): ShortcutRow => {
    const key = String(at + 1)
    return rowOf(messageOf(`common.screen.${screen}`), {
      held: 'alt',
      shown: [key],
      strokes: [{ key, act: { kind: 'go', screen } }],
    })
  }),
  rowOf(messageOf('shell.shortcut.palette'), {
    held: 'command',
    shown: ['K'],
    strokes: [{ key: 'k', act: { kind: 'palette' } }],
    typing: true,
  }),
  rowOf(messageOf('shell.shortcut.accounts'), {
    held: 'account',
    shift: true,
    shown: ['A'],
    strokes: [{ key: 'a', act: { kind: 'accounts' } }],
  }),
  rowOf(messageOf('shell.shortcut.account'), {
    held: 'account',
    shift: true,
    shown: [`1…${directAccounts}`],
    strokes: accountStrokes,
  }),
  rowOf(messageOf('shell.shortcut.amounts'), {
    held: 'command',
    shift: true,
    shown: ['H'],
    strokes: [{ key: 'h', act: { kind: 'amounts' } }],
    anywhere: true,
  }),
  rowOf(messageOf('shell.shortcut.lock'), {
    held: 'command',
    shown: ['L'],
    strokes: [{ key: 'l', act: { kind: 'lock' } }],
    anywhere: true,
  }),
  rowOf(messageOf('shell.shortcut.refresh'), {
    held: 'command',
    shown: ['R'],
    strokes: [{ key: 'r', act: { kind: 'refresh' } }],
  }),
  local(messageOf('shell.shortcut.move'), '↑', '↓'),
  local(messageOf('shell.shortcut.open'), 'Enter'),
  local(messageOf('shell.shortcut.close'), 'Esc'),
  rowOf(messageOf('shell.shortcut.shortcuts'), {
    held: 'nothing',
    shown: ['?'],
    strokes: [{ key: '?', act: { kind: 'shortcuts' } }],
  }),
]

/** As shown in the list. `names`: `keyNames` of this keyboard. */
export function keysOf(
  { held, shift, shown }: ShortcutRow,
  names: { alt: string; command: string; account: string },
): string[] {
  return [
    ...(held === 'nothing' ? [] : [names[held]]),
    ...(shift === true ? ['Shift'] : []),
    ...shown,
  ]
}

export type Keystroke = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'getModifierState'
>

/**
 * By key position: with Option, macOS turns a 1 into “¡”, and on AZERTY a 1 without Shift is “&”.
 */
function digitOf({ code, key }: Keystroke): string {
  return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key
}

/**
 * By the typed character, or by key position if that is not a Latin letter or Option changes it.
 */
function isLetter({ code, key }: Keystroke, letter: string): boolean {
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`
}

function isKey(event: Keystroke, key: string): boolean {
  return key === '?'
    ? event.key === '?'
    : /^\d$/.test(key)
      ? digitOf(event) === key
      : isLetter(event, key)
}

function isHeld(event: Keystroke, { held, shift = false, anywhere = false }: ShortcutRow): boolean {
  const command = event.ctrlKey || event.metaKey
  // A question mark needs Shift on most keyboards, but not on all.
  if (held === 'nothing') return !command && !event.altKey
  // AltGr types characters.
  if (event.getModifierState('AltGraph') || event.shiftKey !== shift) return false
  // A held key triggers once.
  if ((shift || anywhere) && event.repeat) return false
  return held === 'command' ? command && !event.altKey : command !== event.altKey
}

type Where = { typing: boolean; mac: boolean; dialog?: boolean }

function isIn({ typing, mac, dialog = false }: Where, event: Keystroke, row: ShortcutRow): boolean {
  if (dialog && row.anywhere !== true) return false
  return !typing || ((row.typing ?? row.anywhere) === true && (!mac || event.metaKey))
}

/**
 * The command of a keystroke. `typing`: the focused element takes text. `mac`: there, Ctrl with a
 * letter edits text. `dialog`: one is open.
 */
export function shortcutOf(event: Keystroke, where: Where): Shortcut | null {
  const rows = shortcutRows.filter((row) => isIn(where, event, row) && isHeld(event, row))
  return rows.flatMap(({ strokes }) => strokes).find(({ key }) => isKey(event, key))?.act ?? null
}

/**
 * Not a field of a closing dialog: it keeps the focus for a few frames if nothing was focused
 * before the dialog opened.
 */
function typesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    !isClosing(target) &&
    (target.isContentEditable ||
      target.matches(
        'textarea, select, input:not([type="radio"], [type="checkbox"], [type="button"])',
      ))
  )
}

/** The same on the page. */
export function shortcutFor(event: KeyboardEvent): Shortcut | null {
  return event.defaultPrevented
    ? null
    : shortcutOf(event, {
        typing: typesText(event.target),
        mac: navigator.userAgent.includes('Macintosh'),
        dialog: isDialogOpen(),
      })
}
