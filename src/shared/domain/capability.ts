// What an account's key can do: what is known of each endpoint, since when, and what can be done about it.
import type { UnixSeconds } from '../time.js'
import { wordsFor } from './problem-words.js'
import type { ProblemCode } from './problem.js'

/** `not-offered`: by this exchange at all, or in this region. `not-tried`: nothing that says anything has been answered. */
export type CapabilityState = 'works' | 'not-enabled' | 'no-permission' | 'not-offered' | 'not-tried'

/** An endpoint of the exchange, as far as a table of them needs it. */
export type EndpointFacts = {
  /** "/api/v4/main-account/balance": what it is known by. */
  path: string
  /** What it is about, as a sentence names it. */
  subject: string
  /** What a key needs for it beyond being valid. */
  access: 'public' | 'any-key' | 'b2b' | 'credit-line' | 'mining'
  movesMoney: boolean
  /** The page of the public documentation that describes it; null where the specification does. */
  source: string | null
  /**
   * `read`: "Check now" asks it · `pool-account`: where a pool account is known to ask about · `own-act`: only what the person does shows it,
   * because it moves money, or because it is not known to leave everything as it was.
   */
  check: 'read' | 'pool-account' | 'own-act'
}

export type Finding = {
  state: Exclude<CapabilityState, 'not-tried'>
  /** What the exchange refused with; null where it did not. */
  code: ProblemCode | null
  /** The exchange's own words; empty where it said none. */
  said: string
}

export type Capability = EndpointFacts & {
  state: CapabilityState
  /** When the newest answer said so; null where none has. */
  at: UnixSeconds | null
  code: ProblemCode | null
  said: string
}

export type CapabilitiesView = {
  profileId: string
  /** Those of the specification first. */
  endpoints: Capability[]
  /** When a signed call was answered last; null where that is not known. */
  keyUsedAt: UnixSeconds | null
  /** A check that is under way: how many are answered, and what is asked now. */
  checking: { done: number; of: number; subject: string } | null
}

/**
 * The groups in which the exchange's API settings are said to offer endpoints. No document says which endpoint belongs to which, so they are
 * named as likely.
 */
const groups: readonly { name: string; within: RegExp }[] = [
  { name: 'Order Management', within: /^\/api\/v4\/(order\/|collateral-account\/position\/close)/ },
  { name: 'Trade Balance and Order History', within: /^\/api\/v4\/(orders|trade-account|collateral-account)(\/|$)/ },
  { name: 'Wallet Balance and History', within: /^\/api\/v4\/main-account\// },
]

const inSettings = (path: string): string => {
  const group = groups.find(({ within }) => within.test(path))
  return group === undefined
    ? wordsFor('no-permission').next
    : `In the exchange’s API settings, allow this endpoint for the key, or create a key with it: most likely it is in “${group.name}”.`
}

const whenTried = ({ check, movesMoney }: EndpointFacts): string => {
  if (movesMoney) return 'It moves money, so Plimsoll never tries it. The answer to the first one you confirm shows it.'
  if (check === 'own-act') return 'Fetch a stream token in Settings, Connection: whether a new one ends an older one is not documented.'
  if (check === 'pool-account') return 'Add a pool account on the Mining screen, then check again.'
  return 'Check now asks for it.'
}

/** What to do about it; empty where there is nothing to do. */
export const capabilityAdvice = (one: Capability): string => {
  switch (one.state) {
    case 'works':
      return ''
    case 'not-tried':
      return whenTried(one)
    case 'not-enabled':
      if (one.access === 'b2b') return wordsFor('b2b-only').next
      return one.path.includes('collateral')
        ? 'Open margin trading for the account on the exchange, or ask its support to enable it.'
        : wordsFor('credit-line-off').next
    case 'no-permission':
      return one.access === 'mining'
        ? 'In the exchange’s API settings, allow the mining feature for the key, or create a key with it.'
        : inSettings(one.path)
    case 'not-offered':
      return one.code === 'region-unavailable'
        ? wordsFor('region-unavailable').next
        : one.source === null
          ? wordsFor('not-found').next
          : 'Nothing. Plimsoll works without it.'
  }
}
