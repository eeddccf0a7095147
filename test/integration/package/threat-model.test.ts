import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const rows = (text: string): Set<string> => new Set(text.match(/\b(?:SEC|IPC|REN|NET|RTL|ORD|DAT|FLT|RES|SUP)-\d+\b/g) ?? [])

/** The names of all tests and groups of tests. */
const testNames = (): string =>
  readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.ts$/.test(file))
    .flatMap((file) => readFileSync(path.join(root, 'test', file), 'utf8').match(/(?:['"`])(?:[A-Z]{3}-\d+)[^\n]*/g) ?? [])
    .join('\n')

describe('the threat model', () => {
  it('names no defence that no test holds', () => {
    const named = rows(readFileSync(path.join(root, 'docs', 'threat-model.md'), 'utf8'))
    const held = rows(testNames())
    expect(named.size).toBeGreaterThan(40)
    expect([...named].filter((row) => !held.has(row))).toEqual([])
  })
})
