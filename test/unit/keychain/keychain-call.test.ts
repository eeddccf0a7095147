import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokerEnvironment } from '../../../src/main/keychain/broker.js'
import { readBrokerReply, readBrokerRequest } from '../../../src/main/keychain/keychain-call.js'

describe('broker messages', () => {
  test('are read as a complete request', () => {
    const request = { id: 1, op: 'set', account: 'a', item: new Uint8Array([1]) }
    expect(readBrokerRequest(request)).toEqual(request)
  })

  test('are never read as an incomplete request', () => {
    const whole = { id: 1, op: 'get', account: 'a', item: null }
    for (const bad of [
      { ...whole, op: 'findCredentials' },
      { ...whole, id: '1' },
      { id: 1, op: 'get' },
      { ...whole, account: 1 },
      { ...whole, item: 'text' },
      null,
    ]) {
      expect(readBrokerRequest(bad)).toBeNull()
    }
  })

  test('are read as a message or as nothing, whatever they are', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        expect(readBrokerRequest(message)).toBeNull()
        expect(readBrokerReply(message)).toBeNull()
      }),
    )
  })

  test('SEC-4 the broker inherits only what the session bus needs', () => {
    const env = brokerEnvironment({
      HOME: '/home/a',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
      XDG_RUNTIME_DIR: '/run/user/1000',
      DISPLAY: undefined,
      AWS_SECRET_ACCESS_KEY: 'x',
      NODE_OPTIONS: '--require evil.js',
      LANG: 'de_DE.UTF-8',
    })
    expect(env).toEqual({
      HOME: '/home/a',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
      XDG_RUNTIME_DIR: '/run/user/1000',
      LC_ALL: 'C.UTF-8',
      LANGUAGE: 'C',
    })
  })
})
