import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerHandshake,
  closeFrame,
  MessageReader,
  pongFrame,
  textFrame,
  wantsStream,
  type Message,
} from '../../../../src/simulator/stream/websocket.js'
import { clientFrame, serverFrames, type ClientFrame } from '../../../support/client-frame.js'

const largest = 70_000

const read = (...frames: ClientFrame[]): Message[] =>
  new MessageReader(largest).push(Buffer.concat(frames.map((frame) => clientFrame(frame))))
const breach = (code: number) => [{ kind: 'breach', code }]
const text = (text: string) => ({ kind: 'text', text })

const [continuation, binary, close, ping, pong] = [0, 2, 8, 9, 10]

describe('messages', () => {
  it.each(['', 'a', 'é⛏𝕏', 'x'.repeat(125), 'x'.repeat(126), 'x'.repeat(65_535), 'x'.repeat(65_536)])(
    'of any length are unmasked (%#)',
    (payload) => {
      expect(read({ payload })).toEqual([text(payload)])
    },
  )

  it('come in the order they were sent, however the network cuts them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 40 })),
        (texts, cuts) => {
          const sent = texts.map((one) => one.replaceAll(/[\uD800-\uDFFF]/g, ''))
          let bytes = Buffer.concat(sent.map((payload) => clientFrame({ payload })))
          const reader = new MessageReader(largest)
          const messages: Message[] = []
          for (const cut of cuts) {
            messages.push(...reader.push(bytes.subarray(0, cut)))
            bytes = bytes.subarray(cut)
          }
          messages.push(...reader.push(bytes))
          expect(messages).toEqual(sent.map(text))
        },
      ),
    )
  })

  it('are joined from fragments, with pings in between, even where a character was cut in two', () => {
    const bytes = Buffer.from('a⛏b')
    expect(
      read(
        { final: false, payload: bytes.subarray(0, 2) },
        { opcode: ping, payload: 'still there?' },
        { opcode: continuation, final: false, payload: '' },
        { opcode: continuation, payload: bytes.subarray(2) },
        { payload: 'next' },
      ),
    ).toEqual([{ kind: 'ping', payload: Buffer.from('still there?') }, text('a⛏b'), text('next')])
  })

  it('know pongs and closes', () => {
    const closing = Buffer.from([0x03, 0xe8, 0x62, 0x79, 0x65])
    expect(read({ opcode: pong, payload: 'x' }, { opcode: close, payload: closing })).toEqual([
      { kind: 'pong' },
      { kind: 'close', code: 1000 },
    ])
    expect(read({ opcode: close })).toEqual([{ kind: 'close', code: null }])
  })
})

describe('what breaks the protocol', () => {
  it.each<[string, ClientFrame[], number]>([
    ['an unmasked frame', [{ masked: false, payload: 'x' }], 1002],
    ['a reserved bit', [{ reserved: 4 }], 1002],
    ['an unknown opcode', [{ opcode: 3 }], 1002],
    ['an unknown control opcode', [{ opcode: 11 }], 1002],
    ['a ping in fragments', [{ opcode: ping, final: false }], 1002],
    ['a ping longer than 125 bytes', [{ opcode: ping, payload: 'x'.repeat(126) }], 1002],
    ['a length in two bytes that fits into one', [{ payload: 'x', lengthBytes: 2 }], 1002],
    ['a length in eight bytes that fits into two', [{ payload: 'x'.repeat(300), lengthBytes: 8 }], 1002],
    ['a continuation of nothing', [{ opcode: continuation }], 1002],
    ['a new message before the last is complete', [{ final: false }, { payload: 'x' }], 1002],
    ['a binary message', [{ opcode: binary, payload: 'x' }], 1003],
    ['text that is not UTF-8', [{ payload: Buffer.from([0xc3, 0x28]) }], 1007],
    ['text cut off in a character', [{ payload: Buffer.from('⛏').subarray(0, 2) }], 1007],
    ['a frame too large', [{ payload: 'x'.repeat(largest + 1) }], 1009],
    [
      'fragments too large together',
      [
        { final: false, payload: 'x'.repeat(40_000) },
        { opcode: continuation, payload: 'x'.repeat(40_000) },
      ],
      1009,
    ],
    ['a close of one byte', [{ opcode: close, payload: 'x' }], 1002],
    ['a close code nobody may send', [{ opcode: close, payload: Buffer.from([0x03, 0xed]) }], 1002],
    ['a close reason that is not UTF-8', [{ opcode: close, payload: Buffer.from([0x03, 0xe8, 0xff]) }], 1007],
  ])('%s', (_what, frames, code) => {
    expect(read(...frames)).toMatchObject(breach(code))
  })

  it('a length of exabytes is refused from its header, before anything of it came', () => {
    const header = clientFrame({ statedLength: 0x7fff_ffff_ffff_ffffn }).subarray(0, 10)
    expect(new MessageReader(largest).push(header)).toMatchObject(breach(1009))
  })

  it('ends the reading: what comes after it is not looked at', () => {
    const reader = new MessageReader(largest)
    expect(
      reader.push(Buffer.concat([clientFrame({ payload: 'a' }), clientFrame({ opcode: 3 }), clientFrame({ payload: 'b' })])),
    ).toMatchObject([text('a'), { kind: 'breach' }])
    expect(reader.push(clientFrame({ payload: 'c' }))).toEqual([])
  })

  it('never makes the reader throw or read more than it was given', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 10 }), (pieces) => {
        const reader = new MessageReader(largest)
        for (const piece of pieces) {
          for (const message of reader.push(Buffer.from(piece))) {
            if (message.kind === 'text') expect(message.text.length).toBeLessThanOrEqual(largest)
            if (message.kind === 'ping') expect(message.payload.length).toBeLessThanOrEqual(125)
          }
        }
      }),
    )
  })
})

describe('what a server sends', () => {
  it.each([0, 125, 126, 65_535, 65_536])('is whole, unmasked and as long as stated: %i bytes', (length) => {
    const payload = 'x'.repeat(length)
    expect(serverFrames(textFrame(payload))).toEqual([{ opcode: 1, final: true, masked: false, payload: Buffer.from(payload) }])
  })

  it('repeats a ping, and closes with a code and a reason', () => {
    expect(serverFrames(pongFrame(Buffer.from('abc')))).toMatchObject([{ opcode: pong, payload: Buffer.from('abc') }])
    expect(serverFrames(closeFrame(1001, 'bye'))).toMatchObject([{ opcode: close, payload: Buffer.from([0x03, 0xe9, 0x62, 0x79, 0x65]) }])
    expect(serverFrames(closeFrame(null))).toMatchObject([{ opcode: close, payload: Buffer.alloc(0) }])
  })
})

const good = {
  upgrade: 'websocket',
  connection: 'keep-alive, Upgrade',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
}

describe('the handshake', () => {
  it('answers the sample of the RFC as the RFC does', () => {
    const { status, headers } = answerHandshake('GET', good)
    expect(status).toBe(101)
    expect(headers).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
  })

  it.each([
    ['another method', 'POST', good],
    ['no key', 'GET', { ...good, 'sec-websocket-key': undefined }],
    ['a key of another length', 'GET', { ...good, 'sec-websocket-key': 'c2hvcnQ=' }],
    ['no word of upgrading the connection', 'GET', { ...good, connection: 'keep-alive' }],
  ])('refuses %s with 400', (_what, method, headers) => {
    expect(answerHandshake(method, headers)).toEqual({ status: 400, headers: [] })
  })

  it('names the version it speaks to a client with another', () => {
    const answer = answerHandshake('GET', { ...good, 'sec-websocket-version': '8' })
    expect(answer).toEqual({ status: 426, headers: ['Sec-WebSocket-Version: 13'] })
  })

  it('is not meant by a client that would like another protocol', () => {
    expect(wantsStream(good)).toBe(true)
    expect(wantsStream({ upgrade: 'WebSocket' })).toBe(true)
    expect(wantsStream({ upgrade: 'h2c' })).toBe(false)
    expect(wantsStream({})).toBe(false)
  })
})
