// Orders that need a person while another account is open: none of the screens shows them, and no alarm of the open account is theirs.
// Each is told of once in a run: as it turns so, or, where it was found so, when an account is opened that is not its own.
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import type { Result } from '../../shared/result.js'

export type NewsElsewhere = Pick<OrderIntent, 'act' | 'profileName'> & { intentId: string; because: 'unknown' | 'mismatch' }

export type ElsewherePorts = {
  /** Every account on record, without the demo. */
  profiles(): readonly Profile[]
  /** Of one account: found in the middle, of unknown outcome, or keeping a market blocked. */
  openOrders(profileId: string): Result<OrderIntent[], Problem>
  /** Orders whose answer is awaited, of whichever account. */
  underWay(): number
  tell(news: NewsElsewhere): void
}

export type OrdersElsewhere = {
  /** An order of an account that is not open any more became unknown, or turned out not to fit. */
  turned(intent: OrderIntent): void
  /** This account was opened. */
  opened(profileId: string): void
}

export const createOrdersElsewhere = (ports: ElsewherePorts): OrdersElsewhere => {
  const told = new Set<string>()

  const tell = (intent: OrderIntent, profileName: string): void => {
    // What happened in the demo ends with it.
    if (intent.region === 'demo' || told.has(intent.id)) return
    told.add(intent.id)
    const isUnknown = intent.state === 'unknown' || intent.state === 'sending'
    ports.tell({ intentId: intent.id, act: intent.act, profileName, because: isUnknown ? 'unknown' : 'mismatch' })
  }

  /** One that is being sent is unknown where no process of ours sends it any more. */
  const needsSomebody = ({ state, blocks }: OrderIntent): boolean =>
    state === 'unknown' || blocks || (state === 'sending' && ports.underWay() === 0)

  return {
    turned: (intent) => tell(intent, intent.profileName),
    opened: (profileId) => {
      for (const profile of ports.profiles()) {
        if (profile.id === profileId) continue
        const open = ports.openOrders(profile.id)
        // A journal that cannot be read is told of elsewhere, and shuts trading.
        if (open.ok) for (const intent of open.value.filter(needsSomebody)) tell(intent, profile.name)
      }
    },
  }
}
