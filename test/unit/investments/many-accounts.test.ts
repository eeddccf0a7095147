// Many accounts of one exchange read their histories at the same time, through one limiter and into
// one database.
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCircuitBreaker } from '../../../src/main/exchange/retry.js'
import { createRequestPipeline } from '../../../src/main/exchange/request-pipeline.js'
import type { Priority } from '../../../src/main/exchange/limiter.js'
import { createLimiter } from '../../../src/main/exchange/limiter.js'
import { createNonceGenerator, createSigner } from '../../../src/main/exchange/signer.js'
import { toFlexHistoryPage } from '../../../src/main/exchange/wire-mapping.js'
import { fromFlexHistoryQuery } from '../../../src/main/exchange/wire-mapping.js'
import type { HttpCall } from '../../../src/main/exchange/http-client.js'
import { openInvestments } from '../../../src/main/investments/investments.js'
import type { FlexClient } from '../../../src/main/investments/flex-search.js'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { everything } from '../../../src/shared/investments/flex-history.js'
import { ok } from '../../../src/shared/result.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { createMemoryNonceRepository } from '../../support/test-client.js'
import { flexStart } from '../../support/flex-records.js'
import { aProfile } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

/**
 * More than can be read during a test; a page of them is small, so that it costs the test little.
 */
const [recordsOfEach, mostOnPage] = [100_000, 10]

/** As in exchange-client.ts. */
const lanes = { positions: 2, history: 3 } as const satisfies Record<string, Priority>

/** `latency` in milliseconds, of every call. */
function setup({
  accounts,
  latency,
  keyOf = (at) => `key-${at}`,
}: {
  accounts: number
  latency: number
  keyOf?: (at: number) => string
}) {
  const time = createFakeClock()
  const ticks = time.timing.ticks
  const limiter = createLimiter({ timing: time.timing })
  const nonce = createNonceGenerator(time.clock, createMemoryNonceRepository())
  const profiles = Array.from({ length: accounts }, (_, at) =>
    aProfile({ id: `p${at}`, name: `Account ${at}` }),
  )
  const store = openMemoryStorage(profiles, time.clock)
  onTestFinished(() => store.close())
  /** When pages left, and how many each account got. */
  const pagesSent: number[] = []
  const pagesOf = profiles.map(() => 0)

  const answer = ({ path, body }: HttpCall): unknown => {
    if (path !== endpoints.flexHistory.path) return []
    pagesSent.push(ticks())
    const { limit, offset } = JSON.parse(body?.toString() ?? '') as {
      limit: number
      offset: number
    }
    const size = Math.min(limit, mostOnPage, recordsOfEach - offset)
    const data = Array.from({ length: size }, (_, index) => ({
      transaction_id: `tx_${offset + index}`,
      planId: 'plan',
      investmentId: 'inv',
      currency: 'USDT',
      amount: '1',
      actionType: 4,
      createdAt: flexStart - offset - index,
    }))
    return { data, limit: size, offset }
  }

  const opened = profiles.map((profile, at) => {
    const scheduler = createPollScheduler({ clock: time.clock, timing: time.timing })
    const keyId = keyOf(at)
    const caller = createRequestPipeline({
      http: {
        send: async (call) => {
          const body = Buffer.from(JSON.stringify(answer(call)))
          await new Promise<void>((arrived) => time.after(latency, arrived))
          const [status, contentType] = [200, 'application/json']
          return ok({
            status,
            contentType,
            retryAfter: null,
            date: null,
            body,
            headMs: latency,
            bodyMs: 0,
          })
        },
        dropSockets: () => undefined,
        close: () => undefined,
      },
      host: profile.baseUrl,
      dialect: 'spec',
      signer: createSigner({ apiKey: Secret.of(keyId), apiSecret: Secret.of('secret') }),
      keyId,
      nonce,
      clock: time.clock,
      timing: time.timing,
      random: () => 0.5,
      limiter,
      breaker: createCircuitBreaker(time.timing),
      stop: new AbortController().signal,
      deadlines: { read: 10_000, order: 30_000 },
      onClockSkew: () => undefined,
      probe: () => Promise.resolve(ok(null)),
    })
    const client: FlexClient = {
      flexHistory: async (query) => {
        const page = await caller.read(
          endpoints.flexHistory,
          fromFlexHistoryQuery(query),
          lanes.history,
        )
        if (!page.ok) return page
        pagesOf[at] = (pagesOf[at] ?? 0) + 1
        return ok({ at: page.value.at, value: toFlexHistoryPage(page.value.value) })
      },
    }
    const investments = openInvestments(
      profile,
      { flex: store.flex, savedFilters: store.savedFilters },
      {
        clock: time.clock,
        timing: time.timing,
        scheduler,
        newId: () => 'id',
        client: () => client,
        chooseFile: () => Promise.resolve(null),
        changed: () => undefined,
        exportChanged: () => undefined,
        forgotten: () => undefined,
        log: () => undefined,
      },
    )
    onTestFinished(async () => {
      scheduler.close()
      await investments.close()
    })
    return {
      investments,
      positions: () => caller.read(endpoints.openPositions, {}, lanes.positions),
    }
  })

  /** Milliseconds until the answer, if it is a good one. */
  const howLong = async (asking: Promise<{ ok: boolean }>): Promise<number> => {
    const from = ticks()
    let took: number | null = null
    void asking.then(({ ok: good }) => (took = good ? ticks() - from : Infinity))
    for (let waited = 0; took === null && waited < 15; waited += 0.01) await time.pass(0.01)
    return took ?? Infinity
  }

  const account = (at: number) => {
    const one = opened[at]
    if (one === undefined) throw new Error('no such account')
    return one
  }

  return {
    time,
    pagesSent,
    pagesOf,
    account,
    howLong,
    all: opened.map(({ investments }) => investments),
  }
}

/** A time may be off by floating-point error. */
const close = 0.001

describe('histories of fifty accounts', () => {
  it.each([5, 60, 400])(
    'RTL-1 RES-5 arrive one page at a time, within one budget, and progress equally: %i ms',
    async (latency) => {
      const { time, pagesSent, pagesOf, all } = setup({ accounts: 50, latency })
      await time.pass(22)
      for (const investments of all)
        expect(investments.read().sync).toMatchObject({ state: 'syncing', problem: null })
      const mostIn = (windowMs: number): number =>
        Math.max(
          ...pagesSent.map(
            (from) => pagesSent.filter((at) => at >= from && at < from + windowMs - close).length,
          ),
        )
      expect(mostIn(10_000)).toBeLessThanOrEqual(500)
      // Each takes a few milliseconds to read and store: together they would block the event loop.
      expect(mostIn(100)).toBeLessThanOrEqual(4)
      expect(pagesSent.length).toBeGreaterThan(600)
      expect(Math.min(...pagesOf)).toBeGreaterThan(10)
      expect(Math.max(...pagesOf) - Math.min(...pagesOf)).toBeLessThanOrEqual(2)
    },
  )

  it("give the user's own search its turn immediately", async () => {
    const { time, account, howLong } = setup({ accounts: 50, latency: 60 })
    await time.pass(15)
    for (let again = 0; again < 5; again += 1) {
      expect(
        await howLong(account(again).investments.search({ filter: everything, offset: 0 })),
      ).toBeLessThan(500)
    }
  })

  it('RES-5 start one after another again after sleep', async () => {
    const { time, pagesSent } = setup({ accounts: 50, latency: 60 })
    await time.pass(5)
    const before = pagesSent.length
    time.sleep(3600)
    await time.pass(8)
    const gaps = pagesSent
      .slice(before + 1)
      .map((at, index) => at - (pagesSent[before + index] ?? 0))
    expect(gaps.length).toBeGreaterThan(100)
    expect(Math.min(...gaps)).toBeGreaterThan(30 - close)
  })
})

describe('two accounts with one key', () => {
  it('RTL-2 positions of either wait for a page in progress, at most for one more, and never for the histories to end', async () => {
    const latency = 300
    const { time, account, howLong, pagesOf } = setup({
      accounts: 3,
      latency,
      keyOf: (at) => (at < 2 ? 'shared' : 'own'),
    })
    await time.pass(3)
    const waits: number[] = []
    for (let look = 0; look < 20; look += 1) {
      waits.push((await howLong(account(look % 2).positions())) - latency)
      await time.pass(0.7)
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(2 * latency + 25)
    expect(waits.filter((wait) => wait > latency + 25).length).toBeLessThanOrEqual(waits.length / 4)
    expect(Math.min(...pagesOf)).toBeGreaterThan(20)
  })

  it('RTL-2 positions of an account with its own key wait for nothing', async () => {
    const { time, account, howLong } = setup({
      accounts: 3,
      latency: 300,
      keyOf: (at) => (at < 2 ? 'shared' : 'own'),
    })
    account(2).investments.sync('pause')
    await time.pass(3)
    expect(await howLong(account(2).positions())).toBeLessThan(300 + 25)
  })
})
