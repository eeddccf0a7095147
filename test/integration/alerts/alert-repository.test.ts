import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/database/database.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { openAccountAlerts } from '../../../src/main/alerts/account-alerts.js'
import { type Alert, type AlertQuery, alertKinds } from '../../../src/shared/alerts/alert.js'
import { aStep, alertPorts, anAlert } from '../../support/alert-harness.js'
import { aPortfolio } from '../../support/fake-portfolio.js'
import { aLoan } from '../../support/fake-exchange-client.js'
import {
  aProfile,
  createTestClock,
  openTestStorage,
  quickFolder,
  startOfTest,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

const profile = aProfile()
const everything: AlertQuery = {
  after: null,
  limit: 5000,
  kinds: null,
  levels: null,
  unreadOnly: false,
}

const own = (more: Partial<Alert> = {}): Alert => anAlert({ profileId: profile.id, ...more })

function over(alert: Alert): Alert {
  return {
    ...alert,
    state: { kind: 'resolved', at: alert.at + 60, end: 'over' },
  }
}

function setup(folder = quickFolder()) {
  const { clock } = createTestClock()
  let { storage } = openTestStorage({ folder, clock })
  valueOf(storage.profiles.add(profile))
  return {
    folder,
    alerts: () => storage.alerts,
    storage: () => storage,
    reopen: () => {
      storage.close()
      storage = openTestStorage({ folder, clock }).storage
    },
    all: () => valueOf(storage.alerts.page(profile.id, everything)).alerts,
  }
}

describe('alerts in the database', () => {
  it('survive a restart unchanged, with the evaluators’ states', () => {
    const { alerts, reopen, all } = setup(temporaryFolder())
    const active = own()
    const snoozed = own({
      id: 's',
      key: 'loan/early:1/3',
      kind: 'ltv-step',
      found: 'standing',
      state: { kind: 'snoozed', at: 5.5, until: 900.25 },
    })
    const done = over(own({ id: 'd', at: active.at - 5, readAt: 7 }))
    valueOf(
      alerts().save(profile.id, [active, snoozed, done], {
        ladder: { loan: 'x' },
        notices: [1, null],
      }),
    )
    valueOf(alerts().save(profile.id, [], { ladder: { loan: 'y' } }))
    reopen()
    const loaded = valueOf(alerts().load(profile.id))
    expect(loaded.open).toEqual(expect.arrayContaining([active, snoozed]))
    expect(loaded).toMatchObject({
      unread: 2,
      states: { ladder: { loan: 'y' }, notices: [1, null] },
    })
    expect(all()).toEqual([snoozed, active, done])
  })

  it('are replaced by their newer state, and stay read', () => {
    const { alerts, all } = setup()
    valueOf(alerts().save(profile.id, [own()], {}))
    expect(valueOf(alerts().markRead(profile.id, ['a1'], 99))).toBe(0)
    valueOf(alerts().save(profile.id, [over(own())], {}))
    expect(all()).toEqual([{ ...over(own()), readAt: 99 }])
    expect(valueOf(alerts().load(profile.id)).open).toEqual([])
  })

  it('are replaced by their newer text', () => {
    const { alerts, all } = setup()
    const newer = own({ title: 'Fewer', text: 'One.', cause: { count: 1 } })
    valueOf(alerts().save(profile.id, [own()], {}))
    valueOf(alerts().save(profile.id, [newer], {}))
    expect(all()).toEqual([newer])
  })

  it('are paged and filtered', () => {
    const { alerts } = setup()
    const some = Array.from({ length: 25 }, (_, n) =>
      own({ id: `id-${String(n).padStart(2, '0')}`, key: String(n), at: 1000 + Math.floor(n / 3) }),
    )
    const steps = [
      aStep({ profileId: profile.id, at: 900 }),
      aStep({ profileId: profile.id, id: 's9', at: 901, readAt: 5 }),
    ]
    valueOf(alerts().save(profile.id, [...some, ...steps], {}))
    const seen: string[] = []
    let query: AlertQuery = { ...everything, limit: 10 }
    for (;;) {
      const page = valueOf(alerts().page(profile.id, query))
      seen.push(...page.alerts.map(({ id }) => id))
      const last = page.alerts.at(-1)
      if (!page.more || last === undefined) break
      query = { ...query, after: { at: last.at, id: last.id } }
    }
    expect(seen).toEqual([...some.map(({ id }) => id).reverse(), 's9', 's1'])
    const ids = (more: Partial<AlertQuery>) =>
      valueOf(alerts().page(profile.id, { ...everything, ...more })).alerts.map(({ id }) => id)
    expect(ids({ kinds: ['ltv-step'] })).toEqual(['s9', 's1'])
    expect(ids({ levels: ['caution'], unreadOnly: true })).toEqual(['s1'])
    expect(ids({ kinds: [] })).toEqual([])
  })

  it('RES-4 keep at least the last thousand; older ones that are over are deleted, open ones never', () => {
    const { alerts, all } = setup()
    const open = own({ id: 'open', at: 1 })
    valueOf(alerts().save(profile.id, [open], {}))
    for (let batch = 0; batch < 15; batch += 1) {
      const some = Array.from({ length: 100 }, (_, n) =>
        over(own({ id: `id-${batch}-${n}`, key: `${batch}/${n}`, at: 1000 + batch * 100 + n })),
      )
      valueOf(alerts().save(profile.id, some, {}))
    }
    const kept = all()
    expect(kept).toHaveLength(1001)
    expect(kept[0]?.at).toBe(2499)
    expect(kept.at(-1)).toEqual(open)
    expect(kept.at(-2)?.at).toBe(1500)
  })

  it('belong to their profile, and are deleted with it', () => {
    const { alerts, storage } = setup()
    const other = aProfile({ id: 'other', name: 'Other' })
    valueOf(storage().profiles.add(other))
    valueOf(alerts().save(profile.id, [own()], { ladder: 1 }))
    valueOf(alerts().save(other.id, [own({ id: 'o', profileId: other.id })], { ladder: 2 }))
    expect(valueOf(alerts().load(other.id)).open.map(({ id }) => id)).toEqual(['o'])
    expect(valueOf(alerts().markRead(other.id, null, 9))).toBe(0)
    expect(valueOf(alerts().load(profile.id)).unread).toBe(1)
    valueOf(storage().profiles.remove(profile.id))
    expect(valueOf(alerts().load(profile.id))).toEqual({ open: [], unread: 0, states: {} })
    valueOf(alerts().save(profile.id, [own({ id: 'late' })], { ladder: 3 }))
    expect(valueOf(alerts().load(profile.id))).toEqual({ open: [], unread: 0, states: {} })
    expect(valueOf(alerts().load(other.id)).open).toHaveLength(1)
  })

  it('are saved completely or not at all', () => {
    const { alerts } = setup()
    const broken = { ...own({ id: 'broken' }), at: Number.NaN }
    expect(alerts().save(profile.id, [own(), broken], { ladder: 1 })).toMatchObject({ ok: false })
    expect(valueOf(alerts().load(profile.id))).toEqual({ open: [], unread: 0, states: {} })
  })

  it('leave out what this version does not understand, and show the rest', () => {
    const { alerts, reopen, folder, storage } = setup(temporaryFolder())
    valueOf(
      alerts().save(
        profile.id,
        [own(), own({ id: 'x', key: 'x' }), own({ id: 'y', key: 'y' }), own({ id: 'z', key: 'z' })],
        { ladder: 1 },
      ),
    )
    storage().close()
    const database = openDatabase(databaseFiles(folder).database)
    database.run("UPDATE alert SET kind = 'of-tomorrow' WHERE id = 'x'")
    database.run("UPDATE alert SET content = 'torn' WHERE id = 'y'")
    database.run('UPDATE alert SET state_content = \'{"kind":"resolved"}\' WHERE id = \'z\'')
    database.run("UPDATE watch_state SET value = '{'")
    database.close()
    reopen()
    expect(valueOf(alerts().load(profile.id))).toMatchObject({
      open: [own()],
      states: { ladder: null },
    })
  })

  it('preserve any text', () => {
    const { alerts } = setup()
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    const alert = fc
      .record({
        title: text,
        text,
        key: text,
        kind: fc.constantFrom(...alertKinds),
        cause: fc.dictionary(
          fc.string({ minLength: 1, maxLength: 5 }).filter((name) => name !== '__proto__'),
          text,
        ),
      })
      .map((more) =>
        own({ ...more, id: crypto.randomUUID(), subject: { key: more.key, name: more.title } }),
      )
    fc.assert(
      fc.property(fc.array(alert, { maxLength: 5 }), (some) => {
        valueOf(alerts().save(profile.id, some, {}))
        const newest = valueOf(alerts().page(profile.id, { ...everything, limit: 5000 })).alerts
        for (const one of some) expect(newest.find(({ id }) => id === one.id)).toEqual(one)
      }),
      { numRuns: 50 },
    )
  })
})

describe("an account's alerts on the real database", () => {
  it('are not repeated or lost by a restart, and a margin call is shown again without a sound', () => {
    const { storage, reopen, all } = setup(temporaryFolder())
    const time = createFakeClock(startOfTest)
    const notified: string[] = []
    const sounded: string[] = []
    const start = () =>
      openAccountAlerts(
        { id: profile.id, demo: false, keyHint: profile.keyHint },
        storage(),
        alertPorts(time, {
          notify: ({ title, silent }) => {
            notified.push(title)
            if (!silent) sounded.push(title)
          },
        }),
      )
    const portfolio = aPortfolio(profile.id, { loan: 15, positions: 5, balance: 15 })
    const at = (currentLtv: string, second: number) => {
      portfolio.answered('loan', { value: aLoan({ currentLtv }), at: startOfTest + second })
      return portfolio.view()
    }
    const first = start()
    first.portfolioChanged(at('40', 0))
    first.portfolioChanged(at('76', 15))
    expect(notified).toEqual(['BTC loan: LTV has reached margin call'])
    // Without a proper shutdown, as when the process is killed.
    reopen()
    const second = start()
    second.portfolioChanged(at('77', 30))
    second.portfolioChanged(at('77.4', 35))
    expect(sounded).toEqual(['BTC loan: LTV has reached margin call'])
    expect(notified).toEqual([...sounded, ...sounded])
    expect(second.view().attention).toMatchObject([
      { alert: { kind: 'margin-call' }, quiet: false },
    ])
    second.portfolioChanged(at('40', 45))
    expect(notified.slice(2)).toEqual(['BTC loan: LTV is below margin call again'])
    expect(all()).toMatchObject([{ kind: 'margin-call', state: { kind: 'resolved', end: 'over' } }])
  })
})
