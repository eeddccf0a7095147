import { describe, expect, it, onTestFinished } from 'vitest'
import { type Investments, openInvestments } from '../../../src/main/investments/investments.js'
import type { FlexHistory } from '../../../src/main/investments/history-database.js'
import type { FlexClient } from '../../../src/main/investments/flex-search.js'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import {
  everything,
  noFlex,
  type FlexExport,
  type FlexView,
} from '../../../src/shared/investments/flex-history.js'
import { openDamageableHistory } from '../../support/damaged-history.js'
import { aFlexRecord } from '../../support/flex-records.js'
import { createFlexServer } from '../../support/flex-server.js'
import { aProfile, valueOf } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

const records = Array.from({ length: 3000 }, (_, index) =>
  aFlexRecord({ transactionId: `tx_${index}` }),
)

const profiles = [aProfile({ id: 'p1', name: 'One' }), aProfile({ id: 'p2', name: 'Two' })]

function setup(file: string | null = null) {
  const time = createFakeClock()
  const scheduler = createPollScheduler({ clock: time.clock, timing: time.timing })
  const server = createFlexServer(records)
  const views: FlexView[] = []
  const exports: FlexExport[] = []
  const store = openMemoryStorage(profiles, time.clock)
  let client: FlexClient | null = server.client
  let ids = 0
  const open = ({
    profile = profiles[0] ?? aProfile(),
    flex = store.flex,
  }: { profile?: Profile; flex?: FlexHistory } = {}): Investments =>
    openInvestments(
      profile,
      { flex, savedFilters: store.savedFilters },
      {
        clock: time.clock,
        timing: time.timing,
        scheduler,
        newId: () => `id-${(ids += 1)}`,
        client: () => client,
        chooseFile: () => Promise.resolve(file),
        changed: (view) => void views.push(view),
        exportChanged: (progress) => void exports.push(progress),
        forgotten: () => undefined,
        log: () => undefined,
      },
    )
  onTestFinished(() => store.close())
  return {
    time,
    server,
    store,
    open,
    views,
    exports,
    setClient: (now: FlexClient | null) => void (client = now),
  }
}

describe("an account's investment history", () => {
  it('starts empty', () => {
    expect(setup().open().read()).toEqual({ ...noFlex, profileId: 'p1', version: 1 })
  })

  it('reports progress a few times a second at most, and every new state at once', async () => {
    const { time, open, views } = setup()
    const investments = open()
    expect(investments.read().sync).toMatchObject({ state: 'waiting', records: 0 })
    await time.pass(0.9)
    expect(views).toEqual([])
    await time.pass(2)
    // 40 pages arrived in these two seconds.
    expect(views.length).toBeLessThanOrEqual(8)
    await time.pass(5)
    expect(views.at(-1)).toMatchObject({
      profileId: 'p1',
      sync: { state: 'up-to-date', phase: 'later', records: 3000 },
    })
    expect(views.map(({ version }) => version)).toEqual(
      [...views.map(({ version }) => version)].sort((a, b) => a - b),
    )
  })

  it('requests and shows nothing once closed', async () => {
    const { time, open, views, server } = setup()
    const { flex, spoil } = openDamageableHistory()
    const investments = open({ flex })
    await time.pass(1.4)
    expect(investments.read().sync.state).toBe('syncing')
    await investments.close()
    const before = [server.asked.length, views.length]
    spoil()
    investments.rows({ filter: everything, from: 0, count: 10 })
    await time.pass(600)
    expect([server.asked.length, views.length]).toEqual(before)
  })

  it('answers from what is stored, with the version of the answer', async () => {
    const { time, open } = setup()
    const investments = open()
    await time.pass(10)
    const { version } = investments.read()
    expect(valueOf(investments.rows({ filter: everything, from: 2990, count: 100 }))).toMatchObject(
      { version, total: 3000, from: 2990 },
    )
    expect(valueOf(investments.facets())).toMatchObject({
      version,
      currencies: [{ value: 'USDT', records: 3000 }],
    })
    expect(
      valueOf(await investments.earnings({ filter: everything, per: 'day', utc: true })),
    ).toMatchObject({
      version,
      currencies: [{ total: '3750' }],
    })
    expect(valueOf(await investments.detail('inv_1'))).toMatchObject({ earned: '3750', cut: true })
  })

  it('DAT-4 found damaged shows what is left at once, and is read again at once', async () => {
    const { time, open, views } = setup()
    const { flex, spoil } = openDamageableHistory()
    const investments = open({ flex })
    await time.pass(10)
    expect(investments.read().sync).toMatchObject({ state: 'up-to-date', records: 3000 })
    spoil()
    expect(investments.rows({ filter: everything, from: 0, count: 10 })).toMatchObject({
      ok: false,
      error: { code: 'store-trouble', reason: 'DAMAGED' },
    })
    const empty = { records: 0, backTo: null, lastSyncedAt: null, phase: 'first', state: 'syncing' }
    expect([investments.read().sync, views.at(-1)?.sync]).toMatchObject([empty, empty])
    await time.pass(10)
    expect(investments.read().sync).toMatchObject({
      state: 'up-to-date',
      phase: 'later',
      records: 3000,
    })
  })

  it('DAT-4 found damaged while paused, or without a key, shows what is left and is not read', async () => {
    const { time, open, server, setClient } = setup()
    const { flex, spoil } = openDamageableHistory()
    let investments = open({ flex })
    await time.pass(10)
    investments.sync('pause')
    spoil()
    investments.rows({ filter: everything, from: 0, count: 10 })
    const asked = server.asked.length
    expect(investments.read().sync).toMatchObject({
      state: 'paused',
      records: 0,
      lastSyncedAt: null,
      phase: 'first',
    })
    await time.pass(1000)
    expect(server.asked).toHaveLength(asked)
    await investments.close()
    investments = open({ flex })
    expect(investments.read().sync).toMatchObject({ state: 'paused', records: 0 })
    await time.pass(1000)
    expect(server.asked).toHaveLength(asked)
    investments.sync('resume')
    await time.pass(10)
    setClient(null)
    spoil()
    investments.rows({ filter: everything, from: 0, count: 10 })
    expect(investments.read().sync).toMatchObject({
      state: 'waiting',
      records: 0,
      lastSyncedAt: null,
    })
  })

  it('DAT-4 whose damage is met during the first download starts it again', async () => {
    const { time, open } = setup()
    const { flex, spoil } = openDamageableHistory()
    const investments = open({ flex })
    await time.pass(1.4)
    expect(investments.read().sync).toMatchObject({ state: 'syncing', phase: 'first' })
    expect(investments.read().sync.records).toBeGreaterThan(500)
    spoil()
    investments.rows({ filter: everything, from: 0, count: 10 })
    expect(investments.read().sync.records).toBe(0)
    await time.pass(10)
    expect(investments.read().sync).toMatchObject({ state: 'up-to-date', records: 3000 })
  })

  it('DAT-4 found damaged by another account shows what is left at once, and is read again at once', async () => {
    const { time, open, views } = setup()
    const { flex, spoil } = openDamageableHistory()
    const [one, other] = [open({ flex }), open({ flex, profile: profiles[1] })]
    await time.pass(10)
    expect([one.read().sync, other.read().sync]).toMatchObject([
      { state: 'up-to-date', records: 3000 },
      { state: 'up-to-date', records: 3000 },
    ])
    const { version } = other.read()
    const before = views.length
    spoil()
    expect(one.rows({ filter: everything, from: 0, count: 10 })).toMatchObject({
      ok: false,
      error: { reason: 'DAMAGED' },
    })
    const empty = { records: 0, backTo: null, lastSyncedAt: null, phase: 'first', problem: null }
    expect([one.read().sync, other.read().sync]).toMatchObject([empty, empty])
    const latest = (profileId: string) =>
      views.slice(before).findLast((view) => view.profileId === profileId)?.sync
    expect([latest('p1'), latest('p2')]).toMatchObject([empty, empty])
    expect(other.read().version).toBeGreaterThan(version)
    await time.pass(0.1)
    expect([one.read().sync.state, other.read().sync.state]).toEqual(['syncing', 'syncing'])
    await time.pass(10)
    expect([one.read().sync, other.read().sync]).toMatchObject([
      { state: 'up-to-date', records: 3000 },
      { state: 'up-to-date', records: 3000 },
    ])
    for (const investments of [one, other]) {
      expect(valueOf(investments.rows({ filter: everything, from: 0, count: 10 })).total).toBe(3000)
    }
  })

  it('DAT-4 found damaged by another account during the first download is read from the beginning', async () => {
    const { time, open } = setup()
    const { flex, spoil } = openDamageableHistory()
    const [one, other] = [open({ flex }), open({ flex, profile: profiles[1] })]
    await time.pass(1.9)
    expect(other.read().sync).toMatchObject({ state: 'syncing', phase: 'first' })
    expect(other.read().sync.records).toBeGreaterThan(500)
    spoil()
    one.rows({ filter: everything, from: 0, count: 10 })
    expect(other.read().sync).toMatchObject({ records: 0, backTo: null })
    await time.pass(10)
    expect(valueOf(flex.rows('p2', everything, 0, 10)).total).toBe(3000)
    expect(other.read().sync).toMatchObject({ state: 'up-to-date', records: 3000 })
  })

  it('DAT-4 found damaged by a page of another account starts over, for both', async () => {
    const { time, open, server } = setup()
    const { flex, spoil } = openDamageableHistory()
    const [one, other] = [open({ flex }), open({ flex, profile: profiles[1] })]
    await time.pass(10)
    server.add(aFlexRecord({ transactionId: 'late' }))
    spoil()
    one.sync('now')
    expect(other.read().sync).toMatchObject({ records: 0, phase: 'first', problem: null })
    await time.pass(20)
    expect([one.read().sync, other.read().sync]).toMatchObject([
      { state: 'up-to-date', records: 3001, problem: null },
      { state: 'up-to-date', records: 3001, problem: null },
    ])
  })

  it('DAT-4 reports at once that nothing is certain, even if there was no record', async () => {
    const { time, open, views, setClient } = setup()
    const { flex, spoil } = openDamageableHistory()
    setClient(createFlexServer([]).client)
    const investments = open({ flex })
    await time.pass(10)
    expect(investments.read().sync).toMatchObject({
      state: 'up-to-date',
      records: 0,
      phase: 'later',
    })
    setClient(null)
    spoil()
    flex.removeDeleted()
    expect(views.at(-1)?.sync).toMatchObject({
      state: 'waiting',
      phase: 'first',
      lastSyncedAt: null,
    })
    expect(investments.read().sync).toEqual(views.at(-1)?.sync)
  })

  it("is read again by the page when it changes, and not when another account's does", async () => {
    const { time, open, server, views } = setup()
    const { flex } = openDamageableHistory()
    const still = open({ flex })
    await time.pass(10)
    still.sync('pause')
    const { version } = still.read()
    const query = { filter: everything, per: 'day' as const, utc: true }
    const sums = valueOf(await still.earnings(query))
    const before = views.length
    const other = open({ flex, profile: profiles[1] })
    await time.pass(10)
    server.disturbBy([{ kind: 'change', which: 3, amount: '99' }])
    other.sync('now')
    await time.pass(10)
    expect(other.read().sync).toMatchObject({ state: 'up-to-date', records: 3000 })
    expect(still.read().version).toBe(version)
    expect(views.slice(before).filter(({ profileId }) => profileId === 'p1')).toEqual([])
    expect(valueOf(await still.earnings(query))).toEqual(sums)
  })

  it('is not requested from the exchange without a key', async () => {
    const { open, setClient, server } = setup()
    setClient(null)
    const investments = open()
    expect(await investments.search({ filter: everything, offset: 0 })).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(investments.sync('now')).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(server.asked).toEqual([])
  })

  it('keeps no sums once another account is on screen, and sums again on request', async () => {
    const { time, open, store } = setup()
    let slices = 0
    const slice: FlexHistory['slice'] = (...ask) => {
      slices += 1
      return store.flex.slice(...ask)
    }
    const investments = open({ flex: { ...store.flex, slice } })
    await time.pass(10)
    const reads = async (): Promise<number> => {
      const before = slices
      expect(
        valueOf(await investments.earnings({ filter: everything, per: 'day', utc: true }))
          .currencies[0]?.total,
      ).toBe('3750')
      return slices - before
    }
    const first = await reads()
    expect([first > 1, await reads()]).toEqual([true, 0])
    investments.onHidden()
    expect([await reads(), await reads()]).toEqual([first, 0])
  })

  it('does and writes nothing if no file is chosen', async () => {
    const investments = setup().open()
    expect(await investments.exportAll({ filter: everything, format: 'csv', bom: false })).toEqual({
      ok: true,
      value: null,
    })
  })

  it('keeps filters by name, per profile: the same name replaces its own', () => {
    const { open } = setup()
    const investments = open()
    expect(investments.saveFilter('   ', everything)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fields: { name: [expect.any(Object)] } },
    })
    valueOf(investments.saveFilter(' Mine ', { ...everything, currency: 'BTC' }))
    const [mine] = valueOf(investments.saveFilter('Mine', { ...everything, currency: 'USDT' }))
    expect(valueOf(investments.savedFilters())).toEqual([
      { id: mine?.id, name: 'Mine', filter: { ...everything, currency: 'USDT' } },
    ])
    for (let count = 1; count < 50; count += 1)
      valueOf(investments.saveFilter(`Filter ${count}`, everything))
    expect(investments.saveFilter('One too many', everything)).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
    expect(valueOf(open({ profile: profiles[1] ?? aProfile() }).savedFilters())).toEqual([])
    expect(valueOf(investments.deleteFilter(mine?.id ?? ''))).toHaveLength(49)
  })
})
