import { describe, expect, it } from 'vitest'
import { createSettingsChanges } from '../../../src/main/settings/settings-file.js'
import { proxyConfirm } from '../../../src/main/desktop/dialogs.js'
import { defaultSettings, type Settings } from '../../../src/shared/domain/settings.js'
import { fail, ok } from '../../../src/shared/result.js'
import { problem } from '../../support/scripted-client.js'

const setup = (agrees = true) => {
  let now: Settings = { ...defaultSettings, proxy: '' }
  const asked: string[] = []
  const changes: Partial<Settings>[] = []
  const settings = createSettingsChanges({
    file: {
      settings: () => now,
      change: (some) => {
        if (some.proxy?.includes('\n') === true) return fail(problem('bad-input'))
        now = { ...now, ...some }
        return ok(now)
      },
    },
    confirmProxy: (before, after) => {
      asked.push(proxyConfirm(before, after).message)
      return Promise.resolve(agrees ? ok(null) : fail(problem('cancelled')))
    },
    changed: (_now, some) => changes.push(some),
  })
  return { settings, asked, changes, now: () => now }
}

describe('12.9 IPC-11 settings that the page changes', () => {
  it('change at once where they are not the way to the exchange', async () => {
    const { settings, asked, changes } = setup(false)
    expect(await settings.changeByPage({ theme: 'dark' })).toMatchObject({ ok: true, value: { theme: 'dark' } })
    expect(await settings.changeByPage({ proxy: '' })).toMatchObject({ ok: true })
    expect(asked).toEqual([])
    expect(changes).toEqual([{ theme: 'dark' }, { proxy: '' }])
  })

  it('ask in a box that names the proxy, as it would be used', async () => {
    const { settings, asked, now } = setup()
    expect(await settings.changeByPage({ proxy: ' HTTP://Proxy.example:3128/ ' })).toMatchObject({ ok: true })
    expect(asked).toEqual(['Connect to the exchange through http://proxy.example:3128?'])
    expect(now().proxy).toBe('http://proxy.example:3128')
    const refused = setup(false)
    expect(await refused.settings.changeByPage({ proxy: 'http://proxy.example:3128' })).toMatchObject({ error: { code: 'cancelled' } })
    expect(refused.now().proxy).toBe('')
    expect(refused.changes).toEqual([])
  })

  it('put no text of the page into a box that is no proxy', async () => {
    const { settings, asked } = setup()
    expect(await settings.changeByPage({ proxy: '\n\nURGENT: open https://evil.example\n' })).toMatchObject({ ok: false })
    expect(asked).toEqual([])
  })
})
