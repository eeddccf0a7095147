// The switch and the guards of a profile. Whatever makes trading freer is asked in a box no page can click; whatever makes it
// stricter counts at once, even where it cannot be written down.
import type { Problem } from '../../shared/domain/problem.js'
import type { TradeLimits, TradeObstacle } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { loosened } from './order-limits.js'
import type { OrderSession } from './order-session.js'
import { regionName } from './order-words.js'
import type { TradingSettings } from './order-journal.js'
import type { OrdersPorts, Question } from './orders-ports.js'
import type { TradeSwitch } from './trading-arm.js'

export type SettingsPorts = {
  /** By profile: what counts although the disk refused it, also after the account was opened anew. */
  unsaved: Map<string, TradingSettings>
  session: OrderSession
  obstacles(): TradeObstacle[]
  ask: OrdersPorts['ask']
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
  /** A question that is still open counts for nothing any more. */
  dropQuestions(): void
  /** Tries again what could not be written. */
  flush(): void
}

const leftMeanwhile: Problem = { code: 'gone', message: 'This account was closed, or another one shown, in the meantime.' }

const mostFavourites = 50

/** Lines that a box can show and a person can read. */
const mostChanges = 12

const tooManyChanges = (count: number): Problem => ({
  code: 'bad-input',
  message: `This would loosen ${count} limits at once, more than a dialog can name. Change at most ${mostChanges} of them at a time; nothing was changed.`,
})

/** What passes by itself does not stand against arming; what needs a person does. */
const passing: readonly TradeObstacle['code'][] = ['not-armed', 'clock', 'offline', 'stale', 'no-positions']

export const createTradingSwitches = (ports: SettingsPorts): TradingSwitches => {
  const { session, unsaved } = ports
  const { profile, memory } = session
  const whose = `“${profile.name}” (${regionName(profile.region)}, key ${profile.keyHint})`
  /** Counts how often open questions were dropped. */
  let drops = 0

  const write = (settings: TradingSettings): Result<null, Problem> => {
    // What could not be read must not be replaced by what stands in for it.
    const written = session.recordProblem === null ? memory.trading.write(profile.id, settings) : fail(session.recordProblem)
    if (written.ok) {
      session.settings = settings
      unsaved.delete(profile.id)
    }
    ports.changed()
    return written
  }

  /** Counts at once, whatever the disk says: it only takes away. */
  const tighten = (some: Partial<TradingSettings>): Result<null, Problem> => {
    session.settings = { ...session.settings, ...some }
    if (session.recordProblem === null) unsaved.set(profile.id, session.settings)
    return write(session.settings)
  }

  const agreed = async (question: Question): Promise<Result<null, Problem>> => {
    const dropsBefore = drops
    const answer = await ports.ask(question)
    if (!answer.ok) return answer
    // Another account may be on screen behind the box.
    return drops === dropsBefore ? ok(null) : fail(leftMeanwhile)
  }

  const forbid = (): Result<null, Problem> => {
    ports.disarm()
    return tighten({ readOnly: true })
  }

  return {
    dropQuestions: () => {
      drops += 1
    },

    flush: () => {
      if (unsaved.has(profile.id) && memory.trading.write(profile.id, session.settings).ok) unsaved.delete(profile.id)
    },

    allow: async (allowed) => {
      if (!allowed) return forbid()
      if (!session.settings.readOnly) return ok(null)
      const answer = await agreed({
        title: 'Allow trading?',
        message: `Allow orders for ${whose}?`,
        detail:
          'Each time you want to trade you still have to arm it, and to confirm each order. You can make the profile read-only again at any time.',
        confirm: 'Allow trading',
      })
      return answer.ok ? write({ ...session.settings, readOnly: false }) : answer
    },

    arm: async () => {
      const against = (): TradeObstacle | undefined => ports.obstacles().find(({ code }) => !passing.includes(code))
      const refused = (): Problem | null => {
        const obstacle = against()
        return obstacle === undefined ? null : { code: 'trading-off', message: obstacle.message, reason: obstacle.code }
      }
      const before = refused()
      if (before !== null) return fail(before)
      const answer = await agreed({
        title: 'Arm trading?',
        message: `Arm trading for ${whose} for 15 minutes?`,
        detail:
          'Until then orders you confirm are sent. It ends by itself, and when the computer sleeps, nobody touches it for ten minutes, or another account is shown. On Windows and macOS it ends when the screen locks, too. On Linux Plimsoll cannot see that: disarm before you leave.',
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
      const changes = loosened(session.settings.limits, limits)
      if (changes.length === 0) return tighten({ limits })
      if (changes.length > mostChanges) return fail(tooManyChanges(changes.length))
      const answer = await agreed({
        title: 'Loosen the limits?',
        message: `Loosen the trading limits of ${whose}?`,
        detail: changes.join('\n'),
        confirm: 'Loosen the limits',
      })
      return answer.ok ? write({ ...session.settings, limits }) : answer
    },

    favourite: (market, on) => {
      const others = session.settings.favourites.filter((one) => one !== market)
      const favourites = on ? [...others, market].slice(-mostFavourites) : others
      return write({ ...session.settings, favourites })
    },
  }
}
