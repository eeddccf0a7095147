import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noSteps } from '../../../src/main/alerts/stored-alert-state.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { openDatabase } from '../../../src/main/database/database.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import type { PriceAlertSettings } from '../../../src/shared/alerts/price-alert.js'
import type { Json } from '../../../src/shared/json.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { defaultTradeLimits, type TradeLimits } from '../../../src/shared/orders/trading.js'
import { defaultSettings, type Settings } from '../../../src/shared/settings/settings.js'
import {
  changesAnything,
  type ImportMode,
  type ImportReview,
} from '../../../src/shared/settings/settings-import.js'
import { aDestination } from '../../support/away-harness.js'
import { aProfile } from '../../support/fake-accounts.js'
import { pathsIn, replaced } from '../../support/json-paths.js'
import {
  exported,
  type ImportApp,
  openImportApp,
  storedIn,
} from '../../support/settings-import-harness.js'
import { quickFolder, temporaryFolder, valueOf } from '../../support/test-storage.js'

type Kept = {
  profile: Profile
  limits: TradeLimits
  favourites: string[]
  priceAlerts: PriceAlertSettings[]
}

const above: PriceAlertSettings = {
  market: 'BTC_USDT',
  rule: { kind: 'above', price: '100000' },
  repeats: true,
}
const falls: PriceAlertSettings = {
  market: 'ETH_USDT',
  rule: { kind: 'move', percent: '5', minutes: 15, direction: 'down' },
  repeats: false,
}

function anAccount(part: Partial<Profile> = {}, rest: Partial<Kept> = {}): Kept {
  const profile = aProfile({
    id: 'id-of-main',
    name: 'Main',
    region: 'eu',
    baseUrl: 'https://whitebit.eu',
    createdAt: 1,
    ...part,
  })
  return { profile, limits: defaultTradeLimits, favourites: [], priceAlerts: [], ...rest }
}

/** As if set up by hand. */
function fill(app: ImportApp, settings: Partial<Settings>, accounts: readonly Kept[]): void {
  valueOf(app.settings.change(settings))
  for (const { profile, limits, favourites, priceAlerts } of accounts) {
    valueOf(app.storage.profiles.add(profile))
    valueOf(app.storage.trading.write(profile.id, { readOnly: true, limits, favourites }))
    for (const [at, alert] of priceAlerts.entries())
      valueOf(
        app.storage.priceAlerts.save(profile.id, { ...alert, id: `alert-${at}`, createdAt: at }),
      )
  }
}

async function opened(app: ImportApp, text: string): Promise<ImportReview> {
  app.choose(text)
  const review = valueOf(await app.transfer.open())
  if (review === null) throw new Error('no file was chosen')
  return review
}

async function imported(app: ImportApp, text: string, mode: ImportMode = 'merge') {
  const { id } = await opened(app, text)
  return app.transfer.apply(id, mode)
}

function edited(text: string, change: (file: Record<string, Json>) => void): string {
  const file = JSON.parse(text) as Record<string, Json>
  change(file)
  return JSON.stringify(file)
}

const own: Partial<Settings> = {
  theme: 'dark',
  utcTimes: true,
  currency: 'EUR',
  positionColumns: ['size', 'liquidation'],
  lock: { idleMinutes: 5, idleMinutesArmed: 2, dropsKeys: true },
  alerts: {
    ...defaultSettings.alerts,
    earlySteps: [{ ltv: '72.5' }, { part: 1, of: 3 }],
    marginLevelSteps: ['180'],
  },
}

/** Of a computer that was used for a while. */
function used(app: ImportApp): void {
  fill(app, { ...own, liveUpdates: true, liveUpdatesOff: ['id-of-own'] }, [
    anAccount(
      {},
      {
        limits: { ...defaultTradeLimits, byMarket: { BTC_USDT: { perOrder: '2', perDay: '7' } } },
        favourites: ['SOL_USDT', 'BTC_USDT'],
        priceAlerts: [above, falls],
      },
    ),
    anAccount({
      id: 'id-of-own',
      name: 'Own server',
      region: 'custom',
      baseUrl: 'https://own.example',
      dialect: 'spec',
      createdAt: 2,
    }),
  ])
}

const decimal = fc.integer({ min: 1, max: 999_999 }).map((figure) => `${figure}.5`)
const market = fc
  .tuple(fc.stringMatching(/^[A-Z]{1,6}$/), fc.stringMatching(/^[A-Z]{1,6}$/))
  .map(([base, quote]) => `${base}_${quote}`)
const limit = fc.record({ perOrder: decimal, perDay: decimal })
const limits: fc.Arbitrary<TradeLimits> = fc.record({
  on: fc.boolean(),
  byQuote: fc.dictionary(fc.stringMatching(/^[A-Z]{1,5}$/), limit, { maxKeys: 4 }),
  byMarket: fc.dictionary(market, limit, { maxKeys: 4 }),
  ordersPerDay: fc.integer({ min: 1, max: 10_000 }),
  askFrom: fc.dictionary(fc.stringMatching(/^[A-Z]{1,5}$/), decimal, { maxKeys: 4 }),
})
const priceAlerts = fc.uniqueArray(
  fc.record({
    market,
    rule: fc.record({ kind: fc.constantFrom('above' as const, 'below' as const), price: decimal }),
    repeats: fc.boolean(),
  }),
  { maxLength: 5, selector: ({ market: of, rule }) => `${of} ${rule.kind} ${rule.price}` },
)
const settings: fc.Arbitrary<Partial<Settings>> = fc.record({
  theme: fc.constantFrom('system', 'light', 'dark'),
  utcTimes: fc.boolean(),
  hideAmounts: fc.boolean(),
  proxy: fc.constantFrom('', 'http://proxy.example:3128'),
  positionColumns: fc.option(fc.array(fc.stringMatching(/^[a-z-]{1,12}$/), { maxLength: 5 })),
  lock: fc.record({
    idleMinutes: fc.option(fc.integer({ min: 1, max: 1440 })),
    idleMinutesArmed: fc.integer({ min: 1, max: 10 }),
    dropsKeys: fc.boolean(),
  }),
  alerts: fc.record({
    ...Object.fromEntries(
      Object.entries(defaultSettings.alerts).map(([name, value]) => [name, fc.constant(value)]),
    ),
    earlySteps: fc.array(
      fc.integer({ min: 1, max: 99 }).map((ltv) => ({ ltv: String(ltv) })),
      { maxLength: 8 },
    ),
    coolDownMinutes: fc.integer({ min: 0, max: 1440 }),
  }) as fc.Arbitrary<Settings['alerts']>,
})
const accounts = fc
  .uniqueArray(fc.stringMatching(/^[A-Za-z][\w ]{0,10}[A-Za-z]$/), {
    maxLength: 4,
    selector: (name) => name.toLowerCase().replace(/ +/g, ' '),
  })
  .chain((names) =>
    fc.tuple(
      ...names.map((name, at) =>
        fc.record({
          profile: fc
            .constantFrom('global' as const, 'eu' as const, 'custom' as const)
            .map((region) =>
              aProfile({
                id: `id-${at}`,
                name: name.replace(/ +/g, ' '),
                createdAt: at,
                region,
                ...(region === 'custom'
                  ? { baseUrl: `https://host-${at}.example`, dialect: 'spec' as const }
                  : {
                      baseUrl: region === 'eu' ? 'https://whitebit.eu' : 'https://whitebit.com',
                      dialect: 'live' as const,
                    }),
              }),
            ),
          limits,
          favourites: fc.uniqueArray(market, { maxLength: 4 }),
          priceAlerts,
        }),
      ),
    ),
  )

describe('the settings file', () => {
  it('DAT-14 is the same after an import into an empty app, whatever is set', async () => {
    await fc.assert(
      fc.asyncProperty(settings, accounts, async (some, kept) => {
        const [one, other] = [openImportApp(quickFolder()), openImportApp(quickFolder())]
        fill(one, some, kept)
        const text = await exported(one)
        const first = await imported(other, text, 'replace')
        expect(first).toEqual({ ok: true, value: { added: kept.length } })
        expect(await exported(other)).toBe(text)
        one.close()
        other.close()
      }),
      { numRuns: 25 },
    )
  })

  it('DAT-14 is refused or shown, whatever it contains, and changes nothing by being opened', async () => {
    const app = openImportApp(quickFolder())
    used(app)
    const before = storedIn(app)
    const ours = await exported(app)
    const oursRead = JSON.parse(ours) as Json
    const anyText = fc.oneof(
      fc.string(),
      fc.json(),
      // Ours, with one of its members or items replaced by anything.
      fc
        .tuple(fc.jsonValue() as fc.Arbitrary<Json>, fc.constantFrom(...pathsIn(oursRead)))
        .map(([value, path]) => JSON.stringify(replaced(oursRead, path, value))),
      fc.tuple(fc.string(), fc.jsonValue()).map(([name, value]) =>
        edited(ours, (file) => {
          file['settings'] = { ...(file['settings'] as object), [name]: value } as Json
        }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        app.choose(text)
        const answer = await app.transfer.open()
        if (!answer.ok) expect(answer.error.code).toBe('bad-input')
        expect(storedIn(app)).toEqual(before)
      }),
      { numRuns: 150 },
    )
  })

  it('SEC-22 contains no key, no id, no destination and nothing that was recorded', async () => {
    const app = openImportApp(quickFolder())
    used(app)
    const { storage } = app
    const kinds = ['ntfy', 'telegram', 'webhook', 'email', 'ping'] as const
    for (const kind of kinds)
      valueOf(
        storage.away.saveDestination({
          id: `canary-${kind}`,
          createdAt: 1,
          settings: aDestination({
            kind,
            mail: {
              security: 'tls',
              port: 465,
              user: 'canary-user',
              from: 'canary-from',
              to: 'canary-to',
            },
            address: 'https://canary-address.example/canary-path',
            topic: 'canary-topic',
            authority: {
              subject: 'CN=canary',
              fingerprint: 'canary',
              from: 1,
              until: 9,
              pem: 'canary',
            },
          }),
          hasSecret: true,
          visitor: 'canary-visitor',
          lastSentAt: null,
          watch: { pushedAt: null, armedUntil: null, series: 0 },
        }),
      )
    valueOf(
      storage.mining.save('id-of-main', {
        name: 'canary-pool',
        addedAt: 1,
        destination: null,
        asOf: null,
        change: null,
        keyHint: 'canary-hint',
      }),
    )
    valueOf(storage.keychainEntries.note('canary-entry', 'canary-keychain'))
    valueOf(app.settings.change({ onboardingDone: true, closeExplained: true }))
    const text = await exported(app)
    for (const secret of ['canary', 'id-of-main', 'id-of-own', 'abcd…wxyz'])
      expect(text).not.toContain(secret)
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'format',
      'version',
      'settings',
      'accounts',
    ])
  })

  it('says which members it does not know and which it cannot use', async () => {
    const app = openImportApp(quickFolder())
    const text = await exported(app)
    const more = edited(text, (file) => {
      file['settings'] = { ...(file['settings'] as object), sparkles: true } as Json
    })
    expect((await opened(app, more)).unknown).toEqual(['settings.sparkles'])
    const problemWith = async (wrong: string) => {
      app.choose(wrong)
      const answer = await app.transfer.open()
      return answer.ok ? null : englishOf(answer.error.message)
    }
    const unusable = edited(text, (file) => {
      file['settings'] = { theme: 'pink' }
    })
    expect(await problemWith(unusable)).toContain('settings.theme')
    expect(await problemWith(edited(text, (file) => (file['version'] = 2)))).toContain('newer')
    const long = edited(text, (file) => {
      file['settings'] = { proxy: `http://${'a.'.repeat(200)}example:3128` }
    })
    expect(await problemWith(long)).toContain('settings.proxy')
    // Nothing of what is nested is looked at.
    const deep = `{"format":"plimsoll-settings","version":1,"settings":{},"accounts":[],"more":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect((await opened(app, deep)).unknown).toEqual(['more'])
    const limit = { perOrder: '1', perDay: '1' }
    const endless = edited(text, (file) => {
      const byMarket = Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [`A${at}_USDT`, limit]),
      )
      file['accounts'] = Array.from({ length: 20 }, (_, at) => ({
        name: `Account ${at}`,
        exchange: 'eu',
        limits: { ...defaultTradeLimits, byMarket },
      }))
    })
    expect(await problemWith(endless)).toContain('more than 3000 things')
    expect(await problemWith(text.slice(0, -20))).toContain('not a settings file')
    expect(await problemWith('{"theme":"dark"}')).toContain('not a settings file')
  })
})

describe('an import', () => {
  async function fileOfUsed(): Promise<string> {
    const app = openImportApp(quickFolder())
    used(app)
    const text = await exported(app)
    app.close()
    return text
  }

  it('SEC-22 adds accounts without a key and without permission to trade', async () => {
    const app = openImportApp(quickFolder())
    expect(await imported(app, await fileOfUsed(), 'replace')).toEqual({
      ok: true,
      value: { added: 2 },
    })
    const [main, ownServer] = valueOf(app.storage.profiles.list())
    expect(main).toMatchObject({ name: 'Main', keyHint: '', keyStorage: 'session' })
    expect(main?.id).not.toBe('id-of-main')
    expect(valueOf(app.storage.trading.read(main?.id ?? ''))).toMatchObject({
      readOnly: true,
      favourites: ['SOL_USDT', 'BTC_USDT'],
    })
    expect(app.settings.settings()).toMatchObject({
      ...own,
      liveUpdates: true,
      liveUpdatesOff: [ownServer?.id],
    })
  })

  it('DAT-14 asks for whatever a dialog asks otherwise, and one refusal changes nothing', async () => {
    const text = edited(await fileOfUsed(), (file) => {
      const some = file['settings'] as Record<string, Json>
      file['settings'] = {
        ...some,
        proxy: 'http://proxy.example:3128',
        lock: { idleMinutes: null, idleMinutesArmed: 10, dropsKeys: false },
      }
    })
    const agreed = openImportApp(quickFolder())
    valueOf(await imported(agreed, text))
    const all = agreed.asked.map(({ title }) => title)
    expect(all).toEqual([
      'Change the proxy?',
      'Loosen the lock?',
      'Connect to this address?',
      'Loosen the limits?',
    ])
    for (const refused of all) {
      const app = openImportApp(quickFolder())
      const before = storedIn(app)
      app.answer(({ title }) => title !== refused)
      expect(await imported(app, text)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
      expect(storedIn(app)).toEqual(before)
    }
  })

  it('merges into what is here, or makes lists those of the file, and removes no account', async () => {
    const text = await fileOfUsed()
    const here = (): ImportApp => {
      const app = openImportApp(quickFolder())
      const below: PriceAlertSettings = {
        market: 'BTC_USDT',
        rule: { kind: 'below', price: '50000' },
        repeats: true,
      }
      fill(app, {}, [
        anAccount({}, { favourites: ['ADA_USDT'], priceAlerts: [below, above] }),
        anAccount({ id: 'id-of-third', name: 'Third', createdAt: 3 }),
      ])
      return app
    }
    const rulesIn = (app: ImportApp) =>
      valueOf(app.storage.priceAlerts.load('id-of-main')).map(({ rule }) => rule.kind)
    const namesIn = (app: ImportApp) =>
      valueOf(app.storage.profiles.list()).map(({ name, keyHint }) => [name, keyHint !== ''])

    const merged = here()
    valueOf(await imported(merged, text, 'merge'))
    expect(rulesIn(merged)).toEqual(['below', 'above', 'move'])
    expect(merged.settings.settings().alerts.earlySteps).toHaveLength(6)
    expect(merged.closed).toEqual(['id-of-main'])

    const replaced = here()
    const review = await opened(replaced, text)
    const shown = review.previews.replace.accounts.find(({ name }) => name === 'Main')
    expect(
      shown?.changes.filter(({ weaker }) => weaker).map(({ what }) => englishOf(what)),
    ).toEqual(['Limit of BTC_USDT', 'Price alert for BTC_USDT'])
    valueOf(await replaced.transfer.apply(review.id, 'replace'))
    expect(rulesIn(replaced)).toEqual(['above', 'move'])
    expect(replaced.settings.settings().alerts.earlySteps).toEqual(own.alerts?.earlySteps)
    for (const app of [merged, replaced])
      expect(namesIn(app)).toEqual([
        ['Main', true],
        ['Third', true],
        ['Own server', false],
      ])
    expect(review.previews.replace.accounts.at(-1)).toMatchObject({
      name: 'Third',
      state: 'only-here',
    })
  })

  it('leaves out price alerts that have ended, and sets them again from a file', async () => {
    const app = openImportApp(quickFolder())
    fill(app, {}, [anAccount({}, { priceAlerts: [above, falls] })])
    const whole = await exported(app)
    const ended = { steps: noSteps, triggeredAt: 5 }
    const alarms = { 'alert-0': ended, 'alert-1': ended }
    valueOf(app.storage.alerts.save('id-of-main', [], { prices: { alarms, blind: null } }))
    const text = await exported(app)
    const { accounts: written } = JSON.parse(text) as { accounts: Kept[] }
    expect(written[0]?.priceAlerts).toEqual([above])

    // Its own file changes nothing, and removes none.
    const { previews } = await opened(app, text)
    expect(changesAnything(previews.merge) || changesAnything(previews.replace)).toBe(false)
    valueOf(await imported(app, whole))
    expect(valueOf(app.storage.priceAlerts.load('id-of-main'))).toMatchObject([
      { id: 'alert-0', ...above },
      { id: expect.stringMatching(/^new-/), ...falls },
    ])
  })

  it('DAT-14 never moves an account to another exchange', async () => {
    const app = openImportApp(quickFolder())
    fill(app, {}, [anAccount({ name: 'OWN SERVER' })])
    const before = valueOf(app.storage.profiles.list())
    const review = await opened(app, await fileOfUsed())
    expect(review.previews.merge.accounts.map(({ name, state }) => [name, state])).toEqual([
      ['Main', 'new'],
      ['Own server', 'other-exchange'],
    ])
    valueOf(await app.transfer.apply(review.id, 'merge'))
    expect(valueOf(app.storage.profiles.list())[0]).toEqual(before[0])
    expect(app.asked.some(({ message }) => message.includes('own.example'))).toBe(false)
  })

  it('DAT-14 never allows trading, and leaves it allowed where it was', async () => {
    const app = openImportApp(quickFolder())
    fill(app, {}, [anAccount()])
    valueOf(
      app.storage.trading.write('id-of-main', {
        readOnly: false,
        limits: defaultTradeLimits,
        favourites: [],
      }),
    )
    valueOf(await imported(app, await fileOfUsed()))
    const ids = valueOf(app.storage.profiles.list()).map(({ id }) => id)
    expect(ids.map((id) => valueOf(app.storage.trading.read(id)).readOnly)).toEqual([false, true])
  })

  it('DAT-14 does what was shown, or nothing if something has changed since', async () => {
    const app = openImportApp(quickFolder())
    const review = await opened(app, await fileOfUsed())
    valueOf(app.settings.change({ theme: 'light' }))
    const before = storedIn(app)
    expect(await app.transfer.apply(review.id, 'merge')).toMatchObject({
      error: { reason: 'CHANGED_MEANWHILE' },
    })
    // Behind a dialog as well.
    const again = valueOf(app.transfer.review(review.id))
    app.answer(() => valueOf(app.settings.change({ density: 'compact' })) !== null)
    expect(await app.transfer.apply(again.id, 'merge')).toMatchObject({
      error: { reason: 'CHANGED_MEANWHILE' },
    })
    valueOf(app.settings.change({ density: 'comfortable' }))
    expect(storedIn(app)).toEqual(before)
  })

  it('UX-47 asks for no file if Plimsoll is locked before its code is loaded', async () => {
    const app = openImportApp(quickFolder())
    fill(app, {}, [anAccount()])
    app.choose(await fileOfUsed())
    const saving = app.transfer.save()
    const opening = app.transfer.open()
    app.transfer.drop()
    expect(await saving).toEqual({ ok: true, value: { file: false } })
    expect(await opening).toMatchObject({ error: { code: 'gone' } })
    expect(app.written()).toBe('')
    expect(await exported(app)).toContain('Main')
  })

  it('ends with a lock, runs once, and waits for an order of an account that it closes', async () => {
    const app = openImportApp(quickFolder())
    fill(app, {}, [anAccount()])
    const before = storedIn(app)
    const text = await fileOfUsed()
    const review = await opened(app, text)
    let second: unknown = null
    app.answer(async () => {
      expect(app.transfer.review(review.id)).toMatchObject({ error: { code: 'busy' } })
      second ??= await app.transfer.apply(review.id, 'merge')
      app.transfer.drop()
      return true
    })
    expect(await app.transfer.apply(review.id, 'merge')).toMatchObject({ error: { code: 'gone' } })
    expect(second).toMatchObject({ error: { code: 'busy' } })
    app.answer(() => true)
    app.busyAccounts.add('id-of-main')
    expect(await imported(app, text)).toMatchObject({ error: { code: 'busy' } })
    expect(storedIn(app)).toEqual(before)
  })

  it('DAT-14 writes settings that could not be written with the accounts as soon as it can, and once', async () => {
    const text = await fileOfUsed()
    const app = openImportApp(quickFolder())
    app.refuseSettings(true)
    valueOf(await imported(app, text, 'replace'))
    expect(app.notices.map(englishOf)).toEqual(['Part of the import is not written yet'])
    expect(app.settings.settings().theme).toBe('system')
    app.transfer.tend()
    app.refuseSettings(false)
    app.transfer.tend()
    expect(app.settings.settings().theme).toBe('dark')
    valueOf(app.settings.change({ theme: 'light' }))
    app.transfer.tend()
    expect(app.settings.settings().theme).toBe('light')
    expect(valueOf(app.storage.imports.pending())).toBeNull()
  })

  it('DAT-14 leaves what was chosen since it was confirmed, also at the next start', async () => {
    const text = edited(await fileOfUsed(), (file) => {
      const some = file['settings'] as Record<string, Json>
      const lock = { idleMinutes: null, idleMinutesArmed: 10, dropsKeys: false }
      file['settings'] = { ...some, proxy: 'http://proxy.example:3128', lock }
    })
    const strict = { idleMinutes: 1, idleMinutesArmed: 1, dropsKeys: true }
    const chosen = { proxy: 'http://own.example:3128', lock: strict, hideAmounts: true }
    for (const isRestarted of [false, true]) {
      const folder = quickFolder()
      const app = openImportApp(folder)
      app.refuseSettings(true)
      valueOf(await imported(app, text, 'replace'))
      valueOf(app.settings.change(chosen))
      app.refuseSettings(false)
      if (isRestarted) app.close()
      else app.transfer.tend()
      const last = isRestarted ? openImportApp(folder) : app
      expect(last.settings.settings()).toMatchObject({ ...chosen, theme: 'dark', utcTimes: true })
      expect(valueOf(last.storage.imports.pending())).toBeNull()
    }
  })

  it('DAT-14 does not repeat what was written and is set back, while it cannot be noted as done', async () => {
    const text = await fileOfUsed()
    const folder = quickFolder()
    const first = openImportApp(folder, 'before-settled')
    await expect(imported(first, text, 'replace')).rejects.toThrow('crash')
    // As after a start that wrote the settings and could not note it.
    const late = valueOf(first.storage.imports.pending())
    first.close()
    const app = openImportApp(folder)
    expect(late).not.toBeNull()
    const none = { added: [], trading: [], setAlerts: [], removeAlerts: [] }
    valueOf(app.storage.imports.apply({ ...none, settings: late ?? {} }))
    app.refuseSettled(true)
    app.transfer.tend()
    valueOf(app.settings.change({ theme: 'system' }))
    app.refuseSettled(false)
    app.transfer.tend()
    expect(app.settings.settings().theme).toBe('system')
    expect(valueOf(app.storage.imports.pending())).toBeNull()
  })

  it('DAT-14 is stopped by a discard until it is written, and not after', async () => {
    const text = await fileOfUsed()
    const app = openImportApp(quickFolder())
    fill(app, {}, [anAccount()])
    const before = storedIn(app)
    const whileAsked = await opened(app, text)
    app.answer(() => valueOf(app.transfer.discard(whileAsked.id)).discarded)
    expect(await app.transfer.apply(whileAsked.id, 'merge')).toMatchObject({
      error: { code: 'gone' },
    })
    app.answer(() => true)

    // While its accounts are being closed.
    const whileClosing = await opened(app, text)
    app.onClosing(() => valueOf(app.transfer.discard(whileClosing.id)))
    expect(await app.transfer.apply(whileClosing.id, 'merge')).toMatchObject({
      error: { code: 'gone' },
    })
    expect(storedIn(app)).toEqual(before)

    app.onClosing(() => undefined)
    const { id } = await opened(app, text)
    const outcome = await app.transfer.apply(id, 'merge')
    expect(app.transfer.discard(id)).toEqual({ ok: true, value: { discarded: false } })
    expect(outcome).toEqual({ ok: true, value: { added: 1 } })
  })

  it('DAT-14 leaves the old state or the new one, wherever it is cut off', async () => {
    const text = await fileOfUsed()
    const folder = temporaryFolder()
    const broken = (sql: string): void => {
      const database = openDatabase(databaseFiles(folder).database)
      database.script(sql)
      database.close()
    }
    const start = (crash: Parameters<typeof openImportApp>[1] = null) =>
      openImportApp(folder, crash)

    const first = start()
    const old = storedIn(first)
    first.close()
    for (const table of ['profile', 'trading', 'price_alarm', 'imported_settings']) {
      broken(`CREATE TRIGGER cut BEFORE INSERT ON ${table} WHEN
        (SELECT count(*) FROM profile) > 0 OR '${table}' = 'profile'
        BEGIN SELECT RAISE(ABORT, 'cut off'); END`)
      const app = start()
      expect((await imported(app, text)).ok).toBe(false)
      app.close()
      broken('DROP TRIGGER cut')
      const after = start()
      expect(storedIn(after)).toEqual(old)
      after.close()
    }

    const whole = openImportApp(temporaryFolder())
    valueOf(await imported(whole, text))
    const expected = { ...(storedIn(whole) as object) }
    for (const crash of ['before-settings', 'before-settled'] as const) {
      const place = join(folder, crash)
      const app = openImportApp(place, crash)
      await expect(imported(app, text)).rejects.toThrow('crash')
      app.close()
      const next = openImportApp(place)
      expect(storedIn(next)).toEqual(expected)
      next.close()
    }
  })
})
