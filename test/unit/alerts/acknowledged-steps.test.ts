// What an acknowledgement silences: the acknowledged step and milder ones, never one reached later.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateLtv } from '../../../src/main/alerts/ltv-alerts.js'
import { decideNotices } from '../../../src/main/alerts/notification-policy.js'
import {
  acknowledge,
  type OpenAlerts,
  raise,
  resolve,
  snooze,
  summarizeAlerts,
  worstByMatter,
} from '../../../src/main/alerts/open-alerts.js'
import { noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { defaultAlertSettings } from '../../../src/shared/alerts/alert.js'
import { noticeWords } from '../../support/alert-harness.js'
import { aLoan } from '../../support/fake-exchange-client.js'

const start = 1_760_000_000
const pause = 60

/**
 * For a loan with initial LTV 60, margin call 75 and liquidation 85, in tenths: what the user must
 * be notified of, whatever they did before.
 */
const steps = [750, 775, 800, 825, 840, 850]

type Reaction = 'none' | 'acknowledge' | 'snooze'

/** One account with one loan: an answer a minute, and what the user does after each. */
function setup() {
  let states = noStates
  let open: OpenAlerts = []
  let ids = 0
  let at = start
  const answer = (tenths: number, reaction: Reaction) => {
    at += pause
    const currentLtv = String(tenths / 10)
    const loan = aLoan({ currentLtv, initialLtv: '60', marginCallLtv: '75', liquidationLtv: '85' })
    if (loan.kind !== 'loan') throw new TypeError('no loan')
    const evaluation = evaluateLtv(loan.loan, defaultAlertSettings, states.ltv)
    const over = resolve(open, evaluation.resolved, at)
    const raised = raise(over.open, evaluation.candidates, {
      at,
      profileId: 'a',
      newId: () => `alert-${(ids += 1)}`,
    })
    open = raised.open
    const decision = decideNotices(open, over.changed, states.notices, {
      profileId: 'a',
      at,
      localMinutes: 0,
      settings: defaultAlertSettings,
      words: { ...noticeWords, figures: true },
      again: [],
      full: [],
    })
    states = { ...states, ltv: evaluation.state, notices: decision.ledger }
    const critical = decision.show.filter(({ urgency }) => urgency === 'critical')
    const calling = summarizeAlerts(open).attention.filter(({ quiet }) => !quiet)
    const worst = worstByMatter(open).get('loan/ltv')
    if (worst !== undefined && reaction === 'acknowledge')
      open = acknowledge(open, worst.id, at).open
    if (worst !== undefined && reaction === 'snooze')
      open = snooze(open, worst.id, at + 86_400, at).open
    return { critical, calling }
  }
  return { answer }
}

describe('ALR-2 an acknowledgement', () => {
  it('at 76 does not silence anything up to 84', () => {
    const { answer } = setup()
    answer(600, 'none')
    expect(answer(760, 'acknowledge').critical).toHaveLength(1)
    expect(answer(770, 'none').critical).toEqual([])
    const later = [780, 790, 801, 830, 841].map(
      (tenths) => answer(tenths, 'acknowledge').critical.length,
    )
    expect(later).toEqual([1, 0, 1, 1, 1])
  })

  it('or a snooze never silences a step reached after it, on any path of the LTV', () => {
    const reaction = fc.constantFrom<Reaction[]>('none', 'acknowledge', 'acknowledge', 'snooze')
    const path = fc.array(fc.record({ tenths: fc.integer({ min: 560, max: 860 }), reaction }), {
      minLength: 1,
      maxLength: 30,
    })
    let sounded = 0
    fc.assert(
      fc.property(path, (answers) => {
        const { answer } = setup()
        const armed = new Set(steps)
        for (const { tenths, reaction: then } of answers) {
          const gravest = steps.findLast((step) => tenths >= step)
          const isNew = gravest !== undefined && armed.has(gravest)
          const { critical, calling } = answer(tenths, then)
          if (isNew) {
            expect(critical).toHaveLength(1)
            expect(calling).toHaveLength(1)
            sounded += 1
          }
          // Every step counts as reached until the LTV is two percent of it below.
          for (const step of steps) {
            if (tenths >= step) armed.delete(step)
            else if (tenths * 100 <= step * 98) armed.add(step)
          }
        }
      }),
      { numRuns: 300 },
    )
    expect(sounded).toBeGreaterThan(300)
  })
})
