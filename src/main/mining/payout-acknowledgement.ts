// A changed payout calls twice: as an alarm, and on its own screen. Whoever has seen it in one place has seen it in the other.
import type { AlertsView, AttentionItem } from '../../shared/domain/alert.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'

export type AcknowledgementPorts = {
  mining: { acknowledge(name: string): Result<null, Problem> }
  alerts: { view(): Pick<AlertsView, 'attention'>; acknowledge(id: string): Result<null, Problem> }
}

const subjectOf = (name: string): string => `payout:${name}`
const calls = ({ alert }: AttentionItem): boolean => alert.kind === 'payout-changed' && alert.state.kind !== 'acknowledged'

export const createPayoutAcknowledgement = ({ mining, alerts }: AcknowledgementPorts) => {
  const calling = (): AttentionItem[] => alerts.view().attention.filter(calls)

  return {
    /** On the screen, for an account: every alarm about it goes with it, however often it was changed. */
    ofAccount: (name: string): Result<null, Problem> => {
      const done = mining.acknowledge(name)
      if (!done.ok) return done
      for (const { alert } of calling()) if (alert.subject.key === subjectOf(name)) alerts.acknowledge(alert.id)
      return done
    },
    /** Of any alarm. The last one about an account takes with it what its screen asks. */
    ofAlert: (id: string): Result<null, Problem> => {
      const chosen = calling().find(({ alert }) => alert.id === id)
      const done = alerts.acknowledge(id)
      if (!done.ok || chosen === undefined) return done
      const { key } = chosen.alert.subject
      const isLast = calling().every(({ alert }) => alert.subject.key !== key)
      // An account that was taken off the list has nothing to say to it.
      if (isLast) mining.acknowledge(key.slice(subjectOf('').length))
      return done
    },
  }
}
