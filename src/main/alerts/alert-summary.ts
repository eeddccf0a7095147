// What needs attention now, worst first: for the alert bar, the overview and the tray alike.
import { type Alert, type AttentionItem, type AttentionLevel, compareAlerts, matterOf, screenOf } from '../../shared/domain/alert.js'
import type { Book } from './alert-book.js'

export type Attention = { level: AttentionLevel; items: AttentionItem[]; more: number }

/** Enough for any account that a person can still take in. */
const mostItems = 50

const levelOf = (book: Book): AttentionLevel => {
  if (book.some(({ kind }) => kind === 'monitoring-lost')) return 'blind'
  if (book.some(({ level }) => level === 'danger')) return 'danger'
  return book.some(({ level }) => level === 'caution') ? 'caution' : 'fine'
}

/** Alerts that are acknowledged or snoozed still count for the level: what they warn of has not gone away. */
export const attentionOf = (book: Book): Attention => {
  const worst = new Map<string, Alert>()
  for (const alert of [...book].sort(compareAlerts)) if (!worst.has(matterOf(alert))) worst.set(matterOf(alert), alert)
  const items = [...worst.values()].map((alert): AttentionItem => ({
    alert,
    quiet: alert.state.kind !== 'active',
    screen: screenOf(alert.kind),
  }))
  const inOrder = [...items.filter(({ quiet }) => !quiet), ...items.filter(({ quiet }) => quiet)]
  return { level: levelOf(book), items: inOrder.slice(0, mostItems), more: inOrder.length > mostItems ? inOrder.length - mostItems : 0 }
}
