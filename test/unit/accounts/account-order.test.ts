import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareStandings,
  leadingAlert,
  type Standing,
} from '../../../src/main/accounts/account-order.js'
import { summarizeAlerts } from '../../../src/main/alerts/open-alerts.js'
import { type Alert, alertKinds, noAlerts, severityOf } from '../../../src/shared/alerts/alert.js'
import { aProfile, aSummary } from '../../fixtures/portfolio/accounts.js'
import { aFeed, aPortfolio, aPosition } from '../../fixtures/portfolio/figures.js'
import { anAlert } from '../../support/alert-harness.js'

function standing(
  name: string,
  leading: Alert | null,
  more: Partial<Standing['summary']> = {},
): Standing {
  return {
    summary: aSummary({
      profile: aProfile({ id: name, name }),
      level: 'danger',
      calling: leading === null ? 0 : 1,
      ...more,
    }),
    leading,
    left: more.headroom ?? null,
  }
}

function names(...standings: Standing[]): string[] {
  return standings.sort(compareStandings).map(({ summary }) => summary.profile.name)
}

function inMarginCall(distance: string, more: Partial<Alert> = {}): Alert {
  return anAlert({
    kind: 'position-margin-call',
    subject: { key: 'position:1', name: 'X' },
    cause: { distance },
    ...more,
  })
}

describe('ALR-3 the worst alert decides between accounts of the same level', () => {
  it('2.2 % from liquidation comes before 9.6 %, whatever else alerts there, and liquidation before both', () => {
    const near = standing('near', inMarginCall('0.022'))
    const far = standing('far', inMarginCall('0.096'), { calling: 5, headroom: '0.01' })
    const ending = standing('ending', anAlert({ kind: 'position-liquidation', cause: {} }))
    expect(names(far, near, ending)).toEqual(['ending', 'near', 'far'])
  })

  it('an alert without a reaction comes before a worse one that was acknowledged', () => {
    const known = standing('known', inMarginCall('0.01'), { calling: 0 })
    expect(names(known, standing('calling', inMarginCall('0.09')))).toEqual(['calling', 'known'])
  })

  it('the leading alert of an account is compared by its current figures', () => {
    const alert = inMarginCall('0.5')
    const alerts = {
      ...noAlerts,
      ...summarizeAlerts([
        alert,
        anAlert({ id: 'b', key: 'b', kind: 'ltv-step', level: 'caution' }),
      ]),
    }
    const position = aPosition({ id: '1' })
    const now = leadingAlert(alerts, aPortfolio({ positions: aFeed([position]) }), null)
    expect(now).toMatchObject({ id: alert.id })
    expect(now?.cause['distance']).not.toBe('0.5')
    expect(leadingAlert(noAlerts, aPortfolio(), null)).toBeNull()
  })

  it('no worse alert comes after a milder one, in any order of arrival', () => {
    const kind = fc.constantFrom(...alertKinds.filter((one) => one !== 'monitoring-lost'))
    const some = fc.record({
      kind,
      at: fc.nat(5),
      distance: fc.constantFrom('0.01', '0.5', 'unknown'),
    })
    fc.assert(
      fc.property(fc.array(some, { minLength: 2, maxLength: 8 }), (list) => {
        const all = list.map((one, at) =>
          standing(
            String(at),
            anAlert({ kind: one.kind, at: one.at, cause: { distance: one.distance } }),
          ),
        )
        const severities = all
          .sort(compareStandings)
          .map(({ leading }) => (leading === null ? 99 : severityOf(leading)))
        expect(severities).toEqual(severities.toSorted((a, b) => a - b))
        for (const a of all)
          for (const b of all)
            expect(Math.sign(compareStandings(a, b)) + Math.sign(compareStandings(b, a))).toBe(0)
      }),
    )
  })
})
