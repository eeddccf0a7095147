import { expect, it } from 'vitest'
import type { AddressFamilyChoice } from '../../../src/shared/portfolio/connection.js'
import { createFamilyPolicy } from '../../../src/main/exchange/address-family.js'
import {
  aProfile,
  createTestClock,
  openTestStorage,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'

const { clock } = createTestClock()

it('NET-18 remembers the family that connected to a host for the next run, for hosts of existing accounts', () => {
  const folder = temporaryFolder()
  const first = openTestStorage({ folder, clock }).storage
  valueOf(first.profiles.add(aProfile({ baseUrl: 'https://exchange.example:8443' })))
  let choice: AddressFamilyChoice = 'automatic'
  const policy = createFamilyPolicy(() => choice, first.families)
  policy.connected('exchange.example', 'ipv4')
  choice = 'ipv6'
  policy.connected('exchange.example', 'ipv6')
  choice = 'automatic'
  policy.connected('exchange.example', 'ipv4')
  policy.connected('tried-once.example', 'ipv4')
  policy.connected('127.0.0.1', 'ipv4')
  expect(policy.known('127.0.0.1')).toBe('ipv4')
  first.close()

  const second = openTestStorage({ folder, clock }).storage
  choice = 'ipv4'
  const next = createFamilyPolicy(() => choice, second.families)
  expect([
    next.known('exchange.example'),
    next.known('tried-once.example'),
    next.known('127.0.0.1'),
  ]).toEqual(['ipv6', 'ipv4', null])
  next.connected('exchange.example', 'ipv4')
  expect(new Map(second.families.read())).toEqual(new Map([['exchange.example', 'ipv4']]))
})

it('ignores a stored family that no version knows', () => {
  const { storage } = openTestStorage({ folder: temporaryFolder(), clock })
  storage.families.save('exchange.example', 'ipv5' as never)
  expect(storage.families.read()).toEqual([])
})
