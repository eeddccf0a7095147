import type { OnDemandList } from '../on-demand-list.js'
import type { MiningView, PoolAccount } from './mining.js'
import { push, request } from '../channel.js'

export const miningChannels = {
  'mining/read': request<null, MiningView>(),
  'mining/add': request<{ name: string }, null>(),
  'mining/remove': request<{ name: string }, null>(),
  /** Checks now; `name` null checks all. */
  'mining/check': request<{ name: string | null }, null>(),
  'mining/acknowledge': request<{ name: string }, null>(),
  /** Requests the list from the exchange. */
  'mining/pool-accounts': request<null, OnDemandList<PoolAccount>>(),
}

export const miningTopics = { mining: push<MiningView>() }
