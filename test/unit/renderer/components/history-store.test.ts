import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withOpened } from '../../../../src/renderer/components/history-store.svelte.js'
import { anAlert } from '../../../fixtures/portfolio/alerts.js'

const row = (id: string, at: number, readAt: number | null = null) => anAlert({ id, at, readAt })
const shown = [row('c', 30), row('b2', 20), row('b1', 20), row('a', 10)]

describe('rows opened while only unread ones are listed', () => {
  it('stay in place, as read, when a new list lacks them', () => {
    const fresh = shown.filter(({ id }) => id !== 'b2' && id !== 'a')
    const rows = withOpened(fresh, shown, { b2: 77 })
    expect(rows.map(({ id, readAt }) => [id, readAt])).toEqual([
      ['c', null],
      ['b2', 77],
      ['b1', null],
    ])
  })

  it('are not duplicated, and nothing is kept that was not on screen', () => {
    expect(withOpened(shown, shown, { b2: 77 })).toEqual(shown)
    expect(withOpened([], shown.slice(1), { c: 77 })).toEqual([])
    expect(withOpened(shown, [], {})).toBe(shown)
  })

  it('keep the order of the list, newest first', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(99)), { selector: ([, id]) => id }),
        fc.nat(),
        (keys, seed) => {
          const before = keys
            .map(([at, id]) => row(String(id).padStart(2, '0'), at))
            .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
          const fresh = before.filter((_, index) => (seed >> (index % 20)) % 2 === 0)
          const opened = Object.fromEntries(before.map(({ id }) => [id, 1]))
          expect(withOpened(fresh, before, opened).map(({ id }) => id)).toEqual(
            before.map(({ id }) => id),
          )
        },
      ),
    )
  })
})
