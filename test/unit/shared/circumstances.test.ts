import { describe, expect, it } from 'vitest'
import {
  explainConnection,
  explainPortfolio,
  explainProblem,
  isUnderMaintenance,
  mayBeMaintenance,
} from '../../../src/shared/circumstances.js'
import { noConnection } from '../../../src/shared/portfolio/connection.js'
import { nothingYet } from '../../../src/shared/portfolio/feed.js'
import { noPortfolio, type PortfolioView } from '../../../src/shared/portfolio/portfolio.js'
import { problemCodes as codes } from '../../../src/shared/problem-words.js'
import type { Problem } from '../../../src/shared/problem.js'
import { problem } from '../../support/fake-exchange-client.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

const calm = { maintenance: false, clockSkew: 0.4 }
const now = 1_760_000_000

describe('the explanation of a failed call', () => {
  it('is the maintenance announced by the exchange, if no sensible answer came', () => {
    const explained = codes.filter(
      (code) => explainProblem(problem(code), { ...calm, maintenance: true }).code !== code,
    )
    expect(explained).toEqual(['exchange-trouble', 'not-understood', 'unreachable', 'timeout'])
    expect(codes.filter((code) => mayBeMaintenance({ code }))).toEqual(explained)
    const failed: Problem = {
      ...problem('exchange-trouble'),
      retryAt: now + 8,
      server: { status: 503, code: null, message: 'Down' },
    }
    expect(explainProblem(failed, { ...calm, maintenance: true })).toEqual({
      ...failed,
      code: 'maintenance',
      message: '',
      reason: 'exchange-trouble',
    })
  })

  it('is this computer’s clock, with its offset, if the exchange refuses key, nonce or time', () => {
    const off = { maintenance: false, clockSkew: 95.8 }
    const explained = codes.filter(
      (code) => code !== 'clock-wrong' && explainProblem(problem(code), off).code === 'clock-wrong',
    )
    expect(explained).toEqual(['bad-key-or-signature', 'nonce-conflict'])
    const message = (clockSkew: number) =>
      englishOf(explainProblem(problem('clock-wrong'), { ...calm, clockSkew }).message)
    expect(message(95.8)).toBe('It is 95 s ahead of the exchange’s.')
    expect(message(-180)).toBe('It is 3 min behind the exchange’s.')
    expect(message(-7300)).toBe('It is 2 h behind the exchange’s.')
  })

  it('is empty if the clocks agree, or their difference is unknown', () => {
    for (const code of codes) {
      for (const circumstances of [
        calm,
        { maintenance: false, clockSkew: null },
        { maintenance: false, clockSkew: -30 },
      ]) {
        const failed = problem(code)
        expect(explainProblem(failed, circumstances)).toBe(failed)
      }
    }
  })

  it('changes only the reason of a view, and nothing without an explanation', () => {
    const failing: PortfolioView = {
      ...noPortfolio,
      loan: { ...nothingYet, problem: problem('timeout') },
      borrowings: { at: 5, list: [] },
    }
    expect(explainPortfolio(failing, calm)).toBe(failing)
    const explained = explainPortfolio(failing, { ...calm, maintenance: true })
    expect(explained.loan).toEqual({
      ...failing.loan,
      problem: { ...failing.loan.problem, code: 'maintenance', message: '', reason: 'timeout' },
    })
    expect(explained.positions).toBe(failing.positions)
    expect(explained.borrowings).toBe(failing.borrowings)
    const offline = { ...noConnection, state: 'offline' as const, problem: problem('unreachable') }
    expect(explainConnection(offline, calm)).toBe(offline)
    expect(explainConnection(offline, { ...calm, maintenance: true })).toMatchObject({
      state: 'offline',
      problem: { code: 'maintenance' },
    })
  })

  it('a maintenance notice is valid for a quarter of an hour if it cannot be checked again', () => {
    const said = (
      asOf: number | null,
      value: 'maintenance' | 'operational' | 'unclear' | null = 'maintenance',
    ) =>
      isUnderMaintenance(
        { ...nothingYet, value, asOf, source: 'live', problem: problem('timeout') },
        now,
      )
    expect([said(now), said(now - 900), said(now - 901), said(null)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([said(now, 'operational'), said(now, 'unclear'), said(now, null)]).toEqual([
      false,
      false,
      false,
    ])
  })
})
