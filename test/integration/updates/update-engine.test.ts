import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUpdateEngine, createUpdates } from '../../../src/main/updates/updates.js'
import { readFeedConfig } from '../../../src/main/updates/update-feed.js'
import type { Downloaded } from '../../../src/main/updates/update-installers.js'
import type { UpdateView } from '../../../src/shared/updates/update.js'
import { ok } from '../../../src/shared/result.js'
import {
  farFuture,
  feedName,
  fileOffered,
  linuxFile,
  makeKey,
  startUpdateFeed,
  type UpdateFeed,
} from '../../support/update-feed.js'
import { signedFeed } from '../../../tools/package/feed.mjs'
import { createFakeClock, settled } from '../../support/fake-clock.js'
import { messageContaining } from '../../support/saying.js'

const next = Buffer.from('the next Plimsoll')
const file = linuxFile('9.9.9')
let feed: UpdateFeed
let home = ''
beforeEach(async () => {
  feed = await startUpdateFeed()
  home = mkdtempSync(path.join(tmpdir(), 'plimsoll-engine-'))
})
afterEach(async () => {
  await feed.stop()
  rmSync(home, { recursive: true, force: true })
})

function setup(own: Partial<Parameters<typeof createUpdateEngine>[0]> = {}) {
  const time = createFakeClock()
  const folder = path.join(home, 'updates')
  const installed: Downloaded[] = []
  const config = readFeedConfig(feed.config)
  if (config === null) throw new Error('a configuration expected')
  const engine = createUpdateEngine({
    feed: config,
    here: { version: '1.0.0', platform: 'linux', arch: process.arch },
    finish: 'restart',
    folder,
    installer: async (downloaded) => {
      installed.push(downloaded)
      return ok('leaving')
    },
    after: time.after,
    clock: time.clock,
    ...own,
  })
  return { engine, folder, installed, time }
}

const nothing = (): void => undefined

describe('UX-71 the update engine', () => {
  it('requests one file to check, one to download, and none to install', async () => {
    feed.offer('9.9.9', next, 'Faster.')
    const { engine, folder, installed } = setup()
    expect(await engine.check()).toEqual(
      ok({ version: '9.9.9', notes: 'Faster.', size: next.length, finish: 'restart' }),
    )
    expect(feed.asked).toEqual([feedName])
    expect(existsSync(folder)).toBe(false)
    expect(await engine.download(nothing)).toEqual(ok(null))
    expect(feed.asked).toEqual([feedName, file])
    expect(readFileSync(path.join(folder, file)).equals(next)).toBe(true)
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await engine.install(() => null)).toEqual(ok('leaving'))
    expect(installed.map(({ path: place }) => place)).toEqual([path.join(folder, file)])
    expect(feed.asked).toHaveLength(2)
  })

  it('NET-16 identifies nobody: no header names an installation, and no file is created to do so', async () => {
    feed.offer('9.9.9', next, '')
    const { engine } = setup()
    await engine.check()
    await engine.download(nothing)
    expect(feed.headers).toHaveLength(2)
    const ordinary = [
      'accept',
      'accept-encoding',
      'cache-control',
      'connection',
      'host',
      'user-agent',
    ]
    for (const headers of feed.headers)
      expect(Object.keys(headers).filter((name) => !ordinary.includes(name))).toEqual([])
    expect(readdirSync(home)).toEqual(['updates'])
    expect(readdirSync(path.join(home, 'updates'))).toEqual([file])
  })

  it('downloads nothing twice: what could not be installed is still there, and verified again', async () => {
    feed.offer('9.9.9', next, '')
    const { engine, folder } = setup()
    await engine.check()
    await engine.download(nothing)
    await engine.check()
    await engine.download(nothing)
    expect(feed.asked.filter((name) => name === file)).toHaveLength(1)
    writeFileSync(path.join(folder, file), 'something else!!!')
    await engine.download(nothing)
    expect(readFileSync(path.join(folder, file)).equals(next)).toBe(true)
  })

  it('keeps one download only', async () => {
    feed.offer('9.9.8', next, '')
    const { engine, folder } = setup()
    await engine.check()
    await engine.download(nothing)
    feed.offer('9.9.9', next, '')
    await engine.check()
    await engine.download(nothing)
    expect(readdirSync(folder)).toEqual([file])
  })

  it('has nothing to download or install before an offer', async () => {
    const { engine, installed } = setup()
    expect(await engine.download(nothing)).toMatchObject({ ok: false })
    expect(await engine.install(() => null)).toMatchObject({ ok: false })
    expect([feed.asked, installed]).toEqual([[], []])
  })

  it('can be cancelled at any time, and checks again at once', async () => {
    feed.offer('9.9.9', next, '')
    const { engine, folder } = setup()
    await engine.check()
    const begun = new Promise<void>((resolve) => {
      feed.answer(
        file,
        (response) => void response.writeHead(200).write('the next', () => resolve()),
      )
    })
    const downloaded = engine.download(nothing)
    await begun
    engine.cancel()
    expect(await downloaded).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    expect(readdirSync(folder)).toEqual([])
    expect(await engine.check()).toMatchObject({ ok: true })
  })
})

describe('SUP-9 a feed', () => {
  const versionless = { notes: '', files: [] }
  it.each<[string, string, () => void]>([
    ['that is not there', 'unreachable', () => feed.replace(feedName, null)],
    ['that is no feed', 'broken-feed', () => feed.replace(feedName, 'version: 9.9.9\n')],
    [
      'without a signature',
      'broken-feed',
      () => feed.replace(feedName, JSON.stringify({ signed: '{}' })),
    ],
    ['signed by somebody else', 'bad-signature', () => feed.replace(feedName, byAnother())],
    [
      'with another text under the signature',
      'bad-signature',
      () =>
        feed.replace(
          feedName,
          feed.signed({ version: '9.9.9', notes: 'a', files: [] }).replace('9.9.9', '9.9.8'),
        ),
    ],
    [
      'that has expired',
      'expired',
      () =>
        feed.replace(feedName, feed.signed({ ...offered(), expires: createFakeClock().clock() })),
    ],
    [
      'of an earlier form, without an end',
      'broken-feed',
      () => feed.replace(feedName, feed.signed({ ...offered(), expires: undefined })),
    ],
    [
      'signed and of no version',
      'broken-feed',
      () => feed.replace(feedName, feed.signed(versionless)),
    ],
    ['that leads back', 'downgrade', () => feed.offer('0.0.1', next, '')],
    ['of a version nobody can compare', 'broken-feed', () => feed.offer('9.9.9-beta', next, '')],
    [
      'of another system',
      'not-for-here',
      () => feed.offer('9.9.9', next, '', { name: 'Plimsoll-9.9.9-mac-x64.dmg', system: 'darwin' }),
    ],
    ['of another processor', 'not-for-here', () => feed.offer('9.9.9', next, '', { arch: 'mips' })],
    [
      'with a file that this system does not run',
      'not-for-here',
      () => feed.offer('9.9.9', next, '', { name: 'Plimsoll-9.9.9.exe' }),
    ],
    [
      'with a file that lies elsewhere',
      'broken-feed',
      () => feed.offer('9.9.9', next, '', { name: '../Plimsoll-9.9.9.AppImage' }),
    ],
  ])('%s is refused as %s, and nothing is downloaded', async (_what, kind, spoil) => {
    feed.offer('9.9.9', next, '')
    spoil()
    const { engine } = setup()
    expect(await engine.check()).toMatchObject({ ok: false, error: { kind } })
    expect(await engine.download(nothing)).toMatchObject({ ok: false })
    expect(feed.asked).toEqual([feedName])
  })

  const offered = () => ({
    version: '9.9.9',
    notes: '',
    files: [fileOffered(next, { name: file, system: 'linux', arch: process.arch })],
  })

  const byAnother = (): string => {
    const { pem, publicKey } = makeKey()
    return signedFeed({ ...offered(), expires: farFuture }, pem, publicKey)
  }

  it('of the running version says nothing once expired: whether there is something newer is unknown', async () => {
    const expires = createFakeClock().clock()
    feed.replace(feedName, feed.signed({ ...offered(), version: '1.0.0', expires }))
    expect(await setup({ clock: () => expires - 1 }).engine.check()).toEqual(ok(null))
    expect(await setup({ clock: () => expires }).engine.check()).toMatchObject({
      ok: false,
      error: { kind: 'expired' },
    })
  })

  it('of the running version is nothing newer', async () => {
    feed.offer('1.0.0', next, '')
    expect(await setup().engine.check()).toEqual(ok(null))
  })

  it('is one file, so that a new one never exists beside an old signature', async () => {
    feed.offer('9.9.8', next, '')
    const { engine } = setup()
    await engine.check()
    feed.offer('9.9.9', next, '')
    expect(await engine.check()).toMatchObject({ ok: true, value: { version: '9.9.9' } })
    expect(new Set(feed.asked)).toEqual(new Set([feedName]))
  })

  it('that never ends its answer blocks nothing: a new check is possible, and it ends by itself', async () => {
    const { engine, time } = setup()
    const states: UpdateView[] = []
    const updates = createUpdates({
      engine,
      whyOff: '',
      changed: (view) => states.push(view),
      restartBlocker: () => null,
      log: nothing,
    })
    const silent = (): Promise<void> =>
      new Promise((resolve) => feed.answer(feedName, () => resolve()))
    const first = silent()
    const looking = updates.check()
    await first
    updates.later()
    expect(updates.view()).toEqual({ state: 'idle', found: 'put-off' })
    await looking
    expect(updates.view()).toEqual({ state: 'idle', found: 'put-off' })
    const second = silent()
    const again = updates.check()
    await second
    await settled()
    await time.pass(15)
    await again
    expect(updates.view()).toMatchObject({
      state: 'failed',
      text: messageContaining('cannot be reached'),
    })
  })
})
