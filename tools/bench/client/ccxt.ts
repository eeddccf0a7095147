// A client that many programs use for the same calls, as a peer. It is installed by
// tools/bench/client.mjs and is not a dependency of Plimsoll.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

export type CcxtPeer = {
  fetchBalance(params: { type: 'main' }): Promise<unknown>
  fetchPositions(): Promise<unknown>
}

type Whitebit = CcxtPeer & {
  urls: { api: Record<string, Record<string, string>> }
  enableRateLimit: boolean
  setMarkets(markets: readonly object[]): void
}

const market = {
  id: 'BTC_PERP',
  symbol: 'BTC/USDT:USDT',
  base: 'BTC',
  quote: 'USDT',
  settle: 'USDT',
  type: 'swap',
  swap: true,
  contract: true,
  linear: true,
  contractSize: 1,
  precision: {},
  limits: {},
}

/** Null where the package is not installed. Its markets are given, so that it loads none. */
export async function openCcxt(
  baseUrl: string,
  key: { apiKey: string; secret: string },
): Promise<CcxtPeer | null> {
  const entry = process.env['PLIMSOLL_BENCH_CCXT']
  if (entry === undefined || !existsSync(entry)) return null
  // eslint-disable-next-line no-unsanitized/method -- the file tools/bench/client.mjs has installed
  const { default: ccxt } = (await import(pathToFileURL(entry).href)) as {
    default: { whitebit: new (options: object) => Whitebit }
  }
  const exchange = new ccxt.whitebit(key)
  exchange.urls.api['v4'] = { private: `${baseUrl}/api/v4`, public: `${baseUrl}/api/v4/public` }
  exchange.enableRateLimit = false
  exchange.setMarkets([market])
  // Checked once, outside the measurement: a peer that fails quickly would win.
  await exchange.fetchBalance({ type: 'main' })
  await exchange.fetchPositions()
  return exchange
}
