import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSigner } from '../../../src/main/exchange/signer.js'
import { Secret, wipeCredentials } from '../../../src/main/keychain/secret.js'

const setup = (apiSecret = 'a-secret-nobody-may-see') => {
  const credentials = { apiKey: Secret.of('public-key-1'), apiSecret: Secret.of(apiSecret) }
  return { credentials, signer: createSigner(credentials) }
}

describe('the signer', () => {
  it('signs what it hands out to be sent', () => {
    const { signer } = setup()
    const signed = signer.sign({ request: '/api/v4/x', nonce: '1' })
    if (!signed.ok) throw new Error(signed.error)
    expect(signed.value.body.toString()).toBe('{"request":"/api/v4/x","nonce":"1"}')
    expect(signed.value.headers).toEqual({
      'Content-Type': 'application/json',
      'X-TXC-APIKEY': 'public-key-1',
      'X-TXC-PAYLOAD': signed.value.payload,
      'X-TXC-SIGNATURE': signed.value.signature,
    })
  })

  it('NET-11 signs the base64 of exactly the bytes it hands out, whatever they are', () => {
    const { signer } = setup('s')
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (body) => {
        const signed = signer.sign(body)
        if (!signed.ok) throw new Error(signed.error)
        expect(Buffer.from(signed.value.payload, 'base64')).toEqual(signed.value.body)
        expect(signed.value.signature).toBe(createHmac('sha512', 's').update(signed.value.payload).digest('hex'))
        expect(JSON.parse(signed.value.body.toString())).toEqual(JSON.parse(JSON.stringify(body)))
      }),
    )
  })

  it('does not escape slashes and puts no spaces', () => {
    const { signer } = setup()
    const signed = signer.sign({ a: 'x/y', b: [1, { c: 'ü' }] })
    if (!signed.ok) throw new Error(signed.error)
    expect(signed.value.body.toString()).toBe('{"a":"x/y","b":[1,{"c":"ü"}]}')
  })

  it('SEC-16 refuses once either half of the key is wiped', () => {
    const { credentials, signer } = setup()
    expect(signer.sign({}).ok).toBe(true)
    wipeCredentials(credentials)
    expect(signer.sign({})).toEqual({ ok: false, error: 'SECRET_WIPED' })
    const other = setup()
    other.credentials.apiKey.wipe()
    expect(other.signer.sign({})).toEqual({ ok: false, error: 'SECRET_WIPED' })
  })

  it('SEC-17 shows nothing of the secret when printed', () => {
    const { signer } = setup()
    signer.sign({})
    for (const printed of [inspect(signer, { depth: 10, showHidden: true }), JSON.stringify(signer), String(signer)]) {
      expect(printed).not.toContain('nobody-may-see')
      expect(printed).not.toContain(Buffer.from('a-secret-nobody-may-see').toString('hex'))
    }
  })
})
