import type { AccountSummary } from '../../../../src/shared/accounts/account-summary.js'
import { aProfile, aSummary, now } from '../../../fixtures/portfolio/accounts.js'
import {
  accountLines,
  currentSummaries,
  worstFirst,
} from '../../../../src/renderer/accounts/accounts-store.svelte.js'
import {
  accountsInDanger,
  noteUnmonitored,
} from '../../../../src/renderer/accounts/accounts-store.svelte.js'
import { describe, expect, it } from 'vitest'
import { profilesOf, summariesOf } from '../../../fixtures/portfolio/many-accounts.js'

function ids(list: readonly { profile: { id: string } }[]): string[] {
  return list.map(({ profile }) => profile.id)
}

const [main, second, third] = ids(summariesOf(3))

describe('the lines of accounts', () => {
  it('drop what was told of an account that is gone, and call each what it is called now', () => {
    const [first] = profilesOf(2)
    const renamed = aProfile({ ...first, name: 'Harbour' })
    const current = currentSummaries([renamed], summariesOf(3))
    expect(current).toMatchObject([
      { profile: { id: main, name: 'Harbour' }, headline: 'All clear.' },
    ])
    expect(accountLines([renamed], current)).toHaveLength(1)
  })

  it('stand in the order of the profiles, whatever order main tells them in', () => {
    const lines = accountLines(profilesOf(3), summariesOf(3).toReversed())
    expect(ids(lines)).toEqual([main, second, third])
    expect(lines.every(({ summary, profile }) => summary?.profile.id === profile.id)).toBe(true)
  })

  it('stand worst first as main sorts them, those it has not told of last', () => {
    const told = summariesOf(3).toReversed().slice(0, 2)
    const lines = accountLines(profilesOf(3), told)
    expect(lines.map(({ summary }) => summary === null)).toEqual([true, false, false])
    expect(ids(worstFirst(lines, told))).toEqual([third, second, main])
  })

  it('give every account a colour of its own', () => {
    const lines = accountLines(profilesOf(8), [aSummary()])
    expect(new Set(lines.map(({ colour }) => colour)).size).toBe(8)
  })
})

function account(id: string, part: Partial<AccountSummary>) {
  return aSummary({ profile: aProfile({ id }), ...part })
}

const unmonitored = account('unmonitored', { level: 'unmonitored' })

describe('accounts worth a line above every screen', () => {
  it('are those in danger, at once and in the order they came', () => {
    const all = [
      account('a', { level: 'danger' }),
      account('b', { level: 'caution' }),
      account('c', { level: 'fine' }),
      account('d', { level: 'danger' }),
    ]
    expect(accountsInDanger(all, {}, now).map(({ profile }) => profile.id)).toEqual(['a', 'd'])
  })

  it('are those that cannot be seen, at once where an alarm calls or the key is not good', () => {
    const all = [
      account('alarm', { level: 'unmonitored', calling: 1 }),
      account('key', { level: 'unmonitored', keyState: 'locked-or-missing' }),
      account('start', { level: 'unmonitored', keyState: 'unknown' }),
      account('first', { level: 'unmonitored', keyState: 'accepted' }),
    ]
    const since = noteUnmonitored({}, all, now)
    expect(accountsInDanger(all, since, now + 5).map(({ profile }) => profile.id)).toEqual([
      'alarm',
      'key',
    ])
    expect(accountsInDanger(all, since, now + 15)).toHaveLength(4)
  })

  it('have the time they need after a start only once: what is seen in between begins anew', () => {
    let since = noteUnmonitored({}, [unmonitored], now)
    since = noteUnmonitored(since, [unmonitored], now + 10)
    expect(accountsInDanger([unmonitored], since, now + 16)).toEqual([unmonitored])
    since = noteUnmonitored(since, [{ ...unmonitored, level: 'fine' }], now + 17)
    since = noteUnmonitored(since, [unmonitored], now + 18)
    expect(accountsInDanger([unmonitored], since, now + 20)).toEqual([])
  })

  it('are not judged by a clock that knows nothing of them', () => {
    expect(accountsInDanger([unmonitored], {}, now)).toEqual([])
  })
})
