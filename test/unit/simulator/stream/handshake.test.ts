import { describe, expect, it } from 'vitest'
import { answerHandshake, wantsStream } from '../../../../src/simulator/stream/handshake.js'

const good = {
  upgrade: 'websocket',
  connection: 'keep-alive, Upgrade',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
}

describe('the handshake', () => {
  it('answers the sample of the RFC as the RFC does', () => {
    const answer = answerHandshake('GET', good)
    const text = answer.open ? answer.text : ''
    expect(text).toMatch(/^HTTP\/1\.1 101 /)
    expect(text).toContain('\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n')
    expect(text.endsWith('\r\n\r\n')).toBe(true)
  })

  it.each([
    ['another method', 'POST', good],
    ['no key', 'GET', { ...good, 'sec-websocket-key': undefined }],
    ['a key of another length', 'GET', { ...good, 'sec-websocket-key': 'c2hvcnQ=' }],
    ['no word of upgrading the connection', 'GET', { ...good, connection: 'keep-alive' }],
  ])('refuses %s with 400', (_what, method, headers) => {
    expect(answerHandshake(method, headers)).toEqual({ open: false, status: 400, headers: [] })
  })

  it('names the version it speaks to a client with another', () => {
    const answer = answerHandshake('GET', { ...good, 'sec-websocket-version': '8' })
    expect(answer).toEqual({ open: false, status: 426, headers: ['Sec-WebSocket-Version: 13'] })
  })

  it('is not meant by a client that would like another protocol', () => {
    expect(wantsStream(good)).toBe(true)
    expect(wantsStream({ upgrade: 'WebSocket' })).toBe(true)
    expect(wantsStream({ upgrade: 'h2c' })).toBe(false)
    expect(wantsStream({})).toBe(false)
  })
})
