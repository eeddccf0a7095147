// Known answers, computed with two independent implementations of section 5 of the specification.
import { describe, expect, it } from 'vitest'
import { createSigner } from '../../src/main/exchange/signer.js'
import { Secret } from '../../src/main/keychain/secret.js'

const vectors = [
  {
    body: { request: '/api/v4/main-account/balance', nonce: 1700000000000 },
    text: '{"request":"/api/v4/main-account/balance","nonce":1700000000000}',
    payload:
      'eyJyZXF1ZXN0IjoiL2FwaS92NC9tYWluLWFjY291bnQvYmFsYW5jZSIsIm5vbmNlIjoxNzAwMDAwMDAwMDAwfQ==',
    signature:
      '23f0c86492a698380d2ea45c96303370ca36b32ddf697c3b161dc183d7b88b985eeb6be2262afbfc8f87cda057d8a6bc23bdca0d4f1c90c09cbd669ecada713a',
  },
  {
    body: {
      request: '/api/v4/collateral-account/positions/open',
      nonce: '1700000000001',
      market: 'BTC_PERP',
    },
    text: '{"request":"/api/v4/collateral-account/positions/open","nonce":"1700000000001","market":"BTC_PERP"}',
    payload: null,
    signature:
      'b7f7336c1e9f7e5efac5557c9ff979900724a0798b3211718c533c4a92d51ceba66594d53e67381103e47fc210a9281f66deac65372f37eda99f0e9fa29a3608',
  },
  {
    body: {
      market: 'BTC_USDT',
      side: 'buy',
      amount: '0.01',
      request: '/api/v4/order/collateral/market',
      nonce: 1700000000002,
      nonceWindow: true,
    },
    text: '{"market":"BTC_USDT","side":"buy","amount":"0.01","request":"/api/v4/order/collateral/market","nonce":1700000000002,"nonceWindow":true}',
    payload: null,
    signature:
      '0b2026be42f069b8b4a25e8d2680dfd42ca6f75d8535708f423e0b76e05dd266b134bfa3655d7e0eba6d4da43647759af7ad78af415e9f14fdb58ac447dbd999',
  },
]

describe('the client’s signer', () => {
  const signer = createSigner({
    apiKey: Secret.of('any-key'),
    apiSecret: Secret.of('simsecret-0001'),
  })

  it.each(vectors)(
    'produces the known signature of $text',
    ({ body, text, payload, signature }) => {
      const signed = signer.sign(JSON.stringify(body))
      if (!signed.ok) throw new Error(signed.error)
      expect(signed.value.body.toString('utf8')).toBe(text)
      expect(signed.value.signature).toBe(signature)
      expect(signed.value.headers['X-TXC-SIGNATURE']).toBe(signature)
      expect(signed.value.headers['X-TXC-PAYLOAD']).toBe(
        payload ?? Buffer.from(text).toString('base64'),
      )
    },
  )
})
