import { afterEach, describe, expect, it } from 'vitest'
import { syncWords } from '../../../../src/renderer/investments/flex-sync.js'
import type { FlexSync } from '../../../../src/shared/investments/flex-history.js'
import { readLanguageFrom } from '../../../../src/shared/messages/messages.js'

const now = 1_763_640_000

function sync(part: Partial<FlexSync>): FlexSync {
  return {
    state: 'up-to-date',
    phase: 'later',
    records: 12_400,
    pages: 124,
    backTo: now - 86_400,
    lastSyncedAt: now - 90,
    unlisted: 0,
    problem: null,
    ...part,
  }
}

const words = (part: Partial<FlexSync>) => syncWords(sync(part), now, null)

afterEach(() => readLanguageFrom(() => 'en'))

describe('the status line of the history', () => {
  it('describes the completeness in every state, and what can be done', () => {
    expect(words({})).toMatchObject({
      state: 'Up to date 1 min ago',
      progress: '12,400 records, back to 2025-11-19',
      acts: ['now'],
    })
    expect(words({ state: 'syncing', phase: 'first' })).toMatchObject({
      progress: '12,400 records, back to 2025-11-19, page 124',
      note: 'The exchange’s API gives no total.',
      acts: ['pause'],
    })
    expect(words({ state: 'syncing' }).note).toBeNull()
    expect(words({ state: 'paused', phase: 'first' })).toMatchObject({
      note: 'Older records are still missing.',
      acts: ['resume'],
    })
    expect(words({ state: 'paused' }).note).toBe('Newer records may be missing.')
    expect(words({ state: 'waiting' }).acts).toEqual([])
    expect(words({ state: 'not-enabled' })).toMatchObject({
      state: 'Not enabled for this key',
      tone: 'plain',
    })
  })

  it('gives the reason of a failure and the next attempt', () => {
    const problem = { code: 'unreachable', message: 'No route.', retryAt: now + 42 } as const
    expect(words({ state: 'failed', problem })).toMatchObject({
      state: 'The exchange cannot be reached',
      note: 'Plimsoll tries again in 42 s.',
      acts: ['now'],
    })
    expect(
      words({ state: 'failed', phase: 'first', problem: { ...problem, retryAt: now - 1 } }).note,
    ).toBe('Older records are still missing. Plimsoll retries automatically.')
    expect(words({ state: 'failed', problem: null }).state).toBe('The last check failed')
  })

  it('counts records kept that the exchange no longer lists', () => {
    expect(words({ unlisted: 40 }).note).toBe(
      '40 records are kept that the exchange no longer lists.',
    )
    expect(words({ unlisted: 1 }).note).toBe('1 record is kept that the exchange no longer lists.')
    expect(words({}).note).toBeNull()
  })

  it('does not mention an oldest record if there is none', () => {
    expect(words({ records: 0, backTo: null }).progress).toBe('0 records')
  })

  it('UX-64 uses the current language', () => {
    readLanguageFrom(() => 'uk')
    expect(words({ records: 22, unlisted: 5 })).toMatchObject({
      state: 'Оновлено 1 хв тому',
      progress: '22 записи, починаючи з 2025-11-19',
      note: 'Збережено 5 записів, яких біржа більше не перелічує.',
    })
    expect(words({ state: 'failed', phase: 'first' }).note).toBe(
      'Давніших записів ще бракує. Plimsoll сам спробує знову.',
    )
  })
})
