// The LTV of a step in the titles of its alert, and the titles without it.
import type { Alert } from '../../shared/alerts/alert.js'
import type { LoanLevels } from '../../shared/portfolio/loan-levels.js'
import { inPercent } from '../../shared/alerts/ltv-step.js'
import {
  type Message,
  type MessageKey,
  messageOf,
  type MessageOrText,
} from '../../shared/messages/messages.js'
import { cut, type Decimal } from '../../shared/money.js'

const mostPlaces = 2

/** "65 %", whichever unit the loan's figures use. */
export function ltvMessage(levels: LoanLevels, ltv: Decimal): Message {
  return messageOf('alerts.percent', { percent: cut(inPercent(levels, ltv), mostPlaces) })
}

/** Titles that name the LTV of a step, each with its counterpart that does not. */
const plainKeys = new Map<string, MessageKey>([
  ['alerts.ltv.step.title', 'alerts.ltv.step.title-plain'],
  ['alerts.ltv.step.end', 'alerts.ltv.step.end-plain'],
  ['alerts.ltv.to-liquidation.title', 'alerts.ltv.to-liquidation.title-plain'],
  ['alerts.ltv.to-liquidation.end', 'alerts.ltv.to-liquidation.end-plain'],
])

/** Whether the message of this key names the LTV of a step. */
export function namesLtv(key: string): boolean {
  return plainKeys.has(key)
}

function withoutLtv(message: MessageOrText): MessageOrText {
  const key = typeof message === 'string' ? undefined : plainKeys.get(message.key)
  return key === undefined || typeof message === 'string' ? message : { ...message, key }
}

/** For notifications without figures: the step would reveal roughly where the LTV is. */
export function withPlainTitles<A extends Pick<Alert, 'title' | 'endTitle'>>(alert: A): A {
  return {
    ...alert,
    title: withoutLtv(alert.title),
    endTitle: withoutLtv(alert.endTitle),
  }
}
