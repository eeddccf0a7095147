import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyBeforeNonce, createSigner, withNonce } from '../../../src/main/exchange/signer.js'
import {
  fromBulkDraft,
  fromFlexHistoryQuery,
  fromMarketOrder,
} from '../../../src/main/exchange/wire-mapping.js'
import { Secret, wipeCredentials } from '../../../src/main/keychain/secret.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { aBulk, aMarketOrder } from '../../support/test-client.js'

function setup(apiSecret = 'a-secret-nobody-may-see') {
  const credentials = { apiKey: Secret.of('public-key-1'), apiSecret: Secret.of(apiSecret) }
  return { credentials, signer: createSigner(credentials) }
}

describe('the signer', () => {
  it('signs exactly what it returns for sending', () => {
    const { signer } = setup()
    const signed = signer.sign('{"request":"/api/v4/x","nonce":"1"}')
    if (!signed.ok) throw new Error(signed.error)
    expect(signed.value.body.toString()).toBe('{"request":"/api/v4/x","nonce":"1"}')
    expect(signed.value.headers).toEqual({
      'Content-Type': 'application/json',
      'X-TXC-APIKEY': 'public-key-1',
      'X-TXC-PAYLOAD': signed.value.payload,
      'X-TXC-SIGNATURE': signed.value.signature,
    })
  })

  it('NET-11 signs the base64 of exactly the bytes it returns, whatever they are', () => {
    const { signer } = setup('s')
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (body) => {
        const signed = signer.sign(JSON.stringify(body))
        if (!signed.ok) throw new Error(signed.error)
        expect(Buffer.from(signed.value.payload, 'base64')).toEqual(signed.value.body)
        expect(signed.value.signature).toBe(
          createHmac('sha512', 's').update(signed.value.payload).digest('hex'),
        )
        expect(JSON.parse(signed.value.body.toString())).toEqual(JSON.parse(JSON.stringify(body)))
      }),
    )
  })

  it('SEC-16 refuses once either half of the key is wiped', () => {
    const { credentials, signer } = setup()
    expect(signer.sign('{}').ok).toBe(true)
    wipeCredentials(credentials)
    expect(signer.sign('{}')).toEqual({ ok: false, error: 'SECRET_WIPED' })
    const other = setup()
    other.credentials.apiKey.wipe()
    expect(other.signer.sign('{}')).toEqual({ ok: false, error: 'SECRET_WIPED' })
  })

  it('SEC-17 shows nothing of the secret when printed', () => {
    const { signer } = setup()
    signer.sign('{}')
    for (const printed of [
      inspect(signer, { depth: 10, showHidden: true }),
      JSON.stringify(signer),
      String(signer),
    ]) {
      expect(printed).not.toContain('nobody-may-see')
      expect(printed).not.toContain(Buffer.from('a-secret-nobody-may-see').toString('hex'))
    }
  })
})

function bodyOf(
  ...[endpoint, ask, dialect, nonce]: [...Parameters<typeof bodyBeforeNonce>, nonce: string]
): string {
  return withNonce(bodyBeforeNonce(endpoint, ask, dialect), nonce)
}

describe('the body of a private call', () => {
  it('NET-12 names its path in `request`, whatever else it contains', () => {
    const signed = Object.values(endpoints).filter(({ access }) => access !== 'public')
    fc.assert(
      fc.property(
        fc.constantFrom(...signed),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom('spec' as const, 'live' as const),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (endpoint, ask, dialect, nonce) => {
          const text = bodyOf(
            endpoint,
            { ...ask, request: '/elsewhere', nonce: '0' },
            dialect,
            String(nonce),
          )
          expect(JSON.parse(text)).toMatchObject({ request: endpoint.path, nonce: String(nonce) })
          expect(text.endsWith(`,"nonce":"${nonce}"}`)).toBe(true)
        },
      ),
    )
  })

  it('carries both signing members on every endpoint, even where the specification leaves it open', () => {
    for (const endpoint of Object.values(endpoints).filter(({ access }) => access !== 'public')) {
      expect(bodyOf(endpoint, {}, 'spec', '1')).toBe(`{"request":"${endpoint.path}","nonce":"1"}`)
    }
  })

  it('spells a market order as the specification does', () => {
    expect(
      bodyOf(
        endpoints.collateralMarketOrder,
        fromMarketOrder(aMarketOrder({ positionSide: 'LONG' })),
        'spec',
        '7',
      ),
    ).toBe(
      '{"market":"BTC_USDT","side":"buy","amount":"0.01","client_order_id":"order1987111","stopLoss":"50000","takeProfit":"40000",' +
        '"positionSide":"LONG","request":"/api/v4/order/collateral/market","nonce":"7"}',
    )
  })

  it('spells a market order as the live service does', () => {
    expect(
      bodyOf(endpoints.collateralMarketOrder, fromMarketOrder(aMarketOrder()), 'live', '7'),
    ).toBe(
      '{"market":"BTC_USDT","side":"buy","amount":"0.01","clientOrderId":"order1987111","stopLoss":"50000","takeProfit":"40000",' +
        '"request":"/api/v4/order/collateral/market","nonce":"7"}',
    )
  })

  it.each([
    ['spec', 'client_order_id'],
    ['live', 'clientOrderId'],
  ] as const)('spells every order of a bulk request alike (%s)', (dialect, name) => {
    const body = JSON.parse(
      bodyOf(endpoints.bulkLimitOrders, fromBulkDraft(aBulk()), dialect, '7'),
    ) as { orders: object[] }
    expect(body).toMatchObject({ stopOnFail: true })
    expect(body.orders.map((item) => Object.keys(item))).toEqual([
      ['side', 'amount', 'price', 'market', 'postOnly', 'ioc', name, 'rpi'],
      ['side', 'amount', 'price', 'market', 'postOnly', 'ioc', name, 'rpi'],
    ])
  })

  it('leaves out missing values', () => {
    const { clientOrderId: _id, stopLoss: _sl, takeProfit: _tp, ...plain } = aMarketOrder()
    expect(
      JSON.parse(bodyOf(endpoints.collateralMarketOrder, fromMarketOrder(plain), 'spec', '7')),
    ).toEqual({
      market: 'BTC_USDT',
      side: 'buy',
      amount: '0.01',
      request: '/api/v4/order/collateral/market',
      nonce: '7',
    })
    expect(bodyOf(endpoints.flexHistory, fromFlexHistoryQuery({}), 'live', '7')).toBe(
      '{"request":"/api/v4/main-account/smart-flex/investments/history","nonce":"7"}',
    )
  })

  it('requests the history with the specification’s filters', () => {
    const query = {
      limit: 50,
      offset: 100,
      planId: 'p',
      investmentId: 'i',
      transactionId: 't',
      from: 1640995200,
      to: 1641081600,
      actionTypes: [1, 2, 4],
    }
    expect(fromFlexHistoryQuery(query)).toEqual({
      limit: 50,
      offset: 100,
      plan: 'p',
      investment: 'i',
      transaction: 't',
      dateFrom: 1640995200,
      dateTo: 1641081600,
      actionTypes: [1, 2, 4],
    })
  })
})
