import { describe, expect, it } from 'vitest'
import { createAppState } from '../../../src/main/accounts/app-state.js'
import type { AppStateView } from '../../../src/shared/accounts/app-state.js'
import { fail, ok } from '../../../src/shared/result.js'
import { about, aProfile } from '../../support/fake-accounts.js'
import { problem } from '../../support/fake-exchange-client.js'

function setup() {
  let ids = 0
  const acknowledged: string[] = []
  const trouble = { acknowledge: false }
  const appState = createAppState({
    clock: () => 1000,
    newId: () => `n${String((ids += 1))}`,
    about,
    acknowledge: (id) => {
      acknowledged.push(id)
      return trouble.acknowledge ? fail(problem('store-trouble')) : ok(null)
    },
  })
  const seen: AppStateView[] = []
  const stop = appState.subscribe((view) => seen.push(view))
  return { appState, seen, stop, acknowledged, trouble }
}

const restored = {
  level: 'caution',
  title: 'Settings were restored',
  text: 'The file was damaged.',
} as const

describe('the app state', () => {
  it('removes a notice that no longer applies, and no other', () => {
    const { appState } = setup()
    appState.notify(restored)
    appState.notify({
      level: 'danger',
      title: 'Plimsoll cannot record anything now',
      text: 'The disk is full.',
    })
    appState.withdraw('Plimsoll cannot record anything now')
    appState.withdraw('Plimsoll cannot record anything now')
    expect(appState.view().notices.map(({ title }) => title)).toEqual(['Settings were restored'])
  })

  it('calls its listeners for each change, and for nothing else', () => {
    const { appState, seen, stop } = setup()
    appState.setAccounts({ profiles: [aProfile()] })
    appState.setAccounts({ profiles: [aProfile()] })
    appState.setAccounts({ activeProfileId: 'a' })
    appState.setAccounts({ keyState: 'rejected', keyProblem: problem('key-disabled') })
    appState.setAccounts({ keyState: 'rejected', keyProblem: problem('key-disabled') })
    expect(seen).toHaveLength(3)
    expect(appState.view()).toMatchObject({
      activeProfileId: 'a',
      keyState: 'rejected',
      keyProblem: { code: 'key-disabled' },
    })
    stop()
    appState.setAbout({ trayShown: false })
    expect(seen).toHaveLength(3)
    expect(appState.view().about.trayShown).toBe(false)
  })

  it('keeps a notice until dismissed, once however often it is raised', () => {
    const { appState, acknowledged } = setup()
    appState.notify(restored)
    appState.notify({ ...restored, title: 'Another' })
    appState.notify(restored)
    expect(appState.view().notices.map(({ title }) => title)).toEqual([
      'Another',
      'Settings were restored',
    ])
    const id = appState.view().notices[1]?.id ?? ''
    expect(appState.dismiss(id)).toEqual(ok(null))
    expect(acknowledged).toEqual([id])
    expect(appState.dismiss(id)).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(appState.view().notices.map(({ title }) => title)).toEqual(['Another'])
  })

  it('shows recorded notices under their own ids, and keeps one whose reading cannot be recorded', () => {
    const { appState, trouble } = setup()
    const recorded = {
      id: 'incident-1',
      at: 5,
      level: 'danger',
      title: 'Data was damaged',
      text: 'A backup was used.',
    } as const
    appState.remind([recorded])
    appState.remind([recorded])
    expect(appState.view().notices).toEqual([recorded])
    trouble.acknowledge = true
    expect(appState.dismiss('incident-1')).toMatchObject({
      ok: false,
      error: { code: 'store-trouble' },
    })
    expect(appState.view().notices).toHaveLength(1)
  })

  it('does not grow without limit', () => {
    const { appState } = setup()
    for (let at = 0; at < 500; at += 1) appState.notify({ ...restored, text: String(at) })
    expect(appState.view().notices).toHaveLength(20)
    expect(appState.view().notices.at(-1)?.text).toBe('499')
  })
})
