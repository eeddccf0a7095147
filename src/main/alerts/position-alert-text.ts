// The texts of alerts on positions, one at a time or many at once.
import { type Unreadable, unreadableCount, unreadableName, unreadableText } from '../../shared/domain/unreadable.js'
import type { Direction } from '../../shared/domain/position.js'
import { type Decimal, multiply } from '../../shared/money.js'
import { textOf } from '../../shared/messages/messages.js'
import { standingRemark } from './hysteresis.js'
import type { AlertCandidate } from './open-alerts.js'
import { bytesOf, clip, plainName } from './notification-text.js'

type NamedPosition = { id: string; market: string; side: Direction }

/** What happened to a position. `step`: a share of the price · `raw`: a state this version does not know. */
export type PositionEvent =
  | { kind: 'position-liquidation' | 'position-margin-call' }
  | { kind: 'position-distance'; step: Decimal }
  | { kind: 'position-state'; raw: string }
  | { kind: 'position-gone'; wasTroubled: boolean }

const positionName = ({ market, side }: Pick<NamedPosition, 'market' | 'side'>): string =>
  side === 'unclear' ? plainName(market) : `${plainName(market)} ${side}`

const percent = (share: Decimal): string => `${multiply(share, '100')} %`

type Sentences = [level: AlertCandidate['level'], title: string, text: string, endTitle: string]

/** `who` is the subject of the sentences, with its verb. */
const sentencesFor = (event: PositionEvent, who: string): Sentences => {
  switch (event.kind) {
    case 'position-liquidation':
      return ['danger', `${who} being liquidated`, 'The exchange closes it by itself.', `${who} no longer being liquidated`]
    case 'position-margin-call':
      return ['danger', `${who} in margin call`, 'Liquidation is the next state.', `${who} no longer in margin call`]
    case 'position-distance': {
      const step = percent(event.step)
      const estimate = 'Estimated from entry price and unrealized PnL; there is no live price.'
      return ['caution', `${who} within ${step} of liquidation`, estimate, `${who} more than ${step} from liquidation again`]
    }
    case 'position-state': {
      const advice = 'Plimsoll does not know this state. Look on the exchange what it means.'
      return ['info', `${who} in a new state: “${plainName(event.raw)}”`, advice, `${who} no longer in the unknown state`]
    }
    case 'position-gone': {
      const advice = `Open at the last check${event.wasTroubled ? ', in trouble' : ''}. If you did not close it, look on the exchange why.`
      return [event.wasTroubled ? 'caution' : 'info', `${who} no longer open`, advice, '']
    }
  }
}

const longest = 200
const fittingText = (title: string, text: string): string => clip(text, longest - bytesOf(title))

const candidateFor = (
  subject: AlertCandidate['subject'],
  verb: 'is' | 'are',
  names: string,
  { key, event, found, cause }: Pick<AlertCandidate, 'key' | 'found' | 'cause'> & { event: PositionEvent },
): AlertCandidate => {
  const [level, title, text, endTitle] = sentencesFor(event, `${subject.name} ${verb}`)
  const whole = [found === 'standing' ? standingRemark : '', names, text].filter((part) => part !== '').join(' ')
  return { key, kind: event.kind, level, subject, found, title, text: fittingText(title, whole), endTitle, cause }
}

/** Positions named in the text, and in the cause. */
const mostNamed = 3
const mostListed = 50

const namesText = (names: readonly string[]): string => {
  const more = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** Where the state can be read, a margin call raises its alert all the same. */
const unreadableAdvice = (unreadable: readonly Unreadable[]): string =>
  unreadable.every(({ liquidationState }) => liquidationState !== undefined)
    ? 'Only a margin call there would be noticed, not how near it is'
    : 'A margin call there would go unnoticed'

/** Of all of `total` in the exchange's list. */
export const candidateForUnreadable = (unreadable: readonly Unreadable[], total: number, key: string): AlertCandidate => {
  const title = `${textOf(unreadableCount(unreadable, total, 'position'))} and ${unreadable.length === 1 ? 'is' : 'are'} not monitored`
  const names = unreadable.map((one) => plainName(textOf(unreadableName(one))))
  return {
    key,
    kind: 'position-unreadable',
    level: 'danger',
    subject: { key: 'account', name: 'Positions' },
    found: 'new',
    title,
    text: fittingText(title, `${namesText(names)} ${unreadableAdvice(unreadable)}: look on the exchange.`),
    endTitle: 'All positions can be read again',
    cause: {
      count: unreadable.length,
      total,
      nearness: 'nearing',
      unreadable: unreadable.slice(0, mostListed).map((one) => textOf(unreadableText(one))),
    },
  }
}

/** Something happened to a position. `key` and `cause` are those of an alert on it alone. */
export type PositionReport = { position: NamedPosition; key: string; event: PositionEvent; cause(): AlertCandidate['cause'] }

/** More than so many of a kind in one answer are one alert. */
export const mostSeparate = 5

/** One alert for each, or one under the shared key for all of them where they are many. */
export const candidatesFor = (reports: readonly PositionReport[], found: AlertCandidate['found'], sharedKey: string): AlertCandidate[] => {
  const [first] = reports
  if (first === undefined) return []
  if (reports.length <= mostSeparate) {
    return reports.map(({ position, key, event, cause }) => {
      const subject = { key: `position:${position.id}`, name: positionName(position) }
      return candidateFor(subject, 'is', '', { key, event, found, cause: cause() })
    })
  }
  const { event } = reports.find((one) => one.event.kind === 'position-gone' && one.event.wasTroubled) ?? first
  const listed = reports.slice(0, mostListed).map(({ position: { id, market, side } }) => ({ id, market, side }))
  const subject = { key: 'account', name: `${reports.length} positions` }
  const names = namesText(reports.map(({ position }) => positionName(position)))
  return [candidateFor(subject, 'are', names, { key: sharedKey, event, found, cause: { count: reports.length, positions: listed } })]
}
