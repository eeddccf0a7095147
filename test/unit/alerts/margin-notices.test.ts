// The margin level under the policy of all alerts: notifications, acknowledgements, repeats, and
// what survives a restart.
import { describe, expect, it } from 'vitest'
import type { CollateralSummary } from '../../../src/shared/portfolio/portfolio.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { multiply, subtract } from '../../../src/shared/money.js'
import { createAlertHarness } from '../../support/alert-harness.js'
import { aPortfolio } from '../../support/fake-portfolio.js'
import { aLoan, aPosition } from '../../support/fake-exchange-client.js'
import { valueOf } from '../../support/test-storage.js'

function summaryAt(level: string): CollateralSummary {
  return {
    equity: multiply(level, '10'),
    usedMargin: '1000',
    freeMargin: subtract(multiply(level, '10'), '1000'),
    unrealizedPnl: '0',
    unrealizedFunding: '0',
    leverage: 10,
  }
}

function setup() {
  const harness = createAlertHarness()
  const { time, notified } = harness
  const portfolio = aPortfolio('a', { loan: 15, positions: 5, balance: 15 })
  let alerts = harness.open()
  let level = '300'

  const answer = () => {
    const at = time.clock()
    portfolio.answered('loan', { value: { kind: 'no-loan' }, at })
    portfolio.answered('positions', { value: [aPosition()], at })
    portfolio.answered('collateralSummary', { value: summaryAt(level), at })
    alerts.portfolioChanged(portfolio.view())
  }
  const pass = async (minutes: number) => {
    for (let tens = 0; tens < minutes * 6; tens += 1) {
      await time.pass(10)
      answer()
    }
  }
  answer()
  return {
    notified,
    alerts: () => alerts,
    pass,
    /** Several levels, one answer each. */
    fall: async (...levels: string[]) => {
      for (const next of levels) {
        level = next
        await time.pass(10)
        answer()
      }
    },
    restart: () => {
      alerts.close()
      alerts = harness.open()
      answer()
    },
    take: () =>
      notified.splice(0).map(({ title, body, urgency }) => `${urgency}: ${title} | ${body}`),
    first: () => alerts.view().attention[0]?.alert.id ?? '',
    /** An answer for a loan at this LTV. */
    owe: async (currentLtv: string) => {
      await time.pass(1)
      portfolio.answered('loan', { value: aLoan({ currentLtv }), at: time.clock() })
      alerts.portfolioChanged(portfolio.view())
    },
  }
}

describe('ALR-4 the margin level is notified like the LTV', () => {
  it('notifies each step from 218 % to 83 %, with the level and no amount', async () => {
    const { fall, take, alerts } = setup()
    await fall('218', '199', '83')
    const notices = take()
    expect(notices.map((notice) => notice.split(' | ')[0])).toEqual([
      'normal: Margin level has fallen to 200\u00a0%',
      'critical: No free margin is left',
    ])
    expect(notices[1]).toContain('Margin level 83\u00a0%.')
    expect(notices.join()).not.toMatch(/1000|830|-170/)
    expect(alerts().view()).toMatchObject({
      level: 'danger',
      attention: [{ screen: 'margin-answer', alert: { kind: 'margin-exhausted' } }],
    })
  })

  it('ALR-2 breaks an acknowledgement at a further step, and repeats no free margin until somebody reacts', async () => {
    const { fall, take, alerts, first, pass } = setup()
    await fall('99')
    take()
    await pass(2.5)
    expect(take()).toEqual([
      expect.stringMatching(/^critical: No free margin is left \| Margin level 99\u00a0%\. Since /),
    ])
    valueOf(alerts().acknowledge(first()))
    await pass(20)
    expect(take()).toEqual([])
    await fall('79')
    expect(take()).toEqual([
      expect.stringMatching(
        /^critical: No free margin is left: margin level has fallen to 80\u00a0%/,
      ),
    ])
    expect(alerts().view().attention).toMatchObject([{ quiet: false }])
  })

  it('ALR-7 notifies at start if no free margin is left, but not of early steps', async () => {
    const { fall, take, restart, pass } = setup()
    await fall('140')
    take()
    restart()
    await pass(1)
    expect(take()).toEqual([])
    await fall('90')
    take()
    restart()
    await pass(1)
    expect(take().map((notice) => notice.split(' | ')[0])).toEqual([
      'critical: No free margin is left',
    ])
  })

  it('ALR-3 leads with the nearer one of a loan in margin call and an account without free margin', async () => {
    const { fall, owe, alerts } = setup()
    const kinds = () =>
      alerts()
        .view()
        .attention.map(({ alert }) => alert.kind)
    await fall('95')
    await owe('76')
    expect(kinds()).toEqual(['margin-exhausted', 'margin-call'])
    // Liquidation at 85 is 0.6 % away; from 95 % at a leverage of 10, liquidation is about 4.5 %
    // away.
    await owe('84.5')
    expect(kinds()[0]).toBe('margin-call')
    expect(englishOf(alerts().view().attention[1]?.alert.title ?? '')).toBe(
      'No free margin is left',
    )
  })
})
