// Another account comes on screen, or the account is closed, deleted or quit, during a read or an
// export: nothing of it follows, and nothing is left behind.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Investments, openInvestments } from '../../../src/main/investments/investments.js'
import type { FlexClient } from '../../../src/main/investments/flex-search.js'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { openHistoryDatabase } from '../../../src/main/investments/history-database.js'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import { everything, type FlexExport } from '../../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import { aFlexRecord, byId, flexStart } from '../../support/flex-records.js'
import { createFlexServer } from '../../support/flex-server.js'
import { later } from '../../support/fake-exchange-client.js'
import { aProfile, filesIn, temporaryFolder, valueOf } from '../../support/test-storage.js'
import { createFakeClock, settled } from '../../support/fake-clock.js'

function recordsOf(owner: string, count: number): FlexRecord[] {
  return Array.from({ length: count }, (_, index) =>
    aFlexRecord({ transactionId: `${owner} ${index}`, createdAt: String(flexStart - index * 60) }),
  )
}

type Owner = 'p1' | 'p2'

/**
 * Two accounts open at the same time, over one history on disk. The client of either can be
 * replaced before it is opened.
 */
function setup() {
  const folder = temporaryFolder()
  const downloads = temporaryFolder()
  const history = openHistoryDatabase({ folder })
  const time = createFakeClock()
  const file = join(downloads, 'export.csv')
  const servers = {
    p1: createFlexServer(recordsOf('p1', 3000)),
    p2: createFlexServer(recordsOf('p2', 300)),
  }
  const store = openMemoryStorage(
    [aProfile({ id: 'p1', name: 'One' }), aProfile({ id: 'p2', name: 'Two' })],
    time.clock,
  )
  let choice: () => Promise<string | null> = () => Promise.resolve(file)
  const exports: FlexExport[] = []
  let onExport: (progress: FlexExport) => void = () => undefined
  let ids = 0
  const open = (id: Owner, client: FlexClient = servers[id].client): Investments => {
    const scheduler = createPollScheduler({ clock: time.clock, timing: time.timing })
    const investments = openInvestments(
      aProfile({ id }),
      { flex: history.flex, savedFilters: store.savedFilters },
      {
        clock: time.clock,
        timing: time.timing,
        scheduler,
        newId: () => `id-${(ids += 1)}`,
        client: () => client,
        chooseFile: () => choice(),
        changed: () => undefined,
        exportChanged: (progress) => {
          exports.push(progress)
          onExport(progress)
        },
        forgotten: () => undefined,
        log: () => undefined,
      },
    )
    onTestFinished(async () => {
      scheduler.close()
      await investments.close()
    })
    return investments
  }
  onTestFinished(() => {
    history.close()
    store.close()
  })
  return {
    history,
    time,
    servers,
    open,
    exports,
    downloads,
    file,
    chooses: (how: () => Promise<string | null>) => void (choice = how),
    /**
     * Starts an export, and does something as soon as a part of it is written; returns its last
     * status.
     */
    exportAnd: async (investments: Investments, act: () => unknown): Promise<FlexExport> => {
      const ended = later<FlexExport>()
      let acted = false
      onExport = (progress) => {
        if (progress.state !== 'writing') ended.settle(progress)
        else if (progress.rows > 0 && !acted) {
          acted = true
          act()
        }
      }
      valueOf(await investments.exportAll({ filter: everything, format: 'csv', bom: false }))
      return ended.promise
    },
    kept: (profile: string): FlexRecord[] => {
      const upTo = valueOf(history.flex.lastNo())
      return byId(
        valueOf(history.flex.older(profile, everything, { below: null, upTo, count: 1_000_000 }))
          .records,
      )
    },
  }
}

/** Answers as the server does, except the page at one offset, which waits for the test. */
function holding(client: FlexClient, offset: number) {
  const gate = later<null>()
  let reached = false
  const held: FlexClient = {
    flexHistory: async (query) => {
      if (query.offset === offset) {
        reached = true
        await gate.promise
      }
      return client.flexHistory(query)
    },
  }
  return { held, reached: () => reached, release: () => gate.settle(null) }
}

describe('during a read', () => {
  it('DAT-10 another account comes on screen: both are read to the end, and neither gets a record of the other', async () => {
    const { open, time, servers, kept } = setup()
    const { held, reached, release } = holding(servers.p1.client, 950)
    const first = open('p1', held)
    await time.pass(5)
    expect([reached(), kept('p1').length]).toEqual([true, 955])
    first.onHidden()
    const second = open('p2')
    await time.pass(10)
    expect(second.read()).toMatchObject({
      profileId: 'p2',
      sync: { state: 'up-to-date', records: 300 },
    })
    expect([kept('p1').length, kept('p2')]).toEqual([955, byId(servers.p2.records())])
    release()
    await settled()
    await time.pass(20)
    expect(first.read()).toMatchObject({
      profileId: 'p1',
      sync: { state: 'up-to-date', records: 3000 },
    })
    expect([kept('p1'), kept('p2')]).toEqual([
      byId(servers.p1.records()),
      byId(servers.p2.records()),
    ])
  })

  it('DAT-10 the account is closed: drops its page, and the next opening continues from there', async () => {
    const { open, time, servers, kept, history } = setup()
    const { held, reached, release } = holding(servers.p1.client, 950)
    const first = open('p1', held)
    await time.pass(5)
    expect(reached()).toBe(true)
    await first.close()
    release()
    await settled()
    await time.pass(600)
    expect(kept('p1')).toHaveLength(955)
    const before = servers.p1.asked.length
    open('p1')
    await time.pass(20)
    expect(servers.p1.asked[before]?.offset).toBe(950)
    expect(kept('p1')).toEqual(byId(servers.p1.records()))
    expect(valueOf(history.flex.kept('p1')).records).toBe(3000)
  })

  it('DAT-10 the account is deleted: does not keep its last page', async () => {
    const { open, time, servers, kept, history } = setup()
    const { held, reached, release } = holding(servers.p1.client, 950)
    const first = open('p1', held)
    await time.pass(5)
    expect(reached()).toBe(true)
    await first.close()
    valueOf(history.flex.forget('p1'))
    release()
    await settled()
    await time.pass(600)
    while (valueOf(history.flex.removeDeleted()));
    expect(kept('p1')).toEqual([])
    expect(valueOf(history.flex.kept('p1'))).toEqual({
      records: 0,
      backTo: null,
      newest: null,
      sync: null,
    })
    open('p2')
    await time.pass(10)
    expect(kept('p2')).toEqual(byId(servers.p2.records()))
  })
})

describe('during an export', () => {
  const ready = async () => {
    const harness = setup()
    const investments = harness.open('p1')
    await harness.time.pass(20)
    expect(investments.read().sync).toMatchObject({ state: 'up-to-date', records: 3000 })
    return { ...harness, investments }
  }

  it('another account comes on screen: cancels it, in the name of its account, and leaves nothing', async () => {
    const { open, investments, time, exportAnd, downloads, file, exports } = await ready()
    writeFileSync(file, 'old')
    expect(await exportAnd(investments, () => investments.onHidden())).toMatchObject({
      profileId: 'p1',
      state: 'cancelled',
      problem: null,
    })
    expect(exports.every(({ profileId }) => profileId === 'p1')).toBe(true)
    expect(filesIn(downloads)).toEqual(['export.csv'])
    const other = open('p2')
    await time.pass(20)
    expect(await exportAnd(other, () => undefined)).toMatchObject({
      state: 'done',
      profileId: 'p2',
      rows: 300,
    })
    expect(await exportAnd(investments, () => undefined)).toMatchObject({
      state: 'done',
      profileId: 'p1',
      rows: 3000,
    })
  })

  it('the account is deleted: cancels it and leaves nothing', async () => {
    const { investments, history, exportAnd, downloads } = await ready()
    const last = await exportAnd(investments, () => {
      void investments.close()
      valueOf(history.flex.forget('p1'))
    })
    expect(last).toMatchObject({ profileId: 'p1', state: 'cancelled' })
    expect(filesIn(downloads)).toEqual([])
  })

  it('Plimsoll quits: waits until the partial file is deleted', async () => {
    const { investments, exportAnd, downloads } = await ready()
    const left = later<string[]>()
    void exportAnd(investments, async () => {
      expect(filesIn(downloads)).toEqual(['export.csv.id-1.part'])
      await investments.close()
      left.settle(filesIn(downloads))
    })
    expect(await left.promise).toEqual([])
  })

  it('another account comes on screen while the file is being chosen: writes nothing', async () => {
    const { investments, chooses, downloads, file, exports } = await ready()
    const choice = later<string | null>()
    chooses(() => choice.promise)
    const asking = investments.exportAll({ filter: everything, format: 'csv', bom: false })
    investments.onHidden()
    choice.settle(file)
    expect(await asking).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect([filesIn(downloads), exports]).toEqual([[], []])
  })
})
