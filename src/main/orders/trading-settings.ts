// The switch and the guards of a profile. Whatever makes trading freer is asked in a box no page can click; whatever makes it
// stricter counts at once, even where it cannot be written down.
import type { Problem } from '../../shared/domain/problem.js'
import type { TradeLimits, TradeObstacle } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { isLooser } from './order-limits.js'
import type { OrderSession } from './order-session.js'
import { regionName } from './order-words.js'
import type { Question, TradingSettings } from './orders-ports.js'
import type { TradeSwitch } from './trade-switch.js'

export type SettingsPorts = {
  session(): OrderSession | null
  obstacles(): TradeObstacle[]
  ask(question: Question): Promise<'yes' | 'no' | 'busy'>
  trade: TradeSwitch
  /** Nothing prepared counts any more, and nothing is armed. */
  disarm(): void
  changed(): void
}

export type TradingSwitches = {
  allow(allowed: boolean): Promise<Result<null, Problem>>
  arm(): Promise<Result<{ until: UnixSeconds }, Problem>>
  changeLimits(limits: TradeLimits): Promise<Result<null, Problem>>
  favourite(market: string, on: boolean): Result<null, Problem>
}

const noAccount: Problem = { code: 'trading-off', message: 'No account is open.', reason: 'no-account' }
const said = (answer: 'no' | 'busy'): Problem =>
  answer === 'busy'
    ? { code: 'busy', message: 'Another question is still open.', reason: 'BOX_OPEN' }
    : { code: 'cancelled', message: 'It was not confirmed, so nothing was changed.', reason: 'BOX' }

const mostFavourites = 50
/** What passes by itself does not stand against arming; what needs a person does. */
const passing: readonly TradeObstacle['code'][] = ['not-armed', 'clock', 'offline', 'stale', 'no-positions']

const nameOf = ({ profile }: OrderSession): string => `“${profile.name}” (${regionName(profile.region)}, key ${profile.keyHint})`

export const createTradingSwitches = (ports: SettingsPorts): TradingSwitches => {
  const write = (session: OrderSession, settings: TradingSettings): Result<null, Problem> => {
    // What could not be read must not be replaced by what stands in for it.
    if (session.unread !== null) return fail(session.unread)
    const written = session.memory.trading.write(session.profile.id, settings)
    if (written.ok) session.settings = settings
    ports.changed()
    return written
  }

  const agreed = async (session: OrderSession, question: Question): Promise<Result<null, Problem>> => {
    const answer = await ports.ask(question)
    if (answer !== 'yes') return fail(said(answer))
    // Another account may have been opened behind the box.
    return ports.session() === session ? ok(null) : fail({ code: 'gone', message: 'The account was closed in the meantime.' })
  }

  const forbid = (session: OrderSession): Result<null, Problem> => {
    session.settings = { ...session.settings, readOnly: true }
    ports.disarm()
    return write(session, session.settings)
  }

  return {
    allow: async (allowed) => {
      const session = ports.session()
      if (session === null) return fail(noAccount)
      if (!allowed) return forbid(session)
      if (!session.settings.readOnly) return ok(null)
      const answer = await agreed(session, {
        title: 'Allow trading?',
        message: `Allow orders for ${nameOf(session)}?`,
        detail:
          'Each time you want to trade you still have to arm it, and to confirm each order. You can make the profile read-only again at any time.',
        confirm: 'Allow trading',
      })
      return answer.ok ? write(session, { ...session.settings, readOnly: false }) : answer
    },

    arm: async () => {
      const session = ports.session()
      if (session === null) return fail(noAccount)
      const against = (): TradeObstacle | undefined => ports.obstacles().find(({ code }) => !passing.includes(code))
      const refused = (): Problem | null => {
        const obstacle = against()
        return obstacle === undefined ? null : { code: 'trading-off', message: obstacle.message, reason: obstacle.code }
      }
      const before = refused()
      if (before !== null) return fail(before)
      const answer = await agreed(session, {
        title: 'Arm trading?',
        message: `Arm trading for ${nameOf(session)} for 15 minutes?`,
        detail:
          'Until then orders you confirm are sent. It ends by itself, and when the computer sleeps, nobody touches it for ten minutes, or another profile is opened. On Windows and macOS it ends when the screen locks, too. Linux tells no program of that: disarm before you leave.',
        confirm: 'Arm trading',
      })
      if (!answer.ok) return answer
      const now = refused()
      if (now !== null) return fail(now)
      const until = ports.trade.arm()
      ports.changed()
      return ok({ until })
    },

    changeLimits: async (limits) => {
      const session = ports.session()
      if (session === null) return fail(noAccount)
      if (isLooser(session.settings.limits, limits)) {
        const answer = await agreed(session, {
          title: 'Loosen the limits?',
          message: `Loosen the trading limits of ${nameOf(session)}?`,
          detail: limits.on
            ? 'Larger or more orders can be sent after this than before.'
            : 'No limit will hold back an order of any size after this.',
          confirm: 'Loosen the limits',
        })
        if (!answer.ok) return answer
      }
      return write(session, { ...session.settings, limits })
    },

    favourite: (market, on) => {
      const session = ports.session()
      if (session === null) return fail(noAccount)
      const others = session.settings.favourites.filter((one) => one !== market)
      const favourites = on ? [...others, market].slice(-mostFavourites) : others
      return write(session, { ...session.settings, favourites })
    },
  }
}
