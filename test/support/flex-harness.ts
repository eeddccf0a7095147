// The investments of an account, wired as in main to a store on disk and to a simulator over HTTP.
import {
  createExchangeClient,
  type ExchangeClient,
} from '../../src/main/exchange/exchange-client.js'
import { createLimiter } from '../../src/main/exchange/limiter.js'
import { createNonceGenerator } from '../../src/main/exchange/signer.js'
import { systemTiming } from '../../src/main/exchange/timing.js'
import { type Investments, openInvestments } from '../../src/main/investments/investments.js'
import type { SavedFilterRepository } from '../../src/main/investments/saved-filter-repository.js'
import { createPollScheduler } from '../../src/main/polling/poll-scheduler.js'
import {
  type HistoryDatabase,
  openHistoryDatabase,
} from '../../src/main/investments/history-database.js'
import { Secret } from '../../src/main/keychain/secret.js'
import {
  everything,
  type FlexExport,
  type FlexView,
} from '../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../src/shared/investments/investment.js'
import { ok } from '../../src/shared/result.js'
import type { Clock } from '../../src/shared/time.js'
import { createMemoryNonceRepository, type endlessLimits, wallClock } from './test-client.js'
import { englishOf } from '../../src/shared/messages/messages.js'

export const flexProfile = 'profile-1'

export function flexClient(
  url: string,
  key: { apiKey: string; apiSecret: string },
  { known, deadline = 5000 }: { known?: typeof endlessLimits; deadline?: number } = {},
): ExchangeClient {
  return createExchangeClient({
    baseUrl: url,
    dialect: 'spec',
    credentials: { apiKey: Secret.of(key.apiKey), apiSecret: Secret.of(key.apiSecret) },
    nonce: createNonceGenerator(wallClock, createMemoryNonceRepository()),
    clock: wallClock,
    random: () => 0,
    ...(known === undefined ? {} : { limiter: createLimiter({ timing: systemTiming, known }) }),
    deadlines: { read: deadline, order: deadline },
  })
}

export type FlexHarness = {
  investments: Investments
  history: HistoryDatabase
  views: FlexView[]
  exports: FlexExport[]
  until(done: (view: FlexView) => boolean, seconds?: number): Promise<void>
  stop(): void
}

const noFilters: SavedFilterRepository = {
  list: () => ok([]),
  save: () => ok(null),
  remove: () => ok(null),
}

export function openFlexHarness(parts: {
  client: ExchangeClient
  folder: string | null
  file?: string
  paceMs?: number
  clock?: Clock
}): FlexHarness {
  const views: FlexView[] = []
  const exports: FlexExport[] = []
  const history = openHistoryDatabase(parts)
  const clock = parts.clock ?? wallClock
  const scheduler = createPollScheduler({ clock, timing: systemTiming })
  let ids = 0
  const investments = openInvestments(
    { id: flexProfile, baseUrl: 'https://exchange.example', keyHint: 'abcd…wxyz' },
    { flex: history.flex, savedFilters: noFilters },
    {
      clock,
      timing: systemTiming,
      scheduler,
      newId: () => `id-${(ids += 1)}`,
      client: () => parts.client,
      chooseFile: () => Promise.resolve(parts.file ?? null),
      changed: (view) => void views.push(view),
      exportChanged: (progress) => void exports.push(progress),
      forgotten: () => undefined,
      log: () => undefined,
    },
  )
  return {
    investments,
    history,
    views,
    exports,
    until: async (done, seconds = 60) => {
      const end = performance.now() + seconds * 1000
      while (!done(investments.read())) {
        if (performance.now() > end)
          throw new Error(`not reached: ${JSON.stringify(investments.read().sync)}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    stop: () => {
      scheduler.close()
      void investments.close()
      history.close()
      parts.client.close()
    },
  }
}

export function storedRecords(history: HistoryDatabase): FlexRecord[] {
  const last = history.flex.lastNo()
  const all = history.flex.older(flexProfile, everything, {
    below: null,
    upTo: last.ok ? last.value : 0,
    count: 1_000_000,
  })
  if (!all.ok) throw new Error(englishOf(all.error.message))
  return all.value.records
}
