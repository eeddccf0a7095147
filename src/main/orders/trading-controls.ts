// Whether and within which limits an account may trade. What makes trading freer is confirmed in a system dialog, which no page can click;
// what makes it stricter counts at once, even where it cannot be saved.
import type { Problem } from '../../shared/domain/problem.js'
import type { TradeLimits, TradeObstacle } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { ConfirmRequest } from '../desktop/dialogs/confirm-dialog.js'
import type { Confirm } from '../desktop/dialogs/confirm-queue.js'
import { loosened } from './order-limits.js'
import { regionName } from './order-text.js'
import type { TradingArm } from './trading-arm.js'
import type { TradingSettings } from './trading-settings.js'
import type { TradingState } from './trading-state.js'

export type TradingControlPorts = {
  /** By profile: what counts although the disk refused it, also after the account was opened anew. */
  unsaved: Map<string, TradingSettings>
  trading: TradingState
  obstacles(): TradeObstacle[]
  ask: Confirm
  arm: TradingArm
  /** Also voids everything prepared. */
  disarm(): void
  changed(): void
}

export type TradingControls = {
  allow(allowed: boolean): Promise<Result<null, Problem>>
  arm(): Promise<Result<{ until: UnixSeconds }, Problem>>
  changeLimits(limits: TradeLimits): Promise<Result<null, Problem>>
  favourite(market: string, on: boolean): Result<null, Problem>
  /** The answer to a dialog that is still open counts for nothing. */
  dropDialogs(): void
  /** Tries again what could not be saved. */
  flush(): void
}

const leftMeanwhile: Problem = { code: 'gone', message: 'This account was closed, or another one shown, in the meantime.' }

const mostFavourites = 50

/** More than a user reads in a dialog. */
const mostChanges = 12

const tooManyChanges = (count: number): Problem => ({
  code: 'bad-input',
  message: `This would loosen ${count} limits at once, more than a dialog can name. Change at most ${mostChanges} of them at a time; nothing was changed.`,
})

/** These pass by themselves and do not stand against arming; the others need the user. */
const transient: readonly TradeObstacle['code'][] = ['not-armed', 'clock', 'offline', 'stale', 'no-positions']

export const createTradingControls = (ports: TradingControlPorts): TradingControls => {
  const { trading, unsaved } = ports
  const { profile, repositories } = trading
  const whose = `“${profile.name}” (${regionName(profile.region)}, key ${profile.keyHint})`
  /** How often open dialogs were dropped. */
  let drops = 0

  const write = (settings: TradingSettings): Result<null, Problem> => {
    // What could not be read must not be replaced by what stands in for it.
    const saved = trading.readProblem === null ? repositories.trading.write(profile.id, settings) : fail(trading.readProblem)
    if (saved.ok) {
      trading.settings = settings
      unsaved.delete(profile.id)
    }
    ports.changed()
    return saved
  }

  /** Counts at once, whatever the disk says: it only takes away. */
  const tighten = (some: Partial<TradingSettings>): Result<null, Problem> => {
    trading.settings = { ...trading.settings, ...some }
    if (trading.readProblem === null) unsaved.set(profile.id, trading.settings)
    return write(trading.settings)
  }

  const confirmed = async (request: ConfirmRequest): Promise<Result<null, Problem>> => {
    const dropsBefore = drops
    const answer = await ports.ask(request)
    if (!answer.ok) return answer
    // Another account may be on screen behind the dialog.
    return drops === dropsBefore ? ok(null) : fail(leftMeanwhile)
  }

  const forbid = (): Result<null, Problem> => {
    ports.disarm()
    return tighten({ readOnly: true })
  }

  return {
    dropDialogs: () => {
      drops += 1
    },

    flush: () => {
      if (unsaved.has(profile.id) && repositories.trading.write(profile.id, trading.settings).ok) unsaved.delete(profile.id)
    },

    allow: async (allowed) => {
      if (!allowed) return forbid()
      if (!trading.settings.readOnly) return ok(null)
      const answer = await confirmed({
        title: 'Allow trading?',
        message: `Allow orders for ${whose}?`,
        detail:
          'Each time you want to trade you still have to arm it, and to confirm each order. You can make the profile read-only again at any time.',
        confirm: 'Allow trading',
      })
      return answer.ok ? write({ ...trading.settings, readOnly: false }) : answer
    },

    arm: async () => {
      const refused = (): Problem | null => {
        const obstacle = ports.obstacles().find(({ code }) => !transient.includes(code))
        return obstacle === undefined ? null : { code: 'trading-off', message: obstacle.message, reason: obstacle.code }
      }
      const before = refused()
      if (before !== null) return fail(before)
      const answer = await confirmed({
        title: 'Arm trading?',
        message: `Arm trading for ${whose} for 15 minutes?`,
        detail:
          'Until then orders you confirm are sent. It ends by itself, and when the computer sleeps, nobody touches it for ten minutes, or another account is shown. On Windows and macOS it ends when the screen locks, too. On Linux Plimsoll cannot see that: disarm before you leave.',
        confirm: 'Arm trading',
      })
      if (!answer.ok) return answer
      const now = refused()
      if (now !== null) return fail(now)
      const until = ports.arm.arm()
      ports.changed()
      return ok({ until })
    },

    changeLimits: async (limits) => {
      const changes = loosened(trading.settings.limits, limits)
      if (changes.length === 0) return tighten({ limits })
      if (changes.length > mostChanges) return fail(tooManyChanges(changes.length))
      const answer = await confirmed({
        title: 'Loosen the limits?',
        message: `Loosen the trading limits of ${whose}?`,
        detail: changes.join('\n'),
        confirm: 'Loosen the limits',
      })
      return answer.ok ? write({ ...trading.settings, limits }) : answer
    },

    favourite: (market, on) => {
      const others = trading.settings.favourites.filter((one) => one !== market)
      const favourites = on ? [...others, market].slice(-mostFavourites) : others
      return write({ ...trading.settings, favourites })
    },
  }
}
