import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  feedLimits,
  fetchFile,
  fetchText,
  minimumRate,
  type SignedFile,
} from '../../../src/main/updates/update-feed.js'
import { startUpdateFeed, type UpdateFeed } from '../../support/update-feed.js'
import { createFakeClock } from '../../support/fake-clock.js'

let feed: UpdateFeed
let folder = ''
beforeEach(async () => {
  feed = await startUpdateFeed()
  folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-fetch-'))
})
afterEach(async () => {
  await feed.stop()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string): URL => new URL(name, feed.url)

function setup() {
  const time = createFakeClock()
  const giveUp = new AbortController()
  return { time, giveUp, fetching: { after: time.after, stop: giveUp.signal } }
}

/**
 * Resolves when the server has sent something that the other side can only just have begun to read.
 */
function begun(name: string, first: Buffer | string): Promise<() => Promise<unknown>> {
  return new Promise((resolve) => {
    feed.answer(name, (response) => {
      response.writeHead(200)
      response.write(first, () => resolve(() => new Promise((sent) => response.write('x', sent))))
    })
  })
}

describe('SUP-9 the text of a feed', () => {
  it('is downloaded completely, with nothing in the request that identifies an installation', async () => {
    feed.replace('small', 'what it says')
    expect(await fetchText(at('small'), setup().fetching)).toEqual({
      ok: true,
      value: 'what it says',
    })
    expect(Object.keys(feed.headers[0] ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'cache-control',
      'connection',
      'host',
      'user-agent',
    ])
    expect(feed.headers[0]?.['user-agent']).toBe('Plimsoll')
  })

  it('is given up at its size limit if endless', async () => {
    const closed = new Promise((resolve) => {
      feed.answer('endless', (response) => {
        const more = (): void =>
          void (response.destroyed
            ? undefined
            : response.write(Buffer.alloc(65_536), () => setImmediate(more)))
        response.writeHead(200)
        response.on('close', () => resolve('closed'))
        more()
      })
    })
    const { fetching, time } = setup()
    expect(await fetchText(at('endless'), fetching)).toMatchObject({
      ok: false,
      error: { kind: 'broken-feed' },
    })
    expect(await closed).toBe('closed')
    expect(time.pending()).toBe(0)
  })

  it('is given up at its time limit if it trickles', async () => {
    const { fetching, time } = setup()
    const dripping = begun('drip', 'x')
    const fetched = fetchText(at('drip'), fetching)
    const drip = await dripping
    for (let second = 0; second < feedLimits.ms / 1000 - 1; second += 1) {
      await drip()
      await time.pass(1)
    }
    await time.pass(1)
    expect(await fetched).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', detail: expect.stringContaining('in time') },
    })
  })

  it('is given up at its time limit if never answered', async () => {
    const { fetching, time } = setup()
    const asked = new Promise<void>((resolve) => feed.answer('silent', () => resolve()))
    const fetched = fetchText(at('silent'), fetching)
    await asked
    await time.pass(feedLimits.ms / 1000)
    expect(await fetched).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
  })

  it.each([
    ['in a circle', (): string => at('turn').href],
    ['to this computer', (): string => 'http://127.0.0.1:1/'],
    ['to plain http', (): string => 'http://updates.example.com/'],
    ['to https', (): string => 'https://updates.example.com/'],
  ])('is not followed in a redirect, %s', async (_where, location) => {
    feed.answer('turn', (response) => response.writeHead(302, { Location: location() }).end())
    expect(await fetchText(at('turn'), setup().fetching)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    })
    expect(feed.asked).toEqual(['turn'])
  })

  it('can be cancelled', async () => {
    const { fetching, giveUp, time } = setup()
    const dripping = begun('drip', 'x')
    const fetched = fetchText(at('drip'), fetching)
    await dripping
    giveUp.abort()
    expect(await fetched).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    expect(time.pending()).toBe(0)
  })
})

const content = Buffer.alloc(300_000, 'new Plimsoll ')

function signed(bytes = content): SignedFile {
  return {
    name: 'Plimsoll-9.9.9',
    size: bytes.length,
    sha512: createHash('sha512').update(bytes).digest('base64'),
  }
}

describe('SUP-9 a download', () => {
  const target = (): string => path.join(folder, 'file')
  const fetch = (fetching: Parameters<typeof fetchFile>[1], percents: number[] = []) =>
    fetchFile(
      {
        address: at('file'),
        file: signed(),
        target: target(),
        onPercent: (percent) => percents.push(percent),
      },
      fetching,
    )

  it('is exactly what was signed, and reports whole percentages', async () => {
    feed.replace('file', content)
    const percents: number[] = []
    const { fetching, time } = setup()
    expect(await fetch(fetching, percents)).toEqual({ ok: true, value: null })
    expect(readFileSync(target()).equals(content)).toBe(true)
    expect(percents.at(-1)).toBe(100)
    expect(percents.every((percent) => Number.isInteger(percent))).toBe(true)
    expect(time.pending()).toBe(0)
  })

  it.each([
    ['other bytes', Buffer.alloc(content.length, 'evil')],
    ['fewer bytes', content.subarray(0, 1000)],
    ['no bytes', Buffer.alloc(0)],
  ])('of %s is discarded', async (_what, other) => {
    feed.replace('file', other)
    expect(await fetch(setup().fetching)).toMatchObject({ ok: false, error: { kind: 'bad-file' } })
    expect(existsSync(target())).toBe(false)
  })

  it('never stores more than the signed number of bytes, whatever is sent', async () => {
    feed.answer('file', (response) => {
      const more = (): void =>
        void (response.destroyed ? undefined : response.write(content, () => setImmediate(more)))
      response.writeHead(200)
      more()
    })
    const percents: number[] = []
    expect(await fetch(setup().fetching, percents)).toMatchObject({
      ok: false,
      error: { kind: 'bad-file' },
    })
    expect(existsSync(target())).toBe(false)
    expect(percents.every((percent) => percent <= 100)).toBe(true)
  })

  it('that breaks off is not a file', async () => {
    feed.answer('file', (response) => {
      response.writeHead(200, { 'Content-Length': content.length })
      response.write(content.subarray(0, 1000), () => response.destroy())
    })
    expect(await fetch(setup().fetching)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    })
    expect(existsSync(target())).toBe(false)
  })

  it('that trickles is given up, one that is only slow is not', async () => {
    const { fetching, time } = setup()
    let send: (bytes: number) => Promise<unknown> = () => Promise.resolve()
    const asked = new Promise<void>((resolve) => {
      feed.answer('file', (response) => {
        send = (bytes) => new Promise((sent) => response.write(Buffer.alloc(bytes), sent))
        response.writeHead(200)
        resolve()
      })
    })
    const percents: number[] = []
    const fetched = fetch(fetching, percents)
    await asked
    await send(minimumRate.bytes + 3_000)
    // This percentage of the file is more than the minimum that may arrive.
    await expect.poll(() => percents.at(-1) ?? 0, { timeout: 20_000 }).toBe(22)
    await time.pass(minimumRate.ms / 1000)
    expect(time.pending()).toBe(1)
    await send(1)
    await time.pass(minimumRate.ms / 1000)
    expect(await fetched).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', detail: expect.stringContaining('slowly') },
    })
    expect(existsSync(target())).toBe(false)
  })

  it('can be cancelled, and leaves nothing', async () => {
    const { fetching, giveUp, time } = setup()
    const dripping = begun('file', content.subarray(0, 1000))
    const fetched = fetch(fetching)
    await dripping
    giveUp.abort()
    expect(await fetched).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    expect(existsSync(target())).toBe(false)
    expect(time.pending()).toBe(0)
  })

  it('reports that it cannot be written', async () => {
    feed.replace('file', content)
    const there = path.join(folder, 'gone', 'file')
    const { fetching } = setup()
    expect(
      await fetchFile(
        { address: at('file'), file: signed(), target: there, onPercent: () => undefined },
        fetching,
      ),
    ).toMatchObject({
      ok: false,
      error: { kind: 'no-room' },
    })
  })

  it('reports that its server is gone', async () => {
    const nobody = await startUpdateFeed()
    await nobody.stop()
    const address = new URL('file', nobody.url)
    const fetched = await fetchFile(
      { address, file: signed(), target: target(), onPercent: () => undefined },
      setup().fetching,
    )
    expect(fetched).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
  })
})
