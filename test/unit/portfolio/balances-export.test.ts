import { describe, expect, it } from 'vitest'
import { balancesCsv, exportBalances } from '../../../src/main/portfolio/balances-export.js'
import { ok } from '../../../src/shared/result.js'

const owner = { name: '=Main', region: 'eu', keyHint: 'abcd…wxyz' } as const
const at = Date.parse('2025-08-18T07:53:20.5Z') / 1000
const broken = { place: 3, id: null, name: 'DOGE', field: 'amount', why: 'must be text' }

describe('balances in a file', () => {
  it('have every amount as it was sent, and name what could not be read', () => {
    const assets = [
      { asset: 'BTC', amount: '0.100000000000000001' },
      { asset: '-X', amount: '-1.50' },
    ]
    expect(balancesCsv(owner, assets, [broken], at)).toBe(
      [
        'as_of_utc,profile,region,key,wallet,asset,amount,note',
        `2025-08-18T07:53:20.500Z,"'=Main",eu,abcd…wxyz,main,BTC,0.100000000000000001,`,
        `2025-08-18T07:53:20.500Z,"'=Main",eu,abcd…wxyz,main,"'-X",-1.50,`,
        `2025-08-18T07:53:20.500Z,"'=Main",eu,abcd…wxyz,main,DOGE,,could not be read: “amount” must be text`,
        '',
      ].join('\r\n'),
    )
  })

  it('are written to the file that is chosen; without a balance none is asked for', async () => {
    const names: string[] = []
    const saveText = ({ suggestedName }: { suggestedName: string }) => (names.push(suggestedName), Promise.resolve(ok({ file: '/b.csv' })))
    const ports = { clock: () => at, saveText }
    expect(await exportBalances(owner, { value: null, asOf: null }, ports)).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(names).toEqual([])
    const balance = { value: [{ asset: 'BTC', amount: '1' }], asOf: at, unreadable: [broken] }
    expect(await exportBalances(owner, balance, ports)).toEqual(ok({ saved: true, rows: 2, file: '/b.csv' }))
    expect(names).toEqual(['plimsoll-balances-2025-08-18.csv'])
    expect(await exportBalances(owner, balance, { ...ports, saveText: () => Promise.resolve(ok(null)) })).toEqual(
      ok({ saved: false, rows: 0, file: null }),
    )
  })
})
