// What is said about positions, one at a time or many at once.
import type { Alert, AlertKind } from '../../shared/domain/alert.js'
import { type Unreadable, unreadableCount, unreadableName, unreadableText } from '../../shared/domain/unreadable.js'
import type { Direction } from '../../shared/domain/position.js'
import { type Decimal, multiply } from '../../shared/money.js'
import type { Finding } from './alert-candidate.js'
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

const levels: Record<PositionEvent['kind'], Finding['level']> = {
  'position-liquidation': 'danger',
  'position-margin-call': 'danger',
  'position-distance': 'caution',
  'position-state': 'info',
  'position-gone': 'info',
}

type Words = { says: (who: string, many: boolean) => string; text: string; ends: (who: string, many: boolean) => string }

const percent = (share: Decimal): string => `${multiply(share, '100')} %`
const is = (many: boolean): string => (many ? 'are' : 'is')

const wordsFor = (event: PositionEvent): Words => {
  switch (event.kind) {
    case 'position-liquidation':
      return {
        says: (who, many) => `${who} ${is(many)} being liquidated`,
        text: 'The exchange closes it by itself.',
        ends: (who, many) => `${who} ${is(many)} no longer being liquidated`,
      }
    case 'position-margin-call':
      return {
        says: (who, many) => `${who} ${is(many)} in margin call`,
        text: 'Liquidation is the next state.',
        ends: (who, many) => `${who} ${is(many)} no longer in margin call`,
      }
    case 'position-distance':
      return {
        says: (who, many) => `${who} ${is(many)} within ${percent(event.step)} of liquidation`,
        text: 'Estimated from entry price and unrealized PnL; there is no live price.',
        ends: (who, many) => `${who} ${is(many)} more than ${percent(event.step)} from liquidation again`,
      }
    case 'position-state':
      return {
        says: (who, many) => `${who} ${is(many)} in a new state: “${plainName(event.raw)}”`,
        text: 'Plimsoll does not know this state. Look on the exchange what it means.',
        ends: (who, many) => `${who} ${is(many)} no longer in the unknown state`,
      }
    case 'position-gone':
      return {
        says: (who, many) => `${who} ${is(many)} no longer open`,
        text: `Open at the last check${event.wasTroubled ? ', in trouble' : ''}. If you did not close it, look on the exchange why.`,
        ends: () => '',
      }
  }
}

const longest = 200
const fitting = (title: string, text: string): string => clip(text, longest - bytesOf(title))

const levelOf = (event: PositionEvent): Finding['level'] =>
  event.kind === 'position-gone' && event.wasTroubled ? 'caution' : levels[event.kind]

const standingRemark = 'It was so at the first check.'

type Said = { key: string; event: PositionEvent; found: Finding['found']; cause: Alert['cause'] }

const findingFor = (subject: Finding['subject'], many: boolean, remark: string, { key, event, found, cause }: Said): Finding => {
  const words = wordsFor(event)
  const title = words.says(subject.name, many)
  const text = [found === 'standing' ? standingRemark : '', remark, words.text].filter((part) => part !== '').join(' ')
  const kind: AlertKind = event.kind
  return {
    key,
    kind,
    level: levelOf(event),
    subject,
    found,
    title,
    text: fitting(title, text),
    endTitle: words.ends(subject.name, many),
    cause,
  }
}

export const onePosition = (position: NamedPosition, said: Said): Finding =>
  findingFor({ key: `position:${position.id}`, name: positionName(position) }, false, '', said)

/** Positions named in the words, and in the cause. */
const named = 3
const listed = 50

/** Where the state can be read, a margin call is told of all the same. */
const unseen = (unreadable: readonly Unreadable[]): string =>
  unreadable.every(({ liquidationState }) => liquidationState !== undefined)
    ? 'Only a margin call there would be noticed, not how near it is'
    : 'A margin call there would go unnoticed'

/** Of all of `total` in the exchange's list. How near to liquidation they are cannot be told, so it is not taken to be far. */
export const unreadablePositions = (unreadable: readonly Unreadable[], total: number, key: string): Finding => {
  const title = `${unreadableCount(unreadable, total, 'position')} and ${unreadable.length === 1 ? 'is' : 'are'} not monitored`
  const names = unreadable.slice(0, named).map((one) => plainName(unreadableName(one)))
  const more = unreadable.length - names.length
  const who = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
  return {
    key,
    kind: 'position-unreadable',
    level: 'danger',
    subject: { key: 'account', name: 'Positions' },
    found: 'new',
    title,
    text: fitting(title, `${who}. ${unseen(unreadable)}: look on the exchange.`),
    endTitle: 'All positions can be read again',
    cause: {
      count: unreadable.length,
      total,
      nearness: 'nearing',
      unreadable: unreadable.slice(0, listed).map(unreadableText),
    },
  }
}

export const manyPositions = (positions: readonly NamedPosition[], said: Omit<Said, 'cause'>): Finding => {
  const more = positions.length - named
  const names = positions.slice(0, named).map(positionName).join(', ')
  return findingFor(
    { key: 'account', name: `${positions.length} positions` },
    true,
    more > 0 ? `${names} and ${more} more.` : `${names}.`,
    {
      ...said,
      cause: { count: positions.length, positions: positions.slice(0, listed).map(({ id, market, side }) => ({ id, market, side })) },
    },
  )
}
