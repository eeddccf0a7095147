import { describe, expect, it } from 'vitest'
import { accountLines, currentSummaries, worstFirst } from '../../../../src/renderer/stores/account-lines.js'
import { aProfile, aSummary } from '../../../fixtures/portfolio/accounts.js'
import { profilesOf, summariesOf } from '../../../fixtures/portfolio/many-accounts.js'

const ids = (list: readonly { profile: { id: string } }[]): string[] => list.map(({ profile }) => profile.id)
const [main, second, third] = ids(summariesOf(3))

describe('the lines of accounts', () => {
  it('drop what was told of an account that is gone, and call each what it is called now', () => {
    const [first] = profilesOf(2)
    const renamed = aProfile({ ...first, name: 'Harbour' })
    const current = currentSummaries([renamed], summariesOf(3))
    expect(current).toMatchObject([{ profile: { id: main, name: 'Harbour' }, headline: 'All clear.' }])
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
