import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluatePriceAlert, noProgress } from '../../../src/main/alerts/price-alert-rules.js'
import { readStates } from '../../../src/main/alerts/stored-alert-state.js'
import type { Json } from '../../../src/shared/json.js'
import type { AccountAlerts } from '../../../src/main/alerts/account-alerts.js'
import { bytesOf } from '../../../src/main/alerts/notification-text.js'
import type { AlertQuery, AlertSettings } from '../../../src/shared/alerts/alert.js'
import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import { type Feed, nothingYet } from '../../../src/shared/portfolio/feed.js'
import type { Ticker } from '../../../src/shared/markets/market.js'
import {
  mostPriceAlerts,
  type PriceAlert,
  type PriceAlertRule,
  type PriceAlertSettings,
} from '../../../src/shared/alerts/price-alert.js'
import type { ProblemCode } from '../../../src/shared/problem.js'
import { fail } from '../../../src/shared/result.js'
import { createAlertHarness } from '../../support/alert-harness.js'
import { aTicker } from '../../support/fake-public-client.js'
import { problem } from '../../support/fake-exchange-client.js'
import { valueOf } from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'

const everything: AlertQuery = {
  after: null,
  limit: 100,
  kinds: null,
  levels: null,
  unreadOnly: false,
}

function above(price: string, more: Partial<PriceAlertSettings> = {}): PriceAlertSettings {
  return {
    market: 'BTC_USDT',
    rule: { kind: 'above', price },
    repeats: true,
    ...more,
  }
}

const below = (price: string): PriceAlertSettings => above('1', { rule: { kind: 'below', price } })

function move(
  percent: string,
  minutes: number,
  more: Partial<PriceAlertRule & { kind: 'move' }> = {},
): PriceAlertSettings {
  return above('1', { rule: { kind: 'move', percent, minutes, direction: 'either', ...more } })
}

/** With a key that may read neither positions nor a loan: there is no other alert. */
const nothingAtRisk = {
  ...noPortfolio,
  profileId: 'a',
  positions: { ...nothingYet, problem: problem('no-permission') },
  loan: { ...nothingYet, value: { kind: 'not-enabled' as const } },
}

/** An account whose exchange answers every five seconds with the prices that the test sets. */
function setup(settings: Partial<AlertSettings> = {}) {
  const harness = createAlertHarness({ coolDownMinutes: 0, ...settings })
  const { time, notified } = harness
  const open = (): AccountAlerts => {
    const opened = harness.open()
    opened.portfolioChanged(nothingAtRisk)
    return opened
  }
  let alerts = open()
  let tickers: Feed<{ [market: string]: Ticker }> = nothingYet
  const push = () => alerts.pricesChanged(tickers)
  const answer = (value: { [market: string]: Ticker }) => {
    tickers = { value, asOf: time.clock(), source: 'live', problem: null, every: 5 }
    push()
  }
  return {
    ...harness,
    alerts: () => alerts,
    answer,
    /** For BTC_USDT, five seconds after the one before. */
    price: async (...prices: string[]) => {
      for (const last of prices) {
        await time.pass(5)
        answer({ BTC_USDT: aTicker(last) })
      }
    },
    /** The price stays the same. */
    hold: async (seconds: number) => {
      const value = tickers.value ?? {}
      for (let passed = 0; passed < seconds; passed += 5) {
        await time.pass(5)
        answer(value)
      }
    },
    failing: (code: ProblemCode) => {
      tickers = { ...tickers, problem: problem(code) }
      push()
    },
    add: (wanted: PriceAlertSettings) => valueOf(alerts.priceAlerts.add(wanted)),
    view: () => alerts.priceAlerts.view().alerts,
    states: () => alerts.priceAlerts.view().alerts.map(({ state }) => state),
    titles: () => notified.map(({ title }) => title),
    history: () => valueOf(alerts.page(everything)).alerts,
    restart: () => {
      alerts.close()
      notified.length = 0
      alerts = open()
      tickers = nothingYet
    },
  }
}

describe('a price above or below a level', () => {
  it('triggers once when it gets there, and again only after it was half a percent back', async () => {
    const { add, price, titles, states } = setup()
    await price('99000')
    add(above('100000'))
    add(below('95000'))
    await price('99999.99', '100000', '101000', '99600', '100500')
    expect(titles()).toEqual(['BTC_USDT rose above 100000'])
    expect(states()).toEqual(['triggered', 'armed'])
    await price('99500')
    expect(states()).toEqual(['armed', 'armed'])
    await price('100001', '95000.01', '95000')
    expect(titles()).toEqual([
      'BTC_USDT rose above 100000',
      'BTC_USDT rose above 100000',
      'BTC_USDT fell below 95000',
    ])
  })

  it('says what comes next within 200 bytes, with a sound, and opens the price alerts', async () => {
    const { add, price, notified } = setup()
    await price('1')
    add(above('100000'))
    add(
      above(`${'9'.repeat(39)}`, { market: `${'X'.repeat(30)}_${'Y'.repeat(30)}`, repeats: false }),
    )
    await price('100000.5')
    expect(notified).toMatchObject([
      {
        title: 'BTC_USDT rose above 100000',
        body: 'The last price was 100000.5. It is active again below 99500.',
        urgency: 'normal',
        silent: false,
        screen: 'price-alerts',
      },
    ])
    for (const { title, body } of notified)
      expect(bytesOf(title) + bytesOf(body)).toBeLessThanOrEqual(200)
  })

  it('says at once that the price has already been reached, and triggers only when it is reached again', async () => {
    const { add, price, titles, states, history } = setup()
    await price('101000')
    add(above('100000'))
    expect(states()).toEqual(['beyond'])
    await price('102000', '101000')
    expect(titles()).toEqual([])
    expect(history()).toEqual([])
    await price('99000', '100100')
    expect(titles()).toEqual(['BTC_USDT rose above 100000'])
  })

  it('shows without a notification that the first known price has already been reached', async () => {
    const { add, price, titles, history } = setup()
    add(above('100000'))
    await price('101000')
    expect(titles()).toEqual([])
    expect(worded(history())).toMatchObject([
      { kind: 'price-level', found: 'standing', title: 'BTC_USDT is above 100000 already' },
    ])
  })

  it('has not ended when only shown, and says where it arms, even if it is to end when it triggers', async () => {
    for (const repeats of [true, false]) {
      const { add, price, titles, states, history } = setup()
      add(above('100000', { repeats }))
      await price('101000')
      expect(states()).toEqual(['beyond'])
      expect(worded(history())).toMatchObject([
        {
          text: 'It was already so at the first check. The last price was 101000. It is active below 99500.',
        },
      ])
      await price('99500', '100000')
      expect(titles()).toEqual(['BTC_USDT rose above 100000'])
      expect(states()).toEqual([repeats ? 'triggered' : 'ended'])
      expect(worded(history()[0]?.text)).toStrictEqual(
        `The last price was 100000. ${repeats ? 'It is active again below 99500.' : 'This alert has ended.'}`,
      )
    }
  })

  it('ends when it triggers if the user chose so, and stays ended', async () => {
    const { add, price, titles, states, restart, view, alerts } = setup()
    await price('99000')
    add(above('100000', { repeats: false }))
    await price('100000', '90000', '101000')
    restart()
    await price('90000', '101000')
    expect(states()).toEqual(['ended'])
    expect(titles()).toEqual([])
    const [{ id } = { id: '' }] = view()
    await price('99000')
    valueOf(alerts().priceAlerts.change(id, above('100000', { repeats: false })))
    expect(states()).toEqual(['armed'])
    await price('100000')
    expect(titles()).toEqual(['BTC_USDT rose above 100000'])
  })

  it('does not trigger on a frozen market, or one that is no longer listed', async () => {
    const { add, answer, time, titles } = setup()
    answer({ BTC_USDT: aTicker('99000') })
    add(above('100000'))
    await time.pass(5)
    answer({ BTC_USDT: aTicker('101000', { isFrozen: true }) })
    await time.pass(5)
    answer({})
    expect(titles()).toEqual([])
  })
})

describe('a level, for any prices and restarts', () => {
  const prices = fc.array(
    fc.record({ price: fc.integer({ min: 9800, max: 10_200 }), restarts: fc.boolean() }),
    {
      minLength: 2,
      maxLength: 60,
    },
  )

  it('triggers exactly as often as the price reaches it from beyond its arming point', () => {
    fc.assert(
      fc.property(
        prices,
        fc.constantFrom('above' as const, 'below' as const),
        fc.boolean(),
        (course, kind, repeats) => {
          const alert: PriceAlert = {
            id: 'a',
            createdAt: 0,
            market: 'BTC_USDT',
            rule: { kind, price: '100' },
            repeats,
          }
          const hundredths = (price: number): string =>
            `${Math.floor(price / 100)}.${String(price % 100).padStart(2, '0')}`
          let state = noProgress
          const triggered: number[] = []
          for (const [at, { price, restarts }] of course.entries()) {
            const evaluation = evaluatePriceAlert(
              alert,
              { price: hundredths(price), move: null, at },
              state,
            )
            if (evaluation.candidate?.found === 'new') triggered.push(at)
            state = evaluation.state
            if (restarts)
              state =
                readStates({
                  prices: JSON.parse(JSON.stringify({ alarms: { a: state }, blind: null })) as Json,
                }).prices.alarms['a'] ?? noProgress
          }
          // In integers, from the definition: armed when it is half a percent behind, and at the
          // first price unless it has been reached.
          const isThere = (price: number): boolean =>
            kind === 'above' ? price >= 10_000 : price <= 10_000
          const isBehind = (price: number): boolean =>
            kind === 'above' ? price <= 9950 : price >= 10_050
          let armed = !isThere(course[0]?.price ?? 0)
          const expected = course.flatMap(({ price }, at) => {
            const fires = armed && isThere(price) && at > 0
            armed = isThere(price) ? false : armed || isBehind(price)
            return fires ? [at] : []
          })
          expect(triggered).toEqual(repeats ? expected : expected.slice(0, 1))
        },
      ),
    )
  })
})

describe('a move within minutes', () => {
  it('triggers in its direction, says how far it went, and arms again once half of it is left', async () => {
    const { add, price, titles, states, view } = setup()
    await price('100000')
    add(move('5', 10, { direction: 'up' }))
    await price('90000', '94000')
    expect(view()).toMatchObject([{ moved: '4.44' }])
    await price('94500', '95000')
    expect(titles()).toEqual(['BTC_USDT rose by 5\u00a0% within 10 minutes'])
    await price('92300')
    expect(states()).toEqual(['triggered'])
    await price('92000', '94600')
    expect(titles()).toEqual([
      'BTC_USDT rose by 5\u00a0% within 10 minutes',
      'BTC_USDT rose by 5.11\u00a0% within 10 minutes',
    ])
  })

  it('sleep neither turns a slow change into a move nor hides one within its minutes', async () => {
    const { add, answer, price, time, titles } = setup()
    await price('100000')
    add(move('5', 10))
    await price('100000')
    time.sleep(8 * 3600)
    answer({ BTC_USDT: aTicker('120000') })
    expect(titles()).toEqual([])
    time.sleep(500)
    answer({ BTC_USDT: aTicker('113000') })
    expect(titles()).toEqual(['BTC_USDT fell by 5.83\u00a0% within 10 minutes'])
  })

  it('a restart within its minutes hides nothing', async () => {
    const { add, price, restart, titles } = setup()
    await price('100000')
    add(move('5', 10))
    await price('100000', '101000')
    restart()
    await price('105000')
    expect(titles()).toEqual(['BTC_USDT rose by 5\u00a0% within 10 minutes'])
  })

  it('stores its reference once a minute, not with every price', async () => {
    const { add, price, repository } = setup()
    const save = repository.save
    let saves = 0
    repository.save = (...parts) => {
      saves += 1
      return save(...parts)
    }
    await price('100000')
    add(move('5', 60))
    const before = saves
    for (let minute = 0; minute < 10; minute += 1)
      await price(...Array.from({ length: 12 }, (_, at) => String(100_000 + at)))
    expect(saves - before).toBeGreaterThan(8)
    expect(saves - before).toBeLessThan(13)
  })
})

describe('the policy shared with other alerts', () => {
  it('a restart neither repeats what was notified nor misses that it was crossed meanwhile', async () => {
    const { add, price, restart, titles } = setup()
    await price('99000')
    add(above('100000'))
    add(below('90000'))
    await price('100500')
    restart()
    await price('100400', '100600')
    expect(titles()).toEqual([])
    restart()
    await price('89000')
    expect(titles()).toEqual(['BTC_USDT fell below 90000'])
  })

  it('quiet hours hold it until the morning, although the price is back by then', async () => {
    const { add, price, titles, time, choose, hold } = setup()
    const minute = Math.floor((time.clock() % 86_400) / 60)
    choose({ quietHours: { on: true, from: minute, to: (minute + 10) % 1440 } })
    await price('99000')
    add(above('100000'))
    await price('100500', '98000')
    expect(titles()).toEqual([])
    await hold(600)
    expect(titles()).toEqual(['BTC_USDT rose above 100000'])
  })

  it('the cool-down holds a second crossing back until it is over', async () => {
    const { add, price, titles, hold } = setup({ coolDownMinutes: 15 })
    await price('99000')
    add(above('100000'))
    await price('100500', '99000', '100500')
    expect(titles()).toHaveLength(1)
    await hold(900)
    expect(titles()).toHaveLength(2)
  })

  it("can be acknowledged and snoozed, does not change the account's state, and expires after a day", async () => {
    const { add, price, alerts, time, hold } = setup()
    await price('99000')
    add(above('100000'))
    await price('100500')
    const [item] = alerts().view().attention
    expect(item).toMatchObject({
      quiet: false,
      screen: 'price-alerts',
      alert: { level: 'caution' },
    })
    expect(alerts().view().level).toBe('fine')
    valueOf(alerts().snooze(item?.alert.id ?? '', time.clock() + 600))
    expect(alerts().view().attention[0]?.quiet).toBe(true)
    await hold(610)
    valueOf(alerts().acknowledge(item?.alert.id ?? ''))
    expect(alerts().view().attention[0]?.quiet).toBe(true)
    await hold(24 * 3600)
    expect(alerts().view().attention).toEqual([])
  })

  it('an order that needs the user is notified however many price alerts trigger', async () => {
    const { add, price, notified, alerts, titles } = setup()
    await price('100')
    for (let at = 1; at <= 20; at += 1) add(above(String(100 + at)))
    for (let at = 1; at <= 20; at += 1) await price(String(100 + at))
    expect(notified).toHaveLength(12)
    alerts().ordersChanged([
      {
        intentId: 'i',
        kind: 'market',
        because: 'unknown',
        markets: ['BTC_USDT'],
        notSet: [],
        look: 'none',
        since: 1,
      },
    ])
    expect(titles().at(-1)).toBe('Result unknown: an order on BTC_USDT')
  })
})

describe('the list', () => {
  it('refuses invalid or duplicate alerts, with the field at fault', async () => {
    const { add, alerts, price } = setup()
    await price('100')
    const refusal = (wanted: PriceAlertSettings) => {
      const done = alerts().priceAlerts.add(wanted)
      return done.ok ? null : done.error.fields
    }
    expect(refusal(above('1', { market: 'btc usdt' }))).toHaveProperty('market')
    for (const figure of ['0', '-1', '1e3', 'x', '1,5'])
      expect(refusal(above(figure))).toHaveProperty('price')
    expect(
      worded([
        refusal(move('0.05', 10)),
        refusal(move('100', 10)),
        refusal(move('5', 0)),
        refusal(move('5', 1441)),
      ]),
    ).toEqual([
      expect.objectContaining({ percent: ['Between 0.1 and 99 percent.'] }),
      expect.objectContaining({ percent: ['Between 0.1 and 99 percent.'] }),
      expect.objectContaining({ minutes: ['Between 1 and 1440 minutes, which is a day.'] }),
      expect.objectContaining({ minutes: ['Between 1 and 1440 minutes, which is a day.'] }),
    ])
    expect(refusal(move('250', 10, { direction: 'up' }))).toBeNull()
    add(above('100000', { market: 'eth_usdt' }))
    expect(worded(refusal(above('100000.0', { market: 'ETH_USDT', repeats: false })))).toEqual({
      market: ['This alert is already set.'],
    })
  })

  it('holds fifty, and refuses the next with that reason', () => {
    const { add, alerts, view } = setup()
    for (let at = 1; at <= mostPriceAlerts; at += 1) add(above(String(at)))
    expect(alerts().priceAlerts.add(above('999'))).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
    expect(view()).toHaveLength(50)
  })

  it('removes the alert and the notified state of a removed or changed price alert', async () => {
    const { add, price, alerts, view, states, history, titles } = setup()
    await price('99000')
    add(above('100000'))
    add(above('100100'))
    await price('100200')
    expect(titles()).toHaveLength(1)
    const [first, second] = view()
    valueOf(alerts().priceAlerts.remove(first?.id ?? ''))
    valueOf(alerts().priceAlerts.change(second?.id ?? '', above('100500')))
    expect(states()).toEqual(['armed'])
    expect(history().map(({ state }) => state)).toMatchObject([
      { kind: 'resolved', end: 'dropped' },
      { kind: 'resolved', end: 'dropped' },
    ])
    expect(alerts().priceAlerts.remove('gone')).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(alerts().priceAlerts.change('gone', above('1'))).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    await price('100600')
    expect(titles()).toHaveLength(2)
  })

  it('belongs to a single account', async () => {
    const { add, price, open } = setup()
    const other = open('b')
    add(above('100000'))
    await price('1')
    expect(other.priceAlerts.view()).toMatchObject({ profileId: 'b', alerts: [] })
  })
})

describe('armed alerts without a readable price', () => {
  it('are reported after five minutes, calmly, and once prices can be read again', async () => {
    const { add, price, failing, time, titles, states, notified, alerts } = setup()
    await price('99000')
    add(above('100000'))
    failing('unreachable')
    await time.pass(290)
    expect(titles()).toEqual([])
    await time.pass(20)
    expect(notified).toMatchObject([
      {
        title: 'Price alerts cannot trigger: the exchange cannot be reached',
        body: 'No price is read until this is over. Plimsoll keeps trying.',
        urgency: 'normal',
        screen: 'price-alerts',
      },
    ])
    expect(states()).toEqual(['blind'])
    expect(alerts().view().level).toBe('caution')
    await price('99500')
    expect(titles()).toEqual([
      'Price alerts cannot trigger: the exchange cannot be reached',
      'Price alerts can trigger again',
    ])
    expect(states()).toEqual(['armed'])
  })

  it('that cross meanwhile trigger with the first price afterwards', async () => {
    const { add, price, failing, time, titles } = setup()
    await price('99000')
    add(above('100000'))
    failing('timeout')
    await time.pass(400)
    await price('100500')
    expect(titles().slice(1)).toEqual([
      'BTC_USDT rose above 100000',
      'Price alerts can trigger again',
    ])
  })

  it('name the market without a price beside others that have one; one more is news', async () => {
    const { add, answer, hold, titles, states, view, alerts } = setup()
    answer({ BTC_USDT: aTicker('1') })
    add(above('100000'))
    add(above('5', { market: 'SOL_USDT' }))
    await hold(305)
    expect(titles()).toEqual(['Price alerts on SOL_USDT cannot trigger: it has no price now'])
    expect(states()).toEqual(['armed', 'blind'])
    add(above('6', { market: 'XRP_USDT' }))
    await hold(305)
    expect(titles()[1]).toBe('Price alerts on 2 markets cannot trigger: they have no price now')
    for (const { id } of view().slice(1)) valueOf(alerts().priceAlerts.remove(id))
    expect(alerts().view().attention).toEqual([])
  })

  it('report that the exchange offers no prices, or is under maintenance, instead of the apparent reason', async () => {
    const { add, failing, time, alerts, setCircumstances } = setup()
    const title = () => alerts().view().attention[0]?.alert.title
    add(above('100000'))
    await time.pass(310)
    expect(worded(title())).toStrictEqual('Price alerts cannot trigger: no answer comes')
    failing('not-found')
    expect(worded(title())).toStrictEqual(
      'Price alerts cannot trigger: this exchange offers no prices',
    )
    failing('exchange-trouble')
    expect(worded(title())).toStrictEqual(
      'Price alerts cannot trigger: server error at the exchange',
    )
    setCircumstances({ maintenance: true, clockSkew: 0 })
    await time.pass(5)
    expect(worded(title())).toStrictEqual(
      'Price alerts cannot trigger: the exchange is under maintenance',
    )
  })

  it('do not include an alert that has ended, and are not reported without any', async () => {
    const { add, price, failing, time, titles } = setup()
    await price('99000')
    add(above('100000', { repeats: false }))
    await price('100000')
    failing('unreachable')
    await time.pass(1000)
    expect(titles()).toEqual(['BTC_USDT rose above 100000'])
  })

  it('do not treat a list that cannot be read as empty', async () => {
    const { add, price, restart, priceAlerts, alerts, time, view } = setup()
    await price('99000')
    add(above('100000'))
    const { load } = priceAlerts
    priceAlerts.load = () => fail(problem('store-trouble'))
    restart()
    await time.pass(5)
    expect(alerts().priceAlerts.view()).toMatchObject({
      alerts: [],
      problem: { code: 'store-trouble' },
    })
    expect(worded(alerts().view().attention[0]?.alert.title)).toStrictEqual(
      'Price alerts cannot trigger: this computer cannot read them',
    )
    expect(alerts().priceAlerts.add(above('1'))).toMatchObject({ ok: false })
    priceAlerts.load = load
    await price('100500')
    expect(view()).toHaveLength(1)
    expect(
      worded(
        alerts()
          .view()
          .attention.map(({ alert }) => alert.title),
      ),
    ).toEqual(['BTC_USDT rose above 100000'])
  })
})
