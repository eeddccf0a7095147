import { describe, expect, it } from 'vitest'
import type { UpdateFault } from '../../../src/main/updates/update-feed.js'
import { type UpdateEngine, createUpdates } from '../../../src/main/updates/updates.js'
import type { UpdateOffer, UpdateView } from '../../../src/shared/updates/update.js'
import { fail, ok } from '../../../src/shared/result.js'
import { messageContaining } from '../../support/saying.js'

const offer: UpdateOffer = {
  version: '1.2.0',
  notes: 'Faster.',
  size: 84_000_000,
  finish: 'restart',
}
const fault = (kind: UpdateFault['kind']): UpdateFault => ({ kind, detail: 'detail' })

function setup(
  own: { engine?: Partial<UpdateEngine> | null; restartBlocker?: () => string | null } = {},
) {
  const called: string[] = []
  const states: UpdateView[] = []
  const logged: string[] = []
  const engine: UpdateEngine = {
    check: async () => ok(offer),
    download: async (onPercent) => {
      onPercent(50)
      return ok(null)
    },
    cancel: () => undefined,
    install: async () => ok('leaving'),
    ...own.engine,
  }
  const noting: UpdateEngine = {
    check: () => (called.push('check'), engine.check()),
    download: (onPercent) => (called.push('download'), engine.download(onPercent)),
    cancel: () => (called.push('cancel'), engine.cancel()),
    install: (restartBlocker) => (called.push('install'), engine.install(restartBlocker)),
  }
  const updates = createUpdates({
    engine: own.engine === null ? null : noting,
    whyOff: 'It is updated otherwise.',
    changed: (view) => states.push(view),
    restartBlocker: own.restartBlocker ?? (() => null),
    log: (what) => logged.push(what),
  })
  return { updates, called, states, logged }
}

describe('UX-71 updates', () => {
  it('do nothing without a feed, whatever is requested', async () => {
    const { updates, called, states } = setup({ engine: null })
    await updates.check()
    await updates.download()
    await updates.install()
    updates.later()
    expect(updates.view()).toEqual({ state: 'off', why: 'It is updated otherwise.' })
    expect([called, states]).toEqual([[], []])
  })

  it('check only on request, and download nothing by themselves', async () => {
    const { updates, called } = setup()
    expect([updates.view(), called]).toEqual([{ state: 'idle', found: null }, []])
    await updates.check()
    expect([updates.view(), called]).toEqual([{ state: 'offered', offer }, ['check']])
  })

  it('download on request, and install nothing by themselves', async () => {
    const { updates, called, states } = setup()
    await updates.check()
    await updates.download()
    expect(called).toEqual(['check', 'download'])
    expect(states.map(({ state }) => state)).toEqual([
      'checking',
      'offered',
      'downloading',
      'downloading',
      'ready',
    ])
    await updates.install()
    expect(called).toEqual(['check', 'download', 'install'])
  })

  it('say if there is nothing newer', async () => {
    const { updates } = setup({ engine: { check: async () => ok(null) } })
    await updates.check()
    expect(updates.view()).toEqual({ state: 'idle', found: 'nothing-newer' })
  })

  it('can be postponed at every step', async () => {
    const { updates, called } = setup()
    await updates.check()
    updates.later()
    expect(updates.view()).toEqual({ state: 'idle', found: 'put-off' })
    await updates.download()
    expect(called).toEqual(['check', 'cancel'])
    await updates.check()
    await updates.download()
    updates.later()
    await updates.install()
    expect(called).toEqual(['check', 'cancel', 'check', 'download', 'cancel'])
  })

  it('never restart over an open dialog or an unknown order: they say why, and wait', async () => {
    let reason: string | null = 'An order is in progress.'
    const { updates, called } = setup({ restartBlocker: () => reason })
    await updates.check()
    await updates.download()
    await updates.install()
    expect(updates.view()).toEqual({ state: 'ready', offer, refused: 'An order is in progress.' })
    expect(called).not.toContain('install')
    reason = null
    await updates.install()
    expect(called).toContain('install')
  })

  it('check once more when everything is in place, because an order may have been sent meanwhile', async () => {
    let reason: string | null = null
    const { updates, states } = setup({
      restartBlocker: () => reason,
      engine: {
        install: async (restartBlocker) => {
          reason = 'An order is in progress.'
          const held = restartBlocker()
          return ok(held === null ? 'leaving' : { held })
        },
      },
    })
    await updates.check()
    await updates.download()
    await updates.install()
    expect(states.map(({ state }) => state).slice(-2)).toEqual(['installing', 'ready'])
    expect(updates.view()).toEqual({ state: 'ready', offer, refused: 'An order is in progress.' })
  })

  it('are not affected by a second click, or by Later, during installation', async () => {
    let end: (installed: 'leaving' | { held: string }) => void = () => undefined
    const { updates, called } = setup({
      engine: {
        install: () => new Promise((resolve) => (end = (installed) => resolve(ok(installed)))),
      },
    })
    await updates.check()
    await updates.download()
    const first = updates.install()
    expect(updates.view()).toEqual({ state: 'installing', offer })
    await updates.install()
    updates.later()
    await updates.check()
    expect(updates.view()).toEqual({ state: 'installing', offer })
    expect(called).toEqual(['check', 'download', 'install'])
    end('leaving')
    await first
    // Plimsoll is quitting: nothing may be pressed any more.
    expect(updates.view()).toEqual({ state: 'installing', offer })
  })

  it('wait for nothing and stay as they are if a user continues by hand', async () => {
    const byHand: UpdateOffer = { ...offer, finish: 'by-hand' }
    const { updates } = setup({
      restartBlocker: () => 'An order is in progress.',
      engine: {
        check: async () => ok(byHand),
        install: async (restartBlocker) => ok(restartBlocker() === null ? 'shown' : { held: 'no' }),
      },
    })
    await updates.check()
    await updates.download()
    await updates.install()
    expect(updates.view()).toEqual({ state: 'ready', offer: byHand, refused: null })
  })

  it.each(['cannot-install', 'not-started', 'bad-file'] as const)(
    'report a failed installation: %s',
    async (kind) => {
      const { updates } = setup({ engine: { install: async () => fail(fault(kind)) } })
      await updates.check()
      await updates.download()
      await updates.install()
      expect(updates.view().state).toBe('failed')
      await updates.check()
      expect(updates.view().state).toBe('offered')
    },
  )

  it('can be cancelled while they check and download, and ignore a late answer', async () => {
    const answers: (() => void)[] = []
    const { updates, called } = setup({
      engine: {
        check: () => new Promise((resolve) => answers.push(() => resolve(ok(offer)))),
        download: (onPercent) =>
          new Promise((resolve) => answers.push(() => (onPercent(99), resolve(ok(null))))),
      },
    })
    const looking = updates.check()
    updates.later()
    expect(updates.view()).toEqual({ state: 'idle', found: 'put-off' })
    answers[0]?.()
    await looking
    expect(updates.view()).toEqual({ state: 'idle', found: 'put-off' })
    const again = updates.check()
    answers[1]?.()
    await again
    const downloading = updates.download()
    updates.later()
    answers[2]?.()
    await downloading
    expect(updates.view()).toEqual({ state: 'idle', found: 'put-off' })
    expect(called).toEqual(['check', 'cancel', 'check', 'download', 'cancel'])
  })

  it.each([
    ['bad-signature', /not signed by the maker/],
    ['downgrade', /older Plimsoll/],
    ['broken-feed', /cannot be understood/],
    ['expired', /cannot tell whether an update exists/],
    ['unreachable', /cannot be reached/],
    ['not-for-here', /none of its installers/],
  ] as const)('SUP-9 refuse %s with its own message, and can check again', async (kind, words) => {
    const { updates, logged, called } = setup({ engine: { check: async () => fail(fault(kind)) } })
    await updates.check()
    expect(updates.view()).toMatchObject({ state: 'failed', text: messageContaining(words) })
    expect(logged).toEqual([`update: ${kind}`])
    await updates.download()
    await updates.install()
    expect(called).toEqual(['check'])
    await updates.check()
    expect(called).toEqual(['check', 'check'])
  })

  it('SUP-9 discard a file that does not match the signature', async () => {
    const { updates, called } = setup({ engine: { download: async () => fail(fault('bad-file')) } })
    await updates.check()
    await updates.download()
    expect(updates.view()).toMatchObject({
      state: 'failed',
      text: messageContaining('it was deleted'),
    })
    await updates.install()
    expect(called).not.toContain('install')
  })

  it('ignore a second click', async () => {
    const { updates, called } = setup()
    await Promise.all([updates.check(), updates.check()])
    await Promise.all([updates.download(), updates.download()])
    expect(called).toEqual(['check', 'download'])
  })

  it('never show progress going back', async () => {
    const { updates, states } = setup({
      engine: {
        download: async (onPercent) => {
          for (const percent of [10, 10, 5, 40]) onPercent(percent)
          return ok(null)
        },
      },
    })
    await updates.check()
    await updates.download()
    expect(states.flatMap((view) => (view.state === 'downloading' ? [view.percent] : []))).toEqual([
      0, 10, 40,
    ])
  })
})
