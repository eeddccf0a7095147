import { subjectMessage } from '../../shared/calls/call-subject.js'
import type { Capability, CapabilityState } from '../../shared/capabilities/capability.js'
import { t, textOf } from '../../shared/messages/messages.js'
import type { IconName } from '../components/icon-paths.js'
import type { Tone } from '../components/words.js'

export const capabilityLooks: Readonly<Record<CapabilityState, { icon: IconName; tone: Tone }>> = {
  works: { icon: 'check', tone: 'good' },
  'not-enabled': { icon: 'lock', tone: 'caution' },
  'no-permission': { icon: 'cross', tone: 'caution' },
  'not-offered': { icon: 'cross', tone: 'plain' },
  'not-tried': { icon: 'dot', tone: 'plain' },
}

/** "The main balance". */
export function capabilityTitle(one: Pick<Capability, 'subject'>): string {
  const text = textOf(subjectMessage(one.subject))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "12 work, 2 are not enabled, 9 not tried": the count of each, without zeros. */
export function capabilitySummary(endpoints: readonly Capability[]): string {
  const states = (
    ['works', 'not-enabled', 'no-permission', 'not-offered', 'not-tried'] as const
  ).flatMap((state) => {
    const count = endpoints.filter((one) => one.state === state).length
    return count === 0 ? [] : [t(`welcome.key.count.${state}`, { count })]
  })
  return t('welcome.key.summary', { count: endpoints.length, states: states.join(', ') })
}
