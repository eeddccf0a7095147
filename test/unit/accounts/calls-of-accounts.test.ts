// Where calls are recorded: for every account separately, even while another is on screen, and
// deleted with it.
import { expect, it, onTestFinished } from 'vitest'
import type { CallRecord } from '../../../src/main/exchange/call-record.js'
import { aRecord } from '../../support/call-records.js'
import { type AccountsHarness, createAccountsHarness } from '../../support/accounts-harness.js'
import { valueOf } from '../../support/test-storage.js'

async function started(): Promise<AccountsHarness> {
  const harness = await createAccountsHarness(2)
  onTestFinished(harness.closeStore)
  await harness.accounts.start({ demo: false })
  await harness.pass(5)
  return harness
}

const idAt = ({ profiles }: AccountsHarness, number: number): string => profiles[number]?.id ?? ''

function add(harness: AccountsHarness, number: number, part: Partial<CallRecord>): void {
  const recorder = harness.recorders.get(idAt(harness, number))
  if (recorder === undefined) throw new Error('nobody records')
  recorder.add(aRecord(part))
}

const all = {
  search: null,
  path: null,
  failedOnly: false,
  olderThan: null,
  newerThan: null,
  limit: 100,
}

function pathsShown({ accounts }: AccountsHarness): string[] | undefined {
  return accounts
    .shown()
    ?.calls.page(all)
    .calls.map(({ path }) => path)
}

function pushed(harness: AccountsHarness): unknown[] {
  return harness.pushed.flatMap(({ topic, payload }) => (topic === 'calls' ? [payload] : []))
}

it('records calls of every account separately, even off screen, and pushes only those on screen', async () => {
  const harness = await started()
  add(harness, 0, { path: '/api/v4/first' })
  add(harness, 1, { path: '/api/v4/second' })
  add(harness, 1, { path: '/api/v4/third' })
  expect(pathsShown(harness)).toEqual(['/api/v4/first'])
  expect(pushed(harness).at(-1)).toEqual({ profileId: idAt(harness, 0), newest: 1, kept: 1 })
  valueOf(harness.accounts.show(idAt(harness, 1)))
  expect(pathsShown(harness)).toEqual(['/api/v4/third', '/api/v4/second'])
  expect(pushed(harness).at(-1)).toEqual({ profileId: idAt(harness, 1), newest: 2, kept: 2 })
})

it('records a request shared by all accounts of an exchange with each of them, and with no other', async () => {
  const harness = await started()
  const address = harness.profiles[0]?.baseUrl ?? ''
  harness.publicRecorders
    .get(address)
    ?.add(aRecord({ path: '/api/v4/public/ticker', kind: 'public' }))
  expect(pathsShown(harness)).toEqual(['/api/v4/public/ticker'])
  valueOf(harness.accounts.show(idAt(harness, 1)))
  expect(pathsShown(harness)).toEqual([])
})

it('SEC-3 removes an account’s key and secret from its records, and shortens the key as everywhere', async () => {
  const harness = await started()
  const recorder = harness.recorders.get(idAt(harness, 0))
  expect(recorder?.keyHint).toBe(harness.profiles[0]?.keyHint)
  expect(recorder?.redact('{"amount":"1.5"}')).toBe('{"amount":"1.5"}')
  harness.accounts.stop()
  expect(recorder?.redact('{"amount":"1.5"}')).toBeNull()
})
