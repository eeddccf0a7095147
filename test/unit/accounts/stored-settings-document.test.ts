// Reading a settings file: whatever is in it, it is read or refused, and the refusal says where.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AccountNow,
  documentText,
  readDocument,
} from '../../../src/main/accounts/stored-settings-document.js'
import type { PriceAlert } from '../../../src/shared/alerts/price-alert.js'
import type { Json } from '../../../src/shared/json.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { readTypedMarket } from '../../../src/shared/orders/order-rules.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { defaultSettings } from '../../../src/shared/settings/settings.js'
import { aProfile } from '../../support/fake-accounts.js'
import { pathsIn, replaced } from '../../support/json-paths.js'
import { valueOf } from '../../support/test-storage.js'

type Members = Record<string, Json>

const account: Members = { name: 'Main', exchange: 'eu' }

const alert: PriceAlert = {
  id: 'a',
  createdAt: 1,
  market: 'BTC_USDT',
  rule: { kind: 'above', price: '100000' },
  repeats: true,
}

const sample: AccountNow = {
  profile: aProfile({ region: 'eu', baseUrl: 'https://whitebit.eu' }),
  trading: {
    readOnly: true,
    limits: { ...defaultTradeLimits, byMarket: { BTC_USDT: { perOrder: '1', perDay: '2' } } },
    favourites: ['BTC_USDT', 'ETH_USDT'],
  },
  priceAlerts: [alert],
  endedAlerts: [],
}

/** A file with something of everything in it. */
const full = valueOf(
  documentText(
    {
      ...defaultSettings,
      alerts: { ...defaultSettings.alerts, earlySteps: [{ ltv: '60' }, { part: 1, of: 3 }] },
    },
    [sample],
  ),
)

function fileOf(settings: Members, accounts: readonly Members[] = []): string {
  return JSON.stringify({ format: 'plimsoll-settings', version: 1, settings, accounts })
}

/** What is said about a file that is refused; null if it is read. */
function problemWith(text: string): string | null {
  const read = readDocument(text)
  return read.ok ? null : englishOf(read.error.message)
}

describe('a settings file', () => {
  it.each([
    ['earlySteps', [{ ltv: '60,5' }]],
    ['earlySteps', [{ ltv: '5%' }, { ltv: '60' }]],
    ['earlySteps', [{ part: 3, of: 2 }]],
    ['positionSteps', ['1e-1']],
    ['positionSteps', ['5%', '0.1']],
    ['marginLevelSteps', ['1e2']],
    ['marginLevelSteps', ['']],
  ])('DAT-14 with a step in %s that is no step is refused by its path: %j', (list, steps) => {
    expect(problemWith(fileOf({ alerts: { [list]: steps } }))).toContain(
      `settings.alerts.${list}.0`,
    )
  })

  it('DAT-14 with a step twice is refused, however it is written', () => {
    for (const [list, steps] of [
      ['earlySteps', [{ ltv: '60' }, { ltv: '60.0' }]],
      ['positionSteps', ['0.1', '0.10']],
      ['marginLevelSteps', ['180', '180.0']],
    ] as const)
      expect(problemWith(fileOf({ alerts: { [list]: steps } }))).toContain(
        `settings.alerts.${list}`,
      )
  })

  it('DAT-14 is read or refused with any of its members and items replaced by anything', () => {
    const file = JSON.parse(full) as Json
    const paths = pathsIn(file)
    const seen = new Set<string>()
    const strange = fc.oneof(
      fc.jsonValue() as fc.Arbitrary<Json>,
      fc.constantFrom<Json>('5%', '1e2', '60,5', '-1', '', { ltv: '60,5' }, { part: 0, of: 0 }),
    )
    fc.assert(
      fc.property(fc.nat(paths.length - 1), strange, (at, value) => {
        const path = paths[at] ?? []
        seen.add(path.join('.'))
        const read = readDocument(JSON.stringify(replaced(file, path, value)))
        if (!read.ok) expect(read.error.code).toBe('bad-input')
      }),
      { numRuns: 1000 },
    )
    for (const inside of ['settings.alerts.earlySteps.0.ltv', 'accounts.0.favouriteMarkets.1'])
      expect([...seen]).toContain(inside)
  })

  it.each([
    ['U+00AD', 'Ma\u00adin'],
    ['U+034F', 'Ma\u034fin'],
    ['U+061C', 'Ma\u061cin'],
    ['U+115F', 'Main\u115f'],
    ['U+200B', 'Ma\u200bin'],
    ['U+200D', 'Ma\u200din'],
    ['U+200F', 'Ma\u200fin'],
    ['U+2060', 'Main\u2060'],
    ['U+2800', 'Main\u2800'],
    ['U+3164', 'Main\u3164'],
    ['U+FE0F', 'Ma\ufe0fin'],
    ['U+FE0F after a digit', 'Main 1\ufe0f'],
    ['U+FEFF', 'Ma\ufeffin'],
    ['U+E0041', 'Main\u{e0041}'],
  ])('DAT-14 with an invisible %s in the name of an account says which account', (_code, name) => {
    const accounts = [account, { ...account, name: 'Second' }, { ...account, name }]
    expect(problemWith(fileOf({}, accounts))).toContain('account 3 in the file')
  })

  it('DAT-14 keeps names in any script and with emoji', () => {
    const names = [
      'Основний рахунок',
      'حساب',
      '主账户',
      'Cre\u0301dit'.normalize('NFC'),
      '❤\ufe0f 🐳',
    ]
    const accounts = names.map((name) => ({ ...account, name }))
    expect(problemWith(fileOf({}, accounts))).toBeNull()
  })

  it('DAT-14 is written with every market that an account can have', () => {
    const typed = fc.stringMatching(/^ ?[A-Za-z0-9]{1,30}_[A-Za-z0-9]{1,30} ?$/)
    fc.assert(
      fc.property(typed, (text) => {
        const read = readTypedMarket(text)
        if (!read.ok) throw new Error(`not read: ${text}`)
        const market = read.value
        const limit = { perOrder: '1', perDay: '2' }
        const limits = { ...defaultTradeLimits, byMarket: { [market]: limit } }
        const trading = { readOnly: true, limits, favourites: [market] }
        const priceAlerts = [{ ...alert, market }]
        expect(documentText(defaultSettings, [{ ...sample, trading, priceAlerts }]).ok).toBe(true)
      }),
    )
  })

  it('DAT-14 is not written with what it could not read back, and says what that is', () => {
    const profile = { ...sample.profile, name: 'Second' }
    const odd = {
      ...sample,
      profile,
      priceAlerts: [alert, { ...alert, id: 'b', market: 'btc/usdt' }],
    }
    const refused = documentText(defaultSettings, [sample, odd])
    expect(refused.ok ? '' : englishOf(refused.error.message)).toContain(
      'read back: accounts.1.priceAlerts.1.market.',
    )
  })
})
