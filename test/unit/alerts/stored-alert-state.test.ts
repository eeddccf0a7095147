import { expect, it } from 'vitest'
import { changedStates, readStates } from '../../../src/main/alerts/stored-alert-state.js'

const steps = { seen: ['margin-call'], crossed: ['margin-call'], raised: ['margin-call'] }
const entry = {
  market: 'BTC_USDT',
  side: 'long',
  state: 'margin_call',
  steps,
  away: {},
  shared: {},
}

/** As this version writes them. */
const onDisk = {
  ladder: {
    loan: '["USDT","1"]',
    past: null,
    steps,
    sense: { seen: ['unclear'], crossed: [], raised: [] },
  },
  positions: {
    looked: true,
    entries: { '1': entry },
    gone: { '2': { at: 5, entry }, '4': { at: 6, entry, unseen: true } },
    unreadable: { since: { 'id 3': 7 }, told: { key: 'positions/unreadable@9', who: ['id 3'] } },
  },
  blindness: { open: [{ key: 'sight/loan', feeds: ['loan'], raisedAt: 0 }] },
  payouts: {
    seen: [
      { accountName: 'a', destination: 'own', externalAddress: null, at: 3, keyHint: 'abcd…wxyz' },
    ],
  },
  notices: {
    told: { x: 1 },
    repeats: { x: { count: 2, at: 9 } },
    last: { y: 2 },
    reminders: ['z'],
    shown: {},
    over: {},
    sent: [{ at: 1, sort: 'sight' }],
  },
}

it('reads and writes alert states under their names on disk', () => {
  const states = readStates(onDisk)
  expect(states.ltv.loan).toBe(onDisk.ladder.loan)
  expect(states.monitoringLoss.open).toHaveLength(1)
  expect(changedStates(readStates({}), states)).toEqual(onDisk)
})

it('keeps the key of a doubt about a loan, and reads one without it', () => {
  const doubt = { is: 'none', at: 9 }
  for (const one of [doubt, { ...doubt, keyHint: 'cd34' }]) {
    const loanEnd = { seen: null, doubt: one, gone: null, keyHint: 'ab12' }
    expect(readStates({ loanEnd }).loanEnd).toEqual(loanEnd)
  }
})

it('keeps what the user was notified of from a ledger of a version without repeats', () => {
  const { repeats, ...older } = onDisk.notices
  expect(Object.keys(repeats)).toEqual(['x'])
  expect(readStates({ ...onDisk, notices: older }).notices).toMatchObject({
    told: { x: 1 },
    repeats: {},
  })
})
