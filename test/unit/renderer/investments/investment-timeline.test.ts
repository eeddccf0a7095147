import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  timelineOf,
  timelineSteps,
} from '../../../../src/renderer/investments/investment-timeline.js'
import type { FlexRecord } from '../../../../src/shared/investments/investment.js'
import { add } from '../../../../src/shared/money.js'

const day = 86_400
const start = 1_750_000_000

function record(at: number, actionType: number, amount = '1'): FlexRecord {
  return {
    transactionId: `tx-${at}-${actionType}`,
    createdAt: String(start + at * day),
    planId: 'p',
    investmentId: 'i',
    currency: 'USDT',
    amount,
    actionType,
  }
}

describe('the timeline of an investment', () => {
  it('lists records one by one and the earnings between them together', () => {
    const steps = timelineSteps([
      record(0, 6, '1000'),
      record(0, 1, '1000'),
      record(1, 4, '0.1'),
      record(1, 2, '0.1'),
      record(2, 4, '0.2'),
      record(3, 3, '100'),
      record(4, 4, '0.3'),
      record(5, 5, '900'),
    ])
    expect(
      steps.map((step) =>
        step.kind === 'record'
          ? step.record.actionType
          : [step.times, step.earned, step.reinvested],
      ),
    ).toEqual([6, 1, [2, '0.3', '0.1'], 3, [1, '0.3', null], 5])
  })

  it('sums exactly, whatever the amounts, and loses no record', () => {
    const amount = fc
      .tuple(fc.nat(1_000_000), fc.nat(99_999_999))
      .map(([whole, part]) => `${whole}.${String(part).padStart(8, '0')}`)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(1, 2, 3, 4, 5, 6, 77), amount), { maxLength: 60 }),
        (rows) => {
          const records = rows.map(([type, text], at) => record(at, type, text))
          const steps = timelineSteps(records)
          const earned = records.filter(({ actionType }) => actionType === 4)
          const total = steps.reduce(
            (sum, step) => (step.kind === 'earnings' ? add(sum, step.earned) : sum),
            '0',
          )
          expect(total).toBe(earned.reduce((sum, { amount }) => add(sum, amount), '0'))
          for (const { transactionId, actionType } of records) {
            if (actionType === 4 || actionType === 2) continue
            expect(
              steps.filter(
                (step) => step.kind === 'record' && step.record.transactionId === transactionId,
              ),
            ).toHaveLength(1)
          }
        },
      ),
    )
  })

  it('gives no sum if an amount is not a decimal', () => {
    const steps = timelineSteps([record(1, 4, '1e-8'), record(2, 4, '0.2')])
    expect(steps.map(({ kind }) => kind)).toEqual(['record', 'record'])
  })

  it('keeps reinvestments as records', () => {
    expect(timelineSteps([record(1, 2)])).toMatchObject([{ kind: 'record' }])
  })
})

describe('the time axis', () => {
  it('continues to now until a closing, and ends with it', () => {
    const records = [record(0, 6), record(1, 4), record(2, 4), record(10, 4)]
    const open = timelineOf({ records, openedAt: null, closedAt: null }, start + 20 * day)
    expect(open).toMatchObject({
      open: true,
      from: start,
      to: start + 20 * day,
      marks: [{ place: 0, actionType: 6 }],
    })
    expect(open?.earned).toEqual([
      { from: 0, to: 0.1 },
      { from: 0.45, to: 0.5 },
    ])
    const closed = timelineOf(
      { records: [...records, record(12, 5)], openedAt: start, closedAt: start + 12 * day },
      start + 20 * day,
    )
    expect(closed).toMatchObject({ open: false, to: start + 12 * day })
    expect(closed?.marks.at(-1)).toMatchObject({ place: 1, actionType: 5 })
  })

  it('begins with the opening even if only the newest records are given', () => {
    const line = timelineOf(
      { records: [record(50, 3)], openedAt: start, closedAt: null },
      start + 100 * day,
    )
    expect(line).toMatchObject({ from: start, marks: [{ place: 0.5 }] })
  })

  it('stays between its ends for any records, and needs a time to be drawn', () => {
    expect(timelineOf({ records: [], openedAt: null, closedAt: null }, start)).toBeNull()
    expect(
      timelineOf(
        { records: [{ ...record(0, 6), createdAt: 'never' }], openedAt: null, closedAt: null },
        start,
      ),
    ).toBeNull()
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -9, max: 400 }), fc.integer({ min: 0, max: 9 })), {
          minLength: 1,
          maxLength: 50,
        }),
        fc.integer({ min: -100, max: 500 }),
        fc.boolean(),
        (rows, later, closed) => {
          const line = timelineOf(
            {
              records: rows.map(([at, type]) => record(at, type)),
              openedAt: null,
              closedAt: closed ? start : null,
            },
            start + later * day,
          )
          const places = [
            ...(line?.marks.map(({ place }) => place) ?? []),
            ...(line?.earned.flatMap(({ from, to }) => [from, to]) ?? []),
          ]
          for (const place of places) {
            expect(place).toBeGreaterThanOrEqual(0)
            expect(place).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })
})
