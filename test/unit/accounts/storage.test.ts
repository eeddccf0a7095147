import { expect, it, onTestFinished } from 'vitest'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import type { Profile } from '../../../src/shared/accounts/account.js'
import { defaultTradeLimits } from '../../../src/shared/orders/trading.js'
import { anIntent } from '../../support/order-intents.js'
import {
  aLoan,
  aProfile,
  createTestClock,
  startOfTest,
  valueOf,
} from '../../support/test-storage.js'

const demo = aProfile({ region: 'demo', keyStorage: 'demo' })
const other = aProfile({ ...demo, id: '0b0e8bb0-5a0f-4b7e-9d8c-0000000000ff' })
const everything = { from: 0, to: startOfTest * 2 }
const miner = {
  name: 'rig',
  addedAt: startOfTest,
  destination: null,
  asOf: null,
  keyHint: null,
  change: null,
}

function open(profiles: readonly Profile[] = [demo], { clock } = createTestClock()) {
  const store = openMemoryStorage(profiles, clock)
  onTestFinished(store.close)
  return store
}

it('remembers everything of an account, by the rules of the record on disk', async () => {
  const store = open()
  const { id } = demo
  store.snapshots.remember(id, 'loan', { kind: 'no-loan' }, startOfTest)
  store.samples.addLoan(id, startOfTest, aLoan())
  const intent = anIntent({ profileId: id })
  const charge = [{ quote: 'USDT', notional: '1' }]
  expect(valueOf(store.orders.add(intent, charge))).toBe('added')
  expect(valueOf(store.orders.add({ ...intent, id: 'again' }, charge))).toBe('taken')
  valueOf(store.trading.write(id, { readOnly: false, limits: defaultTradeLimits, favourites: [] }))
  valueOf(store.mining.save(id, miner))
  valueOf(store.alerts.save(id, [], { sight: { since: 5 } }))
  valueOf(store.flex.saveSync(id, { cursor: 'c' }))
  store.nonces.raise('key', '17')

  expect(valueOf(store.snapshots.last(id)).loan).toEqual({
    value: { kind: 'no-loan' },
    asOf: startOfTest,
  })
  expect(valueOf(store.samples.loans(id, everything))).toHaveLength(1)
  expect(valueOf(store.orders.open(id))).toEqual([intent])
  expect(valueOf(store.trading.read(id)).readOnly).toBe(false)
  expect(valueOf(store.mining.load(id))).toEqual([miner])
  expect(valueOf(store.alerts.load(id)).states).toEqual({ sight: { since: 5 } })
  expect(valueOf(store.savedFilters.list(id))).toEqual([])
  expect(valueOf(store.flex.kept(id)).sync).toEqual({ cursor: 'c' })
  expect(store.nonces.highWater('key')).toBe('17')
  expect(await store.tend()).toEqual({ ok: true, value: null })
})

it('separates the accounts of one store, and remembers nothing of one it was not opened for', () => {
  const store = open([demo, other])
  valueOf(store.mining.save(demo.id, miner))
  expect(valueOf(store.mining.load(other.id))).toEqual([])
  valueOf(store.mining.save('unknown', miner))
  expect(valueOf(store.mining.load('unknown'))).toEqual([])
  expect(
    store.trading.write('unknown', { readOnly: true, limits: defaultTradeLimits, favourites: [] })
      .ok,
  ).toBe(false)
})

it('thins out old samples', async () => {
  const time = createTestClock()
  const store = open([demo], time)
  for (let minute = 0; minute < 120; minute += 1)
    store.samples.addLoan(demo.id, startOfTest + minute * 60, aLoan())
  time.advance(400 * 86_400)
  valueOf(await store.tend())
  expect(valueOf(store.samples.loans(demo.id, everything)).length).toBeLessThan(120)
})

it('ends with its closing, and shares nothing with another', () => {
  const store = open()
  valueOf(store.mining.save(demo.id, miner))
  const beside = open()
  expect(valueOf(beside.mining.load(demo.id))).toEqual([])
  store.close()
  expect(store.mining.load(demo.id).ok).toBe(false)
  expect(valueOf(beside.mining.load(demo.id))).toEqual([])
})

it('does not open for the same account twice', () => {
  expect(() => openMemoryStorage([demo, demo], createTestClock().clock)).toThrow()
})
