import { describe, expect, it } from 'vitest'
import { beyondTitle, problemCodes, wordsFor } from '../../../src/shared/problem-words.js'

/**
 * Whether anything was sent, done or kept, or what continues without it; if nobody knows, that and
 * no more.
 */
const ofMoney =
  /\b(sent|done|used|stored|deleted|changed|carried out|refreshed|ignored|executed|debt|live)\b/

describe('UX-70 the text of a problem', () => {
  it.each(problemCodes)(
    'says what happened, what it means for the money, and what to do: %s',
    (code) => {
      const { title, money, next } = wordsFor(code)
      expect(title).toMatch(/^[A-Z].{8,}[^.]$/)
      expect(money).toMatch(/^[A-Z].{10,}\.$/)
      expect(money).toMatch(ofMoney)
      expect(next).toMatch(/^[A-Z].{8,}\.$/)
      expect(new Set([title, money, next]).size).toBe(3)
    },
  )

  it('never suggests a second try for an order of unknown outcome', () => {
    const { title, money, next } = wordsFor('outcome-unknown')
    expect(`${title} ${money}`).toMatch(/not known.*Do not send it again/)
    expect(next).not.toMatch(/try again|send/i)
  })
})

describe("a problem's text beyond its title", () => {
  it('is its message', () => {
    const message = 'Nothing answers at the exchange’s address.'
    expect(beyondTitle({ code: 'unreachable', message })).toBe(message)
  })

  it.each(problemCodes)('is empty if the message repeats the title: %s', (code) => {
    const { title } = wordsFor(code)
    for (const message of ['', title, `${title}.`]) expect(beyondTitle({ code, message })).toBe('')
  })
})
