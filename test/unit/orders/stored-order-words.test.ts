import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import { asCsv, asJson } from '../../../src/main/orders/orders-export.js'
import { type Message, messageOf } from '../../../src/shared/messages/messages.js'
import type { Evidence, OrderIntent } from '../../../src/shared/orders/trading.js'
import type { Problem } from '../../../src/shared/problem.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { anIntent } from '../../support/order-intents.js'
import { aProfile, valueOf } from '../../support/test-storage.js'

const later = { key: 'orders.of-a-later-version' } as unknown as Message
const laterText = JSON.stringify(later)
const known = messageOf('orders.gone-from-record')

function problem(message: Problem['message'], more: Partial<Problem> = {}): Problem {
  return { code: 'outcome-unknown', message, ...more }
}

function evidence(more: Partial<Evidence>): Evidence {
  return { before: null, after: null, verdict: 'unclear', text: known, problem: null, ...more }
}

const [item] = anIntent().items
if (item === undefined) throw new Error('an intent has an item')

/** Where a message may be in what has happened to an order. */
const places: Record<string, Partial<OrderIntent>> = {
  'its problem': { problem: problem(later) },
  'a field of its problem': { problem: problem(known, { fields: { amount: [later] } }) },
  'its evidence': { evidence: evidence({ text: later }) },
  'the problem of its evidence': { evidence: evidence({ problem: problem(later) }) },
  'what was looked up': {
    evidence: evidence({
      asked: [{ what: later, at: 1, found: later, problem: problem(later) }],
    }),
  },
  'why nothing is settled': { evidence: evidence({ unsettled: [later] }) },
  'the problem of an item': { items: [{ ...item, problem: problem(later) }] },
}

describe('ORD-19 an order with a message of another version', () => {
  it.each(Object.entries(places))('can be read and exported: in %s', (_place, part) => {
    const store = openMemoryStorage([aProfile({ id: 'a' })], createFakeClock().clock)
    onTestFinished(store.close)
    const intent = anIntent({ profileId: 'a', ...part })
    valueOf(store.orders.add(intent, [{ quote: 'USDT', notional: null }]))
    const found = valueOf(store.orders.find('a', intent.id))
    if (found === null) throw new Error('the order is in the record')
    const asText = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll(laterText, JSON.stringify(laterText)))
    expect(found).toEqual(asText(intent))
    expect(asCsv([found]).rows).toBe(1)
    expect(asJson([found]).text).toContain(JSON.stringify(laterText))
  })
})
