// Flexible investments with a past: the engine itself is taken back in time and run up to now, so that every record is of something
// that happened and what is left is what the records say.
import type { Decimal } from '../../shared/money.js'
import { accrueInterest, closeFlex, creditDay, investFlex, openFlex, withdrawFlex } from '../engine/flex.js'
import { wholeSecondsOf } from '../engine/identifiers.js'
import { move } from '../engine/ledger.js'
import { drawUuid, randomFor } from '../engine/random.js'
import type { FlexInvestment, World } from '../world.js'
import { day, micros } from './setting.js'

export type FlexPast = {
  currency: string
  opening: Decimal
  yearlyRate: Decimal
  daysAgo: number
  reinvest: boolean
  /** Later deposits and withdrawals, by days ago. */
  deposits?: { daysAgo: number; amount: Decimal }[]
  withdrawals?: { daysAgo: number; amount: Decimal }[]
  /** Closed so many days ago; still open where absent. */
  closedDaysAgo?: number
}

type Deed = { at: number; act(): void }

const hour = 3600
/** Times of day, in seconds after midnight. */
const opens = 55_140
const deposits = 40_500
const withdraws = 52_020
const closes = 61_200

const deedsOf = (world: World, past: FlexPast, today: number): Deed[] => {
  const plan = { id: drawUuid(randomFor(world.seed, `plan ${past.currency} of ${world.scene}`)), ...past }
  world.flexPlans.push({ id: plan.id, currency: past.currency, yearlyRate: past.yearlyRate })
  let investment: FlexInvestment | null = null
  const on = (daysAgo: number, time: number, act: () => void): Deed => ({ at: today - daysAgo * day + time, act })
  /** What is invested came from outside just before. */
  const bring = (amount: Decimal): void => move(world.ledger, 'house', 'main', past.currency, amount)
  const withIt = (act: (it: FlexInvestment) => void) => (): void => void (investment !== null && act(investment))
  return [
    on(past.daysAgo, opens, () => {
      bring(past.opening)
      investment = openFlex(world, plan, past.opening, past.reinvest)
    }),
    ...(past.deposits ?? []).map(({ daysAgo, amount }) =>
      on(
        daysAgo,
        deposits,
        withIt((it) => {
          bring(amount)
          investFlex(world, it, amount)
        }),
      ),
    ),
    ...(past.withdrawals ?? []).map(({ daysAgo, amount }) =>
      on(
        daysAgo,
        withdraws,
        withIt((it) => withdrawFlex(world, it, amount)),
      ),
    ),
    ...(past.closedDaysAgo === undefined
      ? []
      : [
          on(
            past.closedDaysAgo,
            closes,
            withIt((it) => closeFlex(world, it)),
          ),
        ]),
  ]
}

/** Runs the given pasts up to the world's present. What they brought to the main balance stays there. */
export const liveFlexPast = (world: World, pasts: readonly FlexPast[]): void => {
  const present = world.nowMicros
  const now = wholeSecondsOf(present)
  const today = now - (now % day)
  const deeds = pasts.flatMap((past) => deedsOf(world, past, today)).sort((a, b) => a.at - b.at)
  const first = deeds[0]?.at ?? now
  let next = 0
  const actUpTo = (second: number): void => {
    for (let deed = deeds[next]; deed !== undefined && deed.at < second; deed = deeds[next]) {
      world.nowMicros = deed.at * micros
      deed.act()
      next += 1
    }
  }
  for (let second = first - (first % hour) + hour; second <= now; second += hour) {
    actUpTo(second)
    world.nowMicros = second * micros
    accrueInterest(world)
    if (second % day === 0) creditDay(world)
  }
  actUpTo(now + 1)
  world.nowMicros = present
}
