import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareVersions,
  currentFeed,
  isSigned,
  offerIn,
  readFeed,
  readFeedConfig,
  type Feed,
} from '../../../src/main/updates/update-feed.js'
import { signedFeed } from '../../../tools/package/feed.mjs'
import { makeKey } from '../../support/update-feed.js'

const maker = makeKey()
const sha512 = Buffer.alloc(64, 7).toString('base64')
const files = [
  { system: 'linux', arch: 'x64', name: 'Plimsoll-1.2.3-linux-x86_64.AppImage', size: 5, sha512 },
  { system: 'win32', arch: 'x64', name: 'Plimsoll-1.2.3-win-x64.exe', size: 6, sha512 },
  { system: 'darwin', arch: 'x64', name: 'Plimsoll-1.2.3-mac-x64.dmg', size: 7, sha512 },
  { system: 'darwin', arch: 'arm64', name: 'Plimsoll-1.2.3-mac-arm64.dmg', size: 8, sha512 },
]
const expires = 1_760_000_000
const feed: Feed = { version: '1.2.3', notes: 'Faster.', files, expires }

function served(some: object = {}, key = maker): string {
  return signedFeed(
    { ...feed, ...some } as Parameters<typeof signedFeed>[0],
    key.pem,
    key.publicKey,
  )
}

const partsOf = (text: string) => JSON.parse(text) as { signed: string; signature: string }

describe('the configuration of a feed', () => {
  const sound = { url: 'https://updates.example.com/plimsoll', publicKey: maker.publicKey }

  it('is an https address and the maintainer’s key, and the name in the certificate if there is one', () => {
    expect(readFeedConfig(JSON.stringify(sound))).toEqual({
      ...sound,
      url: `${sound.url}/`,
      publisherName: null,
    })
    expect(
      readFeedConfig(JSON.stringify({ ...sound, publisherName: 'The authors' })),
    ).toMatchObject({ publisherName: 'The authors' })
  })

  it.each([
    ['no JSON', '{'],
    ['no object', '"x"'],
    ['nothing', 'null'],
    ['plain http', JSON.stringify({ ...sound, url: 'http://updates.example.com/' })],
    [
      'http on a computer that only sounds like this one',
      JSON.stringify({ ...sound, url: 'http://127.0.0.1.example.com/' }),
    ],
    [
      'a user in the address',
      JSON.stringify({ ...sound, url: 'https://a:b@updates.example.com/' }),
    ],
    ['a file', JSON.stringify({ ...sound, url: 'file:///tmp/feed' })],
    ['no key', JSON.stringify({ url: sound.url })],
    ['a key of another length', JSON.stringify({ ...sound, publicKey: 'AAAA' })],
    ['a certificate without a name', JSON.stringify({ ...sound, publisherName: '' })],
  ])('is invalid with %s', (_what, text) => {
    expect(readFeedConfig(text)).toBeNull()
  })
})

describe('SUP-9 the signature of a feed', () => {
  const { signed, signature } = partsOf(served())

  it('is accepted from the maintainer', () => {
    expect(isSigned(signed, signature, maker.publicKey)).toBe(true)
    expect(readFeed(served(), maker.publicKey)).toEqual({ ok: true, value: feed })
  })

  it('is refused from anybody else', () => {
    expect(readFeed(served({}, makeKey()), maker.publicKey)).toMatchObject({
      ok: false,
      error: { kind: 'bad-signature' },
    })
  })

  it('is refused over any other text', () => {
    fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.constantFrom('x', '0', '"', ' '), (at, letter) => {
        const other = `${signed.slice(0, at)}${letter}${signed.slice(at + 1)}`
        return other === signed || !isSigned(other, signature, maker.publicKey)
      }),
    )
  })

  it('is refused without throwing if it is no signature at all', () => {
    fc.assert(fc.property(fc.string(), (text) => !isSigned(signed, text, maker.publicKey)))
    expect(isSigned(signed, '', maker.publicKey)).toBe(false)
    expect(isSigned(signed, signature, 'not a key')).toBe(false)
  })

  it('is checked before anything inside is read, whatever is served', () => {
    const nonsense = partsOf(served({ version: 7 }))
    expect(readFeed(JSON.stringify({ ...nonsense, signature }), maker.publicKey)).toMatchObject({
      error: { kind: 'bad-signature' },
    })
    fc.assert(fc.property(fc.string(), (text) => !readFeed(text, maker.publicKey).ok))
    fc.assert(fc.property(fc.json(), (text) => !readFeed(text, maker.publicKey).ok))
  })

  it.each<[string, object]>([
    ['no version', { version: undefined }],
    ['notes that are no text', { notes: ['a'] }],
    ['no list of files', { files: {} }],
    ['no end', { expires: undefined }],
    ['an end in words', { expires: '2027-01-01' }],
    ['an end that never comes', { expires: 1e300 }],
    ['a file without a system', { files: [{ ...files[0], system: undefined }] }],
    [
      'a file that leads elsewhere',
      { files: [{ ...files[0], name: '../Plimsoll-1.2.3.AppImage' }] },
    ],
    [
      'a file of another address',
      { files: [{ ...files[0], name: 'https://evil.example/Plimsoll-1.2.3.AppImage' }] },
    ],
    ['a file of no size', { files: [{ ...files[0], size: 0 }] }],
    ['a file that never ends', { files: [{ ...files[0], size: 1e12 }] }],
    ['a file of half a byte', { files: [{ ...files[0], size: 1.5 }] }],
    ['a file with a short sum', { files: [{ ...files[0], sha512: 'AAAA' }] }],
  ])('is not checked for %s', (_what, some) => {
    expect(readFeed(served(some), maker.publicKey)).toMatchObject({
      ok: false,
      error: { kind: 'broken-feed' },
    })
  })

  it('shows only the beginning of endless notes', () => {
    const read = readFeed(served({ notes: 'x'.repeat(100_000) }), maker.publicKey)
    expect(read.ok && read.value.notes.length).toBe(20_000)
  })
})

describe('SUP-9 a feed that has expired', () => {
  it('is refused from that second on, however valid otherwise', () => {
    expect(currentFeed(feed, expires - 1)).toEqual({ ok: true, value: feed })
    for (const now of [expires, expires + 1, 4_000_000_000])
      expect(currentFeed(feed, now)).toEqual({
        ok: false,
        error: { kind: 'expired', detail: '1.2.3: expired at 2025-10-09T08:53:20.000Z' },
      })
  })

  it('cannot be extended without the maintainer', () => {
    const { signed, signature } = partsOf(served())
    const prolonged = JSON.stringify({
      signed: signed.replace(String(expires), '4000000000'),
      signature,
    })
    expect(readFeed(prolonged, maker.publicKey)).toMatchObject({
      ok: false,
      error: { kind: 'bad-signature' },
    })
  })
})

describe('SUP-9 an offer', () => {
  const here = { version: '1.0.0', platform: 'linux', arch: 'x64' } as const

  it.each([
    ['linux', 'x64', 5],
    ['win32', 'x64', 6],
    ['darwin', 'x64', 7],
    ['darwin', 'arm64', 8],
  ] as const)(
    'is the file for exactly this system and processor: %s %s',
    (platform, arch, size) => {
      expect(offerIn(feed, { ...here, platform, arch })).toMatchObject({
        ok: true,
        value: { version: '1.2.3', notes: 'Faster.', file: { size } },
      })
    },
  )

  it.each([
    ['linux', 'arm64'],
    ['win32', 'arm64'],
    ['freebsd', 'x64'],
  ] as const)('does not exist for %s %s, for which nothing was signed', (platform, arch) => {
    expect(offerIn(feed, { ...here, platform, arch })).toMatchObject({
      ok: false,
      error: { kind: 'not-for-here' },
    })
  })

  it('does not exist if the file is of another kind, or there are two', () => {
    const [file] = files
    const other = { ...feed, files: [{ ...file, name: 'Plimsoll-1.2.3-linux-x86_64.deb' }] } as Feed
    expect(offerIn(other, here)).toMatchObject({ ok: false, error: { kind: 'not-for-here' } })
    expect(offerIn({ ...feed, files: [file, file] } as Feed, here)).toMatchObject({
      ok: false,
      error: { kind: 'not-for-here' },
    })
  })

  it('does not exist, without an error, if nothing is newer; an older version is an error', () => {
    expect(offerIn({ ...feed, files: [] }, { ...here, version: '1.2.3' })).toEqual({
      ok: true,
      value: null,
    })
    expect(offerIn(feed, { ...here, version: '1.2.4' })).toMatchObject({
      ok: false,
      error: { kind: 'downgrade' },
    })
  })
})

describe('SUP-9 a version', () => {
  it.each([
    ['1.2.4', '1.2.3'],
    ['1.10.0', '1.9.9'],
    ['2.0.0', '1.99.99'],
  ])('%s is newer than %s', (next, now) => {
    expect(compareVersions(next, now)).toEqual({ ok: true, value: 'newer' })
    expect(compareVersions(now, next)).toMatchObject({ ok: false, error: { kind: 'downgrade' } })
    expect(compareVersions(now, now)).toEqual({ ok: true, value: 'same' })
  })

  it.each(['1.2', '1.2.3-beta', 'v1.2.3', '', '1.2.3.4', '9999999.0.0', '1.2.x', ' 1.2.4'])(
    '%j is not an offer',
    (version) => {
      expect(compareVersions(version, '1.2.3')).toMatchObject({
        ok: false,
        error: { kind: 'broken-feed' },
      })
    },
  )

  it('has exactly one order', () => {
    const part = fc.nat(9)
    const version = fc.tuple(part, part, part).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(version, version, (a, b) => {
        const there = compareVersions(a, b)
        const back = compareVersions(b, a)
        return a === b ? there.ok && there.value === 'same' : there.ok !== back.ok
      }),
    )
  })
})
