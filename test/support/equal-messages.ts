// A message by its key equals the English sentence it says: tests hold what a person reads.
import { expect } from 'vitest'
import { englishOf, type Message } from '../../src/shared/messages/messages.js'

function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    typeof value.key === 'string' &&
    /^[a-z]+\./.test(value.key)
  )
}

function sentenceOf(value: unknown): string | null {
  return isMessage(value) ? englishOf(value) : typeof value === 'string' ? value : null
}

expect.addEqualityTesters([
  (one, other) => {
    if (!isMessage(one) && !isMessage(other)) return undefined
    const [a, b] = [sentenceOf(one), sentenceOf(other)]
    return a === null || b === null ? undefined : a === b
  },
])
