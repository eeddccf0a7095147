// The texts of alerts on positions, one at a time or many at once.
import { type Unreadable, unreadableName, unreadableText } from '../../shared/unreadable.js'
import type { PositionEnd } from '../../shared/alerts/position-end.js'
import type { Direction } from '../../shared/portfolio/position.js'
import {
  type Message,
  messageOf,
  textOf,
  type MessageOrText,
} from '../../shared/messages/messages.js'
import { type Decimal, multiply } from '../../shared/money.js'
import { textFound } from './hysteresis.js'
import type { AlertCandidate } from './open-alerts.js'
import { namesText, plainName } from './notification-text.js'

type NamedPosition = { id: string; market: string; side: Direction }

/**
 * What happened to a position. `step`: a share of the price within which liquidation is · `raw`: a
 * state this version does not know · `time`: of the order that ended it, in local format; empty if
 * none did.
 */
export type PositionEvent =
  | { kind: 'position-liquidation' }
  | { kind: 'position-margin-call'; step: Decimal | null }
  | { kind: 'position-distance'; step: Decimal }
  | { kind: 'position-state'; raw: string }
  | { kind: 'position-gone'; wasTroubled: boolean; end: PositionEnd; time: string }

export function positionName({
  market,
  side,
}: Pick<NamedPosition, 'market' | 'side'>): MessageOrText {
  return side === 'unclear'
    ? plainName(market)
    : messageOf(`alerts.position.${side}`, { market: plainName(market) })
}

/** The text for one position once its margin call is over. */
export function marginCallEnd(position: Pick<NamedPosition, 'market' | 'side'>): Message {
  return messageOf('alerts.position.margin-call.end', { who: positionName(position) })
}

/** The same alert once the position has left the state, until that counts as its end. */
export function leftState(alert: AlertCandidate): AlertCandidate {
  return {
    ...alert,
    title: alert.endTitle,
    text: messageOf('alerts.position.left'),
  }
}

function percent(share: Decimal): Message {
  return messageOf('alerts.percent', { percent: multiply(share, '100') })
}

type Sentences = Pick<AlertCandidate, 'level' | 'title' | 'endTitle'> & { text: Message }

type GoneEvent = Extract<PositionEvent, { kind: 'position-gone' }>

function goneText({ wasTroubled, end, time }: GoneEvent): Message {
  switch (end.by) {
    case 'own-order':
      return messageOf(`alerts.position.gone.${end.outcome}`, { time })
    case 'liquidation':
      return messageOf(
        end.stated ? 'alerts.position.gone.liquidated' : 'alerts.position.gone.liquidation-price',
      )
    case 'stop-loss':
    case 'take-profit':
      return messageOf(`alerts.position.gone.${end.by}`, { price: end.price })
    case 'unknown':
      return messageOf(
        wasTroubled ? 'alerts.position.gone.text-troubled' : 'alerts.position.gone.text',
      )
  }
}

/** What the user did is not an alert, whatever the state was. */
function goneLevel({ wasTroubled, end }: GoneEvent): 'info' | 'caution' {
  return end.by === 'liquidation' || (wasTroubled && end.by !== 'own-order') ? 'caution' : 'info'
}

/** `who`: the position, or how many positions. */
function sentencesFor(
  event: PositionEvent,
  of: 'position' | 'positions',
  who: MessageOrText,
): Sentences {
  switch (event.kind) {
    case 'position-liquidation':
      return {
        level: 'danger',
        title: messageOf(`alerts.${of}.liquidation.title`, { who }),
        text: messageOf('alerts.position.liquidation.text'),
        endTitle: messageOf(`alerts.${of}.liquidation.end`, { who }),
      }
    case 'position-margin-call':
      if (event.step !== null) {
        const share = percent(event.step)
        return {
          level: 'danger',
          title: messageOf(`alerts.${of}.closing.title`, { who, share }),
          text: messageOf('alerts.position.margin-call.text'),
          endTitle: messageOf(`alerts.${of}.closing.end`, { who, share }),
        }
      }
      return {
        level: 'danger',
        title: messageOf(`alerts.${of}.margin-call.title`, { who }),
        text: messageOf('alerts.position.margin-call.text'),
        endTitle: messageOf(`alerts.${of}.margin-call.end`, { who }),
      }
    case 'position-distance': {
      const share = percent(event.step)
      return {
        level: 'caution',
        title: messageOf(`alerts.${of}.distance.title`, { who, share }),
        text: messageOf('alerts.position.distance.text'),
        endTitle: messageOf(`alerts.${of}.distance.end`, { who, share }),
      }
    }
    case 'position-state':
      return {
        level: 'info',
        title: messageOf(`alerts.${of}.state.title`, { who, state: plainName(event.raw) }),
        text: messageOf('alerts.position.state.text'),
        endTitle: messageOf(`alerts.${of}.state.end`, { who }),
      }
    case 'position-gone':
      return {
        level: goneLevel(event),
        title: messageOf(`alerts.${of}.gone.title`, { who }),
        text: goneText(event),
        endTitle: '',
      }
  }
}

/** Positions in the cause. */
export const mostListed = 50

/** If the state can be read, a margin call still raises its alert. */
function adviceOn(unreadable: readonly Unreadable[]): Message {
  const names = namesText(unreadable.map((one) => plainName(textOf(unreadableName(one)))))
  const isStateKnown = unreadable.every(({ liquidationState }) => liquidationState !== undefined)
  return messageOf(
    isStateKnown ? 'alerts.unreadable.text-states' : 'alerts.unreadable.text-nothing',
    { names },
  )
}

/** `total`: all in the exchange's list. */
export function candidateForUnreadable(
  unreadable: readonly Unreadable[],
  total: number,
  key: string,
): AlertCandidate {
  const count = unreadable.length
  return {
    key,
    kind: 'position-unreadable',
    level: 'danger',
    subject: { key: 'account', name: messageOf('alerts.subject.positions') },
    found: 'new',
    title: messageOf('alerts.unreadable.title', { count, total }),
    text: adviceOn(unreadable),
    endTitle: messageOf('alerts.unreadable.end'),
    cause: {
      count,
      total,
      nearness: 'nearing',
      unreadable: unreadable.slice(0, mostListed).map((one) => textOf(unreadableText(one))),
    },
  }
}

/**
 * Of positions that were in margin call and that a new key does not list: whether they are gone is
 * not known.
 */
export function candidateForUnseen(
  unseen: readonly NamedPosition[],
  key: string,
): AlertCandidate | null {
  const [first] = unseen
  if (first === undefined) return null
  const count = unseen.length
  const who = count === 1 ? positionName(first) : messageOf('alerts.positions.count', { count })
  const text = messageOf('alerts.unseen.text')
  return {
    key,
    kind: 'position-unseen',
    level: 'caution',
    subject: { key: 'account', name: who },
    found: 'new',
    title: messageOf(`alerts.${count === 1 ? 'position' : 'positions'}.unseen.title`, { who }),
    text:
      count === 1
        ? text
        : messageOf('alerts.position.named', {
            names: namesText(unseen.map(positionName)),
            text,
          }),
    endTitle: '',
    cause: {
      count,
      positions: unseen.slice(0, mostListed).map(({ id, market, side }) => ({ id, market, side })),
    },
  }
}

/** Something happened to a position. `key` and `cause` are those of an alert on it alone. */
export type PositionReport = {
  position: NamedPosition
  key: string
  event: PositionEvent
  cause(): AlertCandidate['cause']
}

/** More than this many of a kind in one response become one alert. */
export const mostSeparate = 5

/** One alert for each, or a single one under the shared key if there are many. */
export function candidatesFor(
  reports: readonly PositionReport[],
  { found, isFirstLook }: { found: AlertCandidate['found']; isFirstLook: boolean },
  sharedKey: string,
): AlertCandidate[] {
  const [first] = reports
  if (first === undefined) return []
  if (reports.length <= mostSeparate) {
    return reports.map(({ position, key, event, cause }): AlertCandidate => {
      const who = positionName(position)
      const { text, ...words } = sentencesFor(event, 'position', who)
      const subject = { key: `position:${position.id}`, name: who }
      return {
        key,
        kind: event.kind,
        subject,
        found,
        ...words,
        text: textFound(isFirstLook, text),
        cause: cause(),
      }
    })
  }
  const { event } =
    reports.find((one) => one.event.kind === 'position-gone' && one.event.wasTroubled) ?? first
  const count = reports.length
  const who = messageOf('alerts.positions.count', { count })
  const { text, ...words } = sentencesFor(event, 'positions', who)
  const names = namesText(reports.map(({ position }) => positionName(position)))
  const positions = reports
    .slice(0, mostListed)
    .map(({ position: { id, market, side } }) => ({ id, market, side }))
  return [
    {
      key: sharedKey,
      kind: event.kind,
      subject: { key: 'account', name: who },
      found,
      ...words,
      text: textFound(isFirstLook, messageOf('alerts.position.named', { names, text })),
      cause: { count, positions },
    },
  ]
}
