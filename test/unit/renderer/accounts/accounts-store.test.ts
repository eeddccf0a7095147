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

describe('rows of accounts', () => {
  it("drop data of a removed account, and use each account's current name", () => {
    const [first] = profilesOf(2)
    const renamed = aProfile({ ...first, name: 'Harbour' })
    const current = currentSummaries([renamed], summariesOf(3))
    expect(current).toMatchObject([
      { profile: { id: main, name: 'Harbour' }, headline: 'All clear.' },
    ])
    expect(accountLines([renamed], current)).toHaveLength(1)
  })

  it('follow the order of the profiles, whatever the order of the messages', () => {
    const lines = accountLines(profilesOf(3), summariesOf(3).toReversed())
    expect(ids(lines)).toEqual([main, second, third])
    expect(lines.every(({ summary, profile }) => summary?.profile.id === profile.id)).toBe(true)
  })

  it('are sorted worst first as main sorts them, with unknown ones last', () => {
    const summaries = summariesOf(3).toReversed().slice(0, 2)
    const lines = accountLines(profilesOf(3), summaries)
    expect(lines.map(({ summary }) => summary === null)).toEqual([true, false, false])
    expect(ids(worstFirst(lines, summaries))).toEqual([third, second, main])
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

describe('accounts shown above every screen', () => {
  it('are those in danger, at once and in order of occurrence', () => {
    const all = [
      account('a', { level: 'danger' }),
      account('b', { level: 'caution' }),
      account('c', { level: 'fine' }),
      account('d', { level: 'danger' }),
    ]
    expect(accountsInDanger(all, {}, now).map(({ profile }) => profile.id)).toEqual(['a', 'd'])
  })

  it('are those that cannot be seen, at once if an alert is active or the key is bad', () => {
    const all = [
      account('alert', { level: 'unmonitored', calling: 1 }),
      account('key', { level: 'unmonitored', keyState: 'locked-or-missing' }),
      account('start', { level: 'unmonitored', keyState: 'unknown' }),
      account('first', { level: 'unmonitored', keyState: 'accepted' }),
    ]
    const since = noteUnmonitored({}, all, now)
    expect(accountsInDanger(all, since, now + 5).map(({ profile }) => profile.id)).toEqual([
      'alert',
      'key',
    ])
    expect(accountsInDanger(all, since, now + 15)).toHaveLength(4)
  })

  it('get the startup delay only once, and again after they were seen', () => {
    let since = noteUnmonitored({}, [unmonitored], now)
    since = noteUnmonitored(since, [unmonitored], now + 10)
    expect(accountsInDanger([unmonitored], since, now + 16)).toEqual([unmonitored])
    since = noteUnmonitored(since, [{ ...unmonitored, level: 'fine' }], now + 17)
    since = noteUnmonitored(since, [unmonitored], now + 18)
    expect(accountsInDanger([unmonitored], since, now + 20)).toEqual([])
  })

  it('are not judged by a clock that does not know them', () => {
    expect(accountsInDanger([unmonitored], {}, now)).toEqual([])
  })
})
