// What another program reads from the export must equal what was written.
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src/main/investments/flex-export.js'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import { aFlexRecord, decimalText } from '../../support/flex-records.js'
import { guards, holdsNoFormula } from '../../support/guarded-text.js'

const csv = formatOf({ format: 'csv', bom: false })
const csvHeader = csv.head
const csvLine = (record: FlexRecord): string => csv.line(record, true)
const byteOrderMark = formatOf({ format: 'csv', bom: true }).head[0] ?? ''

function jsonElement(record: FlexRecord): string {
  return formatOf({ format: 'json', bom: false }).line(record, true)
}

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '"',
    ',',
    '""",',
    ' x ',
    "'",
    'a\r\nb',
    '=HYPERLINK("http://x","y")',
    'x;=HYPERLINK("http://x")',
    'x;=1+1;y',
    'x\t=1+1',
  ),
)

function anyRecord(): fc.Arbitrary<FlexRecord> {
  return fc.record({
    transactionId: hostile,
    createdAt: fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }).map(String),
    planId: hostile,
    investmentId: hostile,
    currency: hostile,
    amount: decimalText(),
    actionType: fc.integer(),
  })
}

function readBack(csv: string): Record<string, string>[] {
  return parse(csv, { columns: true, bom: true, relax_column_count: false })
}

describe('CSV', () => {
  it('DAT-12, UX-63 is parsed back exactly by another program, with every formula disarmed', () => {
    fc.assert(
      fc.property(fc.array(anyRecord(), { maxLength: 20 }), fc.boolean(), (records, bom) => {
        const rows = readBack(
          (bom ? byteOrderMark : '') + csvHeader + records.map(csvLine).join(''),
        )
        expect(rows).toHaveLength(records.length)
        for (const [index, record] of records.entries()) {
          const row = rows[index] ?? {}
          expect(row).toMatchObject({
            created_at_unix: record.createdAt,
            amount: record.amount,
            action_type: String(record.actionType),
          })
          const texts = ['transaction_id', 'plan_id', 'investment_id', 'currency'].map(
            (column) => row[column] ?? '',
          )
          const written = [
            record.transactionId,
            record.planId,
            record.investmentId,
            record.currency,
          ]
          expect(texts.map((text, at) => guards(text, written[at] ?? ''))).toEqual([
            true,
            true,
            true,
            true,
          ])
          expect(texts.filter((text) => !holdsNoFormula(text))).toEqual([])
        }
      }),
    )
  })

  it('DAT-12 starts no cell in the middle of a text, even if semicolons and tabs count as separators', () => {
    fc.assert(
      fc.property(fc.array(anyRecord(), { maxLength: 20 }), (records) => {
        const text = csvHeader + records.map(csvLine).join('')
        expect(parse(text, { columns: true, delimiter: [',', ';', '\t'] })).toEqual(readBack(text))
      }),
    )
  })

  it('DAT-12, UX-63 keeps an amount below zero a number, to its last digit', () => {
    const [row] = readBack(csvHeader + csvLine(aFlexRecord({ amount: '-0.000000000000000001' })))
    expect(row?.['amount']).toBe('-0.000000000000000001')
  })

  it('UX-63 names the action and gives the time in ISO 8601, UTC', () => {
    const [known, unknown] = readBack(
      csvHeader +
        csvLine(aFlexRecord({ createdAt: '1767225599' })) +
        csvLine(aFlexRecord({ actionType: 9, createdAt: '99999999999999999' })),
    )
    expect(known).toMatchObject({
      created_at_utc: '2025-12-31T23:59:59Z',
      created_at_unix: '1767225599',
      action: 'DAILY_EARNING',
      action_type: '4',
    })
    expect(unknown).toMatchObject({
      created_at_utc: '',
      created_at_unix: '99999999999999999',
      action: '',
      action_type: '9',
    })
  })
})

describe('JSON', () => {
  it('keeps amounts and ids as text', () => {
    expect(
      JSON.parse(jsonElement(aFlexRecord({ createdAt: '1767225599', amount: '1.10' }))),
    ).toEqual({
      ...aFlexRecord({ createdAt: '1767225599', amount: '1.10' }),
      createdAtUtc: '2025-12-31T23:59:59Z',
      action: 'DAILY_EARNING',
    })
  })
})
