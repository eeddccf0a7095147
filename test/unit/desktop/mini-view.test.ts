import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createMiniUpdates, miniView } from '../../../src/main/desktop/mini-view.js'
import { type TrayAccount, trayView } from '../../../src/main/desktop/tray.js'
import { messageOf, readLanguageFrom } from '../../../src/shared/messages/messages.js'

afterEach(() => readLanguageFrom(() => 'en'))

const now = 1_760_000_000

function anAccount(some: Partial<TrayAccount> = {}): TrayAccount {
  return {
    profileId: 'a',
    demo: false,
    level: 'fine',
    account: 'Main account',
    headline: messageOf('accounts.state.clear'),
    balances: [messageOf('accounts.state.balance', { asset: 'BTC', amount: '0.5' })],
    ltv: null,
    headroom: null,
    age: null,
    asOf: now - 40,
    oldFrom: now + 5,
    load: {
      figure: messageOf('accounts.state.ltv', { ltv: '25.4' }),
      room: messageOf('accounts.state.loan-room', { share: '66.1' }),
      left: '0.661',
      asOf: now - 12,
      oldFrom: now + 33,
    },
    brief: null,
    ...some,
  }
}

describe('UX-75 the mini window', () => {
  it('shows the first account with its figure, its room and the age of that figure', () => {
    expect(miniView([anAccount(), anAccount({ account: 'Other' })], 'shown', 'all')).toEqual({
      language: 'en',
      level: 'fine',
      name: 'Main account',
      figure: 'LTV 25.4',
      room: 'Headroom 66.1\u00a0% to margin call',
      headline: 'All clear.',
      asOf: now - 12,
      oldFrom: now + 33,
      words: {
        open: 'Open Plimsoll',
        close: 'Close the mini window',
        old: 'Old:',
        stale: 'This is no longer current.',
      },
    })
  })

  it('speaks of the same account as the tray, whatever their states are', () => {
    const level = fc.constantFrom('fine', 'caution', 'danger', 'unmonitored')
    fc.assert(
      fc.property(
        fc.array(fc.record({ level, account: fc.constantFrom('Alpha', 'Beta') }), { minLength: 1 }),
        (some) => {
          const accounts = some.map((one) => anAccount(one))
          const { name, headline } = miniView(accounts, 'shown', 'all')
          expect(trayView(accounts).tooltip).toContain(`${name}: All clear.`)
          expect(headline).toContain('All clear.')
        },
      ),
    )
  })

  it('names accounts that nobody monitors beside one in danger', () => {
    const others = [anAccount({ level: 'unmonitored' }), anAccount({ level: 'unmonitored' })]
    const { headline } = miniView([anAccount({ level: 'danger' }), ...others], 'shown', 'all')
    expect(headline).toBe('2 accounts not monitored · All clear.')
  })

  it('marks the figure of an account that nobody monitors as old, however young it is', () => {
    const view = miniView([anAccount({ level: 'unmonitored' })], 'shown', 'all')
    expect(view).toMatchObject({ figure: 'LTV 25.4', asOf: now - 12, oldFrom: null })
  })

  it('shows the age of the last look where nothing can be measured', () => {
    const view = miniView([anAccount({ load: null })], 'shown', 'all')
    expect(view).toMatchObject({ figure: null, room: null, asOf: now - 40, oldFrom: now + 5 })
  })

  it('shows nothing of any account while Plimsoll is locked', () => {
    const view = miniView([anAccount({ level: 'danger' })], 'locked', 'all')
    expect(view).toMatchObject({
      level: 'locked',
      name: 'Plimsoll',
      figure: null,
      room: null,
      headline: 'Plimsoll is locked',
      asOf: null,
    })
    expect(JSON.stringify(view)).not.toMatch(/Main account|25\.4|66\.1|All clear/)
  })

  it('masks what is hidden, and percentages only as chosen', () => {
    expect(miniView([anAccount()], 'hidden', 'amounts').figure).toBe('LTV 25.4')
    const masked = miniView([anAccount()], 'hidden', 'all')
    expect(masked.figure).toBe('LTV •••••')
    expect(JSON.stringify(masked)).not.toMatch(/25\.4|66\.1/)
    const inWords = anAccount({
      headline: messageOf('alerts.notice.margin-level', { percent: '123.4' }),
    })
    expect(miniView([inWords], 'hidden', 'all').headline).not.toContain('123.4')
  })

  it('says that no account is connected', () => {
    expect(miniView([], 'shown', 'all')).toMatchObject({
      level: 'idle',
      headline: 'No account is connected',
      asOf: null,
    })
  })

  it('follows the language', () => {
    readLanguageFrom(() => 'uk')
    const { language, room, words } = miniView([anAccount()], 'shown', 'all')
    expect([language, words.close]).toEqual(['uk', 'Закрити мінівікно'])
    expect(room).toContain('до маржин-колу')
  })

  it('has names without marks that could turn text around', () => {
    const name = `A${String.fromCodePoint(0x202e)}B`
    expect(miniView([anAccount({ account: name })], 'shown', 'all').name).toBe('A B')
  })
})

describe('RES-10 the mini window is sent', () => {
  it('only what changed, nothing while it is closed, and everything once it is open again', () => {
    const state = { isOpen: false, made: 0 }
    const sent: (string | null)[] = []
    const update = createMiniUpdates({
      isOpen: () => state.isOpen,
      send: ({ figure }) => sent.push(figure),
    })
    const at = (ltv: string) =>
      update(() => {
        state.made += 1
        const figure = messageOf('accounts.state.ltv', { ltv })
        return miniView(
          [anAccount({ load: { figure, room: null, left: null, asOf: now, oldFrom: null } })],
          'shown',
          'all',
        )
      })
    at('25')
    expect([state.made, sent]).toEqual([0, []])
    state.isOpen = true
    for (const ltv of ['25', '25', '26', '26', '25']) at(ltv)
    expect(sent).toEqual(['LTV 25', 'LTV 26', 'LTV 25'])
    state.isOpen = false
    at('30')
    state.isOpen = true
    at('25')
    expect(sent).toEqual(['LTV 25', 'LTV 26', 'LTV 25', 'LTV 25'])
  })
})
