// The same script against the same seed and scene, each time in its own process, byte for byte.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { programPath } from '../../support/built-programs.js'
import { documentedAsks } from '../../support/documented-answers.js'

async function run(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [programPath('script'), ...args], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

describe('two runs of the same script', () => {
  it.each([
    ['margin-call', 'spec', '2'],
    ['storm', 'spec', '2'],
    ['empty', 'spec', '2'],
    ['heavy', 'live', '1'],
    ['calm', 'live', '2'],
  ])('give the same bytes: %s, %s dialect', async (scene, dialect, rounds) => {
    const first = await run(scene, '5', rounds, dialect)
    expect(first).toContain('"orderId":')
    expect(await run(scene, '5', rounds, dialect)).toBe(first)
  })

  it('give the same bytes, and others with another seed', async () => {
    const first = await run('calm', '5', '1')
    expect(await run('calm', '5', '1')).toBe(first)
    expect(await run('calm', '6', '1')).not.toBe(first)
  })
})

describe('a storm', () => {
  it('fails calls in many ways, and lets enough of them through', async () => {
    const rounds = 6
    const lines = (await run('storm', '2', String(rounds)))
      .split('\n')
      .filter((line) => /^[a-zA-Z]+ (was|\d{3})/.test(line))
    expect(lines.length).toBeGreaterThan(rounds * documentedAsks.length)
    const outcomes = lines.map((line) => line.split(' ')[1])
    expect(outcomes).toContain('was')
    expect(outcomes.filter((one) => one === '200').length).toBeGreaterThan(15)
    expect(new Set(outcomes).size).toBeGreaterThan(4)
  })
})
