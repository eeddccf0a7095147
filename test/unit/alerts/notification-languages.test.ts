import { afterEach, describe, expect, it } from 'vitest'
import { evaluateLtv } from '../../../src/main/alerts/ltv-alerts.js'
import { lockNotice } from '../../../src/main/alerts/lock-notice.js'
import { evaluateMargin } from '../../../src/main/alerts/margin-alerts.js'
import { lossReasonFor } from '../../../src/main/alerts/monitoring-loss-reason.js'
import { testNotice } from '../../../src/main/alerts/notification-policy.js'
import {
  type AccountNotification,
  alertWords,
  bytesOf,
  groupedWords,
  maskedWords,
  noticeWithoutAmounts,
  noticeTopics,
  overWords,
} from '../../../src/main/alerts/notification-text.js'
import type { AlertCandidate } from '../../../src/main/alerts/open-alerts.js'
import { evaluateOrders } from '../../../src/main/alerts/order-alerts.js'
import { evaluatePayout } from '../../../src/main/alerts/payout-alerts.js'
import {
  candidateForUnreadable,
  candidatesFor,
  type PositionEvent,
} from '../../../src/main/alerts/position-alert-text.js'
import { evaluatePriceAlert, noProgress } from '../../../src/main/alerts/price-alert-rules.js'
import { evaluateBlindness } from '../../../src/main/alerts/price-blindness.js'
import { noStates } from '../../../src/main/alerts/stored-alert-state.js'
import { type Alert, defaultAlertSettings } from '../../../src/shared/alerts/alert.js'
import type { Loan } from '../../../src/shared/portfolio/loan.js'
import type { PriceAlertRule } from '../../../src/shared/alerts/price-alert.js'
import { problemCodes } from '../../../src/shared/problem-words.js'
import type { OrderTrouble } from '../../../src/shared/orders/trading.js'
import { readFormatsFrom, regionTags } from '../../../src/shared/formats.js'
import { catalogueLanguages, type Language } from '../../../src/shared/messages/language.js'
import type { PositionEnd } from '../../../src/shared/alerts/position-end.js'
import { messageOf, readLanguageFrom, textOf } from '../../../src/shared/messages/messages.js'
import { subtract } from '../../../src/shared/money.js'
import { anAlert, noticeWords } from '../../support/alert-harness.js'
import { anUnreadable, problem } from '../../support/fake-exchange-client.js'

afterEach(() => readLanguageFrom(() => 'en'))

const market = 'BTC_USDT'
const at = 1_760_000_000

function loanAt(currentLtv: string): Loan {
  return {
    asset: 'BTC',
    amount: '1.5',
    totalFunding: '0.5',
    createdAt: '1715339355',
    currentLtv,
    initialLtv: '50',
    marginCallLtv: '75',
    liquidationLtv: '85',
  }
}

function ofLoan(): AlertCandidate[] {
  return ['60', '76', '78', '84.5', '86'].flatMap((currentLtv) => {
    const loan = loanAt(currentLtv)
    const before = evaluateLtv(loanAt('10'), defaultAlertSettings, noStates.ltv).state
    return [before, noStates.ltv].flatMap(
      (state) => evaluateLtv(loan, defaultAlertSettings, state).candidates,
    )
  })
}

function ofPositions(): AlertCandidate[] {
  const ends: PositionEnd[] = [
    ...(['carried-out', 'pending', 'unknown', 'possible'] as const).map((outcome) => ({
      by: 'own-order' as const,
      sentAt: at,
      outcome,
    })),
    ...[true, false].map((stated) => ({ by: 'liquidation' as const, stated })),
    ...(['stop-loss', 'take-profit'] as const).map((by) => ({ by, price: '3400.25' })),
    { by: 'unknown' },
  ]
  const events: PositionEvent[] = [
    { kind: 'position-liquidation' },
    { kind: 'position-margin-call', step: null },
    { kind: 'position-margin-call', step: '0.025' },
    { kind: 'position-distance', step: '0.025' },
    { kind: 'position-state', raw: 'auto_deleverage' },
    ...ends.flatMap((end) =>
      [true, false].map((wasTroubled): PositionEvent => ({
        kind: 'position-gone',
        wasTroubled,
        end,
        time: '19:53',
      })),
    ),
  ]
  const reports = (event: PositionEvent, count: number) =>
    Array.from({ length: count }, (_, id) => {
      const position = { id: String(id), market, side: 'short' as const }
      return { position, key: String(id), event, cause: () => ({}) }
    })
  const unreadable = [1, 2, 12].map((count) =>
    candidateForUnreadable(
      Array.from({ length: count }, () => anUnreadable()),
      25,
      'k',
    ),
  )
  return [
    ...events.flatMap((event) =>
      [1, 40].flatMap((count) =>
        candidatesFor(reports(event, count), { found: 'standing', isFirstLook: true }, 'k'),
      ),
    ),
    ...unreadable,
  ]
}

function ofOrders(): AlertCandidate[] {
  const kinds: OrderTrouble['kind'][] = [
    'market',
    'bulk',
    'cancel',
    'close-position',
    'close-investment',
  ]
  const levels: OrderTrouble['notSet'][] = [
    [],
    ['stopLoss'],
    ['takeProfit'],
    ['stopLoss', 'takeProfit'],
  ]
  const looks: OrderTrouble['look'][] = ['none', 'failed', 'not-listed', 'unclear']
  const troubles = kinds.flatMap((kind) =>
    (['unknown', 'mismatch'] as const).flatMap((because) =>
      (kind === 'market' || kind === 'bulk' ? levels : [[]]).flatMap((notSet) =>
        [[market], [market, 'ETH_USDT']].flatMap((markets) =>
          looks.map((look): OrderTrouble => ({
            intentId: 'i',
            kind,
            because,
            markets,
            notSet,
            look,
            since: at,
          })),
        ),
      ),
    ),
  )
  return evaluateOrders(troubles, []).candidates
}

function ofPayout(): AlertCandidate[] {
  return ['k1', 'k2'].flatMap((keyHint) => {
    const seen = (destination: string, hint: string) => ({
      destination: { accountName: 'my_miner_01', destination, externalAddress: null },
      at,
      keyHint: hint,
    })
    return evaluatePayout(
      seen('external_address', keyHint),
      noStates.payouts,
      seen('main_balance', 'k1'),
    ).candidates
  })
}

function ofPrices(): AlertCandidate[] {
  const rules: PriceAlertRule[] = [
    { kind: 'above', price: '64000.5' },
    { kind: 'below', price: '70000' },
    { kind: 'move', percent: '5', minutes: 1440, direction: 'either' },
  ]
  const move = {
    lows: [[at, '50000'] as [number, string]],
    highs: [[at, '50000'] as [number, string]],
  }
  const alerts = rules.flatMap((rule) =>
    [noProgress, { ...noProgress, steps: { seen: ['price'], crossed: [], raised: [] } }].flatMap(
      (state) =>
        evaluatePriceAlert(
          { id: 'a', createdAt: at, market, rule, repeats: true },
          { price: '65000', move, at },
          state,
        ).candidate ?? [],
    ),
  )
  const blind = [
    { markets: [market], of: 'some' as const, problem: null },
    { markets: Array.from({ length: 12 }, () => market), of: 'some' as const, problem: null },
    ...problemCodes.map((code) => ({ markets: [], of: 'all' as const, problem: problem(code) })),
  ]
  return [...alerts, ...blind.flatMap((one) => evaluateBlindness(one, null, at).candidates)]
}

function ofLosses(): AlertCandidate[] {
  return problemCodes.flatMap((code) =>
    ['both', 'loanAndMargin'].map((what) => ({
      key: `${code}/${what}`,
      kind: 'monitoring-lost',
      level: 'danger',
      found: 'new',
      cause: { since: at },
      subject: { key: 'sight', name: messageOf('alerts.subject.monitoring') },
      title: messageOf('alerts.loss.title', { what, reason: lossReasonFor(code) }),
      text: messageOf(`problems.${code}.next`),
      endTitle: messageOf('alerts.loss.end', { what }),
    })),
  )
}

function ofMargin(): AlertCandidate[] {
  return ['195', '115', '99', '79'].flatMap((level) => {
    const summaryAt = (percent: string) => ({
      equity: percent,
      usedMargin: '100',
      freeMargin: subtract(percent, '100'),
      unrealizedPnl: '0',
      unrealizedFunding: '0',
      leverage: 10,
    })
    const before = evaluateMargin(summaryAt('500'), defaultAlertSettings, noStates.margin).state
    return [before, noStates.margin].flatMap(
      (state) => evaluateMargin(summaryAt(level), defaultAlertSettings, state).candidates,
    )
  })
}

const candidates = [
  ...ofLoan(),
  ...ofMargin(),
  ...ofPositions(),
  ...ofOrders(),
  ...ofPayout(),
  ...ofPrices(),
  ...ofLosses(),
]
const alerts = candidates.map((candidate, id): Alert => anAlert({ ...candidate, id: String(id) }))

describe.each<Language>([...catalogueLanguages, 'en-XA'])(
  'UX-26 notifications in %s',
  (language) => {
    const words = { ...noticeWords, figures: true }
    const speak = (): void => readLanguageFrom(() => language)
    const fits = ({ title, body }: { title: string; body: string }): void => {
      expect(bytesOf(title), title).toBeLessThanOrEqual(120)
      expect(bytesOf(title) + bytesOf(body), title).toBeLessThanOrEqual(200)
      expect(title).not.toBe('')
    }

    it('cover every kind', () => {
      expect(new Set(alerts.map(({ kind }) => kind)).size).toBeGreaterThan(15)
    })

    it('stay within what systems show, for every subject and account', () => {
      speak()
      for (const alert of alerts)
        for (const account of [null, 'Company treasury EU', 'Дуже довга назва рахунку компанії'])
          for (const demo of [false, true]) {
            fits(alertWords([alert], { ...words, account, demo }))
            fits(alertWords([alert, anAlert()], { ...words, account, demo }))
            const over = overWords(
              [{ ...alert, state: { kind: 'resolved', at, end: 'over' } }],
              anAlert(),
              { ...words, account, demo },
            )
            if (over !== null) fits(over)
          }
    })

    it('of several accounts, of the lock and of the test stay within it too', () => {
      speak()
      const notice = (
        profileId: string,
        topic: AccountNotification['topic'],
      ): AccountNotification => ({
        ...testNotice(profileId, false),
        topic,
        account: profileId,
        summary: textOf(lossReasonFor('maintenance')),
        matters: [],
      })
      for (const topic of noticeTopics)
        for (const count of [2, 5, 50])
          fits(
            groupedWords(
              topic,
              Array.from({ length: count }, (_, id) => notice(`Рахунок ${id}`, topic)),
              (id) => id,
            ),
          )
      for (const names of [['Desk'], ['Дуже довга назва рахунку компанії', 'b', 'c']])
        fits(lockNotice(names))
      for (const demo of [false, true]) fits(testNotice('a', demo))
    })

    it.runIf(language !== 'en-XA')(
      'state the complete event in the title when the account has a short name or none',
      () => {
        speak()
        for (const alert of alerts)
          for (const account of [null, 'Desk 2'])
            expect(alertWords([alert], { ...words, account }).title).not.toMatch(/…$/)
        expect(lockNotice(['Desk 2']).body).not.toMatch(/…/)
      },
    )
  },
)

describe('UX-64 an alert that was raised in one language', () => {
  it('is notified in the current language', () => {
    const [called] = ofLoan()
    if (called === undefined) throw new RangeError('no alert')
    readLanguageFrom(() => 'uk')
    expect(alertWords([anAlert(called)], { ...noticeWords, demo: true }).title).toMatch(
      /^Демо: Позика .+: LTV/,
    )
    readLanguageFrom(() => 'en')
    expect(alertWords([anAlert(called)], { ...noticeWords, demo: true }).title).toMatch(
      /^Demo: .+ loan: LTV/,
    )
  })
})

describe('UX-26, UX-61 notifications in the format of a region', () => {
  const words = { ...noticeWords, figures: true, account: 'Company treasury EU' }
  afterEach(() => readFormatsFrom(() => ({ numbers: null, dates: null })))

  it.each(regionTags)(
    '%s stay within what systems show, and show no figure if none is wanted',
    (tag) => {
      readFormatsFrom(() => ({ numbers: tag, dates: tag }))
      for (const alert of alerts) {
        const notice = alertWords([alert, anAlert()], words)
        expect(bytesOf(notice.title) + bytesOf(notice.body)).toBeLessThanOrEqual(200)
        const masked = maskedWords(() => alertWords([alert, anAlert()], words))
        const hidden = noticeWithoutAmounts({ ...testNotice('a', false), ...notice, masked }, 'all')
        expect(`${hidden.title} ${hidden.body}`).not.toMatch(/64|65\D|70\D000/u)
      }
    },
  )

  it('format a price and a level for the region', () => {
    readFormatsFrom(() => ({ numbers: 'de-DE', dates: 'de-DE' }))
    const [above] = ofPrices()
    if (above === undefined) throw new RangeError('no alert')
    expect(alertWords([anAlert(above)], words).title).toContain(
      'BTC_USDT is above 64\u202f000,5 already',
    )
  })
})
