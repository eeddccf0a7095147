// "All clear" in words: what is monitored and what is not, or why it is not all clear.
import type {
  Calm,
  MonitoredThing,
  Reservation,
  UnmonitoredThing,
} from '../../shared/alerts/all-clear.js'
import { t } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { ageText } from '../components/times.js'

function monitoredText(thing: MonitoredThing): string {
  if (!('count' in thing)) return t(`overview.monitored.${thing.what}`)
  if (thing.what === 'positions' && thing.count === 0) return t('overview.monitored.no-positions')
  return t(`overview.monitored.${thing.what}`, { count: thing.count })
}

function unmonitoredText({ what, why }: UnmonitoredThing): string {
  if (why === 'not-enabled') return t('overview.unmonitored.loan-not-enabled')
  return why === 'not-offered'
    ? t('overview.unmonitored.margin-not-offered')
    : t(`overview.unmonitored.${what}`)
}

function reservationText(reservation: Reservation): string {
  switch (reservation.why) {
    case 'late':
      return t(`overview.reservation.late-${reservation.feed}`)
    case 'alerts':
    case 'payouts-unseen':
    case 'price-alerts-blind':
      return t(`overview.reservation.${reservation.why}`, { count: reservation.count })
    case 'account-unmonitored':
    case 'account-alerts':
      return t(`overview.reservation.${reservation.why}`, { name: reservation.name })
    default:
      return t(`overview.reservation.${reservation.why}`)
  }
}

type CalmWords = {
  clear: boolean
  title: string
  reservations: string[]
  /** Null if nothing is monitored. */
  monitored: string | null
  /** Null if nothing is left out. */
  unmonitored: string | null
}

export function calmWords(
  { reservations, monitored, unmonitored, checkedAt }: Calm,
  now: UnixSeconds,
): CalmWords {
  const clear = reservations.length === 0
  const list = monitored.map(monitoredText).join(', ')
  const left = unmonitored.map(unmonitoredText).join(', ')
  return {
    clear,
    title: clear ? t('overview.all-clear') : t('overview.all-clear.not'),
    reservations: reservations.map(reservationText),
    monitored:
      list === ''
        ? null
        : checkedAt === null
          ? t('overview.all-clear.monitored', { list })
          : t('overview.all-clear.monitored-and-checked', { list, age: ageText(now - checkedAt) }),
    unmonitored: left === '' ? null : t('overview.all-clear.unmonitored', { list: left }),
  }
}
