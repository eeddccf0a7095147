// How accounts reach their exchange: all accounts share one call budget, and each exchange's
// markets and prices are read once for all of them.
import type { Profile } from '../../shared/accounts/account.js'
import type { Settings } from '../../shared/settings/settings.js'
import type { Clock, Timing } from '../../shared/time.js'
import { createFamilyPolicy } from '../exchange/address-family.js'
import type { CallRecorder } from '../exchange/call-record.js'
import type {
  createExchangeClient,
  createPublicClient,
  TradingClient,
} from '../exchange/exchange-client.js'
import { createLimiter } from '../exchange/limiter.js'
import type { AnswerSeen, EndedCall } from '../exchange/request-pipeline.js'
import type { NonceGenerator } from '../exchange/signer.js'
import { keyHint, type Credentials } from '../keychain/secret.js'
import { createSecretMask } from '../logging/redactor.js'
import { createMarketData, type MarketFeeds } from '../markets/markets.js'
import type { Account } from './account.js'
import type { AppStorage } from './storage.js'

/**
 * `ended` is called when a call ends, `record` for each try, `answered` with the shape of each
 * response.
 */
type ConnectionEvents = { ended: EndedCall; record: CallRecorder['add']; answered: AnswerSeen }

export type AccountConnections = {
  /** Sends no request yet. Calls made only to check a key are not reported. */
  connect: (
    parts: Pick<Profile, 'baseUrl' | 'dialect'>,
    credentials: Credentials,
    nonce: NonceGenerator,
    events?: ConnectionEvents | null,
  ) => TradingClient
  marketData: MarketFeeds
}

export function createAccountConnections(parts: {
  clock: Clock
  timing: Timing
  markets: AppStorage['markets']
  families: AppStorage['families']
  settings(): Pick<Settings, 'proxy' | 'addressFamily'>
  locked(): boolean
  exchange: {
    createClient: typeof createExchangeClient
    createPublicClient: typeof createPublicClient
  }
  accounts(): readonly Account[]
}): AccountConnections {
  const { clock, timing, locked, exchange } = parts
  const limiter = createLimiter({ timing })
  const trust = {
    proxy: () => parts.settings().proxy,
    families: createFamilyPolicy(
      () => parts.settings().addressFamily,
      parts.families,
      timing.ticks,
    ),
  }
  const accountsAt = (baseUrl: string): Account[] =>
    parts.accounts().filter(({ profile }) => profile.baseUrl === baseUrl)

  /**
   * Markets and prices are read once for all accounts of an exchange, so each account shows these
   * calls.
   */
  const publicRecorder = (baseUrl: string): CallRecorder => ({
    keyHint: '',
    redact: createSecretMask([]),
    add: (record) => {
      for (const { calls } of accountsAt(baseUrl)) calls.add(record)
    },
  })

  return {
    connect: (
      { baseUrl, dialect }: Pick<Profile, 'baseUrl' | 'dialect'>,
      credentials: Credentials,
      nonce: NonceGenerator,
      events: ConnectionEvents | null = null,
    ): TradingClient => {
      const connection = {
        baseUrl,
        dialect,
        credentials,
        nonce,
        limiter,
        clock,
        timing,
        trust,
        locked,
      }
      if (events === null) return exchange.createClient(connection)
      const redact = createSecretMask([credentials.apiKey, credentials.apiSecret])
      const recorder = { keyHint: keyHint(credentials.apiKey), redact, add: events.record }
      return exchange.createClient({
        ...connection,
        onEnded: events.ended,
        onShape: events.answered,
        recorder,
      })
    },
    marketData: createMarketData({
      connect: (baseUrl) =>
        exchange.createPublicClient({
          baseUrl,
          limiter,
          clock,
          timing,
          trust,
          recorder: publicRecorder(baseUrl),
          onEnded: (endpoint, answer) => {
            for (const { capabilities } of accountsAt(baseUrl)) capabilities.ended(endpoint, answer)
          },
          onShape: (endpoint, shape) => {
            for (const { answers } of accountsAt(baseUrl)) answers.answered(endpoint, shape)
          },
        }),
      repository: parts.markets,
      clock,
      timing,
    }),
  }
}
