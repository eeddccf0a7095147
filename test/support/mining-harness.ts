// The list of mining accounts over an exchange the test writes, on virtual time.
import { onTestFinished } from 'vitest'
import { openMining, type PayoutClient } from '../../src/main/mining/mining.js'
import type { MiningRepository } from '../../src/main/mining/mining-repository.js'
import { createPollScheduler } from '../../src/main/polling/poll-scheduler.js'
import { openMemoryStorage } from '../../src/main/accounts/storage.js'
import type { Profile } from '../../src/shared/accounts/account.js'
import type { MiningView } from '../../src/shared/mining/mining.js'
import type { PayoutDestination, SeenPayout } from '../../src/shared/mining/payout.js'
import type { Problem } from '../../src/shared/problem.js'
import { fail, ok } from '../../src/shared/result.js'
import { aProfile } from './test-storage.js'
import { createFakeClock, type FakeClock } from './fake-clock.js'

export const profileId = 'p1'
export const usualAddress = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
export const otherAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

export function external(accountName: string, externalAddress: string): PayoutDestination {
  return {
    accountName,
    destination: 'external_address',
    externalAddress,
  }
}

/** In memory. */
export function testMiningRepository(...profileIds: string[]): MiningRepository {
  const profiles = (profileIds.length === 0 ? [profileId] : profileIds).map((id) =>
    aProfile({ id }),
  )
  const store = openMemoryStorage(profiles, () => 0)
  onTestFinished(store.close)
  return store.mining
}

type HarnessParts = {
  profile?: Pick<Profile, 'id' | 'keyHint'>
  repository?: MiningRepository
  time?: FakeClock
}

export function createMiningHarness({
  profile = { id: profileId, keyHint: 'aaaa…1111' },
  repository = testMiningRepository(profile.id),
  time = createFakeClock(),
}: HarnessParts = {}) {
  const asked: string[] = []
  const answered: PayoutDestination[] = []
  const payouts: { seen: SeenPayout; known: SeenPayout | null }[] = []
  const forgotten: string[] = []
  const views: MiningView[] = []
  const answers = new Map<string, PayoutDestination | Problem>()
  const newClient = (): PayoutClient => ({
    payoutDestination: (accountName) => {
      asked.push(accountName)
      const answer = answers.get(accountName) ?? external(accountName, usualAddress)
      return Promise.resolve(
        'code' in answer ? fail(answer) : ok({ value: answer, at: time.clock() }),
      )
    },
  })
  let client: PayoutClient | null = newClient()
  const open = (as: typeof profile) => {
    const scheduler = createPollScheduler({ clock: time.clock, timing: time.timing })
    const mining = openMining(as, repository, {
      clock: time.clock,
      timing: time.timing,
      scheduler,
      client: () => client,
      payout: (seen, known) => {
        answered.push(seen.destination)
        payouts.push({ seen, known })
      },
      forgotten: (name) => void forgotten.push(name),
      changed: (view) => void views.push(view),
    })
    return { mining, scheduler }
  }
  let opened = open(profile)
  const close = (): void => {
    opened.mining.close()
    opened.scheduler.close()
  }
  return {
    time,
    mining: () => opened.mining,
    repository,
    asked,
    answered,
    payouts,
    forgotten,
    views,
    close,
    /** The account is opened again, with another key where one is given. */
    reopen: (keyHint = profile.keyHint): void => {
      close()
      opened = open({ ...profile, keyHint })
    },
    /** The system says that the computer woke up. */
    resumed: (): void => opened.scheduler.resumed(),
    answer: (accountName: string, reply: PayoutDestination | Problem) =>
      void answers.set(accountName, reply),
    setClient: (now: PayoutClient | null) => {
      client = now
    },
    newClient,
    one: (name = 'rig') => {
      const found = opened.mining.read().accounts.find((account) => account.name === name)
      if (found === undefined) throw new Error(`no account ${name}`)
      return found
    },
  }
}
