// The only place where the service's time advances. Everything happens on whole seconds of Unix
// time, so ten steps of one second and one step of ten seconds give the same world.
import type { World } from '../world.js'
import { stepOrders } from './book.js'
import { accrueBorrowings } from './borrowing.js'
import { accrueInterest, creditDay, endTerms, keepRoutine } from './investments.js'
import { accrueLoanFunding } from './loan.js'
import { accrueFunding, fireTriggers, watchMargin } from './margin.js'
import { stepPrices } from './prices.js'
import { endReduceOnly, fireTriggerOrders } from './trigger-orders.js'
import { wholeSecondsOf } from './units.js'

/** A safe account is checked once a minute, one near trouble every ten seconds. */
const marginEvery = { comfortable: 60, near: 10 }
const hour = 3600
const day = 86_400
/** The account's owner acts on the investments at nine in the morning, UTC. */
const routineHour = 9 * hour

function step(world: World, second: number): void {
  world.nowMicros = second * 1_000_000
  stepPrices(world, second - wholeSecondsOf(world.startedMicros))
  fireTriggers(world)
  fireTriggerOrders(world)
  stepOrders(world)
  if (second % (world.marginNear ? marginEvery.near : marginEvery.comfortable) === 0)
    watchMargin(world)
  endReduceOnly(world)
  if (second % hour === 0) {
    // What an account pays at its exchange is not known: a copy pays nothing.
    if (world.copied === undefined) {
      accrueFunding(world)
      accrueBorrowings(world)
    }
    accrueInterest(world)
    accrueLoanFunding(world)
    endTerms(world)
  }
  if (second % day === 0) creditDay(world)
  if (second % day === routineHour) keepRoutine(world)
}

/** Advances the world to a later time in microseconds; an earlier one is ignored. */
export function advanceTo(world: World, micros: number): void {
  if (micros <= world.nowMicros) return
  const last = wholeSecondsOf(micros)
  for (let second = wholeSecondsOf(world.nowMicros) + 1; second <= last; second += 1)
    step(world, second)
  world.nowMicros = micros
}

const minute = 60
/** Seconds before each minute in which prices move. */
const awakeFor = 2

/**
 * As `advanceTo`, at a fraction of its cost: prices only move at the end of each minute, and what
 * is due on a whole minute, hour or day happens. `each`: after each minute.
 */
export function dozeTo(world: World, micros: number, each: () => void): void {
  const isOver = (second: number): boolean => second * 1_000_000 > micros
  for (let next = minuteAfter(world); !isOver(next); next = minuteAfter(world)) {
    const wakes = (next - awakeFor) * 1_000_000
    if (wakes > world.nowMicros) sleepFor(world, wakes - world.nowMicros)
    advanceTo(world, next * 1_000_000)
    each()
  }
  sleepFor(world, micros - world.nowMicros)
}

function minuteAfter({ nowMicros }: World): number {
  const second = wholeSecondsOf(nowMicros)
  return second - (second % minute) + minute
}

/**
 * Moves only the clock: nothing happens in between, and what was in progress continues from there.
 */
export function sleepFor(world: World, micros: number): void {
  world.nowMicros += micros
  world.startedMicros += micros
}
