import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noSteps, type StepState } from '../../../src/main/alerts/stored-alert-state.js'
import {
  type StepChange,
  evaluateSteps,
  type StepStatus,
} from '../../../src/main/alerts/hysteresis.js'

const names = ['low', 'middle', 'high']

function at(...readings: StepStatus[]) {
  return readings.map((status, index) => ({ key: names[index] ?? '', status }))
}

function run(answers: StepStatus[][]): StepChange[] {
  let state: StepState = noSteps
  return answers.map((answer) => {
    const result = evaluateSteps(at(...answer), state)
    state = result.state
    return result
  })
}

const last = (answers: StepStatus[][]): StepChange | undefined => run(answers).at(-1)

const C = 'cleared'
const R = 'reached'
const B = 'between'
const U = 'unknown'

describe('steps', () => {
  it('reports a crossing once', () => {
    const [, crossing, after] = run([[C], [R], [R]])
    expect(crossing?.raise).toEqual({ key: 'low', found: 'new', isFirstLook: false })
    expect(after?.raise).toBeNull()
  })

  it('raises only the highest of several at once', () => {
    expect(
      last([
        [C, C, C],
        [R, R, C],
      ])?.raise,
    ).toEqual({ key: 'middle', found: 'new', isFirstLook: false })
  })

  it('shows what was already crossed at first sight', () => {
    expect(last([[R, R, C]])?.raise).toEqual({
      key: 'middle',
      found: 'standing',
      isFirstLook: true,
    })
  })

  it('shows a step added after it was crossed, unless a higher one has its alert', () => {
    const first = evaluateSteps([{ key: 'high', status: R }], {
      seen: ['high'],
      crossed: [],
      raised: [],
    })
    expect(evaluateSteps(at(R, R, R), first.state).raise).toBeNull()
    expect(
      evaluateSteps([{ key: 'added', status: R }], { seen: ['high'], crossed: [], raised: [] })
        .raise,
    ).toEqual({
      key: 'added',
      found: 'standing',
      isFirstLook: true,
    })
  })

  it('ends a step only when cleared, after which it can be crossed again', () => {
    const [, , between, cleared, again] = run([[C], [R], [B], [C], [R]])
    expect(between?.resolved).toEqual([])
    expect(cleared?.resolved).toEqual([{ key: 'low', end: 'over' }])
    expect(again?.raise).toEqual({ key: 'low', found: 'new', isFirstLook: false })
  })

  it('leaves a milder step shown, not fired, when a higher one ends', () => {
    const result = last([
      [C, C],
      [R, R],
      [R, C],
    ])
    expect(result?.resolved).toEqual([{ key: 'middle', end: 'over' }])
    expect(result?.raise).toEqual({ key: 'low', found: 'standing', isFirstLook: false })
  })

  it('never reports a step that is not reached', () => {
    expect(
      last([
        [C, C],
        [R, R],
        [B, C],
      ])?.raise,
    ).toBeNull()
    expect(
      last([
        [C, C],
        [R, R],
        [U, C],
      ])?.raise,
    ).toBeNull()
  })

  it('says nothing of a milder step crossed below a higher one', () => {
    expect(
      last([
        [C, C],
        [C, R],
        [R, R],
      ])?.raise,
    ).toBeNull()
  })

  it('changes nothing when nothing can be read', () => {
    const results = run([[C], [R], [U]])
    expect(results[2]).toEqual({ raise: null, resolved: [], state: results[1]?.state })
    expect(last([[U], [R]])?.raise).toEqual({ key: 'low', found: 'standing', isFirstLook: true })
  })

  it('drops a step that was removed', () => {
    const { state } = run([[C], [R]])[1] ?? { state: noSteps }
    expect(evaluateSteps([], state)).toEqual({
      raise: null,
      resolved: [{ key: 'low', end: 'dropped' }],
      state: noSteps,
    })
  })

  it('returns the same state when nothing changed', () => {
    const { state } = run([
      [C, C],
      [R, C],
    ])[1] ?? { state: noSteps }
    expect(evaluateSteps(at(B, C), state).state).toBe(state)
  })

  it('over any readings: at most one alert, which covers the highest step reached, and nothing ends that was not raised', () => {
    const reading = fc.constantFrom<StepStatus>(C, R, B, U)
    fc.assert(
      fc.property(fc.array(fc.tuple(reading, reading, reading), { maxLength: 40 }), (answers) => {
        const open = new Set<string>()
        run(answers).forEach((result, answer) => {
          for (const { key } of result.resolved) expect(open.delete(key)).toBe(true)
          if (result.raise !== null) {
            expect(open.has(result.raise.key)).toBe(false)
            open.add(result.raise.key)
            expect(result.raise.key).toBe(
              names.findLast((_name, index) => answers[answer]?.[index] === R),
            )
          }
          const gravest = names.findLastIndex((_name, index) => answers[answer]?.[index] === R)
          if (gravest !== -1) expect(names.slice(gravest).some((name) => open.has(name))).toBe(true)
          expect([...open].sort()).toEqual([...result.state.raised].sort())
        })
      }),
    )
  })
})
