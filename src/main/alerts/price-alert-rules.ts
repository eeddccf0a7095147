// What price alerts raise. Each reports the moment the price got there: it stays when the price
// moves back, so that quiet hours or a cool-down do not swallow it, and the next crossing replaces
// it.
import {
  hasReachedLevel,
  type LevelRule,
  type MoveRule,
  type PriceAlert,
  rearmPrice,
} from '../../shared/alerts/price-alert.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { absolute, type Decimal, divide, isNegative } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { evaluateSteps, type StepStatus, textFound } from './hysteresis.js'
import { clip, plainName } from './notification-text.js'
import type { AlertCandidate, Resolution } from './open-alerts.js'
import { type Move, type Moved, largestMove, moveStatus, percentOf } from './price-moves.js'
import { type EvaluatorStates, noSteps } from './stored-alert-state.js'

export type PriceAlertProgress = EvaluatorStates['prices']['alarms'][string]

export const noProgress: PriceAlertProgress = { steps: noSteps, triggeredAt: null }

/** The one step of an alert. */
const step = 'price'

export function priceKey(id: string): string {
  return `price:${id}`
}

export function hasEnded({ repeats }: PriceAlert, { triggeredAt }: PriceAlertProgress): boolean {
  return !repeats && triggeredAt !== null
}

export function isBeyond({ steps }: PriceAlertProgress): boolean {
  return steps.crossed.includes(step)
}

function levelStatus(rule: LevelRule, price: Decimal): StepStatus {
  if (hasReachedLevel(rule, price)) return 'reached'
  const back: LevelRule = {
    kind: rule.kind === 'above' ? 'below' : 'above',
    price: rearmPrice(rule),
  }
  return hasReachedLevel(back, price) ? 'cleared' : 'between'
}

/** Longer figures are shown in full in the alert's details. */
const longestFigure = 24
const figure = (price: Decimal): string => clip(price, longestFigure)

function levelTitle(market: string, rule: LevelRule, found: AlertCandidate['found']): Message {
  const price = figure(rule.price)
  return found === 'standing'
    ? messageOf(`alerts.price.${rule.kind}-already`, { market, price })
    : messageOf(`alerts.price.${rule.kind}`, { market, price })
}

function moveTitle(market: string, { minutes }: MoveRule, moved: Moved): Message {
  const percent = percentOf(moved, 2)
  return messageOf(isNegative(percent) ? 'alerts.price.fell' : 'alerts.price.rose', {
    market,
    percent: absolute(percent),
    minutes,
  })
}

function nextText({ rule, repeats }: PriceAlert, found: AlertCandidate['found']): Message {
  if (!repeats && found === 'new') return messageOf('alerts.price.ended')
  const arms = found === 'new' ? 'arms-again' : 'arms'
  if (rule.kind === 'move')
    return messageOf(`alerts.price.${arms}-after-move`, { percent: divide(rule.percent, '2', 4) })
  return messageOf(`alerts.price.${arms}-${rule.kind === 'above' ? 'below' : 'above'}`, {
    price: figure(rearmPrice(rule)),
  })
}

type Reading = { price: Decimal; moved: Moved | null }

function candidateFor(
  alert: PriceAlert,
  { price, moved }: Reading,
  found: AlertCandidate['found'],
): AlertCandidate | null {
  const { id, rule } = alert
  const market = plainName(alert.market)
  const about = {
    key: priceKey(id),
    level: 'caution',
    subject: { key: `market:${alert.market}`, name: market },
    found,
    endTitle: '',
  } as const
  const text = textFound(
    found === 'standing',
    messageOf('alerts.price.text', { price: figure(price), next: nextText(alert, found) }),
  )
  if (rule.kind !== 'move') {
    const cause = { market: alert.market, price, level: rule.price }
    return { ...about, kind: 'price-level', title: levelTitle(market, rule, found), text, cause }
  }
  if (moved === null) return null
  const cause = {
    market: alert.market,
    price,
    movedFrom: moved.from,
    percent: rule.percent,
    minutes: rule.minutes,
  }
  return { ...about, kind: 'price-move', title: moveTitle(market, rule, moved), text, cause }
}

export type PriceAlertEvaluation = {
  state: PriceAlertProgress
  candidate: AlertCandidate | null
  resolved: Resolution[]
}

/**
 * A price was read, at `at`. Call once per price: `state` is the same object if nothing changed.
 * What was already true at the first price is `standing`: shown, but never announced.
 */
export function evaluatePriceAlert(
  alert: PriceAlert,
  { price, move, at }: { price: Decimal; move: Move | null; at: UnixSeconds },
  before: PriceAlertProgress,
): PriceAlertEvaluation {
  if (hasEnded(alert, before)) return { state: before, candidate: null, resolved: [] }
  const { rule } = alert
  const moved = rule.kind !== 'move' || move === null ? null : largestMove(move, rule, price)
  const status = rule.kind === 'move' ? moveStatus(moved, rule) : levelStatus(rule, price)
  const { raise, state: steps } = evaluateSteps([{ key: step, status }], before.steps)
  const triggeredAt = raise?.found === 'new' ? at : before.triggeredAt
  const candidate = raise === null ? null : candidateFor(alert, { price, moved }, raise.found)
  return {
    state: steps === before.steps ? before : { ...before, steps, triggeredAt },
    candidate,
    resolved: candidate === null ? [] : [{ key: candidate.key, end: 'over' }],
  }
}
