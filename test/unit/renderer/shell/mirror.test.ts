import { describe, expect, it } from 'vitest'
import { AccountMirror, Mirror } from '../../../../src/renderer/shell/mirror.svelte.js'
import { defaultSettings, type Settings } from '../../../../src/shared/settings/settings.js'
import type { Bridge } from '../../../../src/shared/contract.js'
import type { Problem } from '../../../../src/shared/problem.js'
import { fail, ok, type Result } from '../../../../src/shared/result.js'

const trouble: Problem = { code: 'internal', message: 'No answer.' }

const silent = { ask: () => new Promise<never>(() => undefined), listen: () => () => undefined }

function setup() {
  const order: string[] = []
  let push: (value: Settings) => void = () => undefined
  let answer: (result: Result<Settings, Problem>) => void = () => undefined
  const bridge: Bridge = {
    ...silent,
    listen: (_topic, hear) => {
      order.push('listen')
      push = hear as typeof push
      return () => order.push('stop')
    },
  }
  const mirror = new Mirror(bridge, 'settings', () => {
    order.push('ask')
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  mirror.open()
  const settle = async (result: Result<Settings, Problem>): Promise<void> => {
    answer(result)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { order, mirror, settle, push: (value: Settings) => push(value) }
}

const older: Settings = { ...defaultSettings, utcTimes: false }
const newer: Settings = { ...defaultSettings, utcTimes: true }

describe('mirroring a value of main', () => {
  it('subscribes before it asks', () => {
    expect(setup().order).toEqual(['listen', 'ask'])
  })

  it('uses the first answer if no push came before it', async () => {
    const { mirror, settle, push } = setup()
    await settle(ok(older))
    expect(mirror.latest).toEqual(older)
    push(newer)
    expect(mirror.latest).toEqual(newer)
  })

  it('drops a first answer that a push has overtaken', async () => {
    const { mirror, settle, push } = setup()
    push(newer)
    await settle(ok(older))
    expect(mirror.latest).toEqual(newer)
  })

  it('drops a late failure that a push has overtaken, and clears an earlier one at the next push', async () => {
    const overtaken = setup()
    overtaken.push(newer)
    await overtaken.settle(fail(trouble))
    expect(overtaken.mirror.problem).toBeNull()
    const failed = setup()
    await failed.settle(fail(trouble))
    expect(failed.mirror.problem).toBe(trouble)
    failed.push(newer)
    expect(failed.mirror.problem).toBeNull()
  })

  it('accepts nothing once closed', async () => {
    const { order, mirror, settle, push } = setup()
    mirror.close()
    push(newer)
    await settle(ok(older))
    expect([mirror.latest, mirror.problem]).toEqual([null, null])
    expect(order.at(-1)).toBe('stop')
  })
})

describe('figures of another profile', () => {
  it('are dropped, whichever of app state and figures is ahead', () => {
    const view = (profileId: string | null, shown: string | null) => {
      const appState = { profile: shown === null ? null : { id: shown } }
      const mirror = new AccountMirror(appState, silent, 'mining', () => silent.ask())
      mirror.latest = { profileId, accounts: [], problem: null }
      return mirror.view?.profileId ?? null
    }
    expect(view('b', 'b')).toBe('b')
    expect([view('b', 'a'), view('b', null), view(null, null)]).toEqual([null, null, null])
  })
})
