import { describe, expect, it } from 'vitest'
import { storedSyncState, syncStateOf } from '../../../src/main/investments/stored-sync.js'

/** As the first version writes it. */
const onDisk = {
  walk: {
    step: 'prove',
    offset: 41,
    to: null,
    windowed: false,
    low: 1_700_000_000,
    since: 1_700_000_500,
    fresh: 0,
    print: 'ab12',
    quiet: { print: 'cd34', gap: -1 },
    surplus: -1,
    heads: 1,
    walks: 2,
    seenAll: true,
  },
  paused: true,
  lastSyncedAt: 1_700_000_900,
  rewritten: 3,
  key: 'https://exchange.example abcd…wxyz',
  unreadable: [{ place: 4, id: 'a', name: null, field: 'amount', why: 'no decimal' }],
  met: [],
}

describe('the stored state of the synchronisation', () => {
  it('DAT-10 is read and written under its names on disk', () => {
    const state = syncStateOf(onDisk)
    expect(state).toMatchObject({
      cursor: { step: 'verify', offset: 41, complete: true, scans: 2 },
      paused: true,
      rewritten: 3,
    })
    expect(storedSyncState(state)).toEqual(onDisk)
  })

  it.each([
    ['walk', 'scan'],
    ['head', 'head'],
    ['prove', 'verify'],
    ['rest', 'synced'],
  ])('keeps the step %s', (stored, step) => {
    const state = syncStateOf({ ...onDisk, walk: { ...onDisk.walk, step: stored } })
    expect(state.cursor.step).toBe(step)
    expect(storedSyncState(state)).toMatchObject({ walk: { step: stored } })
  })
})
