// What Plimsoll makes of answers that other people's clients received; SOURCES.md says where each is from.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorStatus, type WireReply } from '../../../src/main/exchange/errors.js'
import { parseAnswer, parseErrorBody } from '../../../src/main/exchange/response-parser.js'
import { toPositions } from '../../../src/main/exchange/wire-mapping.js'
import { directionOf, type Position } from '../../../src/shared/domain/position.js'
import type { ProblemCode } from '../../../src/shared/domain/problem.js'
import { endpoints } from '../../../src/v4/endpoints.js'

function replyOf(file: string, status: number): WireReply {
  const body = readFileSync(new URL(file, import.meta.url))
  return { status, contentType: 'application/json', retryAfter: null, date: null, body, headMs: 1, bodyMs: 1 }
}

const positions: Record<string, Position[]> = {
  // Without `unrealizedPnl` and `positionSide`: the figures that need them are said not to have been sent.
  'positions-live-2025-03.json': [
    {
      id: '479975679',
      market: 'BTC_PERP',
      openedAt: '1741941025.3011869',
      modifiedAt: '1741941025.3011869',
      amount: '0.001',
      entryPrice: '82498.7',
      liquidationPrice: '70177.2',
      liquidationState: null,
      realizedPnl: '0',
      pnlPercent: '0.00',
      usedMargin: '4.2',
      freeMargin: '10',
      funding: '0',
      unrealizedFunding: '0',
      protectiveOrders: null,
    },
  ],
  // The state is known whatever the case of its letters.
  'positions-state-Margin_call.json': [
    {
      id: '527',
      market: 'BTC_USDT',
      openedAt: '1651568067.789679',
      modifiedAt: '1651568067.789679',
      amount: '0.1',
      entryPrice: '45658.349',
      liquidationPrice: '41000',
      liquidationState: 'margin_call',
      realizedPnl: '-168.42',
      pnlPercent: '-0.43',
      usedMargin: '8316.74',
      freeMargin: '619385.67',
      funding: '0',
      unrealizedFunding: '0',
      protectiveOrders: null,
    },
  ],
  'positions-empty.json': [],
}

const refusals: Record<string, { status: number; is: ProblemCode }> = {
  'error-401-unauthorized.json': { status: 401, is: 'bad-key-or-signature' },
  'error-403-disabled.json': { status: 403, is: 'key-disabled' },
}

describe('ANS-2 a captured answer', () => {
  it('has an expected value, and a source', () => {
    const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.json'))
    const sources = readFileSync(new URL('SOURCES.md', import.meta.url), 'utf8')
    expect(files.sort()).toEqual([...Object.keys(positions), ...Object.keys(refusals)].sort())
    for (const file of files) expect(sources).toContain(`\`${file}\``)
  })

  it.each(Object.entries(positions))('of open positions is read: %s', (file, expected) => {
    const answer = parseAnswer(endpoints.openPositions, replyOf(file, 200), [])
    if (!answer.ok) throw new Error(JSON.stringify(answer.error.problem))
    expect(toPositions(answer.value)).toEqual({ value: expected })
    for (const position of expected) expect(directionOf(position)).toBe('long')
  })

  it.each(Object.entries(refusals))('that refuses the key is recognised: %s', (file, { status, is }) => {
    const reply = replyOf(file, status)
    const { problem } = errorStatus(endpoints.openPositions, reply, parseErrorBody(reply, []), { now: 0, used: 0 })
    expect(problem.code).toBe(is)
  })
})
