import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { commentWidth, topLevelFunctions } from '../../../tools/lint-rules.mjs'

const linter = new Linter()

function messagesFor(code: string): string[] {
  const config: Linter.Config = {
    plugins: { plimsoll: { rules: { functions: topLevelFunctions, width: commentWidth } } },
    rules: { 'plimsoll/functions': 'error', 'plimsoll/width': 'error' },
  }
  return linter.verify(code, config).map(({ messageId, line }) => `${line} ${messageId ?? ''}`)
}

describe('the rule for top-level functions', () => {
  it.each([
    ['an exported arrow', 'export const f = (a) => a'],
    ['an arrow with a body', 'const f = () => { g() }'],
    ['an arrow of several lines', 'const f = (a) =>\n  a'],
  ])('refuses %s', (_name, code) => {
    expect(messagesFor(code)).toEqual(['1 declare'])
  })

  it.each([
    ['a function declaration', 'export function f(a) {\n  return a\n}'],
    ['a helper of one line', 'const f = (a) => a'],
    ['a value that is no function', 'export const list = [\n  () => 1,\n]'],
    ['a closure', 'function f() {\n  const g = () => {\n    f()\n  }\n  return g\n}'],
  ])('allows %s', (_name, code) => {
    expect(messagesFor(code)).toEqual([])
  })
})

describe('the rule for the width of comments', () => {
  const long = 'word '.repeat(21).trim()

  it('refuses a comment line wider than 100 columns', () => {
    expect(messagesFor(`// ${long}`)).toEqual(['1 wrap'])
    expect(messagesFor(`/**\n * short\n * ${long}\n */`)).toEqual(['3 wrap'])
    expect(messagesFor(`f() // ${long}`)).toEqual(['1 wrap'])
  })

  it('allows what cannot be wrapped: directives, addresses, wide code', () => {
    expect(messagesFor(`// eslint-disable-next-line no-alert -- ${long}\nalert()`)).not.toContain(
      '1 wrap',
    )
    expect(messagesFor(`// See https://example.com/${'a'.repeat(100)}`)).toEqual([])
    expect(messagesFor(`f('${long}')`)).toEqual([])
  })
})
