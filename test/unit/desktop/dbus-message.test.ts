import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BusMessage,
  type BusValue,
  decodeMessage,
  encodeMessage,
} from '../../../src/main/desktop/dbus-message.js'
import { notifyCall } from '../../../src/main/desktop/linux-notifier.js'
import { busSockets } from '../../../src/main/desktop/session-bus.js'
import type { AlertNotification } from '../../../src/shared/alerts/alert.js'

function aMessage(more: Partial<BusMessage>): BusMessage {
  return {
    type: 'call',
    serial: 1,
    replySerial: 0,
    path: '/a',
    interface: 'a.b',
    member: 'C',
    errorName: '',
    destination: 'd.e',
    sender: '',
    signature: '',
    body: [],
    ...more,
  }
}

/** What libdbus sends first on every connection, as strace shows it. */
const hello = Buffer.from(
  'l\x01\0\x01\0\0\0\0\x01\0\0\0m\0\0\0\x01\x01o\0\x15\0\0\0/org/freedesktop/DBus\0\0\0\x03\x01s\0\x05\0\0\0Hello\0\0\0' +
    '\x02\x01s\0\x14\0\0\0org.freedesktop.DBus\0\0\0\0\x06\x01s\0\x14\0\0\0org.freedesktop.DBus\0\0\0\0',
  'latin1',
)

const text = fc.string({ unit: 'grapheme' }).map((some) => some.replaceAll('\0', ''))

/** A type that may be sent, and a value of it. */
const { typed } = fc.letrec<{ typed: { type: string; value: BusValue } }>((tie) => ({
  typed: fc.oneof(
    { maxDepth: 4 },
    fc.record({ type: fc.constant('y'), value: fc.integer({ min: 0, max: 255 }) }),
    fc.record({ type: fc.constant('b'), value: fc.boolean() }),
    fc.record({ type: fc.constant('i'), value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) }),
    fc.record({ type: fc.constant('u'), value: fc.integer({ min: 0, max: 2 ** 32 - 1 }) }),
    fc.record({ type: fc.constantFrom('s', 'o'), value: text }),
    tie('typed').map(({ type, value }) => ({ type: 'v', value: { signature: type, value } })),
    fc.tuple(tie('typed'), fc.nat({ max: 3 })).map(([{ type, value }, count]) => ({
      type: `a${type}`,
      value: Array.from({ length: count }, () => value),
    })),
    fc.array(tie('typed'), { minLength: 1, maxLength: 3 }).map((members) => ({
      type: `(${members.map(({ type }) => type).join('')})`,
      value: members.map(({ value }) => value),
    })),
  ),
}))

describe('D-Bus messages', () => {
  it('are read as other implementations write them, piece by piece as they arrive', () => {
    const whole = Buffer.concat([hello, hello.subarray(0, 20)])
    expect(decodeMessage(hello.subarray(0, 15))).toBeNull()
    expect(decodeMessage(hello.subarray(0, hello.length - 1))).toBeNull()
    const read = decodeMessage(whole)
    expect(read?.message).toEqual(
      aMessage({
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member: 'Hello',
        destination: 'org.freedesktop.DBus',
      }),
    )
    expect(read?.rest).toEqual(hello.subarray(0, 20))
  })

  it('are read in the other byte order, with numbers of every size', () => {
    const body = Buffer.from(
      'ffd6000a00000000fffffffffffffffe000000000000000540040000000000000000',
      'hex',
    ).subarray(0, 32)
    const signature = Buffer.from('\x08\x01g\0\x05nqxtd\0', 'latin1')
    const header = Buffer.alloc(16)
    header.write('B', 0, 'latin1')
    header.writeUInt8(2, 1)
    header.writeUInt8(1, 3)
    header.writeUInt32BE(body.length, 4)
    header.writeUInt32BE(9, 8)
    header.writeUInt32BE(signature.length, 12)
    const message = Buffer.concat([
      header,
      signature,
      Buffer.alloc((8 - (signature.length % 8)) % 8),
      body,
    ])
    expect(decodeMessage(message)?.message).toMatchObject({
      type: 'return',
      serial: 9,
      signature: 'nqxtd',
      body: [-42, 10, -2n, 5n, 2.5],
    })
  })

  it('survive a round trip, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 4 }), text, (values, name) => {
        const signature = values.map(({ type }) => type).join('')
        fc.pre(signature.length < 200)
        const sent = aMessage({
          destination: name,
          signature,
          body: values.map(({ value }) => value),
        })
        const read = decodeMessage(encodeMessage(sent))
        expect(read?.message).toEqual(sent)
        expect(read?.rest).toHaveLength(0)
      }),
    )
  })

  it('end in an error or in nothing, never in a loop, when cut, changed or made up', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc.nat({ max: 200 }),
        (bytes, at) => {
          const damaged = Buffer.from(
            encodeMessage(
              aMessage({
                signature: 'asa{sv}v',
                body: [['a', 'b'], [], { signature: 'i', value: 1 }],
              }),
            ),
          )
          damaged.set(
            bytes.subarray(0, Math.max(0, damaged.length - at)),
            Math.min(at, damaged.length),
          )
          for (const one of [damaged, Buffer.from(bytes)]) {
            try {
              decodeMessage(one)
            } catch (fault) {
              expect(fault).toBeInstanceOf(Error)
            }
          }
        },
      ),
    )
  })

  it.each([
    ['longer than anything the bus has to say', [['u', 4, 1 << 21]]],
    ['with a header that never ends', [['u', 12, 0xffffffff]]],
  ] as const)('%s are refused', (_, changes) => {
    const changed = Buffer.from(hello)
    for (const [, at, value] of changes) changed.writeUInt32LE(value, at)
    expect(() => decodeMessage(changed)).toThrow('too long')
  })

  it.each(['a', '()', '(s', '{s', 'z', 'aaa'])('with %s for a type are refused', (signature) => {
    expect(() => encodeMessage(aMessage({ signature, body: [[]] }))).toThrow()
  })

  it('ask for a notification with the arguments of its specification', () => {
    const notice: AlertNotification = {
      id: 'n',
      profileId: 'a',
      title: 'Margin call',
      body: 'LTV 76',
      urgency: 'critical',
      timeoutType: 'never',
      silent: true,
      screen: 'loans',
    }
    const call = notifyCall(notice, 7, new Set(['actions']))
    const { message } = decodeMessage(encodeMessage(aMessage(call))) ?? {}
    expect(message).toMatchObject({
      signature: 'susssasa{sv}i',
      path: '/org/freedesktop/Notifications',
      member: 'Notify',
    })
    expect(message?.body).toEqual([
      ...['Plimsoll', 7, '', 'Margin call', 'LTV 76', ['default', 'Open Plimsoll']],
      [
        ['urgency', { signature: 'y', value: 2 }],
        ['desktop-entry', { signature: 's', value: 'plimsoll' }],
        ['suppress-sound', { signature: 'b', value: true }],
      ],
      0,
    ])
  })
})

describe('the address of the session bus', () => {
  it.each([
    ['unix:path=/run/user/1000/bus', ['/run/user/1000/bus']],
    ['unix:path=/tmp/a%20b%2Cc,guid=0123', ['/tmp/a b,c']],
    ['unix:abstract=/tmp/dbus-x,guid=01', ['\0/tmp/dbus-x']],
    ['tcp:host=localhost,port=1;unix:runtime=yes', ['/run/user/7/bus']],
    ['autolaunch:;unix:tmpdir=/tmp', []],
    ['', ['/run/user/7/bus']],
  ])('%s is read', (address, sockets) => {
    expect(
      busSockets({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: '/run/user/7' }),
    ).toEqual(sockets)
  })

  it('is the usual one if none is given, and none without a place for it', () => {
    expect(busSockets({ XDG_RUNTIME_DIR: '/run/user/7' })).toEqual(['/run/user/7/bus'])
    expect(busSockets({})).toEqual([])
  })
})
