import { describe, expect, it } from 'vitest'
import { createSession } from '../../../src/main/accounts/app-state.js'
import type { SessionView } from '../../../src/shared/domain/session.js'
import { fail, ok } from '../../../src/shared/result.js'
import { about, aProfile } from '../../support/fake-accounts.js'
import { problem } from '../../support/scripted-client.js'

const setup = () => {
  let ids = 0
  const acknowledged: string[] = []
  const trouble = { acknowledge: false }
  const session = createSession({
    clock: () => 1000,
    newId: () => `n${String((ids += 1))}`,
    about,
    acknowledge: (id) => {
      acknowledged.push(id)
      return trouble.acknowledge ? fail(problem('store-trouble')) : ok(null)
    },
  })
  const seen: SessionView[] = []
  const stop = session.subscribe((view) => seen.push(view))
  return { session, seen, stop, acknowledged, trouble }
}

const restored = { level: 'caution', title: 'Settings were restored', text: 'The file was damaged.' } as const

describe('the session', () => {
  it('12.11 takes a notice away that is true no more, and no other', () => {
    const { session } = setup()
    session.notify(restored)
    session.notify({ level: 'danger', title: 'Plimsoll cannot record anything now', text: 'The disk is full.' })
    session.withdraw('Plimsoll cannot record anything now')
    session.withdraw('Plimsoll cannot record anything now')
    expect(session.view().notices.map(({ title }) => title)).toEqual(['Settings were restored'])
  })

  it('tells its listeners of each change, and of nothing else', () => {
    const { session, seen, stop } = setup()
    session.setAccounts({ profiles: [aProfile()] })
    session.setAccounts({ profiles: [aProfile()] })
    session.setAccounts({ activeProfileId: 'a' })
    session.setAccounts({ keyState: 'rejected', keyProblem: problem('key-disabled') })
    session.setAccounts({ keyState: 'rejected', keyProblem: problem('key-disabled') })
    expect(seen).toHaveLength(3)
    expect(session.view()).toMatchObject({ activeProfileId: 'a', keyState: 'rejected', keyProblem: { code: 'key-disabled' } })
    stop()
    session.setAbout({ trayShown: false })
    expect(seen).toHaveLength(3)
    expect(session.view().about.trayShown).toBe(false)
  })

  it('keeps a notice until it is dismissed, once however often it is said', () => {
    const { session, acknowledged } = setup()
    session.notify(restored)
    session.notify({ ...restored, title: 'Another' })
    session.notify(restored)
    expect(session.view().notices.map(({ title }) => title)).toEqual(['Another', 'Settings were restored'])
    const id = session.view().notices[1]?.id ?? ''
    expect(session.dismiss(id)).toEqual(ok(null))
    expect(acknowledged).toEqual([id])
    expect(session.dismiss(id)).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(session.view().notices.map(({ title }) => title)).toEqual(['Another'])
  })

  it('shows recorded notices under their own ids, and keeps one whose reading cannot be recorded', () => {
    const { session, trouble } = setup()
    const recorded = { id: 'incident-1', at: 5, level: 'danger', title: 'Data was damaged', text: 'A backup was used.' } as const
    session.remind([recorded])
    session.remind([recorded])
    expect(session.view().notices).toEqual([recorded])
    trouble.acknowledge = true
    expect(session.dismiss('incident-1')).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    expect(session.view().notices).toHaveLength(1)
  })

  it('does not grow without end', () => {
    const { session } = setup()
    for (let at = 0; at < 500; at += 1) session.notify({ ...restored, text: String(at) })
    expect(session.view().notices).toHaveLength(20)
    expect(session.view().notices.at(-1)?.text).toBe('499')
  })
})
