import { describe, expect, it, test } from 'vitest'
import {
  closenessOf,
  mostShown,
  searchCommands,
  type Searchable,
} from '../../../../src/renderer/shell/command-search.js'

const of = (...titles: string[]): Searchable[] => titles.map((title) => ({ id: title, title }))

function found(typed: string, commands: readonly Searchable[], used: string[] = []): string[] {
  return searchCommands(typed, commands, used).map(({ title }) => title)
}

describe('UX-66 the search of the palette', () => {
  test.each<[string, string, number | null]>([
    ['set', 'Settings', 0],
    ['SETTINGS', 'Settings', 0],
    ['settings al', 'Settings: Alerts', 0],
    ['alerts', 'Settings: Alerts', 1],
    ['al set', 'Settings: Alerts', 1],
    ['btc usdt', 'BTC_USDT', 0],
    ['btcusdt', 'BTC_USDT', 0],
    ['usdt', 'BTC_USDT', 1],
    ['reload', 'Refresh now', 2],
    ['now reload', 'Refresh now', 2],
    ['fresh', 'Refresh now', 3],
    ['crdt', 'Credit line', 4],
    ['crln', 'Credit line', 4],
    ['crdtx', 'Credit line', null],
    ['now xyz', 'Refresh now', null],
    ['müller', 'MULLER', 0],
    ['рахунок', 'Мій рахунок', 1],
  ])('%s and %s', (typed, title, closeness) => {
    expect(
      closenessOf(typed, { title, keywords: title.startsWith('Refresh') ? 'reload' : '' }),
    ).toBe(closeness)
  })

  it('ranks beginnings of titles first, then of words, then matches inside', () => {
    expect(found('li', of('Palio', 'Credit line', 'Light theme', 'Long interest'))).toEqual([
      'Light theme',
      'Credit line',
      'Palio',
      'Long interest',
    ])
  })

  it('ranks recently used first among equal matches, and never before better ones', () => {
    const commands = of('Activity', 'Account A', 'Add an account', 'Settings: Alerts')
    expect(found('a', commands)).toEqual([
      'Activity',
      'Account A',
      'Add an account',
      'Settings: Alerts',
    ])
    expect(found('a', commands, ['Settings: Alerts', 'Add an account', 'Account A'])).toEqual([
      'Add an account',
      'Account A',
      'Activity',
      'Settings: Alerts',
    ])
  })

  it(`shows ${mostShown} of however many`, () => {
    expect(found('c', of(...Array.from({ length: 1000 }, (_, at) => `C${at}_USDT`)))).toHaveLength(
      mostShown,
    )
  })
})
