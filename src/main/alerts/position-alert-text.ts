// The texts of alerts on positions, one at a time or many at once.
import type { Alert } from '../../shared/domain/alert.js'
import { type Unreadable, unreadableCount, unreadableName, unreadableText } from '../../shared/domain/unreadable.js'
import type { Direction } from '../../shared/domain/position.js'
import { type Decimal, multiply } from '../../shared/money.js'
import { type AlertCandidate, standingRemark } from './alert-candidate.js'
import { bytesOf, clip, plainName } from './plain-text.js'

export type NamedPosition = { id: string; market: string; side: Direction }

/** What happened to a position. `step`: a share of the price · `raw`: a state this version does not know. */
export type PositionEvent =
  | { kind: 'position-liquidation' | 'position-margin-call' }
  | { kind: 'position-distance'; step: Decimal }
  | { kind: 'position-state'; raw: string }
  | { kind: 'position-gone'; wasTroubled: boolean }

export const positionName = ({ market, side }: Pick<NamedPosition, 'market' | 'side'>): string =>
  side === 'unclear' ? plainName(market) : `${plainName(market)} ${side}`

const levels: Record<PositionEvent['kind'], AlertCandidate['level']> = {
  'position-liquidation': 'danger',
  'position-margin-call': 'danger',
  'position-distance': 'caution',
  'position-state': 'info',
  'position-gone': 'info',
}

const percent = (share: Decimal): string => `${multiply(share, '100')} %`

/** `who` is the subject of the sentences, with its verb. */
const textFor = (event: PositionEvent, who: string): Pick<AlertCandidate, 'title' | 'text' | 'endTitle'> => {
  switch (event.kind) {
    case 'position-liquidation':
      return {
        title: `${who} being liquidated`,
        text: 'The exchange closes it by itself.',
        endTitle: `${who} no longer being liquidated`,
      }
    case 'position-margin-call':
      return { title: `${who} in margin call`, text: 'Liquidation is the next state.', endTitle: `${who} no longer in margin call` }
    case 'position-distance':
      return {
        title: `${who} within ${percent(event.step)} of liquidation`,
        text: 'Estimated from entry price and unrealized PnL; there is no live price.',
        endTitle: `${who} more than ${percent(event.step)} from liquidation again`,
      }
    case 'position-state':
      return {
        title: `${who} in a new state: “${plainName(event.raw)}”`,
        text: 'Plimsoll does not know this state. Look on the exchange what it means.',
        endTitle: `${who} no longer in the unknown state`,
      }
    case 'position-gone':
      return {
        title: `${who} no longer open`,
        text: `Open at the last check${event.wasTroubled ? ', in trouble' : ''}. If you did not close it, look on the exchange why.`,
        endTitle: '',
      }
  }
}

const longest = 200
const fittingText = (title: string, text: string): string => clip(text, longest - bytesOf(title))

const levelOf = (event: PositionEvent): AlertCandidate['level'] =>
  event.kind === 'position-gone' && event.wasTroubled ? 'caution' : levels[event.kind]

type PositionReport = { key: string; event: PositionEvent; found: AlertCandidate['found']; cause: Alert['cause'] }

const candidateFor = (
  subject: AlertCandidate['subject'],
  verb: 'is' | 'are',
  names: string,
  { key, event, found, cause }: PositionReport,
): AlertCandidate => {
  const { title, text, endTitle } = textFor(event, `${subject.name} ${verb}`)
  const sentences = [found === 'standing' ? standingRemark : '', names, text].filter((part) => part !== '').join(' ')
  return { key, kind: event.kind, level: levelOf(event), subject, found, title, text: fittingText(title, sentences), endTitle, cause }
}

export const candidateForOne = (position: NamedPosition, report: PositionReport): AlertCandidate =>
  candidateFor({ key: `position:${position.id}`, name: positionName(position) }, 'is', '', report)

/** Positions named in the text, and in the cause. */
const mostNamed = 3
const mostListed = 50

/** Where the state can be read, a margin call raises its alert all the same. */
const unreadableAdvice = (unreadable: readonly Unreadable[]): string =>
  unreadable.every(({ liquidationState }) => liquidationState !== undefined)
    ? 'Only a margin call there would be noticed, not how near it is'
    : 'A margin call there would go unnoticed'

/** Of all of `total` in the exchange's list. */
export const candidateForUnreadable = (unreadable: readonly Unreadable[], total: number, key: string): AlertCandidate => {
  const title = `${unreadableCount(unreadable, total, 'position')} and ${unreadable.length === 1 ? 'is' : 'are'} not monitored`
  const names = unreadable.slice(0, mostNamed).map((one) => plainName(unreadableName(one)))
  const more = unreadable.length - names.length
  const who = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
  return {
    key,
    kind: 'position-unreadable',
    level: 'danger',
    subject: { key: 'account', name: 'Positions' },
    found: 'new',
    title,
    text: fittingText(title, `${who}. ${unreadableAdvice(unreadable)}: look on the exchange.`),
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
  const more = positions.length - mostNamed
  const names = positions.slice(0, mostNamed).map(positionName).join(', ')
  return candidateFor(
    { key: 'account', name: `${positions.length} positions` },
    'are',
    more > 0 ? `${names} and ${more} more.` : `${names}.`,
    {
      ...report,
      cause: { count: positions.length, positions: positions.slice(0, mostListed).map(({ id, market, side }) => ({ id, market, side })) },
    },
  )
}
