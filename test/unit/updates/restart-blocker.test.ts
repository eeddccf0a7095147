import { describe, expect, it } from 'vitest'
import {
  createRestartBlocker,
  type RestartBlockerParts,
} from '../../../src/main/updates/updates.js'
import type { MessageOrText } from '../../../src/shared/messages/messages.js'
import { messageContaining } from '../../support/saying.js'

function gate(own: Partial<RestartBlockerParts> = {}): MessageOrText | null {
  return createRestartBlocker({
    unfinishedOrders: () => 0,
    ordersUnderWay: () => 0,
    openDialogs: () => 0,
    ...own,
  })()
}

describe('UX-71 a restart', () => {
  it('goes ahead if nothing is open', () => {
    expect(gate()).toBeNull()
  })

  it('waits for an order without an answer yet', () => {
    expect(gate({ ordersUnderWay: () => 1 })).toEqual(messageContaining('in progress'))
  })

  it('waits for an order of unknown outcome in any account', () => {
    expect(gate({ unfinishedOrders: () => 1 })).toEqual(
      messageContaining(/The result of an order is unknown.*another one.*Resolve it/),
    )
  })

  it('waits if the journal cannot be read', () => {
    expect(gate({ unfinishedOrders: () => null })).toEqual(messageContaining('cannot be read'))
  })

  it('waits for an open dialog', () => {
    expect(gate({ openDialogs: () => 1 })).toEqual(messageContaining('question'))
  })
})
