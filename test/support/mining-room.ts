// The list of mining accounts over an exchange the test writes, on virtual time.
import { expect } from 'vitest'
import { createMining } from '../../src/main/mining/mining.js'
import { createMiningMemory } from '../../src/main/mining/mining-memory.js'
import type { MiningMemory, PayoutClient } from '../../src/main/mining/ports.js'
import type { MiningView } from '../../src/shared/domain/mining.js'
import type { PayoutDestination, SeenPayout } from '../../src/shared/domain/payout.js'
import type { Problem } from '../../src/shared/domain/problem.js'
import { fail, ok } from '../../src/shared/result.js'
import { createVirtualTime } from './virtual-time.js'

export const profileId = 'p1'
export const home = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
export const elsewhere = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

export const external = (accountName: string, externalAddress: string): PayoutDestination => ({
  accountName,
  destination: 'external_address',
  externalAddress,
})

export const openMiningRoom = (memory: MiningMemory = createMiningMemory()) => {
  const time = createVirtualTime()
  const asked: string[] = []
  const told: PayoutDestination[] = []
  const looks: { look: SeenPayout; known: SeenPayout | null }[] = []
  const forgotten: string[] = []
  let keyHint: string | null = 'aaaa…1111'
  const views: MiningView[] = []
  const answers = new Map<string, PayoutDestination | Problem>()
  const newClient = (): PayoutClient => ({
    payoutDestination: (accountName) => {
      asked.push(accountName)
      const answer = answers.get(accountName) ?? external(accountName, home)
      return Promise.resolve('code' in answer ? fail(answer) : ok({ value: answer, at: time.clock() }))
    },
  })
  let client: PayoutClient | null = newClient()
  const make = () =>
    createMining({
      clock: time.clock,
      timing: time.timing,
      client: () => client,
      keyHint: () => keyHint,
      payout: (id, look, known) => {
        expect(id).toBe(profileId)
        told.push(look.destination)
        looks.push({ look, known })
      },
      forgotten: (id, name) => {
        expect(id).toBe(profileId)
        forgotten.push(name)
      },
      changed: (view) => void views.push(view),
    })
  const mining = make()
  mining.start(profileId, memory)
  return {
    time,
    mining,
    make,
    memory,
    asked,
    told,
    looks,
    forgotten,
    views,
    setKey: (hint: string | null) => {
      keyHint = hint
    },
    answer: (accountName: string, reply: PayoutDestination | Problem) => void answers.set(accountName, reply),
    setClient: (now: PayoutClient | null) => {
      client = now
    },
    newClient,
    one: (name = 'rig') => {
      const found = mining.read().accounts.find((account) => account.name === name)
      if (found === undefined) throw new Error(`no account ${name}`)
      return found
    },
  }
}
