import { describe, expect, it } from 'vitest'
import { createAppState } from '../../../src/main/accounts/app-state.js'
import { createUnusedKeys } from '../../../src/main/accounts/unused-keys.js'
import { explainRefusedKey } from '../../../src/shared/circumstances.js'
import { unusedDays } from '../../../src/shared/accounts/key-inactivity.js'
import { ok } from '../../../src/shared/result.js'
import { about } from '../../support/fake-accounts.js'
import { problem } from '../../support/fake-exchange-client.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { worded } from '../../support/worded.js'

const day = 86_400
const now = 1_760_000_000

function setup(unusedFor: number | null) {
  let at = now
  let ids = 0
  let usedAt = unusedFor === null ? null : now - unusedFor
  const appState = createAppState({
    clock: () => at,
    newId: () => `n${(ids += 1)}`,
    about,
    acknowledge: () => ok(null),
  })
  const unused = createUnusedKeys({ clock: () => at, appState })
  const account = { profile: { id: 'a', name: 'Main' }, capabilities: { keyUsedAt: () => usedAt } }
  return {
    appState,
    check: () => unused.check(account),
    pass: (seconds: number) => {
      at += seconds
    },
    use: () => {
      usedAt = at
    },
    notices: () => appState.view().notices.map(({ level, title }) => [level, title]),
  }
}

describe('a key that has not been used for long', () => {
  it.each([null, 0, -5 * day, 9 * day, 10 * day - 1])('is ignored after %s seconds', (seconds) => {
    const { check, notices } = setup(seconds)
    check()
    expect(notices()).toEqual([])
  })

  it('is reported at start from ten days on, with what the exchange does after fourteen', () => {
    const { check, notices, appState } = setup(11 * day + 5)
    check()
    expect(worded(notices())).toEqual([['caution', 'The key of “Main” was last used 11 days ago']])
    expect(englishOf(appState.view().notices[0]?.text ?? '')).toContain(
      'The exchange puts keys without an address list to sleep after 14 unused days.',
    )
  })

  it('is reported while Plimsoll runs and cannot use it, in one notice whose days increase', () => {
    const { check, pass, notices, appState } = setup(9 * day)
    check()
    for (let hour = 0; hour < 24 * 6; hour += 1) {
      pass(3600)
      check()
      expect(notices().length).toBeLessThanOrEqual(1)
    }
    expect(worded(notices())).toEqual([['caution', 'The key of “Main” was last used 15 days ago']])
    expect(englishOf(appState.view().notices[0]?.text ?? '')).toContain(
      'If the exchange refuses this one, enable it',
    )
  })

  it('is not reported again on the same day once dismissed', () => {
    const { check, pass, notices, appState } = setup(11 * day)
    check()
    appState.dismiss('n1')
    pass(3600)
    check()
    expect(notices()).toEqual([])
    pass(day)
    check()
    expect(worded(notices())).toEqual([['caution', 'The key of “Main” was last used 12 days ago']])
  })

  it('is no caution once used again, but shows how long it was not', () => {
    const { check, use, notices, appState } = setup(11 * day)
    check()
    use()
    check()
    check()
    expect(worded(notices())).toEqual([['info', 'The key of “Main” had not been used for 11 days']])
    appState.dismiss('n2')
    check()
    expect(notices()).toEqual([])
  })
})

describe('a key that the exchange refuses', () => {
  it('is most likely dormant if unused for fourteen days and disabled', () => {
    const refusal = problem('key-disabled', {
      server: { status: 403, code: 2, message: 'Enable your key' },
    })
    expect(worded(explainRefusedKey(refusal, now - 16 * day, now))).toEqual({
      ...refusal,
      code: 'key-asleep',
      message: 'It had not been used for 16 days.',
      reason: 'key-disabled',
    })
  })

  it('may be dormant if its signature is refused after that, and is still refused', () => {
    const refusal = problem('bad-key-or-signature')
    const explained = explainRefusedKey(refusal, now - 14 * day, now)
    expect(explained.code).toBe('bad-key-or-signature')
    expect(englishOf(explained.message)).toContain(
      'It had not been used for 14 days. The exchange puts keys without an address list to sleep',
    )
  })

  it('has no explanation if it was used lately, or if that is unknown', () => {
    for (const code of ['key-disabled', 'bad-key-or-signature', 'no-permission'] as const) {
      const refusal = problem(code)
      for (const usedAt of [null, now, now - 14 * day + 1, now + day])
        expect(explainRefusedKey(refusal, usedAt, now)).toBe(refusal)
    }
    const other = problem('no-permission')
    expect(explainRefusedKey(other, now - 30 * day, now)).toBe(other)
  })

  it('is counted in whole days, and in none if the clock was set back', () => {
    expect(
      [0, day - 1, day, 14 * day, -day].map((seconds) => unusedDays(now - seconds, now)),
    ).toEqual([0, 0, 1, 14, 0])
  })
})
