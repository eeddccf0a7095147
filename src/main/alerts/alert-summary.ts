// What needs attention now, worst first: for the alert bar, the overview and the tray alike.
import { type Alert, type AlertsView, type RiskLevel, compareAlerts, matterOf, screenOf } from '../../shared/domain/alert.js'
import type { OpenAlerts } from './open-alerts.js'

/** More than a person can take in. */
const mostItems = 50

const levelOf = (alerts: OpenAlerts): RiskLevel => {
  if (alerts.some(({ kind }) => kind === 'monitoring-lost')) return 'unmonitored'
  if (alerts.some(({ level }) => level === 'danger')) return 'danger'
  return alerts.some(({ level }) => level === 'caution') ? 'caution' : 'fine'
}

/** The worst alert of each matter, the worst of all first. */
export const worstByMatter = (alerts: OpenAlerts): Map<string, Alert> => {
  const worst = new Map<string, Alert>()
  for (const alert of [...alerts].sort(compareAlerts)) if (!worst.has(matterOf(alert))) worst.set(matterOf(alert), alert)
  return worst
}

/** Alerts that are acknowledged or snoozed still count for the level: what they warn of has not gone away. */
export const summarizeAlerts = (alerts: OpenAlerts): Pick<AlertsView, 'level' | 'attention' | 'more'> => {
  const items = [...worstByMatter(alerts).values()].map((alert) => ({
    alert,
    quiet: alert.state.kind !== 'active',
    screen: screenOf(alert.kind),
  }))
  const inOrder = [...items.filter(({ quiet }) => !quiet), ...items.filter(({ quiet }) => quiet)]
  const more = inOrder.length > mostItems ? inOrder.length - mostItems : 0
  return { level: levelOf(alerts), attention: inOrder.slice(0, mostItems), more }
}
