import { subjectTold } from '../../shared/domain/call-subject.js'
import type { Capability, CapabilityState } from '../../shared/domain/capability.js'
import { textOf } from '../../shared/messages/messages.js'
import type { IconName } from '../components/icon-paths.js'
import { counted, type Tone } from './words.js'

export const capabilityWords: Record<CapabilityState, { text: string; icon: IconName; tone: Tone }> = {
  works: { text: 'Works', icon: 'check', tone: 'good' },
  'not-enabled': { text: 'Not enabled', icon: 'lock', tone: 'caution' },
  'no-permission': { text: 'No permission', icon: 'cross', tone: 'caution' },
  'not-offered': { text: 'Not offered', icon: 'cross', tone: 'plain' },
  'not-tried': { text: 'Not tried', icon: 'dot', tone: 'plain' },
}

/** "The main balance". */
export const capabilityTitle = (one: Pick<Capability, 'subject'>): string => {
  const text = textOf(subjectTold(one))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "12 work, 2 are not enabled, 9 not tried": how many of each there are, where there are any. */
export const capabilitySummary = (endpoints: readonly Capability[]): string => {
  const count = (state: CapabilityState): number => endpoints.filter((one) => one.state === state).length
  const parts: [number, string][] = [
    [count('works'), count('works') === 1 ? 'works' : 'work'],
    [count('not-enabled'), 'not enabled'],
    [count('no-permission'), 'without permission'],
    [count('not-offered'), 'not offered'],
    [count('not-tried'), 'not tried'],
  ]
  const said = parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`)
  return `${counted(endpoints.length, 'endpoint')}: ${said.join(', ')}.`
}
