// How a destination of alerts and its state read.
import type { AlertLevel } from '../../shared/alerts/alert.js'
import {
  type AwayFault,
  destinationParts,
  type DestinationSettings,
  type DestinationView,
  hostOf,
} from '../../shared/away/away.js'
import { t } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { sinceText, type Zone } from '../components/times.js'
import type { Tone } from '../components/words.js'

/** Severities from the highest to this one. */
export type LeastLevel = AlertLevel

const levelsTo: Record<LeastLevel, AlertLevel[]> = {
  danger: ['danger'],
  caution: ['danger', 'caution'],
  info: ['danger', 'caution', 'info'],
}

export function levelsFrom(least: LeastLevel): AlertLevel[] {
  return levelsTo[least]
}

export function leastOf({ levels }: Pick<DestinationSettings, 'levels'>): LeastLevel {
  if (levels.includes('info')) return 'info'
  return levels.includes('caution') ? 'caution' : 'danger'
}

/** "ntfy.sh, topic plimsoll-abc" */
export function placeText(settings: DestinationSettings): string {
  const host = hostOf(settings)
  if (settings.mail !== null) return t('away.place-mail', { host, name: settings.mail.to })
  const { topic } = destinationParts[settings.kind]
  return topic === null ? host : t(`away.place-${topic}`, { host, name: settings.topic })
}

/** What went wrong last, of alerts or of the report that Plimsoll stopped. */
export function faultOf({ fault, watchFault }: DestinationView): AwayFault | null {
  return fault ?? watchFault
}

export function stateOf(view: DestinationView): { text: string; tone: Tone } {
  if (!view.settings.on) return { text: t('away.state.off'), tone: 'plain' }
  return faultOf(view) === null
    ? { text: t('away.state.on'), tone: 'good' }
    : { text: t('away.state.failing'), tone: 'caution' }
}

type Now = { now: UnixSeconds; zone: Zone }

/** "61 of 250 messages used today at ntfy.sh." And what follows once few are left. */
function dailyText({ daily, settings }: DestinationView, { now, zone }: Now): string | null {
  if (daily === null) return null
  const { used, limit, resetsAt, isSlowed } = daily
  const words = { used, limit, host: hostOf(settings), time: sinceText(resetsAt, now, zone) }
  if (used >= limit) return t('away.daily.used-up', words)
  return t(isSlowed ? 'away.daily.slowed' : 'away.daily', words)
}

/** "Last message accepted at 14:02. 2 alerts wait." */
export function factsOf(view: DestinationView, { now, zone }: Now): string {
  const { lastSentAt, queued, held, lastPushAt, armedUntil, settings } = view
  const last =
    settings.kind === 'ping'
      ? null
      : lastSentAt === null
        ? t('away.last.none')
        : t('away.last.sent', { time: sinceText(lastSentAt, now, zone) })
  const watch =
    armedUntil !== null
      ? t('away.watch.armed', { time: sinceText(armedUntil, now, zone) })
      : settings.watch.on && lastPushAt !== null
        ? t('away.watch.pinged', { time: sinceText(lastPushAt, now, zone) })
        : null
  const waiting = queued === 0 ? null : t('away.queued', { count: queued })
  const kept = held === 0 ? null : t('away.held', { count: held })
  const daily = dailyText(view, { now, zone })
  return [last, waiting, kept, watch, daily].filter((one) => one !== null).join(' ')
}
