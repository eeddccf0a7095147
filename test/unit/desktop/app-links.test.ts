// Links that begin with plimsoll: they open a screen, and never do anything there.
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import {
  createLinkInbox,
  createLinkOpening,
  linkIn,
  parseLink,
} from '../../../src/main/desktop/app-links.js'
import { parseFlags, takeSingleInstance } from '../../../src/main/desktop/startup.js'

const screens = ['overview', 'positions', 'trade', 'loans', 'activity', 'settings']
const id = '0b0e8bb0-5a0f-4b7e-9d8c-000000000001'

describe('REN-18 a link', () => {
  it.each(screens)('opens %s, with the slash that systems add or without', (screen) => {
    const place = { kind: 'screen', screen }
    expect([parseLink(`plimsoll://${screen}`), parseLink(`plimsoll://${screen}/`)]).toEqual([
      place,
      place,
    ])
  })

  it('opens an alert by its id', () => {
    expect(parseLink(`plimsoll://alert/${id}`)).toEqual({ kind: 'alert', id })
  })

  it.each([
    '',
    'plimsoll:',
    'plimsoll://',
    'plimsoll:overview',
    'plimsoll:///overview',
    'plimsoll://mining',
    'plimsoll://Overview',
    'plimsoll://overview//',
    'plimsoll://overview/x',
    'plimsoll://overview?act=close',
    'plimsoll://overview#close',
    'plimsoll://overview\n',
    ' plimsoll://overview',
    'plimsoll://over%76iew',
    'plimsoll://user@overview',
    'plimsoll://overview:80',
    'plimsoll://trade/BTC_USDT',
    'plimsoll://alert',
    'plimsoll://alert/',
    'plimsoll://alert/../settings',
    'plimsoll://alert/%00',
    `plimsoll://alert/${id}/acknowledge`,
    `plimsoll://alert/${'a'.repeat(65)}`,
    'https://overview',
    'plimsoll://оverview',
  ])('that is not on the list is refused: %j', (text) => {
    expect(parseLink(text)).toBeNull()
  })

  it('leads to a place of the list or nowhere, whatever it says', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'plimsoll:',
        '//',
        '/',
        'alert',
        ...screens,
        '?',
        '#',
        '..',
        '%2e',
        '\n',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join('')
        const place = parseLink(text)
        if (place === null) return
        const again =
          place.kind === 'screen' ? `plimsoll://${place.screen}` : `plimsoll://alert/${place.id}`
        expect([again, `${again}/`]).toContain(text)
        expect(place.kind === 'alert' || screens.includes(place.screen)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('REN-18 links that arrive', () => {
  function anApp() {
    const listeners = new Map<string, (...words: unknown[]) => void>()
    const app = {
      requestSingleInstanceLock: () => true,
      on: (event: string, listener: (...words: never[]) => void) =>
        listeners.set(event, listener as (...words: unknown[]) => void),
    }
    return { app: app as unknown as Parameters<typeof takeSingleInstance>[0], listeners }
  }

  it('from the system, as on macOS, wait until one can be opened; the latest is', () => {
    const { app, listeners } = anApp()
    const inbox = createLinkInbox(app as unknown as Parameters<typeof createLinkInbox>[0])
    const preventDefault = vi.fn()
    listeners.get('open-url')?.({ preventDefault }, 'plimsoll://loans')
    inbox.received('plimsoll://trade')
    const open = vi.fn()
    inbox.openWith(open)
    listeners.get('open-url')?.({ preventDefault }, 'plimsoll://overview')
    expect(open.mock.calls).toEqual([['plimsoll://trade'], ['plimsoll://overview']])
    expect(preventDefault).toHaveBeenCalledTimes(2)
  })

  it('with a second start, beside which no other flag counts', () => {
    const { app, listeners } = anApp()
    const onSecond = vi.fn()
    takeSingleInstance(app, onSecond)
    listeners.get('second-instance')?.({}, ['plimsoll', '--demo', '--', 'PLIMSOLL://loans'])
    expect(onSecond).toHaveBeenCalledWith({
      demo: false,
      demoOnly: false,
      hidden: false,
      link: 'PLIMSOLL://loans',
    })
    expect(linkIn(['plimsoll', '--user-data-dir=plimsoll:', 'x'])).toBeNull()
    expect(parseFlags(['plimsoll']).link).toBeNull()
  })
})

describe('REN-18 opening a link', () => {
  function ports(isThere = true) {
    const done: string[] = []
    const open = createLinkOpening({
      alertPlace: (alertId) => (alertId === id ? { profileId: 'a', screen: 'loans' } : null),
      showAccount: (profileId) => (done.push(`account ${profileId}`), isThere),
      showPlace: ({ screen }) => done.push(screen),
      log: (what, detail) => done.push(`${what} ${JSON.stringify(detail)}`),
    })
    return { open, done }
  }

  it('shows a screen, or the account and the screen of an alert', () => {
    const { open, done } = ports()
    open('plimsoll://activity')
    open(`plimsoll://alert/${id}`)
    expect(done).toEqual(['activity', 'account a', 'loans'])
  })

  it('does nothing with another, and logs nothing of what it says', () => {
    const { open, done } = ports()
    open('plimsoll://close-everything')
    open('plimsoll://alert/unknown')
    expect(done).toEqual(['a link was refused {"length":27}', 'a link was refused {"length":24}'])
  })

  it('shows nothing of another account if that of the alert is gone', () => {
    const { open, done } = ports(false)
    open(`plimsoll://alert/${id}`)
    expect(done).toEqual(['account a', `a link was refused {"length":${String(17 + id.length)}}`])
  })
})

describe('REN-18 the packages', () => {
  const read = (file: string): string =>
    readFileSync(path.join(import.meta.dirname, '../../..', file), 'utf8')

  it('register the scheme, and nothing on Windows can become a switch', () => {
    expect(read('electron-builder.yml')).toContain(
      'protocols:\n  - name: Plimsoll\n    schemes: [plimsoll]\n',
    )
    expect(read('electron-builder.yml')).toContain('  include: resources/installer.nsh\n')
    expect(read('resources/installer.nsh')).toContain(
      '"$INSTDIR\\${APP_EXECUTABLE_FILENAME}" -- "%1"',
    )
    expect(read('resources/installer.nsh')).toContain(
      'DeleteRegKey SHELL_CONTEXT "Software\\Classes\\plimsoll"',
    )
  })
})
