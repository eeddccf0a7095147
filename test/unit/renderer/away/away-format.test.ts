// How the state of a destination reads.
import { describe, expect, it } from 'vitest'
import { factsOf } from '../../../../src/renderer/away/away-format.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { aDestinationView } from '../../../fixtures/portfolio/away.js'

const daily = { used: 61, limit: 250, resetsAt: now + 7200, isSlowed: false }

function said(more: Parameters<typeof aDestinationView>[0]): string {
  return factsOf(aDestinationView(more), { now, zone: null })
}

describe('ALR-14 the state of a destination', () => {
  it('says how many messages of today are used, and what follows once few are left', () => {
    expect(said({ daily })).toContain('61 of 250 messages used today at ntfy.sh.')
    expect(said({ daily })).not.toContain('less often')
    expect(said({ daily: { ...daily, used: 190, isSlowed: true } })).toMatch(
      /190 of 250 .* moved ahead less often until .*, and would arrive later\./,
    )
    expect(said({ daily: { ...daily, used: 250, isSlowed: true } })).toMatch(
      /All 250 of today’s messages at ntfy\.sh are used up\. Until .* it may refuse alerts/,
    )
    expect(said({ daily: null })).not.toContain('messages')
  })

  it('says how many alerts quiet hours hold back', () => {
    expect(said({ held: 1 })).toContain('1 alert is held back until the quiet hours end.')
    expect(said({ held: 0 })).not.toContain('held back')
  })
})
