import { describe, expect, it } from 'vitest'
import { readMessage, writtenMessage } from '../../../src/main/database/stored-message.js'
import { messageOf } from '../../../src/shared/messages/messages.js'

describe('UX-64 a message in a column', () => {
  it.each([
    messageOf('exchange.rescue.missing'),
    messageOf('exchange.rescue.text', {
      now: messageOf('exchange.rescue.backup', { time: '2025-06-15 12:00 UTC' }),
    }),
    'Plimsoll’s data was missing',
  ])('is read as written: %j', (original) => {
    expect(readMessage(writtenMessage(original))).toStrictEqual(original)
  })

  it.each([
    '{"key":"exchange.of-tomorrow"}',
    '{"key":"exchange.rescue.text"}',
    '{"key":5}',
    '{',
    '{}',
  ])('stays text if it is no message: %s', (text) => {
    expect(readMessage(text)).toBe(text)
  })
})
