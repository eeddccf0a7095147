import { describe, expect, it } from 'vitest'
import {
  evaluateHoldings,
  fixedEntry,
  type HoldingsAnswer,
  miningEntry,
} from '../../../src/main/alerts/ended-holdings.js'
import { noStates, readStates } from '../../../src/main/alerts/stored-alert-state.js'
import { isOwnDoing } from '../../../src/shared/alerts/alert.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { ok } from '../../../src/shared/result.js'
import { createAlertHarness, utcText } from '../../support/alert-harness.js'
import { createAccountHarness } from '../../support/account-harness.js'
import { aProfile } from '../../support/fake-accounts.js'
import { anUnreadable } from '../../support/fake-exchange-client.js'
import { valueOf } from '../../support/test-storage.js'

const start = 1_760_000_000
const mined = (...names: string[]) => names.map((name) => miningEntry({ name, createdAt: '1' }))

function fixed(id: string, endsAt: number) {
  return fixedEntry({
    id,
    asset: 'USDT',
    amount: '2500',
    percent: '5',
    createdAt: '1',
    endsAt: String(endsAt),
    interestPaid: '0',
  })
}

type Answer = Partial<HoldingsAnswer> & { keyHint?: string }

/** When these were closed from Plimsoll. */
type Closed = Record<string, number>

/** One answer after another; the state is stored between any two. */
function run(list: 'mining' | 'fixed', answers: readonly Answer[], closed: Closed = {}) {
  const own = { closedHere: (id: string) => closed[id] ?? null, clockText: utcText }
  let state = noStates.holdings
  return answers.map(({ keyHint = 'ab12', ...answer }, at) => {
    const evaluation = evaluateHoldings(
      list,
      { at: start + at * 600, more: false, entries: [], ...answer },
      keyHint,
      state,
      own,
    )
    state = readStates({ holdings: JSON.parse(JSON.stringify(evaluation.state)) as never }).holdings
    return {
      raised: evaluation.candidates.map(({ level, title, text, kind, cause }) => ({
        level,
        title: englishOf(title),
        text: englishOf(text),
        isOwnDoing: isOwnDoing({ kind, cause }),
      })),
      isMissing: evaluation.isMissing,
    }
  })
}

function titlesOf(answers: ReturnType<typeof run>) {
  return answers.flatMap(({ raised }) => raised.map(({ title }) => title))
}

describe('ANS-3 mining accounts and fixed investments that are no longer listed', () => {
  it('are reported as information once, at the second answer', () => {
    const answers = run('mining', [
      { entries: mined('rig-1', 'rig-2') },
      { entries: mined('rig-2') },
      { entries: mined('rig-2') },
      { entries: mined('rig-2') },
    ])
    expect(answers.map(({ isMissing }) => isMissing)).toEqual([false, true, false, false])
    expect(answers[2]?.raised).toMatchObject([
      { level: 'info', title: 'Mining account rig-1 is no longer listed by the exchange' },
    ])
    expect(titlesOf(answers)).toHaveLength(1)
  })

  it('share one alert when there are many', () => {
    const answers = run('mining', [{ entries: mined('a', 'b', 'c') }, {}, {}])
    expect(titlesOf(answers)).toEqual(['3 mining accounts are no longer listed by the exchange'])
  })

  it("state whether an investment's term was over", () => {
    const early = run('fixed', [{ entries: [fixed('f', start + 9_000_000)] }, {}, {}])
    expect(early[2]?.raised).toMatchObject([
      {
        title: 'The fixed investment in USDT is no longer active',
        text: expect.stringContaining('Its term was not over') as string,
      },
    ])
    const ended = run('fixed', [{ entries: [fixed('f', start + 300)] }, {}, {}])
    expect(ended[2]?.raised).toMatchObject([
      { text: expect.stringContaining('Its term is over') as string },
    ])
  })

  it('are attributed to the order from Plimsoll that closed them, apart from others', () => {
    const entries = [
      fixed('a', start + 9_000_000),
      fixed('b', start + 9_000_000),
      fixed('c', start + 9_000_000),
    ]
    const sent = start + 60
    expect(run('fixed', [{ entries }, {}, {}], { a: sent })[2]?.raised).toMatchObject([
      { title: '2 fixed investments are no longer active', isOwnDoing: false },
      {
        title: 'The fixed investment in USDT is no longer active',
        text: `You closed it with your order of ${utcText(sent)}.`,
        isOwnDoing: true,
      },
    ])
    expect(
      run('fixed', [{ entries }, {}, {}], { a: sent - 60, b: sent, c: sent - 30 })[2]?.raised,
    ).toMatchObject([
      { text: `You closed them, the last with your order of ${utcText(sent)}.`, isOwnDoing: true },
    ])
  })

  it('go to the history without a notification when closed from Plimsoll', async () => {
    const { open, notified, time } = createAlertHarness()
    const alerts = open('a', undefined, { closedInvestment: (id) => (id === 'a' ? start : null) })
    for (const entries of [[fixed('a', start + 9_000_000)], [], []]) {
      alerts.holdingsRead('fixed', { at: time.clock(), more: false, entries })
      await time.pass(60)
    }
    const page = valueOf(
      alerts.page({
        after: null,
        limit: 5,
        kinds: ['fixed-investment-gone'],
        levels: null,
        unreadOnly: false,
      }),
    )
    expect(page.alerts).toMatchObject([
      {
        kind: 'fixed-investment-gone',
        cause: { endedBy: 'own-order' },
        state: { kind: 'resolved' },
      },
    ])
    expect(notified.filter(({ title }) => title.includes('investment'))).toEqual([])
    expect(alerts.view().attention.map(({ alert }) => alert.kind)).not.toContain(
      'fixed-investment-gone',
    )
  })

  it('are not inferred from a first or odd answer, an incomplete list, or another key', () => {
    const all = { entries: mined('rig-1') }
    expect(titlesOf(run('mining', [{}, {}, {}]))).toEqual([])
    expect(titlesOf(run('mining', [all, {}, all, {}, all]))).toEqual([])
    expect(titlesOf(run('mining', [all, { more: true }, { more: true }, all]))).toEqual([])
    const unread = { unreadable: [anUnreadable()] }
    expect(titlesOf(run('mining', [all, unread, unread, unread]))).toEqual([])
    expect(
      titlesOf(run('mining', [all, { keyHint: 'cd34' }, { keyHint: 'cd34' }, { keyHint: 'cd34' }])),
    ).toEqual([])
  })

  it('are checked every ten minutes, and again after an answer in which something is missing', async () => {
    const a = aProfile({ id: 'a' })
    const harness = createAccountHarness(a)
    const account = harness.open(a)
    let asked = 0
    let names = ['rig-1', 'rig-2']
    valueOf(await account.unlock())
    harness.client('a').offer('miningAccounts', () => {
      asked += 1
      return Promise.resolve(
        ok({ value: names.map((name) => ({ name, createdAt: '1' })), at: harness.time.clock() }),
      )
    })
    await harness.time.pass(100)
    expect(asked).toBe(1)
    await harness.time.pass(600)
    expect(asked).toBe(2)
    names = ['rig-2']
    await harness.time.pass(600)
    expect(harness.notified.map(({ title }) => title)).not.toContain(
      'Mining account rig-1 is no longer listed by the exchange',
    )
    await harness.time.pass(61)
    expect(asked).toBe(4)
    expect(harness.notified.map(({ title }) => title)).toContain(
      'Mining account rig-1 is no longer listed by the exchange',
    )
  })
})
