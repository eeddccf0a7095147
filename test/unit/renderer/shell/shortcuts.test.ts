import { describe, expect, it, test } from 'vitest'
import { keyNames } from '../../../../src/renderer/components/words.js'
import type { screens } from '../../../../src/renderer/shell/navigation-store.svelte.js'
import {
  type Keystroke,
  keysOf,
  shortcutOf,
  shortcutRows,
} from '../../../../src/renderer/shell/shortcuts.js'

const idle = { typing: false, mac: false }
const macUser = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

/**
 * A key as a keyboard sends it: its character and its place. `held`: Ctrl, Alt, Shift, Meta,
 * AltGraph, repeat.
 */
function press(key: string, code: string, ...held: string[]): Keystroke {
  return {
    key,
    code,
    ctrlKey: held.includes('Ctrl'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
    metaKey: held.includes('Meta'),
    repeat: held.includes('repeat'),
    getModifierState: (name) => held.includes(name),
  }
}

const go = (screen: (typeof screens)[number]) => ({ kind: 'go', screen })

describe('UX-66 shortcuts on every keyboard', () => {
  test.each<[string, Keystroke, object | null]>([
    ['US: Ctrl+K', press('k', 'KeyK', 'Ctrl'), { kind: 'palette' }],
    ['US with Caps Lock: Ctrl+K', press('K', 'KeyK', 'Ctrl'), { kind: 'palette' }],
    ['US: Alt+1', press('1', 'Digit1', 'Alt'), go('overview')],
    ['US: Alt+2, from a keyboard that sends no places', press('2', '', 'Alt'), go('positions')],
    ['US: Ctrl+8', press('8', 'Digit8', 'Ctrl'), go('settings')],
    ['US: the numbers’ own block', press('3', 'Numpad3', 'Alt'), go('trade')],
    ['US: Ctrl+Shift+1', press('!', 'Digit1', 'Ctrl', 'Shift'), { kind: 'account', place: 0 }],
    ['US: ?', press('?', 'Slash', 'Shift'), { kind: 'shortcuts' }],
    // A row of digits that types symbols, an A where others have Q.
    ['AZERTY: Alt+1', press('&', 'Digit1', 'Alt'), go('overview')],
    ['AZERTY: Alt+2', press('é', 'Digit2', 'Alt'), go('positions')],
    ['AZERTY: Ctrl+2', press('é', 'Digit2', 'Ctrl'), go('positions')],
    ['AZERTY: Ctrl+Shift+9', press('9', 'Digit9', 'Ctrl', 'Shift'), { kind: 'account', place: 8 }],
    ['AZERTY: Ctrl+Shift+A', press('A', 'KeyQ', 'Ctrl', 'Shift'), { kind: 'accounts' }],
    ['AZERTY: Ctrl+Shift+Q, where US has its A', press('Q', 'KeyA', 'Ctrl', 'Shift'), null],
    ['AZERTY: ?', press('?', 'KeyM', 'Shift'), { kind: 'shortcuts' }],
    // ß with Shift, AltGr for characters.
    ['QWERTZ: ?', press('?', 'Minus', 'Shift'), { kind: 'shortcuts' }],
    ['QWERTZ: Ctrl+K', press('k', 'KeyK', 'Ctrl'), { kind: 'palette' }],
    ['QWERTZ: AltGr+7 types a brace', press('{', 'Digit7', 'Ctrl', 'Alt', 'AltGraph'), null],
    ['QWERTZ on Linux: AltGr+2', press('²', 'Digit2', 'AltGraph'), null],
    ['QWERTZ: AltGr+2 sent as Ctrl+Alt', press('²', 'Digit2', 'Ctrl', 'Alt'), null],
    ['QWERTZ: AltGr+2 sent as Alt', press('²', 'Digit2', 'Alt', 'AltGraph'), null],
    ['QWERTZ: Alt+2', press('2', 'Digit2', 'Alt'), go('positions')],
    // No Latin letter on any key.
    ['Ukrainian: Ctrl+K', press('л', 'KeyK', 'Ctrl'), { kind: 'palette' }],
    ['Ukrainian: Ctrl+R', press('к', 'KeyR', 'Ctrl'), { kind: 'refresh' }],
    ['Ukrainian: Ctrl+Shift+A', press('Ф', 'KeyA', 'Ctrl', 'Shift'), { kind: 'accounts' }],
    ['Ukrainian: Alt+4', press('4', 'Digit4', 'Alt'), go('investments')],
    ['Ukrainian: ? is on the 7', press('?', 'Digit7', 'Shift'), { kind: 'shortcuts' }],
    [
      'Ukrainian: Ctrl+Shift+7',
      press('?', 'Digit7', 'Ctrl', 'Shift'),
      { kind: 'account', place: 6 },
    ],
    // Latin letters elsewhere.
    ['Dvorak: Ctrl+K, where US has its V', press('k', 'KeyV', 'Ctrl'), { kind: 'palette' }],
    ['Dvorak: Ctrl+T, where US has its K', press('t', 'KeyK', 'Ctrl'), null],
    ['Dvorak: Ctrl+R, where US has its O', press('r', 'KeyO', 'Ctrl'), { kind: 'refresh' }],
    ['Dvorak: ?', press('?', 'BracketLeft', 'Shift'), { kind: 'shortcuts' }],
    ['Dvorak: Alt+5', press('5', 'Digit5', 'Alt'), go('loans')],
    // Option makes its own characters.
    ['macOS: Option+1', press('¡', 'Digit1', 'Alt'), go('overview')],
    ['macOS: Option+Shift+1', press('⁄', 'Digit1', 'Alt', 'Shift'), { kind: 'account', place: 0 }],
    ['macOS: Option+Shift+A', press('Å', 'KeyA', 'Alt', 'Shift'), { kind: 'accounts' }],
    ['macOS: Option+2', press('™', 'Digit2', 'Alt'), go('positions')],
    ['macOS: ⌘2', press('2', 'Digit2', 'Meta'), go('positions')],
    ['macOS: ⌘K', press('k', 'KeyK', 'Meta'), { kind: 'palette' }],
    ['macOS, Ukrainian: ⌘K', press('л', 'KeyK', 'Meta'), { kind: 'palette' }],
    ['macOS: ⌘R', press('r', 'KeyR', 'Meta'), { kind: 'refresh' }],
    ['macOS: Option+K types a character', press('˚', 'KeyK', 'Alt'), null],
  ])('%s', (_name, stroke, act) => {
    expect(shortcutOf(stroke, idle)).toEqual(act)
  })

  test.each<[string, Keystroke]>([
    ['a letter alone', press('k', 'KeyK')],
    ['a digit alone', press('2', 'Digit2')],
    ['Alt+É, which is no digit', press('é', 'KeyE', 'Alt')],
    ['Alt+9, for which there is no screen', press('9', 'Digit9', 'Alt')],
    ['Ctrl+Shift+K', press('K', 'KeyK', 'Ctrl', 'Shift')],
    ['Ctrl+Alt+K', press('k', 'KeyK', 'Ctrl', 'Alt')],
    ['Ctrl+9, for which there is no screen', press('9', 'Digit9', 'Ctrl')],
    ['Ctrl+Shift+0', press(')', 'Digit0', 'Ctrl', 'Shift')],
    ['Ctrl+?', press('?', 'Slash', 'Ctrl', 'Shift')],
    ['an account’s keys held down', press('A', 'KeyA', 'Ctrl', 'Shift', 'repeat')],
  ])('not of ours: %s', (_name, stroke) => {
    expect(shortcutOf(stroke, idle)).toBeNull()
  })
})

describe('UX-66 shortcuts while typing', () => {
  it('are ignored, except the one that leads anywhere', () => {
    const typing = { typing: true, mac: false }
    expect(shortcutOf(press('?', 'Slash', 'Shift'), typing)).toBeNull()
    expect(shortcutOf(press('r', 'KeyR', 'Ctrl'), typing)).toBeNull()
    expect(shortcutOf(press('2', 'Digit2', 'Alt'), typing)).toBeNull()
    expect(shortcutOf(press('A', 'KeyA', 'Ctrl', 'Shift'), typing)).toBeNull()
    expect(shortcutOf(press('k', 'KeyK', 'Ctrl'), typing)).toEqual({ kind: 'palette' })
  })

  it('leave Ctrl+K to macOS, which cuts the rest of a line', () => {
    expect(shortcutOf(press('k', 'KeyK', 'Ctrl'), { typing: true, mac: true })).toBeNull()
    expect(shortcutOf(press('k', 'KeyK', 'Meta'), { typing: true, mac: true })).toEqual({
      kind: 'palette',
    })
    expect(shortcutOf(press('k', 'KeyK', 'Ctrl'), { typing: false, mac: true })).toEqual({
      kind: 'palette',
    })
  })
})

describe('UX-66 the list of shortcuts', () => {
  const codeOf = (key: string): string =>
    /\d/.test(key) ? `Digit${key}` : key === '?' ? 'Slash' : `Key${key}`
  const heldBy: Record<string, string> = {
    Ctrl: 'Ctrl',
    Alt: 'Alt',
    Shift: 'Shift',
    '⌘': 'Meta',
    Option: 'Alt',
  }

  it.each([
    ['elsewhere', ''],
    ['on macOS', macUser],
  ])('matches the keyboard, key for key: %s', (_where, userAgent) => {
    const done: unknown[] = []
    for (const row of shortcutRows.filter(({ strokes }) => strokes.length > 0)) {
      const keys = keysOf(row, keyNames(userAgent))
      const held = keys.slice(0, -1).map((name) => heldBy[name] ?? `unknown ${name}`)
      const last = keys.at(-1) ?? ''
      const shown = last === '1…9' ? Array.from({ length: 9 }, (_, at) => String(at + 1)) : [last]
      const acts = shown.map((key) =>
        shortcutOf(press(key, codeOf(key), ...held, ...(key === '?' ? ['Shift'] : [])), idle),
      )
      expect(acts, row.what).toEqual(row.strokes.map(({ act }) => act))
      done.push(...acts)
    }
    expect(new Set(done.map((act) => JSON.stringify(act))).size, 'no two for the same').toBe(
      done.length,
    )
  })

  it('has no duplicate keys', () => {
    const all = shortcutRows.map((row) => keysOf(row, keyNames('')).join('+'))
    expect(new Set(all).size).toBe(all.length)
  })

  it('is complete: every key with every modifier is in a row, or does nothing', () => {
    const acts = new Set(
      shortcutRows.flatMap(({ strokes }) => strokes.map(({ act }) => JSON.stringify(act))),
    )
    const keys = [...'abcdefghijklmnopqrstuvwxyz0123456789?'].map(
      (key) => [key, codeOf(key.toUpperCase())] as const,
    )
    const holds = Array.from({ length: 16 }, (_, bits) =>
      ['Ctrl', 'Alt', 'Shift', 'Meta'].filter((_name, at) => (bits >> at) % 2 === 1),
    )
    const found = new Set<string>()
    for (const [key, code] of keys) {
      for (const held of holds) {
        const act = shortcutOf(press(key, code, ...held), idle)
        if (act !== null) found.add(JSON.stringify(act))
      }
    }
    expect(found).toEqual(acts)
  })
})
