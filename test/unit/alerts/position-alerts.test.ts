import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EvaluatorStates, noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { bytesOf } from '../../../src/main/alerts/notification-text.js'
import { evaluatePositions, positionKeys } from '../../../src/main/alerts/position-alerts.js'
import { readStates } from '../../../src/main/alerts/stored-alert-state.js'
import { defaultAlertSettings } from '../../../src/shared/alerts/alert.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import type { Unreadable } from '../../../src/shared/unreadable.js'
import type { Json } from '../../../src/shared/json.js'
import { subtract } from '../../../src/shared/money.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { inEnglish } from '../../support/alert-harness.js'
import { anUnreadable, aPosition } from '../../support/fake-exchange-client.js'
import { casesOf } from '../../support/seed.js'

const start = 1_760_000_000

/** One answer every five seconds, unless the test says when. */
function evaluateAll(
  answers: (Position[] | { at: number; positions: Position[] })[],
  settings = defaultAlertSettings,
) {
  let state: EvaluatorStates['positions'] = noStates.positions
  return answers.map((answer, index) => {
    const { at, positions } = Array.isArray(answer) ? { at: index * 5, positions: answer } : answer
    const result = evaluatePositions(positions, settings, state, start + at)
    state = result.state
    return { ...result, candidates: result.candidates.map(inEnglish) }
  })
}

function outcomes(...from: Parameters<typeof evaluateAll>) {
  return evaluateAll(...from).map(({ candidates: alerts }) =>
    alerts.map(({ found, kind }) => `${found} ${kind}`),
  )
}

function ended(...from: Parameters<typeof evaluateAll>) {
  return evaluateAll(...from).map(({ resolved }) => resolved)
}

function inState(liquidationState: string | null, more: Partial<Position> = {}) {
  return aPosition({ liquidationState, ...more })
}

/** A long of 1 at 1000 whose liquidation price is this share below the implied price. */
function near(share: string, more: Partial<Position> = {}) {
  return aPosition({
    amount: '1',
    entryPrice: '1000',
    unrealizedPnl: '0',
    liquidationPrice: subtract('1000', share),
    positionSide: 'LONG',
    ...more,
  })
}

describe('the liquidation state', () => {
  it('fires once when it changes, and once more when it gets worse', () => {
    expect(
      outcomes([
        [inState(null)],
        [inState('margin_call')],
        [inState('margin_call')],
        [inState('liquidation')],
        [inState('liquidation')],
      ]),
    ).toEqual([[], ['new position-margin-call'], [], ['new position-liquidation'], []])
  })

  it('is shown without firing if it existed at the first check', () => {
    expect(outcomes([[inState('margin_call')], [inState('margin_call')]])).toEqual([
      ['standing position-margin-call'],
      [],
    ])
  })

  it('fires for a position opened since the last answer that is already in it', () => {
    expect(outcomes([[], [inState('margin_call')]])).toEqual([[], ['new position-margin-call']])
  })

  it('counts flickering as one margin call, which ends after two minutes without it and can then fire again', () => {
    const at = (seconds: number, state: string | null) => ({
      at: seconds,
      positions: [inState(state)],
    })
    const answers = [
      at(0, null),
      at(5, 'margin_call'),
      at(10, null),
      at(15, 'margin_call'),
      at(20, null),
      at(139, null),
      at(140, null),
      at(145, 'margin_call'),
    ]
    expect(outcomes(answers).flat()).toEqual([
      'new position-margin-call',
      'new position-margin-call',
    ])
    expect(ended(answers)[6]).toEqual([{ key: 'position:527/margin_call', end: 'over' }])
  })

  it('ALR-5 reports leaving the state while it is watched, withdraws that with the state, and ends in its own words', () => {
    const at = (seconds: number, state: string | null) => ({
      at: 1000 + seconds,
      positions: [inState(state)],
    })
    const rewordings = evaluateAll([
      at(0, null),
      at(5, 'margin_call'),
      at(10, null),
      at(15, null),
      at(20, 'margin_call'),
      at(25, null),
      at(145, null),
    ]).map(({ reworded }) =>
      (reworded ?? []).map(({ key, title, text }) => [key, englishOf(title), englishOf(text)]),
    )
    const key = 'position:527/margin_call'
    const left = [
      key,
      'BTC_USDT long is no longer in margin call',
      'The alert ends when this has lasted two minutes. Plimsoll keeps watching until then.',
    ]
    const called = [key, 'BTC_USDT long is in margin call', 'Liquidation is the next state.']
    expect(rewordings).toEqual([[], [], [left], [], [called], [left], [called]])
  })

  it('shows the margin call when it falls back from liquidation', () => {
    const answers = [0, 5, 10, 130].map((at, answer) => ({
      at,
      positions: [inState([null, 'liquidation', 'margin_call', 'margin_call'][answer] ?? null)],
    }))
    expect(outcomes(answers)).toEqual([
      [],
      ['new position-liquidation'],
      [],
      ['standing position-margin-call'],
    ])
    expect(ended(answers)[3]).toEqual([{ key: 'position:527/liquidation', end: 'over' }])
  })

  it('reports a state unknown to this version unchanged', () => {
    const [, odd, still, back] = evaluateAll([
      [inState(null)],
      [inState('adl_queue')],
      [inState('adl_queue')],
      [inState(null)],
    ])
    expect(odd?.candidates).toMatchObject([
      {
        kind: 'position-state',
        level: 'info',
        title: 'BTC_USDT long is in a new state: “adl_queue”',
      },
    ])
    expect(still?.candidates).toEqual([])
    expect(back?.resolved).toEqual([{ key: 'position:527/state:adl_queue', end: 'over' }])
  })

  it('says nothing and ends nothing when absent', () => {
    const { liquidationState: _left, ...without } = inState(null)
    const answers = [
      [inState(null)],
      [inState('margin_call')],
      { at: 500, positions: [without] },
      { at: 900, positions: [inState('margin_call')] },
    ]
    expect(outcomes(answers)).toEqual([[], ['new position-margin-call'], [], []])
    expect(ended(answers).flat()).toEqual([])
    expect(outcomes([[without], [inState('margin_call')]])).toEqual([
      [],
      ['new position-margin-call'],
    ])
  })
})

describe('ALR-2 a position in margin call that approaches liquidation', () => {
  const called = (share: string) => near(share, { liquidationState: 'margin_call' })

  it('raises its own alert at each configured distance, and at 5, 2 and 1 %', () => {
    const answers = [
      [near('300')],
      [called('200')],
      [called('99')],
      [called('50')],
      [called('49')],
      [called('20')],
      [called('10')],
    ]
    expect(
      evaluateAll(answers).flatMap(({ candidates }) =>
        candidates.map(({ kind, found, title }) => [kind, found, title]),
      ),
    ).toEqual([
      ['position-margin-call', 'new', 'BTC_USDT long is in margin call'],
      [
        'position-margin-call',
        'new',
        'BTC_USDT long is in margin call and within 10\u00a0% of liquidation',
      ],
      [
        'position-margin-call',
        'new',
        'BTC_USDT long is in margin call and within 5\u00a0% of liquidation',
      ],
      [
        'position-margin-call',
        'new',
        'BTC_USDT long is in margin call and within 2\u00a0% of liquidation',
      ],
      [
        'position-margin-call',
        'new',
        'BTC_USDT long is in margin call and within 1\u00a0% of liquidation',
      ],
    ])
  })

  it('raises one alert when it enters margin call close to liquidation', () => {
    expect(outcomes([[near('300')], [called('15')], [called('15')]])).toEqual([
      [],
      ['new position-margin-call'],
      [],
    ])
    expect(outcomes([[called('15')]])).toEqual([['standing position-margin-call']])
  })

  it('raises one alert while oscillating around a distance', () => {
    const answers = Array.from({ length: 100 }, (_, answer) => [
      called(answer % 2 === 0 ? '24' : '19'),
    ])
    expect(outcomes([[near('300')], [called('24')], ...answers]).flat()).toEqual([
      'new position-margin-call',
      'new position-margin-call',
    ])
  })

  it('says that the margin call is over once it is, and until then the distance to liquidation', () => {
    const at = (seconds: number, position: Position) => ({ at: seconds, positions: [position] })
    const eased = evaluateAll([
      at(0, near('300')),
      at(5, called('15')),
      at(10, called('60')),
      at(15, called('300')),
    ])
    expect(eased.map(({ resolved }) => resolved.map(({ key }) => key))).toEqual([
      ...[[], [], ['position:527/closing:0.02'], ['position:527/closing:0.1']],
    ])
    expect(eased.at(-1)?.candidates).toMatchObject([
      { key: 'position:527/margin_call', found: 'standing' },
    ])
    const calm = near('15', { liquidationState: null })
    const over = evaluateAll([at(0, near('300')), at(5, called('15')), at(10, calm), at(130, calm)])
    const [first] = over.at(-1)?.resolved ?? []
    expect([first?.key, englishOf(first?.endTitle ?? '')]).toEqual([
      ...['position:527/closing:0.02', 'BTC_USDT long is no longer in margin call'],
    ])
  })

  it('stores nothing for positions that are not in margin call', () => {
    const state = evaluateAll([[near('15', { liquidationState: null })]]).at(-1)?.state
    expect(JSON.stringify(state)).not.toContain('closing')
  })
})

describe('the distance to the liquidation price', () => {
  it('fires as each of the user’s steps is crossed, naming the nearest', () => {
    expect(outcomes([[near('200')], [near('100')], [near('99')], [near('50')]])).toEqual([
      [],
      ['new position-distance'],
      [],
      ['new position-distance'],
    ])
    const [, both] = evaluateAll([[near('200')], [near('40')]])
    expect(both?.candidates).toMatchObject([
      {
        title: 'BTC_USDT long is within 5\u00a0% of liquidation',
        text: expect.stringContaining('Estimated from its unrealized PnL'),
        cause: { impliedPrice: '1000', distance: '0.04', step: '0.05' },
      },
    ])
  })

  it('does not report how near a new position is', () => {
    expect(outcomes([[near('200')], [near('200'), near('30', { id: '528' })]])).toEqual([
      [],
      ['standing position-distance'],
    ])
    expect(outcomes([[near('30')]])).toEqual([['standing position-distance']])
  })

  it('fires once while oscillating around a step', () => {
    const answers = Array.from({ length: 1000 }, (_, answer) => [
      near(answer % 2 === 0 ? '124' : '99'),
    ])
    expect(outcomes(answers).flat()).toEqual(['new position-distance'])
  })

  it('has its own text for each step, and for its end', () => {
    const reported = evaluateAll([[near('200')], [near('99')], [near('40')]]).flatMap(
      ({ candidates: alerts }) => alerts,
    )
    expect(reported.map(({ title, endTitle }) => [title, endTitle])).toEqual([
      [
        'BTC_USDT long is within 10\u00a0% of liquidation',
        'BTC_USDT long is more than 10\u00a0% from liquidation again',
      ],
      [
        'BTC_USDT long is within 5\u00a0% of liquidation',
        'BTC_USDT long is more than 5\u00a0% from liquidation again',
      ],
    ])
  })

  it('ends when the distance has grown by a quarter', () => {
    expect(ended([[near('200')], [near('99')], [near('125')], [near('126')]]).slice(2)).toEqual([
      [],
      [{ key: 'position:527/near:0.1', end: 'over' }],
    ])
  })

  it('raises nothing if no price is known, and keeps what it raised before', () => {
    const withoutPnl = near('200', { unrealizedPnl: null })
    expect(outcomes([[near('200')], [near('99')], [withoutPnl], [near('99')]])).toEqual([
      [],
      ['new position-distance'],
      [],
      [],
    ])
    expect(outcomes([[withoutPnl], [near('30')]])).toEqual([[], ['standing position-distance']])
  })

  it('drops removed steps without reporting an end', () => {
    const { state } = evaluateAll([[near('200')], [near('99')]])[1] ?? { state: noStates.positions }
    expect(
      evaluatePositions([near('99')], { positionSteps: [] }, state, start + 10).resolved,
    ).toEqual([{ key: 'position:527/near:0.1', end: 'dropped' }])
  })

  it('ignores nonsense steps', () => {
    expect(
      outcomes([[near('200')], [near('40')]], {
        ...defaultAlertSettings,
        positionSteps: ['0', '-1', '1.5', 'x', '0.050', '0.05'],
      }),
    ).toEqual([[], ['new position-distance']])
  })
})

describe('a position that disappeared', () => {
  it('is reported once, and removes its alerts', () => {
    const results = evaluateAll([
      [inState('margin_call'), inState(null, { id: '1', market: 'ETH_USDT' })],
      [inState(null, { id: '1', market: 'ETH_USDT' })],
      [],
    ])
    expect(results[1]?.candidates).toMatchObject([
      { kind: 'position-gone', level: 'caution', title: 'BTC_USDT long is no longer open' },
    ])
    expect(results[1]?.resolved).toEqual([{ key: 'position:527/margin_call', end: 'dropped' }])
    expect(results[2]?.candidates).toMatchObject([
      { kind: 'position-gone', level: 'info', title: 'ETH_USDT long is no longer open' },
    ])
  })

  it('is nothing at the first check', () => {
    expect(outcomes([[]])).toEqual([[]])
  })

  it('returns unchanged if it was only missing from one answer', () => {
    const answers = [[inState(null)], [inState('margin_call')], [], [inState('margin_call')]]
    expect(outcomes(answers)).toEqual([
      [],
      ['new position-margin-call'],
      ['new position-gone'],
      ['standing position-margin-call'],
    ])
    const [left] = evaluateAll(answers)[2]?.candidates ?? []
    expect(ended(answers)[3]).toEqual([{ key: left?.key, end: 'dropped' }])
  })

  it('is reported again if it comes back much later and disappears again', () => {
    const keys = evaluateAll([
      [inState(null)],
      [],
      { at: 700, positions: [] },
      { at: 800, positions: [inState(null)] },
      { at: 900, positions: [] },
    ])
      .flatMap(({ candidates: alerts }) => alerts)
      .filter(({ kind }) => kind === 'position-gone')
      .map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })

  it('is forgotten after a while', () => {
    const [, , later] = evaluateAll([[inState(null)], [], { at: 700, positions: [] }])
    expect(later?.state).toEqual({ looked: true, entries: {}, gone: {} })
  })
})

describe('many at once', () => {
  const many = (state: string | null) =>
    Array.from({ length: 40 }, (_, id) => inState(state, { id: String(id) }))

  it('share one alert, which ends when it ends for all', () => {
    const answers = [
      many(null),
      many('margin_call'),
      { at: 200, positions: [...many(null).slice(0, 39), ...many('margin_call').slice(39)] },
    ]
    const results = evaluateAll([
      ...answers,
      { at: 400, positions: [...many(null).slice(0, 39), ...many('margin_call').slice(39)] },
      { at: 500, positions: many(null) },
      { at: 700, positions: many(null) },
    ])
    expect(results[1]?.candidates).toMatchObject([
      {
        title: '40 positions are in margin call',
        subject: { key: 'account' },
        text: expect.stringContaining('and 37 more'),
        cause: { count: 40 },
      },
    ])
    expect(results[3]?.resolved).toEqual([])
    expect(results[5]?.resolved).toEqual([
      { key: `positions/margin_call@${start + 5}`, end: 'over' },
    ])
  })

  it('share one alert when they disappear', () => {
    expect(outcomes([many(null), []])).toEqual([[], ['new position-gone']])
    expect(evaluateAll([many(null), []])[1]?.candidates[0]?.title).toBe(
      '40 positions are no longer open',
    )
  })
})

describe('over any answers', () => {
  const states = fc.constantFrom(null, 'margin_call', 'liquidation', 'odd', '')
  const decimals = fc.constantFrom(
    null,
    '0',
    '-1',
    '0.5',
    '1000',
    '900',
    '0.000000000000000001',
    '99999999999999999999',
  )
  const position = fc
    .record({
      id: fc.integer({ min: 1, max: 8 }).map(String),
      liquidationState: states,
      amount: decimals,
      entryPrice: decimals,
      unrealizedPnl: decimals,
      liquidationPrice: decimals,
      positionSide: fc.constantFrom('LONG', 'SHORT', 'BOTH', 'ODD'),
      market: fc.string({ unit: 'grapheme', maxLength: 40 }),
    })
    .map((some) => aPosition(some))
  const answers = fc.array(fc.uniqueArray(position, { maxLength: 8, selector: ({ id }) => id }), {
    minLength: 1,
    maxLength: 12,
  })

  it('never crashes, ends every open alert at most once, and fits every title', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 100 }), (answers, pause) => {
        const open = new Set<string>()
        const results = evaluateAll([
          ...answers.map((positions, index) => ({ at: index * pause, positions })),
          { at: 10_000, positions: [] },
        ])
        for (const { candidates: alerts, resolved } of results) {
          for (const { key } of resolved) open.delete(key)
          for (const alert of alerts) {
            expect(open.has(alert.key)).toBe(false)
            open.add(alert.key)
            expect(bytesOf(alert.title)).toBeLessThanOrEqual(120)
            expect(bytesOf(alert.endTitle)).toBeLessThanOrEqual(100)
          }
        }
        // At the end nothing is left except that positions are gone.
        expect([...open].every((key) => key.includes('gone'))).toBe(true)
      }),
      { numRuns: casesOf({ gate: 200, scheduled: 500 }) },
    )
  })
})

describe('a position that cannot be read', () => {
  /** One answer every five seconds. */
  const lookAll = (answers: { open: Position[]; unreadable?: Unreadable[] }[]) => {
    let state: EvaluatorStates['positions'] = noStates.positions
    return answers.map(({ open, unreadable = [] }, index) => {
      const result = evaluatePositions(
        open,
        defaultAlertSettings,
        state,
        start + index * 5,
        unreadable,
      )
      state = result.state
      const [alerts, reworded] = [
        result.candidates.map(inEnglish),
        (result.reworded ?? []).map(inEnglish),
      ]
      return { ...result, candidates: alerts, reworded, kinds: alerts.map(({ kind }) => kind) }
    })
  }
  const eth = (more: Partial<Position> = {}) =>
    aPosition({ id: '528', market: 'ETH_USDT', ...more })
  const called = { liquidationState: 'margin_call' }
  const calm = { liquidationState: null }
  const aged = (count: number, answer: { open: Position[]; unreadable?: Unreadable[] }) =>
    Array.from({ length: count }, () => answer)

  it.each<[string, Partial<Unreadable>]>([
    ['by its id', { id: '527', name: null }],
    ['by its market', { id: null, name: 'BTC_USDT' }],
    ['by nothing at all', { id: null, name: null }],
  ])(
    'is not considered gone, and keeps its alert, where it can be identified %s',
    (_how, naming) => {
      const unreadable = [anUnreadable(naming)]
      const answers = lookAll([
        { open: [inState(null), eth(calm)] },
        { open: [inState('margin_call'), eth(calm)] },
        { open: [eth(calm)], unreadable },
        { open: [eth(calm)], unreadable },
        { open: [inState('margin_call'), eth(calm)] },
      ])
      expect(answers.map(({ kinds }) => kinds)).toEqual([[], ['position-margin-call'], [], [], []])
      expect(answers.flatMap(({ resolved }) => resolved)).toEqual([])
    },
  )

  it('does not hide that another one is gone, nor that one is gone once the list is complete', () => {
    const unreadable = [anUnreadable({ id: '527' })]
    const answers = lookAll([
      { open: [inState(null), eth(calm)] },
      { open: [], unreadable },
      { open: [eth(calm)] },
    ])
    expect(
      answers.map(({ candidates: alerts }) =>
        alerts.map(({ kind, subject }) => `${kind} ${subject.key}`),
      ),
    ).toEqual([[], ['position-gone position:528'], ['position-gone position:527']])
  })

  it('does not silence a margin call of the others', () => {
    const answers = lookAll([
      { open: [inState(null), eth(calm)] },
      { open: [eth(called)], unreadable: [anUnreadable()] },
    ])
    expect(answers[1]?.kinds).toEqual(['position-margin-call'])
  })

  it('is reported once, after half a minute, with its name, and so is its end', () => {
    const unreadable = [anUnreadable({ why: 'must be a decimal number in text' })]
    const answers = lookAll([
      { open: [eth(calm)] },
      ...aged(10, { open: [eth(calm)], unreadable }),
      { open: [inState(null), eth(calm)] },
    ])
    const reported = answers.flatMap(({ candidates: alerts }, at) =>
      alerts.map((alert) => ({ ...alert, at })),
    )
    expect(reported).toMatchObject([
      {
        at: 7,
        kind: 'position-unreadable',
        level: 'danger',
        title: '1 of 2 positions could not be read and is not monitored',
        text: 'BTC_USDT (527). A margin call there would go unnoticed: check on the exchange.',
        cause: {
          nearness: 'nearing',
          unreadable: ['BTC_USDT (527): “amount” must be a decimal number in text'],
        },
      },
    ])
    expect(answers[11]?.resolved).toEqual([{ key: reported[0]?.key, end: 'over' }])
    expect(positionKeys(answers[10]?.state ?? noStates.positions)).toContain(reported[0]?.key)
    expect(answers[11]?.state.unreadable).toBeUndefined()
  })

  it('is not reported after a single odd answer', () => {
    const answers = lookAll([
      ...aged(3, { open: [eth(calm)], unreadable: [anUnreadable()] }),
      ...aged(10, { open: [eth(calm), inState(null)] }),
    ])
    expect(answers.flatMap(({ kinds }) => kinds)).toEqual([])
  })

  it('is reported again if another one follows, in place of the first alert', () => {
    const first = [anUnreadable()]
    const both = [anUnreadable(), anUnreadable({ id: '529', name: 'SOL_USDT' })]
    const answers = lookAll([
      ...aged(8, { open: [eth(calm)], unreadable: first }),
      ...aged(8, { open: [eth(calm)], unreadable: both }),
    ])
    expect(answers.flatMap(({ candidates: alerts }) => alerts.map(({ title }) => title))).toEqual([
      '1 of 2 positions could not be read and is not monitored',
      '2 of 3 positions could not be read and are not monitored',
    ])
    expect(answers.flatMap(({ resolved }) => resolved)).toMatchObject([{ end: 'dropped' }])
  })

  const sol = anUnreadable({ id: '529', name: 'SOL_USDT' })
  const titlesOf = (candidates: { title: string }[] = []) => candidates.map(({ title }) => title)

  it('is reported again if it was readable in between, with open alerts kept accurate meanwhile', () => {
    const answers = lookAll([
      ...aged(8, { open: [eth(calm)], unreadable: [anUnreadable(), sol] }),
      ...aged(3, { open: [eth(calm), inState(null)], unreadable: [sol] }),
      ...aged(8, { open: [eth(calm)], unreadable: [anUnreadable(), sol] }),
    ])
    const reported = answers.flatMap(({ candidates: alerts }, at) =>
      alerts.map(({ title, found }) => ({ at, title, found })),
    )
    const both = '2 of 3 positions could not be read and are not monitored'
    expect(reported).toEqual([
      { at: 6, title: both, found: 'new' },
      { at: 17, title: both, found: 'new' },
    ])
    expect(
      answers
        .map(({ reworded }) => titlesOf(reworded))
        .flatMap((titles, at) => titles.map((title) => ({ at, title }))),
    ).toEqual([{ at: 8, title: '1 of 3 positions could not be read and is not monitored' }])
    const [first, second] = answers.flatMap(({ candidates: alerts }) => alerts)
    expect(answers[8]?.reworded).toMatchObject([
      { key: first?.key, text: expect.stringContaining('SOL_USDT (529).') as string },
    ])
    expect(answers.flatMap(({ resolved }) => resolved)).toEqual([
      { key: first?.key, end: 'dropped' },
    ])
    expect(positionKeys(answers.at(-1)?.state ?? noStates.positions)).toEqual(
      new Set([second?.key]),
    )
  })

  it('is counted if it names nothing: a second such one is reported', () => {
    const nobody = anUnreadable({ id: null, name: null })
    const answers = lookAll([
      ...aged(8, { open: [eth(calm)], unreadable: [nobody] }),
      ...aged(8, { open: [eth(calm)], unreadable: [nobody, { ...nobody, place: 2 }] }),
      ...aged(3, { open: [eth(calm)], unreadable: [nobody] }),
      ...aged(8, { open: [eth(calm)], unreadable: [nobody, nobody] }),
    ])
    const counts = answers.flatMap(({ candidates: alerts }) =>
      titlesOf(alerts).map((title) => title.slice(0, 6)),
    )
    expect(counts).toEqual(['1 of 2', '2 of 3', '2 of 3'])
  })

  it('is reported once if it comes and goes with every answer, and does not hold back the end of the others', () => {
    const answers = lookAll([
      ...aged(8, { open: [eth(calm)], unreadable: [anUnreadable(), sol] }),
      ...Array.from({ length: 200 }, (_, at) => ({
        open: at % 2 === 0 ? [eth(calm), inState(null)] : [eth(calm)],
        unreadable: at % 2 === 0 ? [sol] : [anUnreadable(), sol],
      })),
      { open: [eth(calm), inState(null)] },
    ])
    expect(answers.flatMap(({ kinds }) => kinds)).toEqual(['position-unreadable'])
    expect(answers.flatMap(({ resolved }) => resolved)).toMatchObject([{ end: 'over' }])
  })

  it('in the place of another one is not reported early, and nothing counts as over', () => {
    const answers = lookAll([
      ...aged(8, { open: [eth(calm)], unreadable: [anUnreadable()] }),
      ...aged(7, { open: [eth(calm), inState(null)], unreadable: [sol] }),
    ])
    expect(answers.flatMap(({ candidates: alerts }, at) => alerts.map(() => at))).toEqual([6, 14])
    expect(answers.flatMap(({ resolved }, at) => resolved.map(({ end }) => ({ at, end })))).toEqual(
      [{ at: 8, end: 'dropped' }],
    )
  })

  describe('with a readable state', () => {
    const stated = (liquidationState: string | null, more: Partial<Unreadable> = {}) =>
      anUnreadable({ liquidationState, ...more })
    const raised = (answers: ReturnType<typeof lookAll>) =>
      answers.flatMap(({ candidates: alerts }, at) =>
        alerts.map(({ key, kind, title, found }) => ({ at, key, kind, title, found })),
      )

    it('notifies of its margin call at once, as a readable one would, and is still named as unreadable', () => {
      const answers = lookAll([
        { open: [inState(null, { positionSide: 'SHORT' }), eth(calm)] },
        ...aged(8, { open: [eth(calm)], unreadable: [stated('margin_call')] }),
      ])
      expect(raised(answers)).toEqual([
        {
          at: 1,
          key: 'position:527/margin_call',
          kind: 'position-margin-call',
          title: 'BTC_USDT short is in margin call',
          found: 'new',
        },
        expect.objectContaining({ at: 7, kind: 'position-unreadable' }),
      ])
      expect(answers[1]?.candidates[0]?.cause).toMatchObject({
        positionId: '527',
        liquidationState: 'margin_call',
        distance: null,
      })
      expect(answers[7]?.candidates[0]?.text).toContain('Only a margin call there would be noticed')
    })

    it('stays in one margin call, readable or not, which ends two minutes after its state says so', () => {
      const answers = lookAll([
        { open: [inState(null)] },
        { open: [inState('margin_call')] },
        { open: [], unreadable: [stated('margin_call')] },
        { open: [inState('margin_call')] },
        ...aged(26, { open: [], unreadable: [stated(null)] }),
      ])
      expect(raised(answers).filter(({ kind }) => kind !== 'position-unreadable')).toHaveLength(1)
      expect(
        answers.flatMap(({ resolved }, at) => resolved.map((one) => ({ at, ...one }))),
      ).toEqual([{ at: 28, key: 'position:527/margin_call', end: 'over' }])
    })

    it('that was never read is reported too, and ignored while it is calm', () => {
      const answers = lookAll([
        { open: [] },
        { open: [], unreadable: [stated(null, { id: '530' })] },
        { open: [], unreadable: [stated('liquidation', { id: '530', name: null })] },
      ])
      expect(raised(answers)).toMatchObject([
        { at: 2, key: 'position:530/liquidation', title: 'Position 530 is being liquidated' },
      ])
      expect(
        lookAll([{ open: [] }, { open: [], unreadable: [stated(null)] }, { open: [] }])[2]?.kinds,
      ).toEqual([])
    })

    it('without an id is taken for the missing one of its market', () => {
      const answers = lookAll([
        { open: [inState(null), eth(calm)] },
        { open: [eth(calm)], unreadable: [stated('margin_call', { id: null })] },
        { open: [eth(calm), inState('margin_call')] },
      ])
      expect(raised(answers)).toMatchObject([{ at: 1, key: 'position:527/margin_call' }])
    })

    it.each([
      ['BTC_USDT', 'BTC_USDT is in margin call'],
      [null, 'A position is in margin call'],
    ])(
      'without an id and missing nowhere notifies as well (%s), and is not called gone once it can be read',
      (name, title) => {
        const answers = lookAll([
          { open: [eth(calm)] },
          ...aged(3, {
            open: [eth(calm)],
            unreadable: [stated('margin_call', { id: null, name })],
          }),
          { open: [eth(calm), inState(null)] },
        ])
        expect(raised(answers)).toMatchObject([{ at: 1, title }])
        expect(
          answers.flatMap(({ resolved }, at) => resolved.map(({ end }) => ({ at, end }))),
        ).toEqual([{ at: 4, end: 'dropped' }])
        expect(answers[4]?.state.gone).toEqual({})
      },
    )

    it('is shown without firing if it was so at the first check', () => {
      expect(raised(lookAll([{ open: [], unreadable: [stated('margin_call')] }]))).toMatchObject([
        { found: 'standing' },
      ])
    })
  })

  it('over any answers: alerts name what stays unreadable, every alert ends, every title fits', () => {
    const odd = fc
      .record({
        id: fc.constantFrom(null, '1', '2', '3'),
        name: fc.constantFrom(null, 'BTC_USDT', '界'.repeat(300)),
        state: fc.constantFrom(undefined, null, 'margin_call', 'liquidation'),
      })
      .map(({ id, name, state }) =>
        anUnreadable({ id, name, ...(state === undefined ? {} : { liquidationState: state }) }),
      )
    const whole = fc
      .record({
        id: fc.constantFrom('1', '2', '3', '4'),
        liquidationState: fc.constantFrom(null, 'margin_call', 'liquidation'),
      })
      .map((some) => aPosition(some))
    const answer = fc.record({
      open: fc.uniqueArray(whole, { maxLength: 4, selector: ({ id }) => id }),
      unreadable: fc.array(odd, { maxLength: 4 }),
      times: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 8 }), (some) => {
        const open = new Map<string, string>()
        const steps = some.flatMap(({ times, ...one }) => aged(times, one))
        lookAll([...steps, { open: [] }]).forEach(
          ({ candidates: alerts, resolved, reworded = [], state }, at) => {
            for (const { key, title } of reworded) {
              expect(open.has(key)).toBe(true)
              open.set(key, title)
            }
            for (const { key } of resolved) open.delete(key)
            for (const alert of alerts) {
              expect(open.has(alert.key)).toBe(false)
              open.set(alert.key, alert.title)
            }
            for (const { title } of [...alerts, ...reworded])
              expect(bytesOf(title)).toBeLessThanOrEqual(100)
            expect(new Set([...open.keys()].filter((key) => !key.includes('gone')))).toEqual(
              positionKeys(state),
            )
            const titles = [...open]
              .filter(([key]) => key.startsWith('positions/unreadable'))
              .map(([, title]) => title)
            const long = Object.values(state.unreadable?.since ?? {}).filter(
              (since) => start + at * 5 - since >= 30,
            ).length
            expect(titles.map((title) => title.split(' ')[0])).toEqual(
              long === 0 ? [] : [String(long)],
            )
          },
        )
        expect([...open.keys()].every((key) => key.includes('gone'))).toBe(true)
      }),
      { numRuns: casesOf({ gate: 200, scheduled: 500 }) },
    )
  })

  it('survives a restart, and the state of an older version can still be read', () => {
    const { state } = lookAll(aged(8, { open: [eth(calm)], unreadable: [anUnreadable()] }))[7] ?? {}
    expect(state?.unreadable?.told).not.toBeNull()
    const kept: Json = JSON.parse(JSON.stringify(state))
    expect(readStates({ positions: kept }).positions).toEqual(state)
    const { unreadable: _unread, ...older } = state ?? noStates.positions
    expect(readStates({ positions: JSON.parse(JSON.stringify(older)) as Json }).positions).toEqual(
      older,
    )
    expect(
      readStates({
        positions: { ...JSON.parse(JSON.stringify(older)), unreadable: { since: 'x' } } as Json,
      }).positions,
    ).toEqual(noStates.positions)
  })
})
