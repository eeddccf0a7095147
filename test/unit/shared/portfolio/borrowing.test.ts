import { describe, expect, it } from 'vitest'
import { borrowingsOf } from '../../../../src/shared/portfolio/borrowing.js'
import type {
  CollateralBalance,
  StreamedBorrowing,
  StreamedBorrowings,
} from '../../../../src/shared/portfolio/portfolio.js'
import { aFeed, noFeed } from '../../../fixtures/portfolio/figures.js'

const at = 1_763_611_200

function owed(...list: [asset: string, borrowed: string][]) {
  return aFeed(
    list.map(([asset, borrowed]): CollateralBalance => ({ asset, balance: '0', borrowed })),
  )
}

function streamed(...list: StreamedBorrowing[]): StreamedBorrowings {
  return { at, list }
}

const ofUsdt = {
  asset: 'USDT',
  amount: '3895.7476176',
  accruedCost: '12.03',
  liquidationPrice: '0.42',
}

describe('borrowings of the collateral account', () => {
  it('are unknown until its balances are read, and none where nothing is owed', () => {
    expect(borrowingsOf({ collateralBalance: noFeed() })).toBeNull()
    expect(borrowingsOf({ collateralBalance: owed(['BTC', '0']) })).toEqual([])
  })

  it('have neither cost nor liquidation price without the stream', () => {
    expect(borrowingsOf({ collateralBalance: owed(['USDT', '10'], ['BTC', '0.1']) })).toEqual([
      { asset: 'BTC', amount: '0.1', accruedCost: null, liquidationPrice: null, streamedAt: null },
      { asset: 'USDT', amount: '10', accruedCost: null, liquidationPrice: null, streamedAt: null },
    ])
  })

  it('have the cost and price that the stream sent of the same amount', () => {
    expect(
      borrowingsOf({
        collateralBalance: owed(['USDT', '3895.7476176']),
        borrowings: streamed(ofUsdt),
      }),
    ).toEqual([{ ...ofUsdt, streamedAt: at }])
  })

  it('have no figures that the stream sent of another amount or asset', () => {
    const [other] =
      borrowingsOf({ collateralBalance: owed(['USDT', '5']), borrowings: streamed(ofUsdt) }) ?? []
    expect(other).toMatchObject({ amount: '5', liquidationPrice: null, streamedAt: null })
    const [absent] =
      borrowingsOf({ collateralBalance: owed(['BTC', '5']), borrowings: streamed(ofUsdt) }) ?? []
    expect(absent).toMatchObject({ accruedCost: null, streamedAt: null })
  })

  it('add up the costs of several entries of one asset, and have no price then', () => {
    const part = { asset: 'USDT', accruedCost: '1.5', liquidationPrice: '0.4' }
    const list = streamed({ ...part, amount: '4' }, { ...part, amount: '6' })
    expect(
      borrowingsOf({ collateralBalance: owed(['USDT', '10']), borrowings: list }),
    ).toMatchObject([{ accruedCost: '3', liquidationPrice: null, streamedAt: at }])
  })
})
