import { describe, expect, it } from 'vitest'
import { tellStory } from '../../../src/main/investments/investment-detail.js'
import { openHistory } from '../../../src/main/investments/history-database.js'
import type { FlexStory } from '../../../src/shared/domain/flex-history.js'
import type { FlexRecord } from '../../../src/shared/domain/investment.js'
import { aFlexRecord, flexStart } from '../../support/flex-records.js'
import { valueOf } from '../../support/store-room.js'

const profileId = 'p1'
const day = 86_400
const breathe = (): Promise<void> => Promise.resolve()

const act = (actionType: number, amount: string, days: number, more: Partial<FlexRecord> = {}): FlexRecord =>
  aFlexRecord({ transactionId: `${actionType} ${amount} ${days}`, actionType, amount, createdAt: String(flexStart + days * day), ...more })

const tell = async (records: readonly FlexRecord[], investmentId = 'inv_1'): Promise<FlexStory> => {
  const { flex } = openHistory({ folder: null })
  valueOf(flex.savePage(profileId, records, () => null))
  return valueOf(await tellStory(investmentId, { profileId, history: flex, breathe }))
}

describe('the story of an investment', () => {
  it('runs from the opening to the closing, oldest first, and counts an opening and its first money as one', async () => {
    const story = await tell([
      act(5, '880.500000000000000001', 30),
      act(4, '0.5', 2),
      act(2, '0.5', 2),
      act(3, '120', 10),
      act(6, '1000', 0),
      act(1, '1000', 0),
      act(1, '0.000000000000000001', 5),
      act(4, '9', 3, { investmentId: 'another' }),
    ])
    expect(story).toMatchObject({
      investmentId: 'inv_1',
      currency: 'USDT',
      cut: false,
      invested: '1000.000000000000000001',
      reinvested: '0.5',
      withdrawn: '1000.500000000000000001',
      earned: '0.5',
      openedAt: flexStart,
      closedAt: flexStart + 30 * day,
    })
    expect(story.records.map(({ actionType }) => actionType)).toEqual([6, 1, 4, 2, 1, 3, 5])
    expect(story.notes).toEqual([
      'The opening and the first investment of the same amount are counted as one.',
      'Withdrawn includes what the closing paid back.',
    ])
  })

  it('counts an opening as money where no first investment stands beside it', async () => {
    expect(await tell([act(6, '1000', 0), act(1, '1000', 1)])).toMatchObject({ invested: '2000', notes: [] })
    expect(await tell([act(6, '1000', 0), act(1, '999', 0)])).toMatchObject({ invested: '1999' })
  })

  it('says what the records do not: no opening, unknown kinds, several currencies', async () => {
    const story = await tell([act(4, '1', 1), act(9, '5', 2), act(4, '7', 0, { currency: 'BTC', transactionId: 'x' })])
    expect(story).toMatchObject({ openedAt: null, closedAt: null, earned: '1', currency: 'USDT' })
    expect(story.notes).toHaveLength(3)
  })

  const minute = 60 / 86_400

  it('13.20 is open where money was put in after a closing, and says that it was closed before', async () => {
    const story = await tell([act(6, '100', 0), act(5, '100', 9), act(1, '40', 20), act(4, '0.1', 21)])
    expect(story.closedAt).toBeNull()
    expect(story.notes).toContain('It was closed before; money was put in after that, so it is open.')
    const closedAgain = await tell([act(6, '100', 0), act(5, '100', 9), act(1, '40', 20), act(5, '40', 30)])
    expect(closedAgain.closedAt).toBe(flexStart + 30 * day)
    expect(closedAgain.notes.join(' ')).not.toContain('so it is open')
  })

  it('13.20 stays closed where only what belongs to the closing follows it', async () => {
    const story = await tell([act(6, '100', 0), act(5, '100', 9), act(4, '0.1', 9 + minute), act(3, '100', 9 + minute)])
    expect(story.closedAt).toBe(flexStart + 9 * day)
  })

  it('counts a closing and a withdrawal beside it as one where no more was in, and says so', async () => {
    const story = await tell([act(6, '100', 0), act(3, '100', 9), act(5, '100', 9 + minute)])
    expect(story).toMatchObject({ invested: '100', withdrawn: '100' })
    expect(story.notes).toEqual(['The closing and the withdrawal of the same amount are counted as one.'])
  })

  it('counts both where both were in', async () => {
    const story = await tell([act(6, '200', 0), act(3, '100', 9), act(5, '100', 9 + minute)])
    expect(story).toMatchObject({ invested: '200', withdrawn: '200' })
    expect(story.notes).toEqual(['Withdrawn includes what the closing paid back.'])
    // The order within the minute says nothing.
    expect(await tell([act(6, '150', 0), act(1, '50', 1), act(5, '100', 9), act(3, '100', 9 + minute)])).toMatchObject({ withdrawn: '200' })
  })

  it('says where a closing paid back less than was in it', async () => {
    const story = await tell([act(6, '200', 0), act(5, '150', 9)])
    expect(story.withdrawn).toBe('150')
    expect(story.notes).toEqual([
      'Withdrawn includes what the closing paid back.',
      'The closing paid back less than the records show was in it; where the rest went they do not say.',
    ])
  })

  it('takes withdrawals below zero as what they are', async () => {
    expect(await tell([act(6, '10', 0), act(3, '-4', 1)])).toMatchObject({ invested: '10', withdrawn: '4' })
  })

  it('gives the newest of very many, and sums them all', async () => {
    const records = Array.from({ length: 2600 }, (_, index) =>
      aFlexRecord({ transactionId: `tx_${index}`, amount: '0.1', createdAt: String(flexStart + index) }),
    )
    const story = await tell(records)
    expect([story.cut, story.records.length, story.earned, story.records.at(-1)?.transactionId]).toEqual([true, 2000, '260', 'tx_2599'])
  })

  it('is gone where there is no record', async () => {
    const { flex } = openHistory({ folder: null })
    expect(await tellStory('nothing', { profileId, history: flex, breathe })).toMatchObject({ ok: false, error: { code: 'gone' } })
  })
})
