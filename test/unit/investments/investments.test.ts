import { describe, expect, it } from 'vitest'
import { createFilterMemory } from '../../../src/main/investments/filter-memory.js'
import { createInvestments } from '../../../src/main/investments/investments.js'
import type { FlexClient, FlexHistory, InvestmentMemory } from '../../../src/main/investments/ports.js'
import type { FlexPorts } from '../../../src/main/ipc/handlers/flex.js'
import { openHistory } from '../../../src/main/store/history-store.js'
import { everything, noFlex, type FlexExport, type FlexView } from '../../../src/shared/domain/flex-history.js'
import type { Problem } from '../../../src/shared/domain/problem.js'
import { fail } from '../../../src/shared/result.js'
import { aFlexRecord } from '../../support/flex-records.js'
import { createFlexServer } from '../../support/flex-server.js'
import { valueOf } from '../../support/store-room.js'
import { createVirtualTime } from '../../support/virtual-time.js'

const records = Array.from({ length: 3000 }, (_, index) => aFlexRecord({ transactionId: `tx_${index}` }))

const damaged: Problem = { code: 'store-trouble', message: 'damaged', reason: 'DAMAGED' }

/** A history that meets damage in its next look at rows, and gives an empty one the place of the damaged one. */
const damageable = () => {
  let inner = openHistory({ folder: null }).flex
  let spoilt = false
  const flex = new Proxy(inner, {
    get: (_, name: keyof FlexHistory) => {
      if (name !== 'rows' || !spoilt) return inner[name]
      spoilt = false
      inner = openHistory({ folder: null }).flex
      return () => fail(damaged)
    },
  })
  return { flex, spoil: () => void (spoilt = true) }
}

const setup = (file: string | null = null) => {
  const time = createVirtualTime()
  const server = createFlexServer(records)
  const views: FlexView[] = []
  const exports: FlexExport[] = []
  let client: FlexClient | null = server.client
  let ids = 0
  const investments = createInvestments({
    clock: time.clock,
    timing: time.timing,
    newId: () => `id-${(ids += 1)}`,
    client: () => client,
    key: () => 'key',
    chooseFile: () => Promise.resolve(file),
    changed: (view) => void views.push(view),
    exportChanged: (progress) => void exports.push(progress),
    forgotten: () => undefined,
    log: () => undefined,
  })
  const memory: InvestmentMemory = { flex: openHistory({ folder: null }).flex, filters: createFilterMemory() }
  return { time, server, investments, memory, views, exports, setClient: (now: FlexClient | null) => void (client = now) }
}

describe('the investments of the open account', () => {
  it('fit what the page may ask', () => {
    const ports: FlexPorts = setup().investments
    expect(ports.read()).toEqual(noFlex)
  })

  it('show progress a few times a second at most, and every new state at once', async () => {
    const { time, investments, memory, views } = setup()
    investments.start('p1', memory)
    expect(views.at(-1)?.sync).toMatchObject({ state: 'waiting', records: 0 })
    await time.pass(0.9)
    const before = views.length
    await time.pass(2)
    // 40 pages came in these two seconds.
    expect(views.length - before).toBeLessThanOrEqual(8)
    await time.pass(5)
    expect(views.at(-1)).toMatchObject({ profileId: 'p1', sync: { state: 'up-to-date', phase: 'later', records: 3000 } })
    expect(views.map(({ version }) => version)).toEqual([...views.map(({ version }) => version)].sort((a, b) => a - b))
    investments.end()
    expect(views.at(-1)).toEqual(noFlex)
    expect(time.pending()).toBe(0)
  })

  it('answer from what is kept, with the version the answer was made from', async () => {
    const { time, investments, memory } = setup()
    investments.start('p1', memory)
    await time.pass(10)
    const { version } = investments.read()
    expect(valueOf(investments.rows({ filter: everything, from: 2990, count: 100 }))).toMatchObject({ version, total: 3000, from: 2990 })
    expect(valueOf(investments.facets())).toMatchObject({ version, currencies: [{ value: 'USDT', records: 3000 }] })
    expect(valueOf(await investments.earnings({ filter: everything, per: 'day', utc: true }))).toMatchObject({
      version,
      currencies: [{ total: '3750' }],
    })
    expect(valueOf(await investments.story('inv_1'))).toMatchObject({ earned: '3750', cut: true })
    investments.end()
  })

  it('DAT-4 that are found damaged are shown as what is left of them at once, and read again at once', async () => {
    const { time, investments, memory, views } = setup()
    const { flex, spoil } = damageable()
    investments.start('p1', { ...memory, flex })
    await time.pass(10)
    expect(investments.read().sync).toMatchObject({ state: 'up-to-date', records: 3000 })
    spoil()
    expect(investments.rows({ filter: everything, from: 0, count: 10 })).toEqual(fail(damaged))
    const empty = { records: 0, backTo: null, lastSyncedAt: null, phase: 'first', state: 'syncing' }
    expect([investments.read().sync, views.at(-1)?.sync]).toMatchObject([empty, empty])
    await time.pass(10)
    expect(investments.read().sync).toMatchObject({ state: 'up-to-date', phase: 'later', records: 3000 })
    investments.end()
  })

  it('DAT-4 that are found damaged while paused, or without a key, are not read but shown as what is left of them', async () => {
    const { time, investments, memory, server, setClient } = setup()
    const { flex, spoil } = damageable()
    investments.start('p1', { ...memory, flex })
    await time.pass(10)
    investments.sync('pause')
    spoil()
    investments.rows({ filter: everything, from: 0, count: 10 })
    const asked = server.asked.length
    expect(investments.read().sync).toMatchObject({ state: 'paused', records: 0, lastSyncedAt: null, phase: 'first' })
    await time.pass(1000)
    expect(server.asked).toHaveLength(asked)
    investments.sync('resume')
    await time.pass(10)
    setClient(null)
    spoil()
    investments.rows({ filter: everything, from: 0, count: 10 })
    expect(investments.read().sync).toMatchObject({ state: 'waiting', records: 0, lastSyncedAt: null })
    investments.end()
  })

  it('DAT-4 whose damage is met in the middle of the first reading begin it anew', async () => {
    const { time, investments, memory } = setup()
    const { flex, spoil } = damageable()
    investments.start('p1', { ...memory, flex })
    await time.pass(1.4)
    expect(investments.read().sync).toMatchObject({ state: 'syncing', phase: 'first' })
    expect(investments.read().sync.records).toBeGreaterThan(500)
    spoil()
    investments.rows({ filter: everything, from: 0, count: 10 })
    expect(investments.read().sync.records).toBe(0)
    await time.pass(10)
    expect(investments.read().sync).toMatchObject({ state: 'up-to-date', records: 3000 })
    investments.end()
  })

  it('are gone without an account', async () => {
    const { investments } = setup()
    const asks = [
      investments.rows({ filter: everything, from: 0, count: 1 }),
      investments.facets(),
      await investments.earnings({ filter: everything, per: 'day', utc: true }),
      await investments.story('inv_1'),
      investments.sync('now'),
      await investments.search({ filter: everything, offset: 0 }),
      await investments.exportAll({ filter: everything, format: 'csv', bom: false }),
      investments.savedFilters(),
      investments.saveFilter('x', everything),
      investments.deleteFilter('x'),
    ]
    for (const answer of asks) expect(answer).toMatchObject({ ok: false, error: { code: 'gone' } })
  })

  it('say nothing and write nothing where no file is chosen', async () => {
    const { investments, memory } = setup()
    investments.start('p1', memory)
    expect(await investments.exportAll({ filter: everything, format: 'csv', bom: false })).toEqual({ ok: true, value: null })
    investments.end()
  })

  it('keep filters by name, per profile: the same name takes its own place', () => {
    const { investments, memory } = setup()
    investments.start('p1', memory)
    expect(investments.saveFilter('   ', everything)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fields: { name: [expect.any(String)] } },
    })
    valueOf(investments.saveFilter(' Mine ', { ...everything, currency: 'BTC' }))
    const [mine] = valueOf(investments.saveFilter('Mine', { ...everything, currency: 'USDT' }))
    expect(valueOf(investments.savedFilters())).toEqual([{ id: mine?.id, name: 'Mine', filter: { ...everything, currency: 'USDT' } }])
    for (let count = 1; count < 50; count += 1) valueOf(investments.saveFilter(`Filter ${count}`, everything))
    expect(investments.saveFilter('One too many', everything)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    investments.start('p2', memory)
    expect(valueOf(investments.savedFilters())).toEqual([])
    investments.start('p1', memory)
    expect(valueOf(investments.deleteFilter(mine?.id ?? ''))).toHaveLength(49)
    investments.end()
  })
})
