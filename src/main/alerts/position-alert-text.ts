// The texts of alerts on positions, one at a time or many at once.
import type { Alert } from '../../shared/domain/alert.js'
import { type Unreadable, unreadableCount, unreadableName, unreadableText } from '../../shared/domain/unreadable.js'
import type { Direction } from '../../shared/domain/position.js'
import { type Decimal, multiply } from '../../shared/money.js'
import { standingRemark } from './hysteresis.js'
import type { AlertCandidate } from './open-alerts.js'
import { bytesOf, clip, plainName } from './notification-text.js'

export type NamedPosition = { id: string; market: string; side: Direction }

/** What happened to a position. `step`: a share of the price · `raw`: a state this version does not know. */
export type PositionEvent =
  | { kind: 'position-liquidation' | 'position-margin-call' }
  | { kind: 'position-distance'; step: Decimal }
  | { kind: 'position-state'; raw: string }
  | { kind: 'position-gone'; wasTroubled: boolean }

export const positionName = ({ market, side }: Pick<NamedPosition, 'market' | 'side'>): string =>
  side === 'unclear' ? plainName(market) : `${plainName(market)} ${side}`

const percent = (share: Decimal): string => `${multiply(share, '100')} %`

/** `who` is the subject of the sentences, with its verb. */
const textFor = (event: PositionEvent, who: string): Pick<AlertCandidate, 'level' | 'title' | 'text' | 'endTitle'> => {
  switch (event.kind) {
    case 'position-liquidation':
      return {
        level: 'danger',
        title: `${who} being liquidated`,
        text: 'The exchange closes it by itself.',
        endTitle: `${who} no longer being liquidated`,
      }
    case 'position-margin-call':
      return {
        level: 'danger',
        title: `${who} in margin call`,
        text: 'Liquidation is the next state.',
        endTitle: `${who} no longer in margin call`,
      }
    case 'position-distance':
      return {
        level: 'caution',
        title: `${who} within ${percent(event.step)} of liquidation`,
        text: 'Estimated from entry price and unrealized PnL; there is no live price.',
        endTitle: `${who} more than ${percent(event.step)} from liquidation again`,
      }
    case 'position-state':
      return {
        level: 'info',
        title: `${who} in a new state: “${plainName(event.raw)}”`,
        text: 'Plimsoll does not know this state. Look on the exchange what it means.',
        endTitle: `${who} no longer in the unknown state`,
      }
    case 'position-gone':
      return {
        level: event.wasTroubled ? 'caution' : 'info',
        title: `${who} no longer open`,
        text: `Open at the last check${event.wasTroubled ? ', in trouble' : ''}. If you did not close it, look on the exchange why.`,
        endTitle: '',
      }
  }
}

const longest = 200
const fittingText = (title: string, text: string): string => clip(text, longest - bytesOf(title))

type PositionReport = { key: string; event: PositionEvent; found: AlertCandidate['found']; cause: Alert['cause'] }

const candidateFor = (
  subject: AlertCandidate['subject'],
  verb: 'is' | 'are',
  names: string,
  { key, event, found, cause }: PositionReport,
): AlertCandidate => {
  const texts = textFor(event, `${subject.name} ${verb}`)
  const sentences = [found === 'standing' ? standingRemark : '', names, texts.text].filter((part) => part !== '').join(' ')
  return { key, kind: event.kind, subject, found, cause, ...texts, text: fittingText(texts.title, sentences) }
}

export const candidateForOne = (position: NamedPosition, report: PositionReport): AlertCandidate =>
  candidateFor({ key: `position:${position.id}`, name: positionName(position) }, 'is', '', report)

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
  const title = `${unreadableCount(unreadable, total, 'position')} and ${unreadable.length === 1 ? 'is' : 'are'} not monitored`
  const names = unreadable.map((one) => plainName(unreadableName(one)))
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
      unreadable: unreadable.slice(0, mostListed).map(unreadableText),
    },
  }
}

export const candidateForMany = (positions: readonly NamedPosition[], report: Omit<PositionReport, 'cause'>): AlertCandidate => {
  const listed = positions.slice(0, mostListed).map(({ id, market, side }) => ({ id, market, side }))
  const cause = { count: positions.length, positions: listed }
  const subject = { key: 'account', name: `${positions.length} positions` }
  return candidateFor(subject, 'are', namesText(positions.map(positionName)), { ...report, cause })
}
