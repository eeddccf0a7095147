import type { Screen } from '../../stores/navigation.svelte.js'

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
