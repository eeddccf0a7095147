import { describe, expect, it } from 'vitest'
import { readCliOptions, settle } from '../../../src/simulator/cli-options.js'

const bare = {
  port: 0,
  seed: null,
  scene: null,
  dialect: 'spec',
  onlySpecified: false,
  at: null,
  speed: 1,
  state: null,
  help: false,
} as const

describe('flags', () => {
  it('are all optional', () => {
    expect(readCliOptions([])).toEqual({ ok: true, value: bare })
  })

  it('are accepted in both forms', () => {
    const args = [
      '--port',
      '8080',
      '--seed=7',
      '--scene',
      'empty',
      '--dialect=live',
      '--speed',
      '60',
      '--state',
      'a.json',
      '--only-specified',
    ]
    expect(readCliOptions(args)).toEqual({
      ok: true,
      value: {
        port: 8080,
        seed: 7,
        scene: 'empty',
        dialect: 'live',
        onlySpecified: true,
        at: null,
        speed: 60,
        state: 'a.json',
        help: false,
      },
    })
    expect(readCliOptions(['--at', '1755500000'])).toEqual({
      ok: true,
      value: { ...bare, at: 1_755_500_000 },
    })
  })

  it.each([
    [['--port', '65536'], '--port'],
    [['--port', '-1'], '--port'],
    [['--port', '80a'], '--port'],
    [['--port'], '--port'],
    [['--seed', '1.5'], '--seed'],
    [['--seed', ''], '--seed'],
    [['--scene', 'sunny'], '--scene'],
    [['--scene', 'constructor'], '--scene'],
    [['--dialect', 'french'], '--dialect'],
    [['--speed', '0'], '--speed'],
    [['--at', 'noon'], '--at'],
    [['--at', '1755500000.5'], '--at'],
    [['--at', '1755500000000'], '--at'],
    [['--at', '-1'], '--at'],
    [['--at', '1755500000', '--speed', '1'], '--speed'],
    [['--state', ''], '--state'],
    [['--colour'], '--colour'],
    [['calm'], 'calm'],
  ])('%j are refused with a message that names the flag', (args, named) => {
    const read = readCliOptions(args)
    expect(read.ok).toBe(false)
    if (!read.ok) expect(read.error).toContain(named)
  })
})

describe('the start of a run', () => {
  it('uses seed 1 and the calm scene by default', () => {
    expect(settle(bare, null)).toEqual({ ok: true, value: { seed: 1, scene: 'calm' } })
    expect(settle({ ...bare, seed: 9, scene: 'storm' }, null)).toEqual({
      ok: true,
      value: { seed: 9, scene: 'storm' },
    })
  })

  it('uses the state file, beside which a flag of the same value is allowed', () => {
    const kept = { seed: 4, scene: 'heavy' } as const
    expect(settle(bare, kept)).toEqual({ ok: true, value: kept })
    expect(settle({ ...bare, seed: 4, scene: 'heavy' }, kept)).toEqual({ ok: true, value: kept })
  })

  it.each([
    [{ seed: 5 }, '--seed 5'],
    [{ scene: 'calm' as const }, '--scene calm'],
  ])('is refused if the flag %j contradicts the file', (flag, words) => {
    const settled = settle({ ...bare, state: 'kept.json', ...flag }, { seed: 4, scene: 'heavy' })
    expect(settled.ok).toBe(false)
    if (!settled.ok) expect(settled.error).toContain(words)
  })
})
