import { describe, expect, it } from 'vitest'
import { accountsInDanger, noteUnmonitored } from '../../../../src/renderer/stores/accounts-in-danger.js'
import type { AccountSummary } from '../../../../src/shared/domain/account-summary.js'
import { aProfile, aSummary, now } from '../../../fixtures/portfolio/accounts.js'

const account = (id: string, part: Partial<AccountSummary>) => aSummary({ profile: aProfile({ id }), ...part })
const unmonitored = account('unmonitored', { level: 'unmonitored' })

describe('accounts worth a line above every screen', () => {
  it('are those in danger, at once and in the order they came', () => {
    const all = [
      account('a', { level: 'danger' }),
      account('b', { level: 'caution' }),
      account('c', { level: 'fine' }),
      account('d', { level: 'danger' }),
    ]
    expect(accountsInDanger(all, new Map(), now).map(({ profile }) => profile.id)).toEqual(['a', 'd'])
  })

  it('are those that cannot be seen, at once where an alarm calls or the key is not good', () => {
    const all = [
      account('alarm', { level: 'unmonitored', calling: 1 }),
      account('key', { level: 'unmonitored', keyState: 'locked-or-missing' }),
      account('start', { level: 'unmonitored', keyState: 'unknown' }),
      account('first', { level: 'unmonitored', keyState: 'accepted' }),
    ]
    const since = noteUnmonitored(new Map(), all, now)
    expect(accountsInDanger(all, since, now + 5).map(({ profile }) => profile.id)).toEqual(['alarm', 'key'])
    expect(accountsInDanger(all, since, now + 15)).toHaveLength(4)
  })

  it('have the time they need after a start only once: what is seen in between begins anew', () => {
    let since = noteUnmonitored(new Map(), [unmonitored], now)
    since = noteUnmonitored(since, [unmonitored], now + 10)
    expect(accountsInDanger([unmonitored], since, now + 16)).toEqual([unmonitored])
    since = noteUnmonitored(since, [{ ...unmonitored, level: 'fine' }], now + 17)
    since = noteUnmonitored(since, [unmonitored], now + 18)
    expect(accountsInDanger([unmonitored], since, now + 20)).toEqual([])
  })

  it('are not judged by a clock that knows nothing of them', () => {
    expect(accountsInDanger([unmonitored], new Map(), now)).toEqual([])
  })
})
