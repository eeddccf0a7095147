import type { IconName } from '../../components/icon-paths.js'
import type { Screen } from '../../stores/place.svelte.js'

export const screenTitles: Record<Screen, string> = {
  overview: 'Overview',
  positions: 'Positions',
  trade: 'Trade',
  investments: 'Investments',
  'credit-line': 'Credit line',
  mining: 'Mining',
  activity: 'Activity',
  settings: 'Settings',
}

export const screenIcons: Record<Screen, IconName> = {
  overview: 'overview',
  positions: 'positions',
  trade: 'trade',
  investments: 'investments',
  'credit-line': 'credit-line',
  mining: 'mining',
  activity: 'activity',
  settings: 'settings',
}
