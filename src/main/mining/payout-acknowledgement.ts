// A changed payout shows as an alarm and on its own screen: acknowledged in one place, it is acknowledged in the other.
import type { AlertsView, AttentionItem } from '../../shared/domain/alert.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'

export type AcknowledgementPorts = {
  mining: { acknowledge(name: string): Result<null, Problem> }
  alerts: { view(): Pick<AlertsView, 'attention'>; acknowledge(id: string): Result<null, Problem> }
}

const subjectOf = (name: string): string => `payout:${name}`
const isOpen = ({ alert }: AttentionItem): boolean => alert.kind === 'payout-changed' && alert.state.kind !== 'acknowledged'

export const createPayoutAcknowledgement = ({ mining, alerts }: AcknowledgementPorts) => {
  const openPayoutAlerts = (): AttentionItem[] => alerts.view().attention.filter(isOpen)

  return {
    /** On the screen: every alarm about the account goes with it, however often it was changed. */
    ofAccount: (name: string): Result<null, Problem> => {
      const done = mining.acknowledge(name)
      if (!done.ok) return done
      for (const { alert } of openPayoutAlerts()) if (alert.subject.key === subjectOf(name)) alerts.acknowledge(alert.id)
      return done
    },
    /** The last alarm about an account acknowledges the change on its screen too. */
    ofAlert: (id: string): Result<null, Problem> => {
      const chosen = openPayoutAlerts().find(({ alert }) => alert.id === id)
      const done = alerts.acknowledge(id)
      if (!done.ok || chosen === undefined) return done
      const { key } = chosen.alert.subject
      const isLast = openPayoutAlerts().every(({ alert }) => alert.subject.key !== key)
      if (isLast) mining.acknowledge(key.slice(subjectOf('').length))
      return done
    },
  }
}
