// A server with a certificate of an authority of the user's own, over real TLS.
import { createPrivateKey } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createOutgoingClient } from '../../../src/main/exchange/outgoing-client.js'
import type { Authority } from '../../../src/shared/away/away.js'
import { aDestination, createAwayHarness } from '../../support/away-harness.js'
import { type Certificate, createAuthority, selfSigned } from '../../support/certificates.js'
import { createFakeNtfy } from '../../support/fake-ntfy.js'
import { valueOf } from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'

const names = ['127.0.0.1']
const day = 86_400
const authority = createAuthority()
const { key } = selfSigned({ names })
/** With headers before the key itself, such as "DEK-Info". */
const encrypted = String(
  createPrivateKey(key).export({
    type: 'sec1',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'word',
  }),
)

async function serverWith(certificate: Certificate) {
  const ntfy = createFakeNtfy(() => 1)
  const { address, close } = await ntfy.listen(certificate)
  onTestFinished(close)
  const now = Date.now() / 1000
  const world = createAwayHarness(createOutgoingClient({ trust: {}, clock: () => 1 }), now)
  const { away } = world
  const choose = async (pem: string) => {
    world.offerCertificate(pem)
    return away().chooseAuthority()
  }
  /** What a test says at a destination that trusts this. */
  const testWith = async (trusted: Authority | null): Promise<string> => {
    const id = await world.add(aDestination({ address, authority: trusted }))
    const answer = await away().test(id)
    return answer.ok ? 'accepted' : String(worded(answer.error.message))
  }
  return {
    ...world,
    ntfy,
    choose,
    testWith,
    chosen: async (pem: string) => valueOf(await choose(pem)),
  }
}

describe('NET-5 the certificate authority of a destination', () => {
  it('is refused while unknown; once chosen, trusted by that destination alone', async () => {
    const { testWith, chosen, ntfy, asked, away } = await serverWith(authority.issue({ names }))
    expect(await testWith(null)).toMatch(/If the server is your own, .* choose its authority/)
    expect(ntfy.requests()).toEqual([])
    expect(await testWith(await chosen(authority.cert))).toBe('accepted')
    expect(await testWith(null)).toMatch(/choose its authority/)
    const { destinations } = away().view()
    expect(destinations.map(({ settings }) => settings.authority?.subject)).toEqual([
      undefined,
      'CN=Plimsoll test authority',
      undefined,
    ])
    expect(ntfy.delivered()).toHaveLength(1)
    expect(asked).toHaveLength(3)
  })

  it('accepts the certificate of one server that vouches for itself', async () => {
    const own = selfSigned({ names })
    const { testWith, chosen } = await serverWith(own)
    expect(await testWith(await chosen(own.cert))).toBe('accepted')
  })

  it.each([
    ['of another authority', () => createAuthority().issue({ names }), /could not be verified/],
    ['for another host', () => authority.issue({ names: ['a.example'] }), /is for another server/],
    ['that has expired', () => authority.issue({ names, from: -9, until: -1 }), /has expired or/],
    ['from the future', () => authority.issue({ names, from: 1, until: 9 }), /not valid yet/],
    ['signed with SHA-1', () => authority.issue({ names, hash: 'sha1' }), /could not be verified/],
  ])('refuses a certificate %s', async (_, make, said) => {
    const { testWith, chosen, ntfy } = await serverWith(make())
    expect(await testWith(await chosen(authority.cert))).toMatch(said)
    expect(ntfy.requests()).toEqual([])
  })

  it('refuses an authority that has expired, and says so of one that expires later', async () => {
    const expired = createAuthority({ from: -9, until: -1 })
    const { testWith, choose, chosen, setClock, clock, away } = await serverWith(
      expired.issue({ names }),
    )
    expect(worded(await choose(expired.cert))).toMatchObject({
      error: { message: /has expired/, fields: { authority: [/has expired/] } },
    })
    const now = clock()
    setClock(now - 5 * day)
    const read = await chosen(expired.cert)
    await testWith(read)
    setClock(now)
    const [id = ''] = away()
      .view()
      .destinations.map((one) => one.id)
    expect(worded(await away().test(id))).toMatchObject({
      error: { message: /authority chosen for 127\.0\.0\.1:\d+ has expired/ },
    })
    const { settings } = away().view().destinations[0] ?? {}
    if (settings === undefined) throw new Error('it is kept')
    expect(await away().save({ id, settings: { ...settings, on: false }, secret: null })).toEqual({
      ok: true,
      value: null,
    })
  })

  it('is not what the page says of it, but what the certificate says', async () => {
    const { chosen, add, away, asked } = await serverWith(authority.issue({ names }))
    const read = await chosen(authority.cert)
    if (read === null) throw new Error('it was chosen')
    const claimed = { ...read, subject: 'CN=Somebody else', fingerprint: '00', until: 1e12 }
    const settings = aDestination({ authority: claimed })
    const id = await add(settings)
    expect(away().view().destinations[0]?.settings.authority).toEqual(read)
    await away().save({ id, settings: { ...settings, authority: null }, secret: null })
    await away().save({ id, settings, secret: null })
    expect(asked).toHaveLength(2)
    const forged = { ...claimed, pem: 'nothing' }
    expect(
      worded(await away().save({ id, settings: { ...settings, authority: forged }, secret: null })),
    ).toMatchObject({ error: { fields: { authority: [/no certificate/] } } })
  })

  it.each([
    ['no certificate', 'hello', /no certificate/],
    ['damage', authority.cert.replace(/[A-Za-z]{8}/g, 'AAAAAAAA'), /no certificate/],
    ['several certificates', authority.cert + createAuthority().cert, /several certificates/],
    ['a private key', authority.cert + key, /holds a private key/],
    ['an encrypted private key', encrypted + authority.cert, /holds a private key/],
    ['part of a private key', authority.cert + key.slice(0, 99), /holds a private key/],
    ['the certificate of a server', authority.issue({ names }).cert, /certificate of a server/],
  ])('is refused for %s', async (_, text, said) => {
    const { choose } = await serverWith(authority.issue({ names }))
    expect(worded(await choose(text))).toMatchObject({ error: { message: said } })
  })
})
