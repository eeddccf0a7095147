import { describe, expect, it } from 'vitest'
import { endpointFacts } from '../../../../src/main/exchange/endpoint-access.js'
import {
  type Capability,
  capabilityAdvice,
  type CapabilityState,
} from '../../../../src/shared/capabilities/capability.js'
import { capabilitySummary } from '../../../../src/renderer/capabilities/capability-format.js'

const states: CapabilityState[] = [
  'works',
  'not-enabled',
  'no-permission',
  'not-offered',
  'not-tried',
]

function inState(path: string, state: CapabilityState, more: Partial<Capability> = {}): Capability {
  const facts = endpointFacts.find((one) => one.path === path)
  if (facts === undefined) throw new Error(`no endpoint ${path}`)
  return { ...facts, state, at: null, code: null, said: '', ...more }
}

describe('the advice on an endpoint', () => {
  it('UX-5 exists, in one or two sentences, for each that does not work', () => {
    for (const { path } of endpointFacts) {
      for (const state of states) {
        const advice = capabilityAdvice(inState(path, state))
        if (state === 'works') expect(advice).toBe('')
        else expect(advice).toMatch(/^[A-Z].+\.$/)
      }
    }
  })

  it.each<[string, CapabilityState, string]>([
    [
      '/api/v4/main-account/smart-flex/investments/history',
      'not-enabled',
      'If you are a partner, ask the exchange’s support',
    ],
    ['/api/v4/credit-line/loans/info', 'not-enabled', 'Ask the exchange’s support to enable it.'],
    ['/api/v4/collateral-account/summary', 'not-enabled', 'Open margin trading'],
    [
      '/api/v4/order/collateral/market',
      'no-permission',
      'create a key with it: most likely it is in “Order Management”.',
    ],
    ['/api/v4/orders', 'no-permission', 'most likely it is in “Trade Balance and Order History”.'],
    [
      '/api/v4/main-account/balance',
      'no-permission',
      'most likely it is in “Wallet Balance and History”.',
    ],
    ['/api/v4/mining/accounts', 'no-permission', 'allow the mining feature for the key'],
    [
      '/api/v4/profile/websocket_token',
      'no-permission',
      'In the exchange’s API settings, allow this endpoint for the key.',
    ],
    ['/api/v4/order/cancel', 'not-tried', 'It moves money, so Plimsoll never tries it.'],
    ['/api/v4/mining/payout-destination', 'not-tried', 'Add a pool account on the Mining screen'],
    ['/api/v4/profile/websocket_token', 'not-tried', 'Fetch a stream token in Settings'],
    ['/api/v4/orders', 'not-tried', 'Check now asks for it.'],
    ['/api/v4/orders', 'not-offered', 'Plimsoll works without it.'],
    ['/api/v4/main-account/balance', 'not-offered', 'Check the address of the account.'],
  ])('%s, %s: %s', (path, state, words) => {
    expect(capabilityAdvice(inState(path, state))).toContain(words)
  })

  it('is about the region if the exchange says so', () => {
    const one = inState('/api/v4/orders', 'not-offered', { code: 'region-unavailable' })
    expect(capabilityAdvice(one)).toBe(
      'Check that the region set here is the one your account is registered in.',
    )
  })
})

it('counts of each state form one sentence', () => {
  const some = [
    inState('/api/v4/orders', 'works'),
    inState('/api/v4/orders', 'not-tried'),
    inState('/api/v4/orders', 'not-tried'),
  ]
  expect(capabilitySummary(some)).toBe('3 endpoints: 1 works, 2 not tried.')
  expect(
    capabilitySummary([
      ...some,
      inState('/api/v4/orders', 'no-permission'),
      inState('/api/v4/orders', 'works'),
    ]),
  ).toBe('5 endpoints: 2 work, 1 without permission, 2 not tried.')
})
