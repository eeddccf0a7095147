import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  afterTryText,
  callOutcome,
  connectText,
  fieldHint,
  indentedJson,
  limiterTexts,
} from '../../../../src/renderer/calls/call-format.js'
import { aCall } from '../../../fixtures/portfolio/calls.js'

const utc = () => 0

function refusal(code: 'rate-limited' | 'busy' | 'unreachable', reason: string, retryAt?: number) {
  return {
    code,
    message: 'It was not sent.',
    reason,
    ...(retryAt === undefined ? {} : { retryAt }),
  }
}

describe('text for calls', () => {
  it.each([
    [null, 'Understood'],
    [{ code: 'outcome-unknown', sent: true }, 'Outcome unknown'],
    [{ code: 'credit-line-off', sent: true }, 'Not enabled'],
    [{ code: 'b2b-only', sent: true }, 'Not enabled'],
    [{ code: 'not-understood', sent: true }, 'Not understood'],
    [{ code: 'refused', sent: true }, 'Refused'],
    [{ code: 'timeout', sent: true }, 'No answer in time'],
    [{ code: 'unreachable', sent: true }, 'No answer'],
    [{ code: 'unreachable', sent: false }, 'Not sent'],
    [{ code: 'rate-limited', sent: false }, 'Not sent'],
    [{ code: 'rate-limited', sent: true }, 'Asked to slow down'],
  ] as const)('says how one was interpreted: %j is “%s”', (failure, text) => {
    expect(callOutcome({ failure }).text).toBe(text)
  })

  it('says what the limiter did, or that it did nothing', () => {
    expect(limiterTexts(aCall({ id: 1 }), utc)).toEqual(['Nothing: it was sent at once.'])
    const waited = aCall({
      id: 1,
      waits: [{ kind: 'turn' }, { kind: 'budget', scope: 'history' }, { kind: 'pause', ms: 1500 }],
    })
    expect(limiterTexts(waited, utc)).toEqual([
      'Waited for its turn: each key has one call in flight at a time.',
      'Waited for the limit on history calls of this computer.',
      'Waited for a pause that the exchange had asked for, 1500 ms of it left.',
    ])
  })

  it('says until when an answer paused later calls', () => {
    const paused = aCall({
      id: 1,
      at: 1_763_000_000,
      after: { again: true, ms: 2000, pausedMs: 2000 },
      timings: { ...aCall({ id: 1 }).timings, totalMs: 1000 },
    })
    expect(limiterTexts(paused, utc)).toEqual([
      'Paused by this answer: nothing that the exchange counts with it goes before 02:13:23.',
    ])
    expect(afterTryText(paused)).toBe('Tried again after 2000 ms.')
  })

  it.each([
    [
      refusal('rate-limited', 'PAUSED', 1_763_000_060),
      'Not sent: the exchange had asked for a pause. It ends at 02:14:20.',
    ],
    [
      refusal('unreachable', 'BREAKER_OPEN'),
      'Not sent: after five failures in a row the circuit breaker lets a liveness check go first.',
    ],
    [refusal('busy', 'QUEUE_TIMEOUT'), 'Not sent: its turn did not come in time.'],
    [refusal('busy', 'QUEUE_FULL'), 'Not sent: too many calls were waiting.'],
  ])('says why one was held back: %j', (problem, text) => {
    expect(limiterTexts(aCall({ id: 1, problem }), utc)).toEqual([text])
  })

  it('distinguishes a reused connection from a new one, and from none', () => {
    const timings = { ...aCall({ id: 1 }).timings, reused: false }
    expect(connectText(aCall({ id: 1 }))).toBe('reused connection')
    expect(connectText(aCall({ id: 1, timings: { ...timings, connectMs: 41.7 } }))).toBe('41 ms')
    expect(connectText(aCall({ id: 1, timings }))).toBe('none was made')
  })

  it('says what a field accepts', () => {
    expect(
      fieldHint({ name: 'limit', required: false, kind: 'integer', least: 1, most: 100 }),
    ).toBe('optional: whole number, 1 to 100')
    expect(
      fieldHint({
        name: 'accountName',
        required: true,
        kind: 'text',
        pattern: null,
        least: 1,
        most: null,
      }),
    ).toBe('required: text')
  })
})

describe('an indented answer', () => {
  it('is the same JSON with the same digits', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        expect(JSON.parse(indentedJson(text))).toEqual(JSON.parse(text))
      }),
    )
    expect(indentedJson('{"id":90071992547409931234,"list":[],"of":[1.10,{}]}')).toBe(
      '{\n  "id": 90071992547409931234,\n  "list": [],\n  "of": [\n    1.10,\n    {}\n  ]\n}',
    )
  })

  it('is unchanged if it is not JSON, and does not fail if truncated', () => {
    expect(indentedJson('<html>no, JSON</html>')).toBe('<html>no, JSON</html>')
    expect(indentedJson('[{"a":"b')).toContain('"')
    expect(indentedJson('')).toBe('')
  })
})
