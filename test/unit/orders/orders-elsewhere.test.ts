// An order that needs a person while another account is open is told of, also where it was found so at the start, and each only once.
import { describe, expect, it } from 'vitest'
import { createOrdersElsewhere, type NewsElsewhere } from '../../../src/main/orders/orders-elsewhere.js'
import { elsewhereNotice } from '../../../src/main/watch/alerts/elsewhere-notice.js'
import type { OrderIntent } from '../../../src/shared/domain/trading.js'
import { fail, ok } from '../../../src/shared/result.js'
import { aProfile } from '../../support/fake-accounts.js'
import { anIntent } from '../../support/order-intents.js'
import { aTicket, createOrderRoom, unknownAnswer } from '../../support/order-room.js'
import { settled } from '../../support/virtual-time.js'

const setup = (journal: { [profileId: string]: OrderIntent[] } = {}) => {
  const told: NewsElsewhere[] = []
  let underWay = 0
  const elsewhere = createOrdersElsewhere({
    profiles: () => [aProfile({ id: 'a', name: 'Savings' }), aProfile({ id: 'b', name: 'Other' }), aProfile({ id: 'broken' })],
    openOrders: (id) => (id === 'broken' ? fail({ code: 'store-trouble', message: 'Damaged.' }) : ok(journal[id] ?? [])),
    underWay: () => underWay,
    tell: (news) => told.push(news),
  })
  return {
    elsewhere,
    told,
    nowUnderWay: (count: number) => {
      underWay = count
    },
  }
}

describe('ORD-5 after a restart into another account', () => {
  it('orders of the others that nobody has answered for are told of, once in a run', () => {
    const unknown = anIntent({ state: 'unknown', blocks: true })
    const misfit = anIntent({ state: 'acknowledged', blocks: true, act: 'Sell 1 ETH_USDT at market' })
    const lifted = anIntent({ state: 'unknown' })
    const { elsewhere, told } = setup({ a: [unknown, misfit, lifted, anIntent({ state: 'intent' })], b: [anIntent({ state: 'unknown' })] })
    elsewhere.opened('b')
    expect(told).toEqual([
      { intentId: unknown.id, act: unknown.act, profileName: 'Savings', because: 'unknown' },
      { intentId: misfit.id, act: misfit.act, profileName: 'Savings', because: 'mismatch' },
      { intentId: lifted.id, act: lifted.act, profileName: 'Savings', because: 'unknown' },
    ])
    elsewhere.opened('b')
    elsewhere.turned(unknown)
    expect(told).toHaveLength(3)
    elsewhere.opened('a')
    expect(told.at(-1)).toMatchObject({ profileName: 'Other' })
  })

  it('one that was being sent when Plimsoll ended is told of; one that is being sent now is not', () => {
    const { elsewhere, told, nowUnderWay } = setup({ a: [anIntent({ state: 'sending' })] })
    nowUnderWay(1)
    elsewhere.opened('b')
    expect(told).toEqual([])
    nowUnderWay(0)
    elsewhere.opened('b')
    expect(told).toMatchObject([{ because: 'unknown' }])
  })
})

it('ORD-5 one that turns unknown behind another account is told of as it does, and none of the demo ever is', async () => {
  const { elsewhere, told } = setup()
  const room = createOrderRoom({ troubleElsewhere: elsewhere.turned })
  await room.ready()
  room.exchange.answers(() => unknownAnswer())
  const id = await room.send(aTicket())
  room.orders.start({ ...room.profile, id: 'other' }, room.record.memory)
  await settled()
  expect(told).toEqual([{ intentId: id, act: 'Buy 0.01 BTC_USDT at market', profileName: 'Main account', because: 'unknown' }])
  elsewhere.turned(anIntent({ state: 'unknown', region: 'demo' }))
  expect(told).toHaveLength(1)
})

describe('the notification', () => {
  it('13.26 says that the result is unknown, and where to resolve it', () => {
    expect(elsewhereNotice({ intentId: 'i-1', profileName: 'Savings', because: 'unknown' }).body).toBe(
      'Its result is unknown. Do not send it again; open “Savings” and resolve it on the Trade screen.',
    )
  })

  it.each(['unknown', 'mismatch'] as const)('names the account and no figure, and fits where systems cut: %s', (because) => {
    for (const profileName of ['Savings', '界'.repeat(60), 'a\u202eb <b>']) {
      const { title, body, screen } = elsewhereNotice({ intentId: 'i-1', profileName, because })
      expect(Buffer.byteLength(title + body)).toBeLessThanOrEqual(200)
      expect(title + body).not.toMatch(/\d|[<>\u202e]/)
      expect(screen).toBe('trade')
    }
    expect(elsewhereNotice({ intentId: 'i-1', profileName: 'Savings', because }).title).toBe('An order of “Savings” needs you')
  })
})
