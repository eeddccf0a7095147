import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Alert,
  alertKinds,
  defaultAlertSettings,
  isAlertSettings,
  isCritical,
  matterOf,
  screenOf,
  severityOf,
  worstFirst,
} from '../../../../src/shared/alerts/alert.js'

describe('alert settings from a file or from the page', () => {
  it('default to four early steps, figures, every sound, and margin calls that pass quiet hours', () => {
    expect(isAlertSettings(defaultAlertSettings)).toBe(true)
    expect(defaultAlertSettings).toMatchObject({
      earlySteps: [{ ltv: '50' }, { ltv: '60' }, { ltv: '65' }, { ltv: '70' }],
      rearm: '0.02',
      figuresInNotifications: true,
      sounds: 'all',
      quietHoursCoverMarginCalls: false,
    })
  })

  it.each([
    ['earlySteps', [{ part: 0, of: 3 }]],
    ['earlySteps', [{ part: 3, of: 3 }]],
    ['earlySteps', [{ part: 0.5, of: 3 }]],
    ['earlySteps', [{ part: '1', of: 3 }]],
    ['earlySteps', Array.from({ length: 9 }, () => ({ part: 1, of: 3 }))],
    ['earlySteps', [{ ltv: '0' }]],
    ['earlySteps', [{ ltv: '-65' }]],
    ['earlySteps', [{ ltv: '1000' }]],
    ['earlySteps', [{ ltv: 65 }]],
    ['earlySteps', [{ ltv: '6,5' }]],
    ['earlySteps', [{ ltv: 'x', part: 1, of: 3 }]],
    ['earlySteps', null],
    ['rearm', 0.02],
    ['rearm', '0'],
    ['rearm', '1'],
    ['rearm', '2e-2'],
    ['positionSteps', ['1.1']],
    ['positionSteps', ['-0.1']],
    ['marginLevelSteps', ['0']],
    ['marginLevelSteps', [150]],
    ['marginLevelSteps', ['100000.1']],
    ['coolDownMinutes', -1],
    ['coolDownMinutes', 1.5],
    ['coolDownMinutes', 1441],
    ['quietHours', { on: true, from: 1440, to: 0 }],
    ['quietHours', { on: 'yes', from: 0, to: 0 }],
    ['quietHours', null],
    ['quietHoursCoverMarginCalls', 'false'],
    ['figuresInNotifications', undefined],
    ['sounds', undefined],
    ['sounds', 'loud'],
  ])('refuse %s of %j', (name, value) => {
    expect(isAlertSettings({ ...defaultAlertSettings, [name]: value })).toBe(false)
  })

  it.each([null, [], 'x', 5, undefined])('refuse %j as settings', (value) => {
    expect(isAlertSettings(value)).toBe(false)
  })

  it('accept steps as LTVs, and as fractions of the way from earlier versions', () => {
    const earlySteps = [
      { part: 1, of: 3 },
      { ltv: '0.01' },
      { ltv: '65' },
      { ltv: '63.333333333333333333' },
    ]
    expect(isAlertSettings({ ...defaultAlertSettings, earlySteps })).toBe(true)
  })

  it('accept no steps at all', () => {
    expect(
      isAlertSettings({
        ...defaultAlertSettings,
        earlySteps: [],
        positionSteps: [],
        coolDownMinutes: 0,
      }),
    ).toBe(true)
  })
})

describe('the order of alerts', () => {
  const alert = (
    kind: Alert['kind'],
    level: Alert['level'],
    at = 0,
    cause: Alert['cause'] = {},
  ) => ({ kind, level, at, cause })

  it('is worst first, and newest first among equals', () => {
    const sorted = worstFirst([
      alert('position-state', 'info'),
      alert('ltv-step', 'caution', 1),
      alert('ltv-step', 'caution', 2),
      alert('monitoring-lost', 'danger'),
      alert('margin-call', 'danger'),
      alert('liquidation', 'danger'),
    ])
    expect(sorted.map(({ kind, at }) => `${kind} ${at}`)).toEqual([
      'liquidation 0',
      'margin-call 0',
      'monitoring-lost 0',
      'ltv-step 2',
      'ltv-step 1',
      'position-state 0',
    ])
  })

  it('ALR-3 is nearest to liquidation first among equal severity, loan or position, whatever the age', () => {
    const loan = { initialLtv: '60', marginCallLtv: '75', liquidationLtv: '85' }
    const far = alert('position-margin-call', 'danger', 9, { distance: '0.096' })
    const near = alert('position-margin-call', 'danger', 1, { distance: '0.022' })
    const between = alert('margin-call', 'danger', 5, { ...loan, currentLtv: '80.75' })
    const unknown = alert('margin-call', 'danger', 9)
    expect(worstFirst([unknown, far, between, near])).toEqual([near, between, far, unknown])
    // An hour later the loan is at 84: the current figures count.
    const now = (one: typeof near): Alert['cause'] => (one === between ? { currentLtv: '84' } : {})
    expect(worstFirst([unknown, far, between, near], now)).toEqual([between, near, far, unknown])
    // At a leverage of 10, 72 % is about 2.2 % of the price from where the exchange may liquidate.
    const margin = (level: string): ReturnType<typeof alert> =>
      alert('margin-exhausted', 'danger', 0, { marginLevel: level, leverage: '10' })
    expect(worstFirst([unknown, far, margin('71'), near])).toEqual([
      margin('71'),
      near,
      far,
      unknown,
    ])
    expect(worstFirst([unknown, far, margin('73'), near])).toEqual([
      near,
      margin('73'),
      far,
      unknown,
    ])
    const ending = alert('position-liquidation', 'danger', 0)
    expect(worstFirst([near, ending])).toEqual([ending, near])
  })

  it('ALR-3 does not depend on the order of arrival', () => {
    const anyAlert = fc.record({
      kind: fc.constantFrom(...alertKinds),
      level: fc.constantFrom<Alert['level']>('danger', 'caution', 'info'),
      at: fc.nat(5),
      cause: fc.record({ distance: fc.constantFrom('0.01', '0.5', 'unknown') }),
    })
    fc.assert(
      fc.property(fc.array(anyAlert, { minLength: 2 }), fc.integer(), (alerts, turn) => {
        const [first] = worstFirst(alerts)
        const cut = Math.abs(turn) % alerts.length
        const [same] = worstFirst([...alerts.slice(cut), ...alerts.slice(0, cut)])
        expect(same).toEqual(first)
        for (const other of alerts)
          expect(first === undefined ? 1 : severityOf(first)).toBeLessThanOrEqual(severityOf(other))
      }),
    )
  })

  it('treats the steps of a ladder as one topic', () => {
    const loan = { key: 'loan', name: 'BTC loan' }
    const position = { key: 'position:5', name: 'X' }
    const account = { key: 'account', name: '12 positions' }
    expect(matterOf({ kind: 'margin-call', subject: loan, key: 'loan/margin-call' })).toBe(
      matterOf({ kind: 'ltv-step', subject: loan, key: 'loan/early:1/3' }),
    )
    expect(matterOf({ kind: 'ltv-unclear', subject: loan, key: 'loan/unclear' })).toBe(
      'loan/unclear',
    )
    expect(matterOf({ kind: 'position-distance', subject: position, key: 'a' })).toBe(
      matterOf({ kind: 'position-liquidation', subject: position, key: 'b' }),
    )
    const margin = { key: 'margin', name: 'Margin level' }
    expect(matterOf({ kind: 'margin-level', subject: margin, key: 'margin/level:150' })).toBe(
      matterOf({ kind: 'margin-exhausted', subject: margin, key: 'margin/exhausted' }),
    )
    expect(matterOf({ kind: 'position-margin-call', subject: account, key: 'positions/x@1' })).toBe(
      'positions/x@1',
    )
  })

  it('has a destination for every kind, and as critical only margin calls, liquidations, no free margin, a loan gone in margin call and a changed payout', () => {
    expect(alertKinds.filter(isCritical)).toEqual([
      'liquidation',
      'position-liquidation',
      'borrowing-liquidation',
      'margin-call',
      'position-margin-call',
      'borrowing-margin-call',
      'margin-exhausted',
      'loan-gone-at-margin-call',
      'borrowing-gone-at-margin-call',
      'payout-changed',
    ])
    for (const kind of alertKinds) expect(screenOf(kind)).toMatch(/^[a-z-]+$/)
    expect(screenOf('margin-call')).toBe('loans')
  })
})
