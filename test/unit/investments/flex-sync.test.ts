// Whatever the exchange's list does between two pages, and whenever the process ends: once it is
// stable, nothing is missing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openFlexSync } from '../../../src/main/investments/flex-sync.js'
import type { FlexRepository } from '../../../src/main/investments/flex-repository.js'
import type { FlexClient } from '../../../src/main/investments/flex-search.js'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { openHistoryDatabase } from '../../../src/main/investments/history-database.js'
import { everything } from '../../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import type { Problem } from '../../../src/shared/problem.js'
import { fail } from '../../../src/shared/result.js'
import { aFlexRecord, flexRecords, flexStart } from '../../support/flex-records.js'
import { createFlexServer, type FlexServer, type Unrest } from '../../support/flex-server.js'
import { problem } from '../../support/fake-exchange-client.js'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.js'
import { casesOf } from '../../support/seed.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

const profileId = 'p1'

type FlexSyncEngine = ReturnType<typeof openFlexSync>

/** `client` as an account gives it: the same one until its key is loaded again. */
function setup(
  client: () => FlexClient | null,
  {
    history = openHistoryDatabase({ folder: null }).flex,
    key = () => 'key',
  }: { history?: FlexRepository; key?: () => string } = {},
) {
  const time = createFakeClock()
  const scheduler = createPollScheduler({ clock: time.clock, timing: time.timing })
  let changes = 0
  let forgotten = 0
  const logged: string[] = []
  const make = (): FlexSyncEngine =>
    openFlexSync(
      { profileId, key: key(), history },
      {
        clock: time.clock,
        timing: time.timing,
        scheduler,
        client,
        forgotten: () => void (forgotten += 1),
        log: (event) => void logged.push(event),
        changed: () => void (changes += 1),
      },
    )
  return {
    time,
    scheduler,
    history,
    make,
    changes: () => changes,
    logged,
    forgotten: () => forgotten,
  }
}

function keptIn(history: FlexRepository): FlexRecord[] {
  const last = history.lastNo()
  const all = history.older(profileId, everything, {
    below: null,
    upTo: last.ok ? last.value : 0,
    count: 100_000,
  })
  if (!all.ok) throw new Error(englishOf(all.error.message))
  return all.value.records
}

function sorted(records: readonly FlexRecord[]): FlexRecord[] {
  return [...records].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1))
}

function row(number: number): FlexRecord {
  return aFlexRecord({ transactionId: `tx_${number}`, createdAt: String(flexStart + number * 600) })
}

/** Newest first, as the exchange sends them. */
function rows(count: number, from = 0): FlexRecord[] {
  return Array.from({ length: count }, (_, index) => row(from + count - 1 - index))
}

async function until(time: FakeClock, done: () => boolean, seconds = 4000): Promise<void> {
  for (let passed = 0; passed < seconds && !done(); passed += 5) await time.pass(5)
}

function unrestOf(records: readonly FlexRecord[]): fc.Arbitrary<Unrest> {
  return fc.oneof(
    fc.record({
      kind: fc.constant('insert' as const),
      at: fc.oneof(fc.constant(0), fc.nat(400)),
      record: fc.constantFrom(...records),
    }),
    fc.record({ kind: fc.constant('move' as const), from: fc.nat(400), to: fc.nat(400) }),
    fc.record({ kind: fc.constant('shuffle' as const), by: fc.nat(1000) }),
    fc.record({ kind: fc.constant('repeat' as const), which: fc.nat(400), at: fc.nat(400) }),
    fc.record({
      kind: fc.constant('change' as const),
      which: fc.nat(400),
      amount: fc.constantFrom('7', '0.000000000000000001'),
    }),
    fc.constant({ kind: 'cut' } as const),
    fc.constant({ kind: 'fail', problem: problem('exchange-trouble') } as const),
    fc.constant({ kind: 'none' } as const),
  )
}

/** Late arrivals come from their own pool; the same one arrives only once. */
function onceEach(events: readonly Unrest[], pool: readonly FlexRecord[]): Unrest[] {
  let next = 0
  return events.map((event) => {
    if (event.kind !== 'insert') return event
    const record = pool[next]
    next += 1
    return record === undefined ? { kind: 'none' } : { ...event, record }
  })
}

describe('DAT-10 the synchronisation', () => {
  it('DAT-10 contains exactly what the exchange has, whatever was inserted, repeated, reordered, changed, truncated or refused between pages, and however often the process ended', async () => {
    await fc.assert(
      fc.asyncProperty(
        flexRecords({ maxLength: 260 }),
        flexRecords({ minLength: 30, maxLength: 30 }),
        fc.integer({ min: 7, max: 60 }),
        fc.array(fc.nat(40), { maxLength: 4 }),
        fc.constantFrom({}, { echo: 'asked' as const }),
        fc.gen(),
        async (records, late, most, kills, echo, draw) => {
          const known = new Set(records.map(({ transactionId }) => transactionId))
          const pool = late.filter(({ transactionId }) => !known.has(transactionId))
          const server = createFlexServer(records, { most, ...echo })
          server.disturbBy(onceEach(draw(fc.array, unrestOf(late), { maxLength: 40 }), pool))
          const { time, history, make } = setup(() => server.client)
          let sync = make()
          for (const pages of kills) {
            const before = server.asked.length
            await until(time, () => server.asked.length >= before + pages, 50)
            sync.close()
            sync = make()
          }
          await until(time, () => !server.restless(), 3000)
          server.keepStill()
          sync.command('now')
          await until(time, () => sync.view().state === 'up-to-date' && !server.restless(), 8000)
          sync.command('now')
          await until(time, () => sync.view().state === 'up-to-date', 8000)
          expect(sync.view()).toMatchObject({
            state: 'up-to-date',
            phase: 'later',
            records: server.records().length,
          })
          expect(sorted(keptIn(history)).map(({ transactionId }) => transactionId)).toEqual(
            sorted(server.records()).map(({ transactionId }) => transactionId),
          )
          sync.close()
        },
      ),
      { numRuns: casesOf({ gate: 75, scheduled: 150 }) },
    )
  })

  it('reads a stable history once, with overlapping pages, and verifies with one call that nothing is missing', async () => {
    const server = createFlexServer(rows(950))
    const { time, history, make } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    expect(sorted(keptIn(history))).toEqual(sorted(server.records()))
    expect(server.asked.map(({ offset }) => offset)).toEqual([
      0, 95, 190, 285, 380, 475, 570, 665, 760, 855, 0, 949,
    ])
    expect(sync.view()).toMatchObject({
      phase: 'later',
      records: 950,
      pages: 12,
      backTo: flexStart,
      problem: null,
    })
    sync.close()
  })

  it('reads the head and verifies every five minutes, and nothing else', async () => {
    const server = createFlexServer(rows(950))
    const { time, history, make } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    const before = server.asked.length
    server.add(row(2000), row(1999))
    await time.pass(299)
    await time.pass(10)
    // Two days back, at six records an hour, are three pages.
    expect(server.asked.slice(before).map(({ offset }) => offset)).toEqual([0, 95, 190, 285, 951])
    expect(keptIn(history)).toHaveLength(952)
    sync.close()
  })

  it('finds a record inserted far back, which reading the head would miss', async () => {
    const server = createFlexServer(rows(950))
    const { time, history, make } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    server.disturbBy([
      {
        kind: 'insert',
        at: 700,
        record: aFlexRecord({ transactionId: 'tx_slipped', createdAt: String(flexStart + 5) }),
      },
    ])
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date')
    expect(keptIn(history).some(({ transactionId }) => transactionId === 'tx_slipped')).toBe(true)
    expect(sync.view().records).toBe(951)
    sync.close()
  })

  it('settles if the list repeats an id permanently, and still notices new records', async () => {
    const server = createFlexServer(rows(300))
    server.repeatForGood(20, 150)
    const { time, history, make } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    expect(sorted(keptIn(history))).toEqual(sorted(server.records()))
    const before = server.asked.length
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date')
    expect(server.asked.length - before).toBeLessThan(8)
    server.disturbBy([
      { kind: 'insert', at: 250, record: aFlexRecord({ transactionId: 'tx_slipped' }) },
    ])
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date')
    expect(keptIn(history)).toHaveLength(301)
    sync.close()
  })

  it('keeps what the exchange has dropped', async () => {
    const server = createFlexServer(rows(300))
    const { time, history, make } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    server.drop(40)
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date')
    expect(sync.view()).toMatchObject({ records: 300, unlisted: 40 })
    server.add(row(9000))
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date')
    expect(keptIn(history)).toHaveLength(301)
    expect(sync.view()).toMatchObject({ records: 301, unlisted: 40 })
    sync.close()
  })

  it('reads in time windows if the exchange accepts no large offset', async () => {
    const server = createFlexServer(rows(950), { deepest: 200 })
    const { time, history, make } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    expect(sorted(keptIn(history))).toEqual(sorted(server.records()))
    server.add(row(9000))
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date')
    expect(keptIn(history)).toHaveLength(951)
    sync.close()
  })

  it('keeps the newest content of an id, and counts it', async () => {
    const server = createFlexServer(rows(30))
    const { time, history, make, logged } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    server.disturbBy([{ kind: 'change', which: 3, amount: '99' }])
    const before = history.rewrites(profileId)
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date')
    expect(keptIn(history).filter(({ amount }) => amount === '99')).toHaveLength(1)
    expect(history.rewrites(profileId)).toBe(before + 1)
    expect(logged).toEqual(['investment records changed under their ids'])
    sync.close()
  })

  it('adapts to a smaller page than requested', async () => {
    const server = createFlexServer(rows(200), { most: 30 })
    const { time, history, make } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    expect(keptIn(history)).toHaveLength(200)
    expect(server.asked.slice(0, 3).map(({ offset, limit }) => [offset, limit])).toEqual([
      [0, 100],
      [25, 100],
      [50, 100],
    ])
    sync.close()
  })

  it('DAT-10 reads everything if the exchange returns half of what it announces, so that every page looks like the last', async () => {
    const server = createFlexServer(rows(1700), { most: 50, echo: 'asked' })
    const { time, history, make } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date' || sync.view().state === 'failed')
    expect(sync.view()).toMatchObject({ state: 'up-to-date', records: 1700, problem: null })
    server.add(...rows(180, 5000))
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date' || sync.view().state === 'failed')
    expect(sync.view()).toMatchObject({
      state: 'up-to-date',
      records: 1880,
      unlisted: 0,
      problem: null,
    })
    expect(sorted(keptIn(history))).toEqual(sorted(server.records()))
    const before = server.asked.length
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date')
    // Two days back, at six records an hour, and the verification.
    expect(server.asked.length - before).toBeLessThan(10)
    sync.close()
  })

  it('requests the documented default if a page of a hundred is refused', async () => {
    const server = createFlexServer(rows(120))
    const client: FlexClient = {
      flexHistory: (query) =>
        (query.limit ?? 0) > 50
          ? Promise.resolve(fail(problem('refused', { fields: { limit: ['Too large.'] } })))
          : server.client.flexHistory(query),
    }
    const { time, history, make } = setup(() => client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    expect(keptIn(history)).toHaveLength(120)
    sync.close()
  })

  it('does not rescan everything because the head keeps moving', async () => {
    const server = createFlexServer(rows(5000))
    const { time, history, make } = setup(() => server.client)
    const sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    const before = server.asked.length
    server.disturbBy(
      Array.from({ length: 40 }, (_, index) => ({
        kind: 'insert' as const,
        at: 0,
        record: row(9000 + index),
      })),
    )
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date' && !server.restless())
    sync.command('now')
    await until(time, () => sync.view().state === 'up-to-date')
    expect(keptIn(history)).toHaveLength(5040)
    expect(server.asked.length - before).toBeLessThan(70)
    sync.close()
  })

  it('separates uncertain from certain: a list that never stops changing is reported', async () => {
    const server = createFlexServer(rows(300))
    let turn = 0
    const client: FlexClient = {
      flexHistory: async (query) => {
        turn += 1
        const answer = await server.client.flexHistory(query)
        // A different id is shown twice every time.
        const again = row(turn % 300)
        return answer.ok
          ? {
              ...answer,
              value: {
                ...answer.value,
                value: {
                  ...answer.value.value,
                  records: [again, ...answer.value.value.records].slice(0, 100),
                },
              },
            }
          : answer
      },
    }
    const { time, history, make } = setup(() => client)
    const sync = make()
    await until(time, () => sync.view().state === 'failed')
    expect(sync.view()).toMatchObject({
      problem: { code: 'not-understood', reason: 'LIST_UNSTEADY' },
    })
    const before = turn
    await time.pass(3000)
    expect(turn).toBe(before)
    expect(keptIn(history)).toHaveLength(300)
    sync.close()
  })

  it('RTL-1 never uses more than half of the documented limit in any ten seconds', async () => {
    const server = createFlexServer(rows(20_000))
    const { time, make } = setup(() => server.client)
    const sync = make()
    await time.pass(1.5)
    const before = server.asked.length
    await time.pass(10)
    expect(server.asked.length - before).toBeGreaterThan(100)
    expect(server.asked.length - before).toBeLessThanOrEqual(500)
    sync.close()
  })
})

describe('another key', () => {
  const another = (count: number): FlexRecord[] =>
    rows(count).map((record) => ({ ...record, transactionId: `other_${record.transactionId}` }))
  const replaced = (records: readonly FlexRecord[]) => {
    const first = createFlexServer(rows(950))
    const second = createFlexServer(records)
    let now = { server: first, key: 'https://exchange.example AAAA…aaaa' }
    const harness = setup(() => now.server.client, { key: () => now.key })
    /** An account whose key is replaced is opened again. */
    const reopen = (sync: FlexSyncEngine, server = second): FlexSyncEngine => {
      sync.close()
      now = { server, key: 'https://exchange.example BBBB…bbbb' }
      return harness.make()
    }
    return { ...harness, first, second, reopen }
  }

  it.each([
    ['many records', another(400)],
    ['one record', another(1)],
    ['no record at all', []],
  ])(
    'of an account with %s: drops what was stored, reads everything again, and says so',
    async (_, records) => {
      const { time, history, make, reopen, second, forgotten, logged } = replaced(records)
      let sync = make()
      await until(time, () => sync.view().state === 'up-to-date')
      sync = reopen(sync)
      sync.command('now')
      await until(time, () => sync.view().state === 'up-to-date')
      expect(sync.view()).toMatchObject({ records: records.length, unlisted: 0, phase: 'later' })
      expect(sorted(keptIn(history))).toEqual(sorted(records))
      expect(second.asked[0]).toEqual({ limit: 100, offset: 0 })
      expect(forgotten()).toBe(1)
      expect(logged).toEqual(['investment records of another account forgotten'])
      sync.command('now')
      await until(time, () => sync.view().state === 'up-to-date')
      expect(forgotten()).toBe(1)
      sync.close()
    },
  )

  it('is noticed within seconds, and used no more often than any other while the exchange fails', async () => {
    const { time, make, reopen, second, forgotten } = replaced(another(120))
    let sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    second.disturbBy(
      Array.from(
        { length: 4 },
        () => ({ kind: 'fail', problem: problem('exchange-trouble') }) as const,
      ),
    )
    sync = reopen(sync)
    await time.pass(6)
    expect(second.asked.length).toBeGreaterThan(0)
    await time.pass(20)
    expect(second.asked.length).toBeLessThan(5)
    await until(time, () => forgotten() > 0)
    await until(time, () => sync.view().state === 'up-to-date')
    expect(sync.view().records).toBe(120)
    sync.close()
  })

  it('of the same account continues where the other stopped, even during a first download and after a restart', async () => {
    const { time, history, make, reopen, first, forgotten } = replaced([])
    let sync = make()
    await time.pass(1.11)
    expect(sync.view()).toMatchObject({ state: 'syncing', phase: 'first' })
    const before = first.asked.length
    sync = reopen(sync, first)
    await until(time, () => sync.view().state === 'up-to-date')
    expect([first.asked[before]?.offset, (first.asked[before + 1]?.offset ?? 0) > 200]).toEqual([
      0,
      true,
    ])
    expect(sorted(keptIn(history))).toEqual(sorted(first.records()))
    expect(forgotten()).toBe(0)
    sync.close()
  })

  it.each([true, false])(
    'of an account whose newest records cannot be read drops nothing that may be its own (named: %s)',
    async (named) => {
      const { time, history, make, reopen, first, forgotten } = replaced([])
      let sync = make()
      await until(time, () => sync.view().state === 'up-to-date')
      first.add(row(950))
      first.spoil(
        first
          .records()
          .slice(1, 120)
          .map(({ transactionId }) => transactionId),
        named,
      )
      sync = reopen(sync, first)
      sync.command('now')
      await until(time, () => sync.view().state === (named ? 'up-to-date' : 'failed'))
      expect(sync.view().problem?.reason ?? null).toBe(named ? null : 'UNREADABLE_IDS')
      expect([keptIn(history).length, forgotten()]).toEqual([named ? 951 : 950, 0])
      first.mend()
      await until(time, () => sync.view().state === 'up-to-date')
      expect([keptIn(history).length, forgotten()]).toEqual([951, 0])
      sync.close()
    },
  )

  it('that is refused, or whose first page is, decides nothing: the first good page does', async () => {
    const { time, history, make, reopen, second, forgotten } = replaced(another(120))
    let sync = make()
    await until(time, () => sync.view().state === 'up-to-date')
    second.disturbBy([
      { kind: 'fail', problem: problem('exchange-trouble') },
      { kind: 'fail', problem: problem('refused', { fields: { limit: ['Too large.'] } }) },
      { kind: 'fail', problem: problem('refused', { fields: { offset: ['No.'] } }) },
    ])
    sync = reopen(sync)
    sync.command('now')
    await until(time, () => sync.view().state === 'failed')
    expect([keptIn(history).length, forgotten()]).toEqual([950, 0])
    await until(time, () => sync.view().state === 'up-to-date')
    expect(sorted(keptIn(history))).toEqual(sorted(second.records()))
    sync.close()
  })
})

describe('failures', () => {
  const refusing = (answer: () => Problem) => {
    let calls = 0
    const client: FlexClient = {
      flexHistory: () => {
        calls += 1
        return Promise.resolve(fail(answer()))
      },
    }
    return { client, calls: () => calls }
  }

  it.each(['b2b-only', 'no-permission'] as const)(
    'FLT-13 %s is calm: one call, then one every ten minutes, until the key changes or somebody asks',
    async (code) => {
      const one = refusing(() => problem(code))
      const server = createFlexServer(rows(10))
      let client: FlexClient = one.client
      const { time, scheduler, make } = setup(() => client)
      const sync = make()
      await time.pass(599)
      expect(one.calls()).toBe(1)
      expect(sync.view()).toMatchObject({ state: 'not-enabled', problem: { code } })
      scheduler.resumed()
      await time.pass(10)
      expect(one.calls()).toBe(2)
      await time.pass(6000)
      expect(one.calls()).toBe(12)
      expect(sync.command('now').ok).toBe(true)
      await time.pass(1)
      expect(one.calls()).toBe(13)
      client = server.client
      await time.pass(10)
      expect(sync.view()).toMatchObject({ state: 'up-to-date', records: 10 })
      sync.close()
    },
  )

  it('notices that the key got access to the history, and shows nothing of earlier attempts', async () => {
    const server = createFlexServer(rows(10))
    let closed: Problem | null = problem('b2b-only')
    const client: FlexClient = {
      flexHistory: (query) =>
        closed === null ? server.client.flexHistory(query) : Promise.resolve(fail(closed)),
    }
    const { time, make, changes } = setup(() => client)
    const sync = make()
    await time.pass(60)
    const before = changes()
    await time.pass(3600)
    closed = problem('exchange-trouble')
    await time.pass(1200)
    expect(sync.view()).toMatchObject({ state: 'not-enabled', problem: { code: 'b2b-only' } })
    // Six refusals of the same kind; two attempts that failed for another reason do not show at
    // all.
    expect(changes()).toBe(before + 6)
    closed = null
    await time.pass(610)
    expect(sync.view()).toMatchObject({ state: 'up-to-date', records: 10 })
    sync.close()
  })

  it.each(['bad-key-or-signature', 'key-disabled'] as const)(
    'RTL-5 %s stops at once',
    async (code) => {
      const one = refusing(() => problem(code))
      const { time, make } = setup(() => one.client)
      const sync = make()
      await time.pass(7200)
      expect(one.calls()).toBe(1)
      expect(sync.view()).toMatchObject({ state: 'failed', problem: { code } })
      sync.close()
    },
  )

  it('retries automatically, more and more slowly, at least every five minutes', async () => {
    const one = refusing(() => problem('exchange-trouble'))
    const { time, make } = setup(() => one.client)
    const sync = make()
    await time.pass(60)
    expect(one.calls()).toBeGreaterThanOrEqual(3)
    expect(one.calls()).toBeLessThanOrEqual(5)
    const before = one.calls()
    await time.pass(3600)
    expect(one.calls() - before).toBeGreaterThanOrEqual(11)
    expect(one.calls() - before).toBeLessThanOrEqual(16)
    expect(sync.view()).toMatchObject({ state: 'failed', problem: { code: 'exchange-trouble' } })
    sync.close()
  })

  it('RTL-3 waits as long as the exchange asks', async () => {
    let calls = 0
    const server = createFlexServer(rows(10))
    const client: FlexClient = {
      flexHistory: (query) => {
        calls += 1
        return calls === 1
          ? Promise.resolve(fail(problem('rate-limited', { retryAt: 1_760_000_000 + 121 })))
          : server.client.flexHistory(query)
      },
    }
    const { time, make } = setup(() => client)
    const sync = make()
    await time.pass(110)
    expect(calls).toBe(1)
    await time.pass(20)
    expect(sync.view().state).toBe('up-to-date')
    sync.close()
  })

  it('cancels a call that never ends, and drops its late answer', async () => {
    const server = createFlexServer(rows(10))
    let settle: () => void = () => undefined
    let calls = 0
    const client: FlexClient = {
      flexHistory: (query) => {
        calls += 1
        if (calls > 1) return server.client.flexHistory(query)
        return new Promise((resolve) => {
          settle = () => resolve(fail(problem('b2b-only')))
        })
      },
    }
    const { time, make } = setup(() => client)
    const sync = make()
    await time.pass(170)
    expect(sync.view().state).toBe('syncing')
    await time.pass(30)
    expect(sync.view()).toMatchObject({ state: 'up-to-date', records: 10 })
    settle()
    await time.pass(10)
    expect(sync.view().state).toBe('up-to-date')
    sync.close()
  })

  it('waits for a key without a request', async () => {
    const server = createFlexServer(rows(10))
    let client: FlexClient | null = null
    const { time, make } = setup(() => client)
    const sync = make()
    await time.pass(100)
    expect(sync.view().state).toBe('waiting')
    expect(sync.command('now')).toMatchObject({ ok: false, error: { code: 'gone' } })
    client = server.client
    await time.pass(10)
    expect(sync.view().state).toBe('up-to-date')
    sync.close()
  })

  it('pauses in the middle, stays paused over a restart, and continues from there', async () => {
    const server = createFlexServer(rows(2000))
    const { time, history, make } = setup(() => server.client)
    let sync = make()
    await time.pass(1.3)
    expect(server.asked.length).toBeGreaterThan(3)
    sync.command('pause')
    const before = server.asked.length
    sync.close()
    sync = make()
    await time.pass(1000)
    expect(server.asked.length).toBe(before)
    expect(sync.view()).toMatchObject({ state: 'paused', phase: 'first' })
    sync.command('resume')
    await until(time, () => sync.view().state === 'up-to-date')
    expect(server.asked[before]?.offset).toBeGreaterThan(0)
    expect(keptIn(history)).toHaveLength(2000)
    sync.close()
  })

  it('FLT-11 continues soon after sleep, although its call is dead', async () => {
    const server: FlexServer = createFlexServer(rows(10))
    let hang = true
    const client: FlexClient = {
      flexHistory: (query) =>
        hang ? new Promise(() => undefined) : server.client.flexHistory(query),
    }
    const { time, scheduler, make } = setup(() => client)
    const sync = make()
    await time.pass(2)
    hang = false
    time.sleep(3600)
    scheduler.resumed()
    await time.pass(5)
    expect(sync.view().state).toBe('up-to-date')
    sync.close()
  })

  it('sends nothing with a client that is gone, and continues with the next one from where it was', async () => {
    const [first, second] = [createFlexServer(rows(2000)), createFlexServer(rows(2000))]
    let client: FlexClient | null = first.client
    const { time, history, make } = setup(() => client)
    const sync = make()
    await time.pass(1.3)
    expect(sync.view().state).toBe('syncing')
    client = null
    const before = first.asked.length
    await time.pass(600)
    expect([first.asked.length, sync.view().state]).toEqual([before, 'waiting'])
    client = second.client
    await until(time, () => sync.view().state === 'up-to-date')
    expect([first.asked.length, second.asked[0]?.offset]).toEqual([before, before * 95])
    expect(keptIn(history)).toHaveLength(2000)
    sync.close()
  })

  it('sends and reports nothing once closed', async () => {
    const server = createFlexServer(rows(400))
    const { time, make, changes } = setup(() => server.client)
    const sync = make()
    await time.pass(1.06)
    expect(sync.view().state).toBe('syncing')
    sync.close()
    const before = [server.asked.length, changes()]
    sync.onDamage()
    await time.pass(600)
    expect([server.asked.length, changes()]).toEqual(before)
  })
})

describe('unreadable records', () => {
  const synced = async (server: FlexServer, harness = setup(() => server.client)) => {
    const sync = harness.make()
    await until(harness.time, () => sync.view().state === 'up-to-date')
    return { ...harness, sync }
  }
  const named = (sync: FlexSyncEngine) =>
    (sync.view().unreadable ?? []).map(({ id, place }) => id ?? place)

  it.each<[string, string[], boolean]>([
    ['the newest', ['tx_249'], true],
    ['the oldest, alone on the last page of all', ['tx_0'], true],
    ['several, on the edge of a page too', ['tx_249', 'tx_155', 'tx_154', 'tx_150', 'tx_3'], true],
    ['without an id', ['tx_200', 'tx_154', 'tx_0'], false],
  ])(
    'keep neither the others from being read, nor the history from being in sync: %s',
    async (_name, ids, hasIds) => {
      const server = createFlexServer(rows(250))
      server.spoil(ids, hasIds)
      const { sync, history } = await synced(server)
      expect(sync.view()).toMatchObject({
        state: 'up-to-date',
        records: 250 - ids.length,
        unlisted: 0,
      })
      expect(sorted(keptIn(history))).toEqual(
        sorted(server.records().filter(({ transactionId }) => !ids.includes(transactionId))),
      )
      const placeOf = (id: string): number =>
        server.records().findIndex(({ transactionId }) => transactionId === id) + 1
      expect(named(sync)).toEqual(hasIds ? ids : ids.map(placeOf))
      sync.close()
    },
  )

  it('cost no more pages once known', async () => {
    const pagesInAnHour = async (spoiled: string[]): Promise<number> => {
      const server = createFlexServer(rows(250))
      server.spoil(spoiled)
      const { sync, time } = await synced(server)
      const before = server.asked.length
      await time.pass(3600)
      expect(named(sync)).toEqual(spoiled)
      sync.close()
      return server.asked.length - before
    }
    expect(await pagesInAnHour(['tx_100'])).toBe(await pagesInAnHour([]))
  })

  it('that arrive later are shown as well', async () => {
    const server = createFlexServer(rows(250))
    const { sync, time, history } = await synced(server)
    expect(sync.view().unreadable).toBeUndefined()
    server.spoil(['tx_251'])
    server.add(row(252), row(251), row(250))
    await time.pass(700)
    expect(sync.view()).toMatchObject({ state: 'up-to-date', records: 252, unlisted: 0 })
    expect(named(sync)).toEqual(['tx_251'])
    expect(keptIn(history)).toHaveLength(252)
    sync.close()
  })

  it('are read as soon as possible, on request and at the next start', async () => {
    const server = createFlexServer(rows(250))
    server.spoil(['tx_100', 'tx_101'])
    const harness = setup(() => server.client)
    const { sync, time, history } = await synced(server, harness)
    server.mend()
    server.spoil(['tx_101'])
    sync.command('now')
    await until(time, () => sync.view().records === 249 && sync.view().state === 'up-to-date')
    expect(named(sync)).toEqual(['tx_101'])
    sync.close()
    server.mend()
    const next = await synced(server, harness)
    await until(
      time,
      () => next.sync.view().state === 'up-to-date' && next.sync.view().unreadable === undefined,
    )
    expect(sorted(keptIn(history))).toEqual(sorted(server.records()))
    next.sync.close()
  })

  it.each([true, false])(
    'are not missing if stored from an earlier answer (named: %s)',
    async (hasIds) => {
      const server = createFlexServer(rows(250))
      const { sync, time } = await synced(server)
      server.spoil(['tx_248', 'tx_100', 'tx_0'], hasIds)
      sync.command('now')
      await time.pass(700)
      expect(sync.view()).toMatchObject({ state: 'up-to-date', records: 250, unlisted: 0 })
      expect(sync.view().unreadable).toBeUndefined()
      sync.close()
    },
  )

  it('are known beside stored ones that are no longer listed', async () => {
    const server = createFlexServer(rows(250))
    server.spoil(['tx_200', 'tx_201'])
    const { sync, time } = await synced(server)
    server.drop(5)
    await time.pass(7200)
    expect(sync.view()).toMatchObject({ state: 'up-to-date', records: 248, unlisted: 5 })
    expect(named(sync)).toEqual(['tx_201', 'tx_200'])
    sync.close()
  })

  it('filling the first page mean a list of another kind: nothing is scanned, and nothing counts as empty', async () => {
    const server = createFlexServer(rows(250))
    server.spoil(server.records().map(({ transactionId }) => transactionId))
    const { time, make } = setup(() => server.client)
    const sync = make()
    await time.pass(60)
    expect(sync.view()).toMatchObject({
      state: 'failed',
      records: 0,
      problem: { code: 'not-understood', reason: 'UNREAD_MEMBER' },
    })
    expect(server.asked.every(({ offset }) => offset === 0)).toBe(true)
    sync.close()
  })

  it('are known even if offsets are limited', async () => {
    const server = createFlexServer(rows(450), { deepest: 150 })
    server.spoil(['tx_400', 'tx_20'])
    const { sync } = await synced(server)
    expect(sync.view()).toMatchObject({ state: 'up-to-date', records: 448 })
    expect(named(sync)).toEqual(['tx_400', 'tx_20'])
    sync.close()
  })

  it('lose no other record, whatever the list does between two pages', async () => {
    const pool = rows(40, 300)
    await fc.assert(
      fc.asyncProperty(
        fc.array(unrestOf(pool), { maxLength: 25 }),
        fc.uniqueArray(fc.nat(249), { maxLength: 6 }),
        fc.boolean(),
        async (events, spoiled, hasIds) => {
          const server = createFlexServer(rows(250))
          const ids = spoiled.map((number) => `tx_${number}`)
          server.spoil(ids, hasIds)
          server.disturbBy(onceEach(events, pool))
          const harness = setup(() => server.client)
          const sync = harness.make()
          await until(
            harness.time,
            () => !server.restless() && sync.view().state === 'up-to-date',
            20_000,
          )
          server.keepStill()
          sync.command('now')
          await harness.time.pass(10)
          await until(harness.time, () => sync.view().state === 'up-to-date', 20_000)
          const missing = server
            .records()
            .filter(({ transactionId }) => !ids.includes(transactionId))
          expect(
            keptIn(harness.history)
              .map(({ transactionId }) => transactionId)
              .sort(),
          ).toEqual(missing.map(({ transactionId }) => transactionId).sort())
          expect(sync.view().unreadable?.length ?? 0).toBe(ids.length)
          sync.close()
        },
      ),
      { numRuns: 25 },
    )
  })
})
