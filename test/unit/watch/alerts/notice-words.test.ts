import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertWords, overWords } from '../../../../src/main/watch/alerts/notice-words.js'
import { testNotice } from '../../../../src/main/watch/alerts/notice-policy.js'
import { bytesOf, clip, plainName } from '../../../../src/main/watch/alerts/plain-text.js'
import { type Alert, alertKinds } from '../../../../src/shared/domain/alert.js'
import { anAlert, aStep, utcText } from '../../../support/alerts.js'

const words = { amounts: false, demo: false, clockText: utcText }
const blind = anAlert({
  kind: 'monitoring-lost',
  key: 'sight/loan',
  title: 'Loan not monitored: the exchange cannot be reached',
  text: 'Check the network connection and the profile’s address.',
  cause: { since: 1_760_000_520, lastHeadroom: '4.1' },
})

describe('26 the words of a notification', () => {
  it('say what happened in the title, with no figure of the account', () => {
    expect(alertWords([anAlert()], words)).toEqual({
      title: 'BTC loan: LTV has reached margin call',
      body: 'Add collateral or repay before it reaches liquidation.',
    })
  })

  it('with figures only where the person wants them', () => {
    expect(alertWords([anAlert()], { ...words, amounts: true }).body).toBe(
      'LTV 76.5, step at 75. Add collateral or repay before it reaches liquidation.',
    )
    const near = anAlert({ kind: 'position-distance', cause: { distance: '0.0449' } })
    expect(alertWords([near], { ...words, amounts: true }).body).toMatch(/^4\.4 % to liquidation\./)
    expect(alertWords([near], words).body).not.toMatch(/\d/)
  })

  it('30 say since when nothing is seen', () => {
    expect(alertWords([blind], words).body).toBe('Since 09:02. Check the network connection and the profile’s address.')
    expect(alertWords([{ ...blind, cause: { since: null } }], words).body).toMatch(/^Nothing was seen yet\./)
    expect(alertWords([blind], { ...words, amounts: true }).body).toContain('Headroom was 4.1 %.')
  })

  it('23 of several name the worst, and how many more there are', () => {
    const both = alertWords([aStep(), anAlert()], words)
    expect(both.title).toBe('BTC loan: LTV has reached margin call')
    expect(both.body).toContain('And 1 more: BTC loan: LTV has passed early step 1 of 2.')
  })

  it('23 say how many more there are, whatever else has to be said and however long it is', () => {
    const lost = { ...blind, title: 'Loan and positions not monitored: the exchange has trouble' }
    const more = ['position-liquidation', 'margin-call', 'position-state'] as const
    for (const count of [1, 2, 12, 120])
      for (const amounts of [false, true]) {
        const many = Array.from({ length: count }, (_, at) =>
          anAlert({ id: String(at), kind: more[at % more.length] ?? 'margin-call', level: 'info', title: `Ä${'ö'.repeat(60)} ${at}` }),
        )
        const said = alertWords([lost, ...many], { ...words, amounts, clockText: () => '2025-10-09 09:02' })
        expect(said.title).toBe(lost.title)
        expect(said.body).toContain(`And ${count} more`)
        expect(said.body).toMatch(/^Since 2025-10-09 09:02\./)
        expect(bytesOf(said.title) + bytesOf(said.body)).toBeLessThanOrEqual(200)
      }
  })

  it('6 name the demo as such', () => {
    expect(alertWords([anAlert()], { ...words, demo: true }).title).toBe('Demo: BTC loan: LTV has reached margin call')
    expect(testNotice(true).title).toMatch(/^Demo: /)
  })

  it('there is no notice about nothing', () => {
    expect(() => alertWords([], words)).toThrow(RangeError)
  })
})

describe('the words when it is over', () => {
  const over = (end: 'over' | 'loan-ended' | 'dropped' | 'lapsed', more: Partial<Alert> = {}) =>
    anAlert({ state: { kind: 'resolved', at: 1_760_003_600, end }, ...more })

  it('say so, and what still holds', () => {
    expect(overWords([over('over')], null, words)).toEqual({
      title: 'BTC loan: LTV is below margin call again',
      body: 'It began at 08:53.',
    })
    expect(overWords([over('over')], aStep(), words)?.body).toBe('Still: BTC loan: LTV has passed early step 1 of 2. It began at 08:53.')
  })

  it('do not call an ended loan a good end', () => {
    expect(overWords([over('loan-ended')], null, words)?.title).toBe('BTC loan: the loan is no longer there')
  })

  it('are none where it was dropped, has lapsed, or has no words for it', () => {
    expect(overWords([over('dropped')], null, words)).toBeNull()
    expect(overWords([over('lapsed')], null, words)).toBeNull()
    expect(overWords([over('over', { endTitle: '' })], null, words)).toBeNull()
    expect(overWords([], null, words)).toBeNull()
  })

  it('several loan alerts that ended with the loan are said once', () => {
    const ended = [over('loan-ended'), over('loan-ended', { id: 's', kind: 'ltv-step', level: 'caution' })]
    expect(overWords(ended, null, words)?.body).toBe('It began at 08:53.')
  })
})

describe('26 lengths', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 })

  it('title and body together are at most 200 bytes, whatever they are made of', () => {
    const alert = fc
      .record({ title: text, text, endTitle: text, kind: fc.constantFrom(...alertKinds), ltv: fc.bigInt().map(String) })
      .map(({ ltv, ...more }) => anAlert({ ...more, cause: { currentLtv: ltv, threshold: ltv, since: 0 } }))
    fc.assert(
      fc.property(fc.array(alert, { minLength: 1, maxLength: 5 }), fc.boolean(), fc.boolean(), (alerts, amounts, demo) => {
        const said = alertWords(alerts, { ...words, amounts, demo })
        expect(bytesOf(said.title) + bytesOf(said.body)).toBeLessThanOrEqual(200)
        if (alerts.length > 1) expect(said.body).toContain(`And ${alerts.length - 1} more`)
        const ended = alerts.map((one): Alert => ({ ...one, state: { kind: 'resolved', at: 1, end: 'over' } }))
        const over = overWords(ended, alerts[0] ?? null, { ...words, demo })
        if (over !== null) expect(bytesOf(over.title) + bytesOf(over.body)).toBeLessThanOrEqual(200)
      }),
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

  it('REN-5 names of the exchange bring no control, direction or markup characters along', () => {
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
