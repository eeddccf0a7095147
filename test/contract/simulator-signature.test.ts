import { describe, expect, it } from 'vitest'
import { payloadOf, signatureOf } from '../../src/simulator/auth.js'

// Generated with two independent implementations of specification section 5.
const secret = 'simsecret-0001'
const vectors = [
  [
    '{"request":"/api/v4/main-account/balance","nonce":1700000000000}',
    '23f0c86492a698380d2ea45c96303370ca36b32ddf697c3b161dc183d7b88b985eeb6be2262afbfc8f87cda057d8a6bc23bdca0d4f1c90c09cbd669ecada713a',
  ],
  [
    '{"request":"/api/v4/collateral-account/positions/open","nonce":"1700000000001","market":"BTC_PERP"}',
    'b7f7336c1e9f7e5efac5557c9ff979900724a0798b3211718c533c4a92d51ceba66594d53e67381103e47fc210a9281f66deac65372f37eda99f0e9fa29a3608',
  ],
  [
    '{"market":"BTC_USDT","side":"buy","amount":"0.01","request":"/api/v4/order/collateral/market","nonce":1700000000002,"nonceWindow":true}',
    '0b2026be42f069b8b4a25e8d2680dfd42ca6f75d8535708f423e0b76e05dd266b134bfa3655d7e0eba6d4da43647759af7ad78af415e9f14fdb58ac447dbd999',
  ],
] as const

describe("the simulator's signer", () => {
  it.each(vectors)('signs %s as known', (body, signature) => {
    expect(signatureOf(payloadOf(Buffer.from(body, 'utf8')), secret)).toBe(signature)
  })

  it('encodes the payload as standard padded Base64', () => {
    expect(payloadOf(Buffer.from(vectors[0][0], 'utf8'))).toBe(
      'eyJyZXF1ZXN0IjoiL2FwaS92NC9tYWluLWFjY291bnQvYmFsYW5jZSIsIm5vbmNlIjoxNzAwMDAwMDAwMDAwfQ==',
    )
  })
})
