import { describe, expect, it } from 'vitest'
import { readInvestmentDetail } from '../../../src/main/investments/investment-detail.js'
import { openHistoryDatabase } from '../../../src/main/investments/history-database.js'
import type { InvestmentDetail } from '../../../src/shared/investments/flex-history.js'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { aFlexRecord, flexStart } from '../../support/flex-records.js'
import { valueOf } from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'

const profileId = 'p1'
const day = 86_400
const nextTurn = (): Promise<void> => Promise.resolve()

function record(
  actionType: number,
  amount: string,
  days: number,
  more: Partial<FlexRecord> = {},
): FlexRecord {
  return aFlexRecord({
    transactionId: `${actionType} ${amount} ${days}`,
    actionType,
    amount,
    createdAt: String(flexStart + days * day),
    ...more,
  })
}

async function detailFor(
  records: readonly FlexRecord[],
  investmentId = 'inv_1',
): Promise<InvestmentDetail> {
  const { flex } = openHistoryDatabase({ folder: null })
  valueOf(flex.savePage(profileId, records, () => null))
  return valueOf(await readInvestmentDetail(investmentId, { profileId, history: flex, nextTurn }))
}

describe('the detail of an investment', () => {
  it('runs from the opening to the closing, oldest first, and counts an opening and its first money as one', async () => {
    const detail = await detailFor([
      record(5, '880.500000000000000001', 30),
      record(4, '0.5', 2),
      record(2, '0.5', 2),
      record(3, '120', 10),
      record(6, '1000', 0),
      record(1, '1000', 0),
      record(1, '0.000000000000000001', 5),
      record(4, '9', 3, { investmentId: 'another' }),
    ])
    expect(detail).toMatchObject({
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
    expect(detail.records.map(({ actionType }) => actionType)).toEqual([6, 1, 4, 2, 1, 3, 5])
    expect(worded(detail.notes)).toEqual([
      'The opening and the first investment of the same amount are counted as one.',
      'Withdrawn includes what the closing paid back.',
    ])
  })

  it('counts an opening as money if no first investment is beside it', async () => {
    expect(await detailFor([record(6, '1000', 0), record(1, '1000', 1)])).toMatchObject({
      invested: '2000',
      notes: [],
    })
    expect(await detailFor([record(6, '1000', 0), record(1, '999', 0)])).toMatchObject({
      invested: '1999',
    })
  })

  it('says what the records lack: no opening, unknown kinds, several currencies', async () => {
    const detail = await detailFor([
      record(4, '1', 1),
      record(9, '5', 2),
      record(4, '7', 0, { currency: 'BTC', transactionId: 'x' }),
    ])
    expect(detail).toMatchObject({ openedAt: null, closedAt: null, earned: '1', currency: 'USDT' })
    expect(detail.notes).toHaveLength(3)
  })

  const minute = 60 / 86_400

  it('is open if money was added after a closing, and says that it was closed before', async () => {
    const detail = await detailFor([
      record(6, '100', 0),
      record(5, '100', 9),
      record(1, '40', 20),
      record(4, '0.1', 21),
    ])
    expect(detail.closedAt).toBeNull()
    expect(detail.notes.map(englishOf)).toContain(
      'It was closed before; money was put in after that, so it is open.',
    )
    const closedAgain = await detailFor([
      record(6, '100', 0),
      record(5, '100', 9),
      record(1, '40', 20),
      record(5, '40', 30),
    ])
    expect(closedAgain.closedAt).toBe(flexStart + 30 * day)
    expect(closedAgain.notes.map(englishOf).join(' ')).not.toContain('so it is open')
  })

  it('stays closed if only what belongs to the closing follows it', async () => {
    const detail = await detailFor([
      record(6, '100', 0),
      record(5, '100', 9),
      record(4, '0.1', 9 + minute),
      record(3, '100', 9 + minute),
    ])
    expect(detail.closedAt).toBe(flexStart + 9 * day)
  })

  it('counts a closing and a withdrawal beside it as one if there was no more money, and says so', async () => {
    const detail = await detailFor([
      record(6, '100', 0),
      record(3, '100', 9),
      record(5, '100', 9 + minute),
    ])
    expect(detail).toMatchObject({ invested: '100', withdrawn: '100' })
    expect(worded(detail.notes)).toEqual([
      'The closing and the withdrawal of the same amount are counted as one.',
    ])
  })

  it('counts both if both amounts were there', async () => {
    const detail = await detailFor([
      record(6, '200', 0),
      record(3, '100', 9),
      record(5, '100', 9 + minute),
    ])
    expect(detail).toMatchObject({ invested: '200', withdrawn: '200' })
    expect(worded(detail.notes)).toEqual(['Withdrawn includes what the closing paid back.'])
    // The order within the minute says nothing.
    expect(
      await detailFor([
        record(6, '150', 0),
        record(1, '50', 1),
        record(5, '100', 9),
        record(3, '100', 9 + minute),
      ]),
    ).toMatchObject({
      withdrawn: '200',
    })
  })

  it('says if a closing paid back less than was invested', async () => {
    const detail = await detailFor([record(6, '200', 0), record(5, '150', 9)])
    expect(detail.withdrawn).toBe('150')
    expect(worded(detail.notes)).toEqual([
      'Withdrawn includes what the closing paid back.',
      'The closing paid back less than the records show was in it; where the rest went they do not say.',
    ])
  })

  it('accepts negative withdrawals as what they are', async () => {
    expect(await detailFor([record(6, '10', 0), record(3, '-4', 1)])).toMatchObject({
      invested: '10',
      withdrawn: '4',
    })
  })

  it('returns the newest of very many, and sums them all', async () => {
    const records = Array.from({ length: 2600 }, (_, index) =>
      aFlexRecord({
        transactionId: `tx_${index}`,
        amount: '0.1',
        createdAt: String(flexStart + index),
      }),
    )
    const detail = await detailFor(records)
    expect([
      detail.cut,
      detail.records.length,
      detail.earned,
      detail.records.at(-1)?.transactionId,
    ]).toEqual([true, 2000, '260', 'tx_2599'])
  })

  it('is missing without a record', async () => {
    const { flex } = openHistoryDatabase({ folder: null })
    expect(
      await readInvestmentDetail('nothing', { profileId, history: flex, nextTurn }),
    ).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
  })
})
