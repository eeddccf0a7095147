import { describe, expect, it } from 'vitest'
import { evaluatePositions, positionKeys } from '../../../src/main/alerts/position-alerts.js'
import { noStates, readStates } from '../../../src/main/alerts/stored-alert-state.js'
import { nearnessOf } from '../../../src/main/polling/poll-scheduler.js'
import { defaultAlertSettings } from '../../../src/shared/alerts/alert.js'
import { noPrices, type PricesView } from '../../../src/shared/markets/market.js'
import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { aFeed } from '../../fixtures/portfolio/figures.js'
import { aPosition } from '../../support/fake-exchange-client.js'

function pricesAt(last: string): PricesView {
  return {
    ...noPrices,
    tickers: aFeed({
      BTC_USDT: { last, change: '0', isFrozen: false },
      ETH_USDT: { last: '2000', change: '0', isFrozen: false },
    }),
  }
}

/** A long that is liquidated at 900, without its PnL. */
function silent(more: Partial<Position> = {}): Position {
  return aPosition({
    amount: '1',
    entryPrice: '1000',
    liquidationPrice: '900',
    positionSide: 'LONG',
    ...more,
  })
}

type Answer = { open: Position[]; prices?: PricesView | null; at?: number }

/**
 * One answer after another, five seconds apart unless stated otherwise; `state` survives being
 * stored between any two.
 */
function run(answers: readonly Answer[]) {
  let state = noStates.positions
  let at = 1_760_000_000
  return answers.map(({ open, prices = null, at: later = 5 }) => {
    at += later
    const evaluation = evaluatePositions(
      open,
      defaultAlertSettings,
      state,
      at,
      [],
      undefined,
      prices,
    )
    state = readStates({
      positions: JSON.parse(JSON.stringify(evaluation.state)) as never,
    }).positions
    return {
      raised: evaluation.candidates.map(({ kind, level, title, text }) => ({
        kind,
        level,
        title: englishOf(title),
        text: englishOf(text),
      })),
      reworded: (evaluation.reworded ?? []).map(({ text }) => englishOf(text)),
      resolved: evaluation.resolved.map(({ key, end, endTitle }) => ({
        key,
        end,
        endTitle: endTitle === undefined ? null : englishOf(endTitle),
      })),
      keys: [...positionKeys(evaluation.state)],
    }
  })
}

function many(answer: Answer, times: number): Answer[] {
  return Array.from({ length: times }, () => answer)
}

const raisedIn = (answers: ReturnType<typeof run>) => answers.flatMap(({ raised }) => raised)

describe('ANS-3 a position without unrealized PnL', () => {
  it('alerts at the steps of its distance by the market price, as displayed', () => {
    const answers = run(
      ['1200', '990', '940', '1200'].map((last) => ({ open: [silent()], prices: pricesAt(last) })),
    )
    expect(raisedIn(answers).map(({ title }) => title)).toEqual([
      'BTC_USDT long is within 10\u00a0% of liquidation',
      'BTC_USDT long is within 5\u00a0% of liquidation',
    ])
    expect(answers[3]?.resolved.map(({ end }) => end)).toEqual(['over', 'over'])
  })

  it('is polled as near when the market price is near, and as nearing when nothing measures it', () => {
    const nearness = (prices: PricesView | null, more: Partial<Position> = {}) =>
      nearnessOf.positions({ ...noPortfolio, positions: aFeed([silent(more)]) }, prices)
    expect(nearness(pricesAt('920'))).toBe('near')
    expect(nearness(pricesAt('2000'))).toBe('far')
    expect(nearness(null)).toBe('nearing')
    expect(nearness(null, { liquidationPrice: null })).toBe('far')
  })
})

describe('ANS-3 a position that cannot be measured', () => {
  it('raises an alert after half a minute, which ends once it could be measured for a minute', () => {
    const answers = run([
      ...many({ open: [silent()] }, 7),
      ...many({ open: [silent()], prices: pricesAt('2000') }, 13),
    ])
    expect(answers.slice(0, 6).flatMap(({ raised }) => raised)).toEqual([])
    expect(answers[6]?.raised).toEqual([
      {
        kind: 'position-unmeasured',
        level: 'caution',
        title: 'BTC_USDT long cannot be measured',
        text:
          'BTC_USDT long. The exchange sent no PnL, and there is no price of the market from the last minute. ' +
          'No alert will warn as it nears liquidation; a margin call still alerts. Check it on the exchange.',
      },
    ])
    expect(answers[6]?.keys).toHaveLength(1)
    expect(answers.slice(7, 19).flatMap(({ resolved }) => resolved)).toEqual([])
    expect(answers[19]).toMatchObject({ resolved: [{ end: 'over', endTitle: null }], keys: [] })
  })

  it('raises nothing after a single odd answer, as at start, when prices come after positions', () => {
    expect(
      raisedIn(
        run([{ open: [silent()] }, ...many({ open: [silent()], prices: pricesAt('2000') }, 9)]),
      ),
    ).toEqual([])
  })

  it('combines several in one alert, alerts again for another one, and updates the text when the reason changes', () => {
    const eth = silent({ id: '528', market: 'ETH_USDT' })
    const oneOf = { open: [silent({ liquidationPrice: undefined }), eth], prices: pricesAt('2000') }
    const both = { open: [silent({ liquidationPrice: undefined }), eth] }
    const answers = run([...many(oneOf, 7), ...many(both, 7), { open: [silent(), eth] }])
    expect(raisedIn(answers).map(({ title }) => title)).toEqual([
      'BTC_USDT long cannot be measured',
      '2 of 2 positions cannot be measured',
    ])
    expect(answers.flatMap(({ resolved }) => resolved).map(({ end }) => end)).toEqual(['dropped'])
    expect(answers.at(-1)?.reworded).toEqual([
      expect.stringContaining('no price of the market from the last minute'),
    ])
  })

  it.each<[string, Partial<Position>, string, string]>([
    [
      'a side that is not known',
      { positionSide: 'DIAGONAL' },
      'caution',
      'does not say whether it is long or short',
    ],
    [
      'figures that contradict each other',
      { unrealizedPnl: '-5000' },
      'caution',
      'The figures contradict each other',
    ],
    [
      'no liquidation price',
      { liquidationPrice: undefined },
      'caution',
      'did not send a liquidation price',
    ],
    [
      'no liquidation state',
      { liquidationState: undefined },
      'caution',
      'A margin call there would go unnoticed',
    ],
    [
      'neither of both',
      { liquidationState: undefined, liquidationPrice: undefined },
      'danger',
      'Check it on the exchange now',
    ],
  ])('names %s', (_what, more, level, said) => {
    const raised = raisedIn(run(many({ open: [silent(more)], prices: pricesAt('2000') }, 8)))
    expect(raised).toEqual([
      expect.objectContaining({
        kind: 'position-unmeasured',
        level,
        text: expect.stringContaining(said) as string,
      }),
    ])
  })

  it('raises no alert if the exchange never stated a liquidation price', () => {
    expect(raisedIn(run(many({ open: [silent({ liquidationPrice: null })] }, 20)))).toEqual([])
  })

  it('reports for a day that a liquidation price is no longer stated, and then accepts it', () => {
    const stated = { open: [silent()], prices: pricesAt('2000') }
    const none = { open: [silent({ liquidationPrice: null })], prices: pricesAt('2000') }
    const answers = run([
      stated,
      ...many(none, 8),
      { ...none, at: 86_400 },
      ...many(none, 8),
      stated,
      ...many(none, 8),
    ])
    expect(raisedIn(answers).map(({ text }) => text)).toEqual([
      expect.stringContaining('no longer states a liquidation price'),
      expect.stringContaining('no longer states a liquidation price'),
    ])
    expect(answers[9]?.resolved).toEqual([expect.objectContaining({ end: 'dropped' })])
  })

  it('stays one alert while its price comes and goes, however long', () => {
    const without = { open: [silent()] }
    const priced = { open: [silent()], prices: pricesAt('2000') }
    const flapping = Array.from({ length: 40 }, () => [
      ...many(priced, 8),
      ...many(without, 8),
    ]).flat()
    const answers = run([...many(without, 7), ...flapping])
    expect(raisedIn(answers)).toHaveLength(1)
    expect(answers.flatMap(({ resolved, reworded }) => [...resolved, ...reworded])).toEqual([])
    expect(
      raisedIn(
        run([
          ...Array.from({ length: 40 }, () => [...many(without, 3), ...many(priced, 3)]).flat(),
        ]),
      ),
    ).toEqual([])
  })

  it('keeps its text when one of several is measured for a moment, and omits that one after a minute', () => {
    const eth = (more: Partial<Position> = {}) => silent({ id: '528', market: 'ETH_USDT', ...more })
    const neither = { open: [silent({ liquidationPrice: undefined }), eth()] }
    const one = { ...neither, prices: pricesAt('2000') }
    const answers = run([...many(neither, 7), ...many(one, 12), { ...neither }, ...many(one, 13)])
    expect(raisedIn(answers)).toHaveLength(1)
    expect(
      answers.slice(0, -1).flatMap(({ resolved, reworded }) => [...resolved, ...reworded]),
    ).toEqual([])
    expect(answers.at(-1)).toMatchObject({
      reworded: [expect.not.stringContaining('ETH_USDT')],
      resolved: [],
    })
  })

  const unmeasured = (one: Position): Position => ({ ...one, liquidationPrice: undefined })
  const at = (open: Position[]): Answer => ({ open, prices: pricesAt('2000') })

  it('omits one that is measured for a moment from an alert raised by another', () => {
    const [btc, eth] = [silent(), silent({ id: '528', market: 'ETH_USDT' })]
    const noBtc = at([unmeasured(btc), eth])
    const noEth = at([btc, unmeasured(eth)])
    const neither = at([unmeasured(btc), unmeasured(eth)])
    const answers = run([...many(noBtc, 7), ...many(noEth, 7)])
    expect(raisedIn(answers).map(({ title }) => title)).toEqual([
      'BTC_USDT long cannot be measured',
      'ETH_USDT long cannot be measured',
    ])
    expect(answers.flatMap(({ resolved }) => resolved).map(({ end }) => end)).toEqual(['dropped'])
    // It is news again once it fails for long enough again.
    const later = run([...many(noBtc, 7), ...many(noEth, 7), ...many(neither, 7)])
    expect(raisedIn(later).map(({ title }) => title)).toEqual([
      'BTC_USDT long cannot be measured',
      'ETH_USDT long cannot be measured',
      '2 of 2 positions cannot be measured',
    ])
    expect(later.at(-1)?.keys).toHaveLength(1)
  })

  it('omits the one that raised the alert as well if it is among several', () => {
    const [a, b, c] = [silent({ id: '1' }), silent({ id: '2' }), silent({ id: '3' })]
    const answers = run([
      ...many(at([unmeasured(a), unmeasured(b), c]), 7),
      ...many(at([a, unmeasured(b), unmeasured(c)]), 7),
    ])
    expect(raisedIn(answers).map(({ title }) => title)).toEqual([
      '2 of 3 positions cannot be measured',
      '2 of 3 positions cannot be measured',
    ])
  })

  it('ends with the position, and says that it was closed', () => {
    const answers = run([...many({ open: [silent()] }, 7), { open: [] }])
    expect(answers.at(-1)).toMatchObject({
      resolved: [
        { end: 'over', endTitle: 'The position that could not be measured is no longer open' },
      ],
      keys: [],
    })
    const two = [silent(), silent({ id: '528', market: 'ETH_USDT' })]
    const several = run([
      ...many({ open: two }, 7),
      { open: [silent({ id: '9' })], prices: pricesAt('2000') },
    ])
    expect(several.at(-1)?.resolved).toMatchObject([
      { endTitle: 'The positions that could not be measured are no longer open' },
    ])
  })
})
