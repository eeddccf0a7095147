// What an account's key can do: what is known of each endpoint, since when, and what to do about
// it.
import type { CallSubject } from '../calls/call-subject.js'
import type { UnixSeconds } from '../time.js'
import { t } from '../messages/messages.js'
import { wordsFor } from '../problem-words.js'
import type { ProblemCode } from '../problem.js'

/**
 * `not-offered`: by this exchange at all, or in this region. `not-tried`: no conclusive response
 * yet.
 */
export type CapabilityState =
  'works' | 'not-enabled' | 'no-permission' | 'not-offered' | 'not-tried'

/** An endpoint of the exchange, as shown in a table. */
export type EndpointFacts = {
  /** "/api/v4/main-account/balance": its identifier. */
  path: string
  /** What it is about, for use in a sentence. */
  subject: CallSubject
  /** What a key needs for it beyond being valid. */
  access: 'public' | 'any-key' | 'b2b' | 'credit-line' | 'mining'
  movesMoney: boolean
  /** The page of the public documentation that describes it; null if the specification does. */
  source: string | null
  /**
   * `read`: "Check now" calls it · `pool-account`: only with a known pool account · `own-act`: only
   * the user's own action shows it, because it moves money, or is not known to be free of side
   * effects.
   */
  check: 'read' | 'pool-account' | 'own-act'
}

export type Finding = {
  state: Exclude<CapabilityState, 'not-tried'>
  /** The refusal code of the exchange; null if it did not refuse. */
  code: ProblemCode | null
  /** The exchange's own message; empty if there was none. */
  said: string
}

export type Capability = EndpointFacts & {
  state: CapabilityState
  /** Time of the latest response saying so; null if there is none. */
  at: UnixSeconds | null
  code: ProblemCode | null
  said: string
}

export type CapabilitiesView = {
  profileId: string
  /** Those of the specification first. */
  endpoints: Capability[]
  /** When a signed call last got a response; null if unknown. */
  keyUsedAt: UnixSeconds | null
  /** A check in progress: how many have responded, and the current subject. */
  checking: { done: number; of: number; subject: CallSubject } | null
}

/**
 * The groups in which the exchange's API settings are said to offer endpoints. No document says
 * which endpoint belongs to which, so they are described as likely.
 */
const groups: readonly { name: string; within: RegExp }[] = [
  { name: 'Order Management', within: /^\/api\/v4\/(order\/|collateral-account\/position\/close)/ },
  {
    name: 'Trade Balance and Order History',
    within: /^\/api\/v4\/(orders|trade-account|collateral-account)(\/|$)/,
  },
  { name: 'Wallet Balance and History', within: /^\/api\/v4\/main-account\// },
]

function inSettings(path: string): string {
  const group = groups.find(({ within }) => within.test(path))
  return group === undefined
    ? wordsFor('no-permission').next
    : t('accounts.capability.allow-in-group', { group: group.name })
}

function whenTried({ check, movesMoney }: EndpointFacts): string {
  if (movesMoney) return t('accounts.capability.moves-money')
  if (check === 'own-act') return t('accounts.capability.stream-token')
  if (check === 'pool-account') return t('accounts.capability.pool-account')
  return t('accounts.capability.check-now')
}

/** What to do about it; empty if nothing. */
export function capabilityAdvice(one: Capability): string {
  switch (one.state) {
    case 'works':
      return ''
    case 'not-tried':
      return whenTried(one)
    case 'not-enabled':
      if (one.access === 'b2b') return wordsFor('b2b-only').next
      return one.path.includes('collateral')
        ? t('accounts.capability.margin-trading')
        : wordsFor('credit-line-off').next
    case 'no-permission':
      return one.access === 'mining' ? t('accounts.capability.mining') : inSettings(one.path)
    case 'not-offered':
      return one.code === 'region-unavailable'
        ? wordsFor('region-unavailable').next
        : one.source === null
          ? wordsFor('not-found').next
          : t('accounts.capability.nothing')
  }
}
