// Whether and within which limits an account may trade. Loosening is confirmed in a system dialog,
// which no page can click; tightening applies immediately, even if it cannot be saved. Arming is in
// memory only, so that nothing stays armed after a restart.
import type { Problem } from '../../shared/problem.js'
import { armedFor, type TradeLimits, type TradeObstacle } from '../../shared/orders/trading.js'
import { messageOf, t } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { ConfirmRequest } from '../desktop/dialogs.js'
import { mostChanges, mostFavourites } from './stored-limits.js'
import { loosened } from './order-limits.js'
import { regionNames } from './order-text.js'
import type { TradingSettings } from './trading-repository.js'
import type { TradingState } from './trading-state.js'

const leftMeanwhile: Problem = { code: 'gone', message: messageOf('orders.account-left') }

/** These pass by themselves and do not prevent arming; the others need the user. */
const transient: readonly TradeObstacle['code'][] = [
  'not-armed',
  'clock',
  'offline',
  'stale',
  'no-positions',
]

/** `disarm` also voids everything prepared. */
export function createArmingAndLimits(
  trading: TradingState,
  ports: { obstacles(): TradeObstacle[]; disarm(why: string): void; changed(): void },
) {
  const { profile, repositories } = trading
  const { clock, timing, desktop, journal } = trading.ports
  const { unsavedSettings: unsaved } = journal
  const whose = () => ({
    name: profile.name,
    region: regionNames[profile.region],
    key: profile.keyHint,
  })
  /** How often open dialogs were dropped. */
  let drops = 0
  let armed: { until: UnixSeconds; ticks: number; cancel: () => void } | null = null

  /** Arming ends at whichever clock expires first. */
  const armedUntil = (): UnixSeconds | null =>
    armed !== null && clock() < armed.until && timing.ticks() < armed.ticks ? armed.until : null

  /** True if it was armed. */
  const endArming = (): boolean => {
    const was = armed
    armed = null
    was?.cancel()
    return was !== null
  }

  const write = (settings: TradingSettings): Result<null, Problem> => {
    // Settings that could not be read must not be overwritten by their substitutes.
    const saved =
      trading.readProblem === null
        ? repositories.trading.write(profile.id, settings)
        : fail(trading.readProblem)
    if (saved.ok) {
      trading.settings = settings
      unsaved.delete(profile.id)
    }
    ports.changed()
    return saved
  }

  /** Applies immediately, even if not saved: it only restricts. */
  const tighten = (some: Partial<TradingSettings>): Result<null, Problem> => {
    trading.settings = { ...trading.settings, ...some }
    if (trading.readProblem === null) unsaved.set(profile.id, trading.settings)
    return write(trading.settings)
  }

  const confirmed = async (request: ConfirmRequest): Promise<Result<null, Problem>> => {
    const dropsBefore = drops
    const answer = await desktop.ask(request)
    if (!answer.ok) return answer
    // Another account may be on screen behind the dialog.
    return drops === dropsBefore ? ok(null) : fail(leftMeanwhile)
  }

  return {
    armedUntil,
    endArming,

    /** The result of a dialog that is still open does not count. */
    dropDialogs: (): void => {
      drops += 1
    },

    /** Retries unsaved settings. */
    flush: (): void => {
      if (unsaved.has(profile.id) && repositories.trading.write(profile.id, trading.settings).ok)
        unsaved.delete(profile.id)
    },

    allow: async (allowed: boolean): Promise<Result<null, Problem>> => {
      if (!allowed) {
        ports.disarm('read-only')
        return tighten({ readOnly: true })
      }
      if (!trading.settings.readOnly) return ok(null)
      const answer = await confirmed({
        title: t('orders.allow.title'),
        message: t('orders.allow.question', whose()),
        detail: t('orders.allow.detail'),
        confirm: t('orders.allow.confirm'),
      })
      return answer.ok ? write({ ...trading.settings, readOnly: false }) : answer
    },

    /** `passphrase`: as typed; null if none is set. */
    arm: async (
      passphrase: string | null = null,
    ): Promise<Result<{ until: UnixSeconds }, Problem>> => {
      const refused = (): Problem | null => {
        const obstacle = ports.obstacles().find(({ code }) => !transient.includes(code))
        return obstacle === undefined
          ? null
          : { code: 'trading-off', message: obstacle.message, reason: obstacle.code }
      }
      const before = refused()
      if (before !== null) return fail(before)
      const dropsBefore = drops
      const authorized = await desktop.authorize(passphrase)
      if (!authorized.ok) return authorized
      if (drops !== dropsBefore) return fail(leftMeanwhile)
      const answer = await confirmed({
        title: t('orders.arm.title'),
        message: t('orders.arm.question', whose()),
        detail: t('orders.arm.detail'),
        confirm: t('orders.arm.confirm'),
      })
      if (!answer.ok) return answer
      const now = refused()
      if (now !== null) return fail(now)
      endArming()
      const until = clock() + armedFor
      const cancel = timing.after(armedFor * 1000, () => {
        if (endArming()) ports.changed()
      })
      armed = { until, ticks: timing.ticks() + armedFor * 1000, cancel }
      ports.changed()
      return ok({ until })
    },

    changeLimits: async (limits: TradeLimits): Promise<Result<null, Problem>> => {
      const changes = loosened(trading.settings.limits, limits)
      if (changes.length === 0) return tighten({ limits })
      if (changes.length > mostChanges) {
        const message = messageOf('orders.loosen.too-many', {
          count: changes.length,
          most: mostChanges,
        })
        return fail({ code: 'bad-input', message })
      }
      const answer = await confirmed({
        title: t('orders.loosen.title'),
        message: t('orders.loosen.question', whose()),
        detail: changes.join('\n'),
        confirm: t('orders.loosen.confirm'),
        statesAmounts: true,
      })
      return answer.ok ? write({ ...trading.settings, limits }) : answer
    },

    favourite: (market: string, on: boolean): Result<null, Problem> => {
      const others = trading.settings.favourites.filter((one) => one !== market)
      const favourites = on ? [...others, market].slice(-mostFavourites) : others
      return write({ ...trading.settings, favourites })
    },
  }
}
