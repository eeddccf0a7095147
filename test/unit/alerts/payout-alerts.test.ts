import { describe, expect, it } from 'vitest'
import { noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { bytesOf } from '../../../src/main/alerts/notification-text.js'
import { evaluatePayout, forgetPayout } from '../../../src/main/alerts/payout-alerts.js'
import type { PayoutDestination, SeenPayout } from '../../../src/shared/mining/payout.js'
import { inEnglish } from '../../support/alert-harness.js'

const own: PayoutDestination = {
  accountName: 'my_miner_01',
  destination: 'main_balance',
  externalAddress: null,
}
const address: PayoutDestination = {
  accountName: 'my_miner_01',
  destination: 'external_address',
  externalAddress: 'bc1qold',
}
const other: PayoutDestination = { ...address, externalAddress: 'bc1qnew' }

const key = 'aaaa…1111'

function seen(
  destination: PayoutDestination,
  at: number,
  keyHint: string | null = key,
): SeenPayout {
  return { destination, at, keyHint }
}

function watchAll(answers: readonly SeenPayout[], start = noStates.payouts) {
  let state = start
  return answers.map((answer) => {
    const result = evaluatePayout(answer, state, null)
    state = result.state
    return { ...result, candidates: result.candidates.map(inEnglish) }
  })
}

function evaluateAll(...answers: PayoutDestination[]) {
  return watchAll(answers.map((answer, at) => seen(answer, at)))
}

const named = (accountName: string): PayoutDestination => ({ ...own, accountName })

describe('a payout change', () => {
  it('remembers the first destination, and is silent while it stays', () => {
    const [first, second] = evaluateAll(own, own)
    expect(first?.candidates).toEqual([])
    expect(second?.state).toBe(first?.state)
  })

  it('is a danger, with old and new', () => {
    const [, changed] = evaluateAll(address, other)
    expect(changed?.candidates).toMatchObject([
      {
        kind: 'payout-changed',
        level: 'danger',
        cause: {
          old: { destination: 'external_address', externalAddress: 'bc1qold', seenAt: 0 },
          new: { externalAddress: 'bc1qnew', seenAt: 1 },
        },
      },
    ])
    expect(
      JSON.stringify([changed?.candidates[0]?.title, changed?.candidates[0]?.text]),
    ).not.toContain('bc1q')
    expect(evaluateAll(own, address)[1]?.candidates).toHaveLength(1)
  })

  it('counts changing back as another change', () => {
    const keys = evaluateAll(own, address, own).flatMap(({ candidates: alerts }) =>
      alerts.map(({ key: of }) => of),
    )
    expect(new Set(keys).size).toBe(2)
  })

  it('keeps mining accounts separate, and remembers at most a hundred', () => {
    expect(
      evaluateAll(own, { ...address, accountName: 'second' }).flatMap(
        ({ candidates: alerts }) => alerts,
      ),
    ).toEqual([])
    const results = evaluateAll(...Array.from({ length: 300 }, (_, n) => named(String(n))))
    expect(results.at(-1)?.state.seen).toHaveLength(100)
  })

  it('RES-1 drops the one not checked for longest, not the one with the oldest destination', () => {
    const answers = Array.from({ length: 150 }, (_, n) => [
      named('steady'),
      named(`passing ${n}`),
    ]).flat()
    const results = evaluateAll(...answers, { ...address, accountName: 'steady' })
    expect(results.at(-1)?.candidates).toMatchObject([
      { kind: 'payout-changed', subject: { name: 'steady' } },
    ])
    const names = results.at(-1)?.state.seen.map(({ accountName }) => accountName)
    expect(names).toHaveLength(100)
    expect(names).not.toContain('passing 50')
    expect(names?.slice(-2)).toEqual(['passing 149', 'steady'])
  })

  it('treats a forgotten one as new, and ignores a name that was never seen', () => {
    const [{ state } = { state: noStates.payouts }] = evaluateAll(own)
    expect(forgetPayout('nobody', state).state).toBe(state)
    const forgotten = forgetPayout(own.accountName, state)
    expect(forgotten).toEqual({ candidates: [], resolved: [], state: noStates.payouts })
    expect(evaluatePayout(seen(address, 5), forgotten.state, null).candidates).toEqual([])
  })

  it('compares an answer with what the mining accounts remember if its own state is lost', () => {
    expect(
      evaluatePayout(seen(other, 9), noStates.payouts, seen(address, 4)).candidates,
    ).toMatchObject([
      {
        cause: {
          old: { externalAddress: 'bc1qold', seenAt: 4 },
          new: { externalAddress: 'bc1qnew', seenAt: 9 },
        },
      },
    ])
    expect(evaluatePayout(seen(other, 9), noStates.payouts, seen(other, 4)).candidates).toEqual([])
  })

  it("fits its text whatever the account's name, under one key and under two", () => {
    const long = { ...own, accountName: '⛏'.repeat(500) }
    for (const second of [key, 'bbbb…2222']) {
      const alerts = watchAll([
        seen(long, 0),
        seen({ ...address, accountName: long.accountName }, 1, second),
      ]).flatMap((one) => one.candidates)
      expect(alerts).toHaveLength(1)
      expect(bytesOf(`${alerts[0]?.title}${alerts[0]?.text}`)).toBeLessThanOrEqual(200)
    }
  })
})

describe('a key that was replaced', () => {
  const newKey = 'bbbb…2222'

  it('alerts on another destination, and says that the key is different', () => {
    const [, changed] = watchAll([seen(address, 0), seen(other, 1, newKey)])
    expect(changed?.candidates).toMatchObject([
      {
        kind: 'payout-changed',
        level: 'danger',
        title: 'Mining payout of my_miner_01 differs under the new key',
        text: 'The earlier key showed another. If both are of one exchange account and this was not you, secure it now.',
        cause: { old: { key }, new: { key: newKey } },
      },
    ])
  })

  it('says nothing on the same destination, and counts as the key from then on', () => {
    const [, replaced, changed] = watchAll([
      seen(address, 0),
      seen(address, 1, newKey),
      seen(other, 2, newKey),
    ])
    expect(replaced?.candidates).toEqual([])
    expect(changed?.candidates).toMatchObject([
      { title: 'Mining payout of my_miner_01 was changed' },
    ])
  })

  it('is not assumed if the old key is unknown, as in data of an earlier version', () => {
    const earlier = {
      seen: [
        { accountName: 'my_miner_01', destination: 'main_balance', externalAddress: null, at: 0 },
      ],
    }
    const [changed] = watchAll([seen(address, 1)], earlier)
    expect(changed?.candidates).toMatchObject([
      { title: 'Mining payout of my_miner_01 was changed' },
    ])
    expect(watchAll([seen(own, 0), seen(address, 1, null)])[1]?.candidates).toMatchObject([
      { title: expect.stringMatching(/was changed$/) },
    ])
  })
})
