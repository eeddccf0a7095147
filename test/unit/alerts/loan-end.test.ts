import { describe, expect, it } from 'vitest'
import { evaluateLoanEnd, isEndInDoubt } from '../../../src/main/alerts/loan-end.js'
import { noStates, readStates } from '../../../src/main/alerts/stored-alert-state.js'
import { defaultAlertSettings } from '../../../src/shared/alerts/alert.js'
import { nothingYet } from '../../../src/shared/portfolio/feed.js'
import type { Loan, LoanAnswer } from '../../../src/shared/portfolio/loan.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { createAlertHarness } from '../../support/alert-harness.js'
import { aLoan, problem } from '../../support/fake-exchange-client.js'
import { valueOf } from '../../support/test-storage.js'

function loanOf(more: Partial<Loan> = {}): Loan {
  const answer = aLoan(more)
  if (answer.kind !== 'loan') throw new Error('a loan')
  return answer.loan
}

const keyHint = 'ab12'

type Asked = { with: string; loan: Loan | null }

/** One answer after another, 15 s apart; the state is stored between any two. */
function run(answers: readonly (Loan | null | Asked)[]) {
  let state = noStates.loanEnd
  return answers.map((answer, index) => {
    const asked = answer !== null && 'with' in answer ? answer : { with: keyHint, loan: answer }
    const asking = { at: 1_760_000_000 + 15 * index, keyHint: asked.with }
    const {
      candidates,
      resolved,
      state: after,
    } = evaluateLoanEnd(asked.loan, defaultAlertSettings, state, asking)
    state = readStates({ loanEnd: JSON.parse(JSON.stringify(after)) as never }).loanEnd
    const raised = candidates.map(({ kind, level, title, cause }) => ({
      kind,
      level,
      title: englishOf(title),
      ltv: cause['currentLtv'],
    }))
    return { raised, resolved, inDoubt: isEndInDoubt(state) }
  })
}

function raisedBy(...answers: (Loan | null | Asked)[]) {
  return run(answers).flatMap(({ raised }) => raised)
}

describe('ANS-3 a loan that disappeared', () => {
  it.each([
    ['45', 'loan-gone', 'info', 'BTC loan is no longer listed by the exchange'],
    ['50', 'loan-gone', 'caution', 'BTC loan is no longer listed by the exchange'],
    ['74.9', 'loan-gone', 'caution', 'BTC loan is no longer listed by the exchange'],
    [
      '75',
      'loan-gone-at-margin-call',
      'danger',
      'BTC loan is no longer listed by the exchange; it was in margin call when last seen',
    ],
    [
      '90',
      'loan-gone-at-margin-call',
      'danger',
      'BTC loan is no longer listed by the exchange; it was in margin call when last seen',
    ],
  ])(
    'is reported with its last LTV of %s %%, with a severity by its distance to margin call',
    (ltv, kind, level, title) => {
      expect(
        raisedBy(loanOf({ currentLtv: '30' }), loanOf({ currentLtv: ltv }), null, null),
      ).toEqual([{ kind, level, title, ltv }])
    },
  )

  it('is as severe as an early step if its levels do not tell the distance', () => {
    expect(raisedBy(loanOf({ currentLtv: '-1' }), null, null)).toMatchObject([
      { kind: 'loan-gone', level: 'caution' },
    ])
  })

  it('is reported once, by the second answer without it, ignoring one odd answer', () => {
    const loan = loanOf({ currentLtv: '80' })
    const answers = run([loan, null, loan, null, null, null])
    expect(answers.map(({ raised }) => raised.length)).toEqual([0, 0, 0, 0, 1, 0])
    expect(answers.map(({ inDoubt }) => inDoubt)).toEqual([false, true, false, true, false, false])
  })

  it('is not considered gone when an answer omits what identifies it', () => {
    const { asset: _asset, ...partly } = loanOf({ currentLtv: '80' })
    const { createdAt: _createdAt, ...without } = loanOf({ currentLtv: '80' })
    expect(raisedBy(loanOf(), partly, partly, without, without, loanOf(), loanOf())).toEqual([])
    expect(raisedBy(partly, loanOf(), loanOf(), partly, null, null)).toMatchObject([
      { kind: 'loan-gone-at-margin-call' },
    ])
  })

  it('is reported as replaced, under its name, even if an answer in between omitted its identity', () => {
    const { asset: _asset, createdAt: _createdAt, ...nameless } = loanOf({ currentLtv: '80' })
    const other = loanOf({ createdAt: '1' })
    expect(raisedBy(loanOf(), nameless, nameless, other, other, other)).toMatchObject([
      {
        title: 'BTC loan was replaced by another loan; it was in margin call when last seen',
        ltv: '80',
      },
    ])
    expect(raisedBy(loanOf(), nameless, null, null)).toMatchObject([
      { title: expect.stringMatching(/^BTC loan is no longer/) as string },
    ])
  })

  it('is reported as replaced, once, if the remaining identity is different', () => {
    const { createdAt: _createdAt, ...ofEther } = loanOf({ asset: 'ETH' })
    const { asset: _asset, ...later } = loanOf({ createdAt: '1' })
    for (const partly of [ofEther, later]) {
      const full = loanOf(partly)
      expect(raisedBy(loanOf(), partly, partly)).toHaveLength(1)
      expect(raisedBy(loanOf(), partly, partly, full, full)).toMatchObject([
        { title: 'BTC loan was replaced by another loan' },
      ])
      expect(raisedBy(loanOf(), partly, loanOf(), loanOf())).toEqual([])
    }
  })

  it('is not reported at the first answers of an account without one', () => {
    expect(raisedBy(null, null, null)).toEqual([])
  })

  it('is not confirmed by reading the same answer twice', () => {
    const seen = evaluateLoanEnd(loanOf(), defaultAlertSettings, noStates.loanEnd, {
      at: 10,
      keyHint,
    }).state
    const doubted = evaluateLoanEnd(null, defaultAlertSettings, seen, { at: 20, keyHint }).state
    const again = evaluateLoanEnd(null, defaultAlertSettings, doubted, { at: 20, keyHint })
    expect(again).toMatchObject({ candidates: [], resolved: [], state: doubted })
  })

  it('ends its alert if it comes back', () => {
    const loan = loanOf({ currentLtv: '80' })
    const last = run([loan, null, null, loan]).at(-1)
    expect(last).toMatchObject({
      raised: [],
      resolved: [{ key: 'loan/gone@1760000030', end: 'dropped' }],
    })
  })

  it('is reported as replaced by a loan of another time or another asset', () => {
    const old = loanOf({ currentLtv: '76' })
    for (const other of [loanOf({ createdAt: '1' }), loanOf({ asset: 'ETH' })]) {
      expect(raisedBy(old, other, other, other)).toEqual([
        {
          kind: 'loan-gone-at-margin-call',
          level: 'danger',
          title: 'BTC loan was replaced by another loan; it was in margin call when last seen',
          ltv: '76',
        },
      ])
      expect(raisedBy(old, other, old)).toEqual([])
    }
  })
})

describe('ANS-3 a loan that was seen with another key', () => {
  const withKey = (hint: string, loan: Loan | null): Asked => ({ with: hint, loan })
  const old = loanOf({ currentLtv: '76' })

  const ether = loanOf({ asset: 'ETH', currentLtv: '30' })
  const unseen = {
    kind: 'loan-unseen',
    level: 'caution',
    title: 'BTC loan is no longer seen with the new key; it was in margin call when last seen',
    ltv: '76',
  }

  it('is not reported as gone or replaced, because the new key may belong to another account', () => {
    const calm = loanOf({ currentLtv: '74.9' })
    for (const other of [null, ether])
      expect(raisedBy(calm, ...[1, 2, 3].map(() => withKey('cd34', other)))).toEqual([])
  })

  it('is reported as no longer seen if it was in margin call, once, by the second answer to the new key', () => {
    for (const other of [null, ether]) {
      const answers = run([old, ...[1, 2, 3].map(() => withKey('cd34', other))])
      expect(answers.map(({ raised }) => raised)).toEqual([[], [], [unseen], []])
    }
    expect(raisedBy(old, null, withKey('cd34', null))).toEqual([])
    expect(raisedBy(old, null, withKey('cd34', null), withKey('cd34', null))).toEqual([unseen])
  })

  it('is kept if only one answer to the new key lacks it', () => {
    const none = withKey('cd34', null)
    const answers = run([old, none, withKey('cd34', old), none, none])
    expect(answers.map(({ raised }) => raised.map(({ kind }) => kind))).toEqual([
      [],
      [],
      [],
      [],
      ['loan-gone-at-margin-call'],
    ])
    expect(answers.map(({ inDoubt }) => inDoubt)).toEqual([false, true, false, true, false])
  })

  it('is gone after two answers to its own key; an answer to the other key does not count', () => {
    const none = withKey('cd34', null)
    expect(raisedBy(old, none, null)).toEqual([])
    expect(raisedBy(old, none, null, null)).toMatchObject([{ kind: 'loan-gone-at-margin-call' }])
  })

  it('ends the alert for no longer seen once it is seen again, with either key', () => {
    const dropped = [{ key: 'loan/gone@1760000030', end: 'dropped' }]
    const none = withKey('cd34', null)
    expect(run([old, none, none, withKey('cd34', old)]).at(-1)?.resolved).toEqual(dropped)
    expect(run([old, none, none, old]).at(-1)?.resolved).toEqual(dropped)
    const other = withKey('cd34', ether)
    expect(run([old, other, other, old, old]).at(-1)).toMatchObject({
      raised: [],
      resolved: dropped,
    })
  })

  it('is reported once it was seen with the new key and then ended', () => {
    const none = withKey('cd34', null)
    expect(raisedBy(old, withKey('cd34', old), none, none)).toMatchObject([
      { kind: 'loan-gone-at-margin-call' },
    ])
    const other = withKey('cd34', loanOf({ asset: 'ETH', currentLtv: '80' }))
    expect(raisedBy(loanOf({ currentLtv: '30' }), other, other, none, none)).toMatchObject([
      { title: expect.stringContaining('ETH loan') as string },
    ])
  })

  it('counts as seen with the same key if an earlier version did not store the key', () => {
    const { keyHint: _keyHint, ...seen } = evaluateLoanEnd(
      old,
      defaultAlertSettings,
      noStates.loanEnd,
      { at: 10, keyHint },
    ).state
    const doubted = evaluateLoanEnd(null, defaultAlertSettings, seen, { at: 20, keyHint }).state
    expect(
      evaluateLoanEnd(null, defaultAlertSettings, doubted, { at: 30, keyHint }).candidates,
    ).toHaveLength(1)
  })
})

describe('ANS-3 the end of a loan in an account', () => {
  const setup = () => {
    const harness = createAlertHarness()
    let alerts = harness.open()
    let view: PortfolioView = {
      ...noPortfolio,
      profileId: 'a',
      positions: { ...nothingYet, value: [], source: 'live', asOf: 1, every: 5 },
    }
    const push = (loan: Partial<PortfolioView['loan']>) => {
      view = { ...view, loan: { ...view.loan, ...loan } }
      alerts.portfolioChanged(view)
    }
    return {
      ...harness,
      answer: async (value: LoanAnswer) => {
        push({ value, asOf: harness.time.clock(), source: 'live', problem: null, every: 15 })
        await harness.time.pass(15)
      },
      fail: async () => {
        push({ problem: problem('timeout') })
        await harness.time.pass(15)
      },
      restart: (key = keyHint) => {
        alerts.close()
        harness.notified.length = 0
        view = { ...view, loan: nothingYet }
        alerts = harness.open('a', harness.repository, { keyHint: key })
      },
      open: () =>
        valueOf(
          alerts.page({ after: null, limit: 50, kinds: null, levels: null, unreadOnly: false }),
        ).alerts,
      acknowledge: () => {
        for (const { alert } of alerts.view().attention) valueOf(alerts.acknowledge(alert.id))
      },
      titles: () => harness.notified.map(({ title }) => title),
    }
  }

  it('survives a restart before the end is confirmed, and keeps the margin call until then', async () => {
    const { answer, restart, titles, open } = setup()
    await answer(aLoan({ currentLtv: '76' }))
    restart()
    await answer({ kind: 'no-loan' })
    expect(open().map(({ kind, state }) => `${kind} ${state.kind}`)).toEqual(['margin-call active'])
    restart()
    await answer({ kind: 'no-loan' })
    expect(titles()).toContain(
      'BTC loan is no longer listed by the exchange; it was in margin call when last seen',
    )
    expect(open().map(({ kind, state }) => `${kind} ${state.kind}`)).toEqual([
      'loan-gone-at-margin-call active',
      'margin-call resolved',
    ])
  })

  it("ends the previous account's margin call at the second answer, without reporting an ended loan, when a new key belongs to another account", async () => {
    const { answer, restart, titles, open } = setup()
    await answer(aLoan({ currentLtv: '76' }))
    restart('cd34')
    await answer({ kind: 'no-loan' })
    expect(open()).toMatchObject([{ kind: 'margin-call', state: { kind: 'active' } }])
    for (let look = 0; look < 2; look += 1) await answer({ kind: 'no-loan' })
    expect(titles().filter((title) => title.includes('no longer listed'))).toEqual([])
    expect(titles()).toContain(
      'BTC loan is no longer seen with the new key; it was in margin call when last seen',
    )
    expect(open()).toMatchObject([
      { kind: 'loan-unseen', state: { kind: 'active' } },
      { kind: 'margin-call', state: { kind: 'resolved', end: 'dropped' } },
    ])
  })

  it("monitors the other account's loan from the first answer to its key, and raises its margin call once", async () => {
    const { answer, restart, open } = setup()
    await answer(aLoan({ currentLtv: '76' }))
    restart('cd34')
    const other = aLoan({ asset: 'ETH', currentLtv: '80' })
    const states = () =>
      open().map(({ kind, subject, state }) => [kind, englishOf(subject.name), state.kind])
    await answer(other)
    expect(states()).toEqual([
      ['margin-call', 'ETH loan', 'active'],
      ['margin-call', 'BTC loan', 'resolved'],
    ])
    await answer(other)
    await answer(other)
    expect(states()).toEqual([
      ['loan-unseen', 'BTC loan', 'active'],
      ['margin-call', 'ETH loan', 'active'],
      ['margin-call', 'BTC loan', 'resolved'],
    ])
  })

  it('keeps the margin call and its acknowledgement when a new key belongs to the same account', async () => {
    const { answer, restart, open, acknowledge } = setup()
    await answer(aLoan({ currentLtv: '76' }))
    acknowledge()
    restart('cd34')
    await answer(aLoan({ currentLtv: '76' }))
    await answer(aLoan({ currentLtv: '76' }))
    expect(open()).toMatchObject([{ kind: 'margin-call', state: { kind: 'acknowledged' } }])
  })

  it('names the last LTV in its notification, which repeats until somebody reacts', async () => {
    const { answer, time, notified } = setup()
    await answer(aLoan({ currentLtv: '76' }))
    await answer({ kind: 'no-loan' })
    notified.length = 0
    await answer({ kind: 'no-loan' })
    expect(notified).toMatchObject([
      {
        urgency: 'critical',
        body: expect.stringContaining('Last LTV 76, margin call at 75.') as string,
      },
    ])
    await time.pass(150)
    expect(
      notified.filter(({ title }) => title.startsWith('BTC loan is no longer listed')),
    ).toHaveLength(2)
  })

  it('is not inferred from denied access, a failed check, or the first connection', async () => {
    const { answer, fail, open, restart } = setup()
    await answer({ kind: 'no-loan' })
    await answer({ kind: 'no-loan' })
    await answer(aLoan({ currentLtv: '40' }))
    for (let look = 0; look < 3; look += 1) await answer({ kind: 'not-enabled' })
    for (let look = 0; look < 3; look += 1) await fail()
    restart()
    await answer(aLoan({ currentLtv: '40' }))
    expect(
      open()
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('loan-gone')),
    ).toEqual([])
  })

  it('is information if no alert preceded it, and history after a day', async () => {
    const { answer, open, notified, time } = setup()
    await answer(aLoan({ currentLtv: '30' }))
    await answer({ kind: 'no-loan' })
    await answer({ kind: 'no-loan' })
    expect(notified).toMatchObject([
      { urgency: 'low', title: 'BTC loan is no longer listed by the exchange' },
    ])
    time.setClock(86_400)
    await answer({ kind: 'no-loan' })
    expect(open()).toMatchObject([
      { kind: 'loan-gone', state: { kind: 'resolved', end: 'lapsed' } },
    ])
  })
})
