import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCanonical } from '../../../src/simulator/auth.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { sign } from '../../support/signed-call.js'
import { simulatedService, simulatedStart } from '../../support/simulated-service.js'

const balance = endpoints.mainBalance.path
const nowNonce = simulatedStart * 1000

const unauthorized = { code: 10, message: 'Unauthorized request.', errors: {} }
const invalidPayload = { code: 9, message: 'Invalid payload.', errors: {} }
const tooMany = { code: 0, message: 'Too many requests.', errors: {} }

describe('headers', () => {
  it.each([
    ['no key', { 'x-txc-apikey': undefined }, 401, unauthorized],
    ['an unknown key', { 'x-txc-apikey': 'nobody' }, 401, unauthorized],
    [
      'no payload',
      { 'x-txc-payload': undefined },
      401,
      { code: 0, message: 'Payload not provided.', errors: {} },
    ],
    [
      'an empty payload',
      { 'x-txc-payload': '' },
      401,
      { code: 0, message: 'Payload not provided.', errors: {} },
    ],
    ['a payload that is not the body', { 'x-txc-payload': 'e30=' }, 400, invalidPayload],
    ['a payload that is not Base64', { 'x-txc-payload': '{"request"}' }, 400, invalidPayload],
    ['no signature', { 'x-txc-signature': undefined }, 401, unauthorized],
    ['a wrong signature', { 'x-txc-signature': 'ab'.repeat(64) }, 401, unauthorized],
    ['a signature that is not hex', { 'x-txc-signature': 'é'.repeat(128) }, 401, unauthorized],
    ['no content type', { 'content-type': undefined }, 400, invalidPayload],
    ['another content type', { 'content-type': 'text/plain' }, 400, invalidPayload],
  ])('refuses %s', (_what, headers, status, body) => {
    expect(simulatedService().call(balance, { headers })).toMatchObject({ status, json: body })
  })

  it('accepts a content type with a charset', () => {
    expect(
      simulatedService().call(balance, {
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }).status,
    ).toBe(200)
  })

  it('accepts a signature in capitals', () => {
    const { call, keyNamed } = simulatedService()
    const { signature } = sign(
      JSON.stringify({ request: balance, nonce: '1' }),
      keyNamed('full').apiSecret,
    )
    expect(
      call(balance, { nonce: '1', headers: { 'x-txc-signature': signature.toUpperCase() } }).status,
    ).toBe(200)
  })

  it('refuses a body that differs from the payload by one space', () => {
    expect(
      simulatedService().call(balance, { sentBody: `{"request":"${balance}", "nonce":"1"}` }),
    ).toMatchObject({
      status: 400,
      json: invalidPayload,
    })
  })
})

describe('a body with spaces between its tokens', () => {
  const spaced = (text: string) => {
    const { payload, signature } = sign(text, simulatedService().keyNamed('full').apiSecret)
    return { sentBody: text, headers: { 'x-txc-payload': payload, 'x-txc-signature': signature } }
  }

  it('is accepted in the specification’s dialect, and is no valid payload in the live one', () => {
    const call = spaced(`{"request": "${balance}", "nonce": "1"}`)
    expect(simulatedService().call(balance, call).status).toBe(200)
    expect(simulatedService({ dialect: 'live' }).call(balance, call)).toMatchObject({
      status: 400,
      json: { code: 9 },
    })
  })

  it('may have spaces inside its strings', () => {
    const call = spaced(`{"request":"${balance}","nonce":"1","note":"a \\" b"}`)
    expect(simulatedService({ dialect: 'live' }).call(balance, call).status).toBe(200)
  })

  it.each([
    ['an escaped slash', `{"request":"${balance.replaceAll('/', '\\/')}","nonce":"1"}`],
    ['a plain letter as an escape', `{"request":"${balance}","n\\u006fnce":"1"}`],
    ['a name twice', `{"request":"${balance}","nonce":"9","nonce":"1"}`],
    [
      'a name twice, further in',
      `{"request":"${balance}","nonce":"1","note":[{"a":1,"b":{"a":1},"a":1}]}`,
    ],
    [
      'a letter outside ASCII as an escape',
      `{"request":"${balance}","nonce":"1","note":"\\u00e9"}`,
    ],
    ['an escape in capitals', `{"request":"${balance}","nonce":"1","note":"\\u001F"}`],
    ['a number with a needless zero', `{"request":"${balance}","nonce":1.0}`],
    ['a number with an exponent', `{"request":"${balance}","nonce":1e0}`],
    [
      'a number that loses its last digits',
      `{"request":"${balance}","nonce":"1","note":12345678901234567890}`,
    ],
    ['minus nothing', `{"request":"${balance}","nonce":"1","note":-0}`],
  ])(
    'is accepted in the specification’s dialect and no valid payload in the live one if it has %s',
    (_what, text) => {
      expect(simulatedService().call(balance, spaced(text)).status).toBe(200)
      expect(simulatedService({ dialect: 'live' }).call(balance, spaced(text))).toMatchObject({
        status: 400,
        json: { code: 9, message: 'Invalid payload.' },
      })
    },
  )

  it.each([
    ['its names in any order', `{"nonce":"1","9":1,"request":"${balance}","1":2}`],
    [
      'a slash, a letter outside ASCII and what must be escaped',
      `{"request":"${balance}","nonce":"1","note":"/ é \\" \\\\ \\n \\u001f"}`,
    ],
    ['one name in two objects', `{"request":"${balance}","nonce":"1","note":[{"a":1},{"a":1}]}`],
    ['one text twice in a list', `{"request":"${balance}","nonce":1,"note":["a","a"],"b":"a"}`],
  ])('is a valid payload in the live dialect with %s', (_what, text) => {
    expect(simulatedService({ dialect: 'live' }).call(balance, spaced(text)).status).toBe(200)
  })
})

describe('request', () => {
  it('refuses a path that differs from the one called', () => {
    expect(simulatedService().call(balance, { request: '/api/v4/order/bulk' })).toMatchObject({
      status: 401,
      json: unauthorized,
    })
  })

  it('refuses a missing one', () => {
    expect(simulatedService().call(balance, { request: null })).toMatchObject({
      status: 422,
      json: { code: 0, message: 'Request not provided.' },
    })
  })
})

describe('nonce', () => {
  it('accepts text and integers, and only increasing ones', () => {
    const { call } = simulatedService()
    expect(call(balance, { nonce: '1755500000000' }).status).toBe(200)
    expect(call(balance, { nonce: 1755500000001 }).status).toBe(200)
    expect(call(balance, { nonce: 1755500000001 })).toMatchObject({ status: 429, json: tooMany })
    expect(call(balance, { nonce: '1755500000000' })).toMatchObject({ status: 429, json: tooMany })
    expect(call(balance, { nonce: '1755500000002' }).status).toBe(200)
  })

  it('is counted separately for each key', () => {
    const { call } = simulatedService()
    expect(call(balance, { nonce: '500' }).status).toBe(200)
    expect(call(balance, { nonce: '400', key: 'plain' }).status).toBe(200)
    expect(call(balance, { nonce: '450' }).status).toBe(429)
  })

  it('is compared as a number of any size, not as text', () => {
    const { call } = simulatedService()
    expect(call(balance, { nonce: '0009' }).status).toBe(200)
    expect(call(balance, { nonce: '10' }).status).toBe(200)
    expect(call(balance, { nonce: '09' }).status).toBe(429)
    expect(call(balance, { nonce: '99999999999999999999' }).status).toBe(200)
    expect(call(balance, { nonce: '100000000000000000000' }).status).toBe(200)
  })

  it('is not used up by a call with a wrong signature', () => {
    const { call } = simulatedService()
    expect(
      call(balance, { nonce: '900', headers: { 'x-txc-signature': '00'.repeat(64) } }).status,
    ).toBe(401)
    expect(call(balance, { nonce: '800' }).status).toBe(200)
  })

  it.each([
    [null, 'Nonce not provided.'],
    ['', 'Nonce not provided.'],
    [true, 'Invalid nonce.'],
    [['1'], 'Invalid nonce.'],
    [1.5, 'Invalid nonce.'],
    [-1, 'Invalid nonce.'],
  ])('refuses %j', (nonce, message) => {
    expect(simulatedService().call(balance, { body: { nonce }, nonce: null })).toMatchObject({
      status: 422,
      json: { code: 0, message },
    })
  })

  it('may be omitted from a bulk request in the specification’s dialect, and nowhere else', () => {
    const body = { orders: [] }
    const path = endpoints.bulkLimitOrders.path
    expect(simulatedService().call(path, { body, nonce: null, request: null }).json).toMatchObject({
      code: 30,
    })
    expect(
      simulatedService({ dialect: 'live' }).call(path, { body, nonce: null, request: null }).json,
    ).toMatchObject({
      message: 'Request not provided.',
    })
    const mining = endpoints.payoutDestination.path
    expect(
      simulatedService().call(mining, { body: { accountName: 'my_miner_01' }, nonce: null }).status,
    ).toBe(422)
  })
})

describe('nonceWindow', () => {
  const body = { nonceWindow: true }

  it('accepts nonces within five seconds in any order, each once', () => {
    const { call } = simulatedService()
    expect(call(balance, { body, nonce: nowNonce + 4000 }).status).toBe(200)
    expect(call(balance, { body, nonce: nowNonce - 4000 }).status).toBe(200)
    expect(call(balance, { body, nonce: nowNonce - 4000 })).toMatchObject({
      status: 429,
      json: tooMany,
    })
  })

  it('remembers each nonce for as long as the window lasts, and no longer', () => {
    const { call, advance, world } = simulatedService()
    for (let second = 0; second < 60; second += 1) {
      const nonce = (simulatedStart + second) * 1000
      for (const away of [-4900, 0, 4900])
        expect(call(balance, { body, nonce: nonce + away + second }).status).toBe(200)
      expect(call(balance, { body, nonce: nonce + second }).status).toBe(429)
      advance(1)
    }
    expect(world.keys['full']?.windowNonces).toEqual(
      world.keys['full']?.windowNonces.toSorted((a, b) => a - b),
    )
  })

  it('treats the same nonce as text and as a number as one', () => {
    const { call } = simulatedService()
    expect(call(balance, { body, nonce: nowNonce }).status).toBe(200)
    expect(call(balance, { body, nonce: String(nowNonce) }).status).toBe(429)
  })

  it('refuses a nonce of any length that is too far ahead', () => {
    expect(simulatedService().call(balance, { body, nonce: '9'.repeat(30) })).toMatchObject({
      status: 422,
      json: { code: 0 },
    })
  })

  it.each([-5001, 5001])('refuses a nonce %i ms away', (distance) => {
    const answer = simulatedService().call(balance, { body, nonce: nowNonce + distance })
    expect(answer).toMatchObject({ status: 422, json: { code: 0 } })
    expect(answer.text).toContain('Your nonce is more than 5 seconds')
  })

  it('refuses anything but true and false', () => {
    expect(simulatedService().call(balance, { body: { nonceWindow: 'yes' } })).toMatchObject({
      status: 422,
      json: { message: 'Invalid nonceWindow.' },
    })
  })
})

describe('permissions', () => {
  const b2b =
    "You don't have permission to use this endpoint. Please contact support for more details"

  it.each([endpoints.flexHistory.path, endpoints.closeInvestment.path])(
    '%s is for B2B partners',
    (path) => {
      expect(simulatedService().call(path, { key: 'plain' })).toMatchObject({
        status: 403,
        json: { code: 0, message: b2b, errors: {} },
      })
      expect(simulatedService({ dialect: 'live' }).call(path, { key: 'plain' }).json).toEqual({
        success: false,
        code: 0,
        message: b2b,
      })
    },
  )

  it('returns an empty 404 for a credit line that is not enabled', () => {
    expect(simulatedService().call(endpoints.creditLine.path, { key: 'plain' })).toMatchObject({
      status: 404,
      json: { code: 0, message: '', errors: {} },
    })
  })

  it('requires permissions for mining and orders', () => {
    const { call, right } = simulatedService()
    const barred = {
      status: 403,
      json: { code: 4, message: 'This API Key is not authorized to perform this action.' },
    }
    expect(call(endpoints.payoutDestination.path, { key: 'plain' })).toMatchObject(barred)
    right('full', { trading: false })
    expect(call(endpoints.collateralMarketOrder.path)).toMatchObject(barred)
    expect(call(endpoints.bulkLimitOrders.path)).toMatchObject(barred)
    expect(call(balance).status).toBe(200)
  })

  it('requires an eligible account for collateral', () => {
    const { call, right } = simulatedService()
    right('full', { collateral: false })
    for (const path of [endpoints.openPositions.path, endpoints.collateralMarketOrder.path]) {
      expect(call(path)).toMatchObject({
        status: 403,
        json: { code: 0, errors: {}, message: 'This action is unauthorized.' },
      })
    }
    expect(call(endpoints.bulkLimitOrders.path, { body: { orders: [] } }).status).toBe(422)
  })

  it('can deny a path for one key alone', () => {
    const { call, right } = simulatedService()
    right('full', { barred: [balance] })
    expect(call(balance)).toMatchObject({ status: 403, json: { code: 4 } })
    expect(call(endpoints.openPositions.path).status).toBe(200)
    expect(call(balance, { key: 'plain' }).status).toBe(200)
  })

  it('refuses a disabled key for any request', () => {
    const { call, right } = simulatedService()
    right('full', { enabled: false })
    expect(call(balance)).toMatchObject({
      status: 403,
      json: { code: 2, message: 'This action is unauthorized. Enable your key in API settings' },
    })
  })
})

describe('the compact spelling of a body', () => {
  it('equals every JSON value written without spaces, and no other', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(' ', '\n', '\t', 3), (value, space) => {
        const text = JSON.stringify(value)
        const spread = JSON.stringify(value, null, space)
        expect(isCanonical(text)).toBe(true)
        expect(isCanonical(spread)).toBe(spread === text)
      }),
    )
  })

  it('escapes nothing that needs no escape', () => {
    const letter = fc.constantFrom(...'aZ09 /:,{}[]éλ☃')
    const plain = fc.string({ unit: letter, minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(plain, fc.nat(), (text, place) => {
        const at = place % text.length
        const escape = `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
        const escaped = `"${text.slice(0, at)}${escape}${text.slice(at + 1)}"`
        expect(JSON.parse(escaped)).toBe(text)
        expect(isCanonical(`{"a":${escaped}}`)).toBe(false)
        expect(isCanonical(`{"a":"${text}"}`)).toBe(true)
      }),
    )
  })

  it('works at any depth of nesting', () => {
    const deep = (inside: string): string =>
      `${'[{"a":'.repeat(50_000)}${inside}${'}]'.repeat(50_000)}`
    expect(isCanonical(deep('1'))).toBe(true)
    expect(isCanonical(deep('1.0'))).toBe(false)
  })
})
