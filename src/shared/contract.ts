// Everything that crosses between page and main, as declared by the features. Preload, router,
// schemas and handlers are derived from it.
import type { Problem } from './problem.js'
import type { Json } from './json.js'
import type { Result } from './result.js'
import { accountChannels, accountTopics } from './accounts/channels.js'
import { alertChannels, alertTopics } from './alerts/channels.js'
import { awayChannels, awayTopics } from './away/channels.js'
import { callChannels, callTopics } from './calls/channels.js'
import { capabilityChannels } from './capabilities/channels.js'
import type { Carried } from './channel.js'
import { demoChannels } from './demo/channels.js'
import { desktopChannels, desktopTopics } from './desktop/channels.js'
import { investmentChannels, investmentTopics } from './investments/channels.js'
import { lockChannels, lockTopics } from './lock/channels.js'
import { marketChannels, marketTopics } from './markets/channels.js'
import { miniChannels, miniTopics } from './desktop/mini.js'
import { miningChannels, miningTopics } from './mining/channels.js'
import { orderChannels, orderTopics } from './orders/channels.js'
import { portfolioChannels, portfolioTopics } from './portfolio/channels.js'
import { settingsChannels, settingsTopics } from './settings/channels.js'
import { supportChannels } from './support/channels.js'
import { updateChannels, updateTopics } from './updates/channels.js'

export const channels = {
  ...accountChannels,
  ...capabilityChannels,
  ...demoChannels,
  ...portfolioChannels,
  ...marketChannels,
  ...alertChannels,
  ...awayChannels,
  ...orderChannels,
  ...callChannels,
  ...investmentChannels,
  ...miningChannels,
  ...updateChannels,
  ...settingsChannels,
  ...lockChannels,
  ...desktopChannels,
  ...miniChannels,
  ...supportChannels,
}

export const topics = {
  ...accountTopics,
  ...portfolioTopics,
  ...marketTopics,
  ...alertTopics,
  ...awayTopics,
  ...orderTopics,
  ...callTopics,
  ...investmentTopics,
  ...miningTopics,
  ...updateTopics,
  ...settingsTopics,
  ...lockTopics,
  ...desktopTopics,
  ...miniTopics,
}

/** What the page may request from main. */
export type Requests = Carried<typeof channels>
/** What main pushes to the page. */
export type Pushes = Carried<typeof topics>
export type Channel = keyof Requests
export type Topic = keyof Pushes

type Plain<T extends Json> = T
export type Reply<C extends Channel> = Result<Requests[C]['reply'], Plain<Problem>>

/** The whole of `window.plimsoll`. */
export type Bridge = {
  /**
   * `account`: whose page asks, by the profile's id. If another account is on screen by then,
   * nothing is done, and `gone` says so. Omitted if it means whichever is on screen, or none.
   */
  ask<C extends Channel>(
    channel: C,
    payload: Requests[C]['ask'],
    account?: string,
  ): Promise<Reply<C>>
  /** Returns the function that stops listening. */
  listen<T extends Topic>(topic: T, listener: (payload: Pushes[T]) => void): () => void
}

/** Requests main handles per second at most. A normal page sends a few a second. */
export const requestsPerSecond = 200

/**
 * How many requests may be unanswered at once; the preload itself refuses further ones, so that a
 * flood ends at its source, and main counts again, because it trusts no page. Far more than a
 * normal page has, and few enough for main to refuse without blocking.
 */
export const maxUnanswered = 200

const flooded = Object.freeze<Problem>({ code: 'busy', message: { key: 'exchange.request.flood' } })

/** One shared object: a flood is refused without allocating anything per request. */
export const tooMany = Object.freeze({ ok: false as const, error: flooded })
