import { describe, expect, it } from 'vitest'
import { createPayoutAcknowledgement } from '../../../src/main/alerts/payout-alerts.js'
import type { AttentionItem } from '../../../src/shared/alerts/alert.js'
import { fail, ok } from '../../../src/shared/result.js'
import { anAlert } from '../../support/alert-harness.js'

function setup(...raised: { id: string; about: string }[]) {
  let attention: AttentionItem[] = raised.map(({ id, about }) => ({
    alert: anAlert({
      id,
      key: `${about}@${id}`,
      kind: about.startsWith('payout:') ? 'payout-changed' : 'margin-call',
      subject: { key: about, name: about },
    }),
    quiet: false,
    screen: 'mining',
  }))
  const seen: string[] = []
  let known = true
  const acknowledgement = createPayoutAcknowledgement({
    mining: {
      acknowledge: (name) => {
        if (!known) return fail({ code: 'gone', message: 'not on the list' })
        seen.push(name)
        return ok(null)
      },
    },
    alerts: {
      view: () => ({ attention }),
      acknowledge: (id) => {
        if (!attention.some(({ alert }) => alert.id === id))
          return fail({ code: 'gone', message: 'no such alert' })
        attention = attention.map((item) =>
          item.alert.id === id
            ? {
                ...item,
                quiet: true,
                alert: { ...item.alert, state: { kind: 'acknowledged', at: 1 } },
              }
            : item,
        )
        return ok(null)
      },
    },
  })
  const calling = (): string[] =>
    attention.filter(({ quiet }) => !quiet).map(({ alert }) => alert.id)
  const unlist = (): void => {
    known = false
  }
  return { acknowledgement, calling, seen, unlist }
}

describe('acknowledging a changed payout', () => {
  it('on its screen ends every alert about that mining account, and no other', () => {
    const { acknowledgement, calling, seen } = setup(
      { id: 'a', about: 'payout:rig' },
      { id: 'b', about: 'payout:rig' },
      { id: 'c', about: 'payout:farm' },
      { id: 'd', about: 'loan' },
    )
    expect(acknowledgement.ofAccount('rig')).toEqual(ok(null))
    expect(calling()).toEqual(['c', 'd'])
    expect(seen).toEqual(['rig'])
  })

  it('as an alert ends the question on its screen, once no other alert about the mining account is left', () => {
    const { acknowledgement, calling, seen } = setup(
      { id: 'a', about: 'payout:rig' },
      { id: 'b', about: 'payout:rig' },
    )
    acknowledgement.ofAlert('a')
    expect(seen).toEqual([])
    acknowledgement.ofAlert('b')
    expect(seen).toEqual(['rig'])
    expect(calling()).toEqual([])
  })

  it('does not touch the screen for other alerts, or if the alert could not be acknowledged', () => {
    const { acknowledgement, calling, seen } = setup(
      { id: 'a', about: 'loan' },
      { id: 'b', about: 'payout:rig' },
    )
    expect(acknowledgement.ofAlert('a')).toEqual(ok(null))
    expect(acknowledgement.ofAlert('x')).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(calling()).toEqual(['b'])
    expect(seen).toEqual([])
  })

  it('works as an alert about an account that was removed; on the screen it fails and no alert ends', () => {
    const { acknowledgement, calling, unlist } = setup(
      { id: 'a', about: 'payout:rig' },
      { id: 'b', about: 'payout:farm' },
    )
    unlist()
    expect(acknowledgement.ofAlert('a')).toEqual(ok(null))
    expect(acknowledgement.ofAccount('farm')).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(calling()).toEqual(['b'])
  })
})
