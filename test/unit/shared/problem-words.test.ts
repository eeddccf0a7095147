import { describe, expect, it } from 'vitest'
import { beyondTitle, problemWords } from '../../../src/shared/domain/problem-words.js'

describe('what a problem says beyond its title', () => {
  it('is its message', () => {
    const message = 'Nothing answers at the exchange’s address.'
    expect(beyondTitle({ code: 'unreachable', message })).toBe(message)
  })

  it.each(Object.entries(problemWords))('is nothing where the message is the title again: %s', (name, { title }) => {
    const code = name as keyof typeof problemWords
    for (const message of ['', title, `${title}.`]) expect(beyondTitle({ code, message })).toBe('')
  })
})
