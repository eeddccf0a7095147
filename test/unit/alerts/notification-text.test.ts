import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  alertWords,
  overWords,
  accountLabel,
  bytesOf,
  clip,
  maskedWords,
  noticeWithoutAmounts,
  plainName,
} from '../../../src/main/alerts/notification-text.js'
import { testNotice } from '../../../src/main/alerts/notification-policy.js'
import {
  type Alert,
  alertKinds,
  type AlertNotification,
  worstFirst,
} from '../../../src/shared/alerts/alert.js'
import { englishOf, messageOf } from '../../../src/shared/messages/messages.js'
import { aStep, anAlert, noticeWords } from '../../support/alert-harness.js'
import { casesOf } from '../../support/seed.js'

const words = noticeWords
const unmonitored = anAlert({
  kind: 'monitoring-lost',
  key: 'sight/loan',
  title: 'Loan not monitored: the exchange cannot be reached',
  text: 'Check the network connection and the account’s address.',
  cause: { since: 1_760_000_520, lastHeadroom: '4.1' },
})

describe('the text of a notification', () => {
  it('states what happened in the title, without a figure of the account', () => {
    expect(alertWords([anAlert()], words)).toEqual({
      title: 'BTC loan: LTV has reached margin call',
      body: 'Add collateral or repay before it reaches liquidation.',
    })
  })

  it('has figures only if the user wants them', () => {
    expect(alertWords([anAlert()], { ...words, figures: true }).body).toBe(
      'LTV 76.5, step at 75. Add collateral or repay before it reaches liquidation.',
    )
    const cause = {
      currentLtv: '80.12345678',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
      threshold: '75',
    }
    expect(alertWords([anAlert({ cause })], { ...words, figures: true }).body).toMatch(
      /^LTV 80\.12, liquidation at 85: 5\.7\u00a0% headroom\./,
    )
    const beyond = { ...words, figures: true, causeNow: () => ({ currentLtv: '85' }) }
    expect(alertWords([anAlert({ cause })], beyond).body).toMatch(/^LTV 85, liquidation at 85\. /)
    const near = anAlert({ kind: 'position-distance', cause: { distance: '0.0449' } })
    expect(alertWords([near], { ...words, figures: true }).body).toMatch(
      /^4\.4\u00a0% to liquidation\./,
    )
    expect(alertWords([near], words).body).not.toMatch(/\d/)
  })

  it('ALR-2 says in a repeat since when it applies, and the current state', () => {
    const cause = { currentLtv: '76', initialLtv: '60', marginCallLtv: '75', liquidationLtv: '85' }
    const now = { ...words, figures: true, causeNow: () => ({ currentLtv: '84' }) }
    const outdated = { ...now, isOutdated: () => true }
    expect(alertWords([anAlert({ cause })], outdated, true).body).toBe(
      'Since 08:53. Add collateral or repay before it reaches liquidation.',
    )
    expect(alertWords([anAlert({ cause })], now, true).body).toMatch(
      /^LTV 84, liquidation at 85: 1\.1\u00a0% headroom\. Since 08:53\. /,
    )
  })

  it('says since when nothing is seen', () => {
    expect(alertWords([unmonitored], words).body).toBe(
      'Since 09:02. Check the network connection and the account’s address.',
    )
    expect(alertWords([{ ...unmonitored, cause: { since: null } }], words).body).toMatch(
      /^Nothing was seen yet\./,
    )
    expect(alertWords([unmonitored], { ...words, figures: true }).body).toContain(
      'Headroom was 4.1\u00a0%.',
    )
  })

  it('names the worst of several, and counts the others', () => {
    const both = alertWords([aStep(), anAlert()], words)
    expect(both.title).toBe('BTC loan: LTV has reached margin call')
    expect(both.body).toContain('And 1 more: BTC loan: LTV has reached your step of 65\u00a0%.')
  })

  it('counts the others whatever the rest of the text and its length', () => {
    const lost = {
      ...unmonitored,
      title: 'Loan and positions not monitored: server error at the exchange',
    }
    const more = ['position-liquidation', 'margin-call', 'position-state'] as const
    for (const count of [1, 2, 12, 120])
      for (const figures of [false, true]) {
        const many = Array.from({ length: count }, (_, at) =>
          anAlert({
            id: String(at),
            kind: more[at % more.length] ?? 'margin-call',
            level: 'info',
            title: `Ä${'ö'.repeat(60)} ${at}`,
          }),
        )
        const said = alertWords([lost, ...many], {
          ...words,
          figures,
          clockText: () => '2025-10-09 09:02',
        })
        expect(said.title).toBe(lost.title)
        expect(said.body).toContain(`And ${count} more`)
        expect(said.body).toMatch(/^Since 2025-10-09 09:02\./)
        expect(bytesOf(said.title) + bytesOf(said.body)).toBeLessThanOrEqual(200)
      }
  })

  it('marks the demo', () => {
    expect(alertWords([anAlert()], { ...words, demo: true }).title).toBe(
      'Demo: BTC loan: LTV has reached margin call',
    )
    expect(testNotice('demo', true)).toMatchObject({
      id: 'demo/test',
      profileId: 'demo',
      title: expect.stringMatching(/^Demo: /),
    })
  })

  it('begins with the account’s name if required, also for an end', () => {
    const named = { ...words, account: 'Main account' }
    expect(alertWords([anAlert()], named)).toEqual({
      title: 'Main account: BTC loan: LTV has reached margin call',
      body: 'Add collateral or repay before it reaches liquidation.',
    })
    const ended = anAlert({ state: { kind: 'resolved', at: 1_760_003_600, end: 'over' } })
    expect(overWords([ended], aStep(), named)).toEqual({
      title: 'Main account: BTC loan: LTV is below margin call again',
      body: 'Still: BTC loan: LTV has reached your step of 65\u00a0%. It began at 08:53.',
    })
    expect(alertWords([anAlert()], { ...named, demo: true }).title).toBe(
      'Demo: BTC loan: LTV has reached margin call',
    )
  })

  it('keeps room for a name whatever the text is, and cuts the text at its end', () => {
    const account = 'The account of my grandmother'
    const long = anAlert({ title: 'T'.repeat(70), text: 'x'.repeat(104) })
    const { title, body } = alertWords([long], { ...words, account })
    expect(title).toBe(`${account}: ${long.title}`)
    expect(body).toBe(`${'x'.repeat(200 - 101 - 3)}…`)
    const longest = anAlert({ title: 'T'.repeat(120), text: 'x'.repeat(104) })
    expect(alertWords([longest], { ...words, account }).title).toBe(
      `${account}: ${'T'.repeat(120 - 31 - 3)}…`,
    )
  })

  it('keeps beginning and end of a shortened name, so that names differing only there stay distinct', () => {
    const stopLoss = anAlert({
      title: 'Your stop loss is not set: an order on BTC_USDT',
      text: 'The exchange accepted the order but did not confirm your stop loss. Set it on the exchange now, then resolve it.',
    })
    const titleFor = (account: string): string =>
      alertWords([stopLoss], { ...words, account }).title
    expect(titleFor('Company treasury EU')).toBe(`Company treasury EU: ${stopLoss.title}`)
    const long = 'Company treasury, long-term holdings and reserves'
    expect([titleFor(`${long} EU`), titleFor(`${long} US`)]).toEqual([
      `Company treasury, long-te… reserves EU: ${stopLoss.title}`,
      `Company treasury, long-te… reserves US: ${stopLoss.title}`,
    ])
  })

  it('does not exist without an alert', () => {
    expect(() => alertWords([], words)).toThrow(RangeError)
  })
})

describe('the text of an end', () => {
  const over = (end: 'over' | 'loan-ended' | 'dropped' | 'lapsed', more: Partial<Alert> = {}) =>
    anAlert({ state: { kind: 'resolved', at: 1_760_003_600, end }, ...more })

  it('says so, and what still applies', () => {
    expect(overWords([over('over')], null, words)).toEqual({
      title: 'BTC loan: LTV is below margin call again',
      body: 'It began at 08:53.',
    })
    expect(overWords([over('over')], aStep(), words)?.body).toBe(
      'Still: BTC loan: LTV has reached your step of 65\u00a0%. It began at 08:53.',
    )
  })

  it('does not call an ended loan good news: its disappearance is a separate alert', () => {
    expect(overWords([over('loan-ended')], null, words)).toBeNull()
  })

  it('is empty if the alert was dropped, has lapsed, or has no text for it', () => {
    expect(overWords([over('dropped')], null, words)).toBeNull()
    expect(overWords([over('lapsed')], null, words)).toBeNull()
    expect(overWords([over('over', { endTitle: '' })], null, words)).toBeNull()
    expect(overWords([], null, words)).toBeNull()
  })
})

describe('lengths', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 })

  it('title and body together have at most 200 bytes, whatever their parts', () => {
    const alert = fc
      .record({
        title: text,
        text,
        endTitle: text,
        kind: fc.constantFrom(...alertKinds),
        ltv: fc.bigInt().map(String),
      })
      .map(({ ltv, ...more }) =>
        anAlert({ ...more, cause: { currentLtv: ltv, threshold: ltv, since: 0 } }),
      )
    fc.assert(
      fc.property(
        fc.array(alert, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        fc.boolean(),
        (alerts, figures, demo) => {
          const said = alertWords(alerts, { ...words, figures, demo })
          expect(bytesOf(said.title) + bytesOf(said.body)).toBeLessThanOrEqual(200)
          if (alerts.length > 1) expect(said.body).toContain(`And ${alerts.length - 1} more`)
          const ended = alerts.map((one): Alert => ({
            ...one,
            state: { kind: 'resolved', at: 1, end: 'over' },
          }))
          const over = overWords(ended, alerts[0] ?? null, { ...words, demo })
          if (over !== null)
            expect(bytesOf(over.title) + bytesOf(over.body)).toBeLessThanOrEqual(200)
        },
      ),
    )
  })

  it("the text keeps its limits and the alert its own title, whatever an account's name", () => {
    const name = fc.oneof(text, fc.string({ unit: 'binary', maxLength: 120 }))
    const alert = fc
      .record({ title: text, text, endTitle: text, kind: fc.constantFrom(...alertKinds) })
      .map((more) => anAlert(more))
    const holds = (
      { title, body }: { title: string; body: string },
      account: string,
      own: string,
    ): void => {
      expect(bytesOf(title)).toBeLessThanOrEqual(120)
      expect(bytesOf(title) + bytesOf(body)).toBeLessThanOrEqual(200)
      const label = accountLabel(account)
      expect(label).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>&]/u)
      // Twelve characters of four bytes at each end of the longest name, and the ellipsis between
      // them.
      expect(bytesOf(label)).toBeLessThanOrEqual(99)
      expect(title).toBe(clip(`${label}: ${own}`, 120))
      const said = title.slice(label.length + 2).replace(/…$/, '')
      if (own.trim() !== '') expect(said.length).toBeGreaterThan(0)
      expect(own.startsWith(said)).toBe(true)
    }
    fc.assert(
      fc.property(
        fc.array(alert, { minLength: 1, maxLength: 5 }),
        name,
        fc.boolean(),
        (alerts, account, figures) => {
          const options = { ...words, figures, account }
          const worst = worstFirst(alerts)[0] ?? anAlert()
          holds(alertWords(alerts, options), account, englishOf(worst.title))
          const over = alerts.map((one): Alert => ({
            ...one,
            state: { kind: 'resolved', at: 1, end: 'over' },
          }))
          const ended = worstFirst(over).find(({ endTitle }) => endTitle !== '')
          const said = overWords(over, worst, options)
          expect(said === null).toBe(ended === undefined)
          if (said !== null) holds(said, account, englishOf(ended?.endTitle ?? ''))
        },
      ),
    )
  })

  it('names that differ in their first or last 12 characters never give the same title', () => {
    const signs = (unit: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
      fc.array(unit, { minLength, maxLength, size: 'max' })
    const units = [
      fc.constantFrom('a', 'b', ' ', '…', ':'),
      fc.constantFrom('ä', '株', '🦭', 'a', '…'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ]
    // Nearly equal names of up to 60 characters: one end of them is regenerated.
    const pair = fc
      .constantFrom(...units)
      .chain((unit) =>
        fc
          .tuple(
            signs(unit, 0, 12),
            signs(unit, 0, 36),
            signs(unit, 0, 12),
            signs(unit, 0, 12),
            fc.boolean(),
          )
          .map(([start, middle, end, other, atStart]) => [
            [...start, ...middle, ...end].join(''),
            (atStart ? [...other, ...middle, ...end] : [...start, ...middle, ...other]).join(''),
          ]),
      )
    /** The name as read: without invisible characters. */
    const read = (name: string): string[] => [
      ...name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>&\s]+/gu, ' ').trim(),
    ]
    const ends = (name: string[]): string => JSON.stringify([name.slice(0, 12), name.slice(-12)])
    const title = fc.constantFrom(anAlert().title, unmonitored.title, 'T'.repeat(120))
    fc.assert(
      fc.property(pair, title, ([one = '', other = ''], own) => {
        const [a, b] = [read(one), read(other)]
        fc.pre(ends(a) !== ends(b) && a.length > 0 && b.length > 0)
        const said = [one, other].map(
          (account) => alertWords([anAlert({ title: own })], { ...words, account }).title,
        )
        expect(said[0]).not.toBe(said[1])
      }),
      { numRuns: casesOf({ gate: 500, scheduled: 2000 }) },
    )
  })

  it('a cut never splits a character', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 60 }), (whole, most) => {
        const cut = clip(whole, most)
        expect(bytesOf(cut)).toBeLessThanOrEqual(most)
        expect(Buffer.from(cut).toString()).toBe(cut)
        if (bytesOf(whole) <= most) expect(cut).toBe(whole)
      }),
    )
  })

  it('REN-5 names add no control, direction or markup characters', () => {
    expect(plainName('<b>BTC</b>\n&amp;\u202eUSDT')).toBe('b BTC /b amp; USDT')
    expect(plainName(' \u200b ')).toBe('unnamed')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        const plain = plainName(name)
        expect(plain).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>&]/u)
        expect(bytesOf(plain)).toBeLessThanOrEqual(32)
        expect(plain).not.toBe('')
      }),
    )
  })
})

describe('UX-46 UX-26 notifications while amounts are hidden', () => {
  const noticeOf = (alerts: Alert[], options: typeof words): AlertNotification => ({
    ...testNotice('a', false),
    ...alertWords(alerts, options),
    masked: maskedWords(() => alertWords(alerts, options)),
  })
  const rose = anAlert({
    kind: 'price-level',
    title: messageOf('alerts.price.above', { market: 'BTC_USDT', price: '64000.5' }),
    text: messageOf('alerts.price.text', {
      price: '64001',
      next: messageOf('alerts.price.arms-again-below', { price: '63360' }),
    }),
  })

  it('contain no figure, and still say in the title what happened and to which account', () => {
    const { title, body } = noticeWithoutAmounts(
      noticeOf([rose], { ...words, account: 'Desk 2' }),
      'all',
    )
    expect(title).toBe('Desk 2: BTC_USDT rose above •••••')
    expect(body).toBe('The last price was •••••. It is active again below •••••.')
  })

  it('contain percentages, LTV and market prices when only amounts are hidden', () => {
    const cause = {
      currentLtv: '77.5',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
    }
    const notice = noticeOf([anAlert({ cause })], { ...words, figures: true, account: '77' })
    const { title, body } = noticeWithoutAmounts(notice, 'amounts')
    expect(title).toBe('77: BTC loan: LTV has reached margin call')
    expect(body).toMatch(/^LTV 77\.5, liquidation at 85: 8\.8\u00a0% headroom\. /)
    expect(noticeWithoutAmounts(notice, 'all').body).toMatch(
      /^LTV •••••, liquidation at •••••: •••••\u00a0% headroom\. /,
    )
    expect(noticeWithoutAmounts(noticeOf([rose], words), 'amounts').title).toBe(
      'BTC_USDT rose above 64000.5',
    )
  })

  it('contain no digit of text from an older version, and stay within what systems show', () => {
    const decimal = fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`)
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 40 }), (figures) => {
        const old = anAlert({
          title: `LTV ${figures.join(' and ')}`,
          text: `Sold ${figures.join(', ')}`,
        })
        for (const notice of [
          noticeOf([old], words),
          { ...testNotice('a', false), title: old.title as string, body: '' },
        ]) {
          const masked = noticeWithoutAmounts(notice, 'amounts')
          expect(`${masked.title}${masked.body}`).not.toMatch(/\d/)
          expect(bytesOf(masked.title)).toBeLessThanOrEqual(120)
          expect(bytesOf(masked.title + masked.body)).toBeLessThanOrEqual(200)
        }
      }),
    )
  })
})
