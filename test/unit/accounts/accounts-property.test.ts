// Three accounts and a demo, with any sequence of events, over everything that the app combines.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AccountSummary } from '../../../src/shared/accounts/account-summary.js'
import {
  type AccountsHarness,
  createAccountsHarness,
  type Mode,
  tagsIn,
} from '../../support/accounts-harness.js'
import { casesOf } from '../../support/seed.js'

/** Seconds within which a background account is polled: fifteen, and a tick of the poller. */
const interval = 20
/**
 * After a problem with an account is over, polls are regular again within this time: a call that
 * hangs is cancelled.
 */
const recovery = 240

const topicsOfAccount = [
  'portfolio',
  'connection',
  'alerts',
  'trading',
  'flex',
  'flex-export',
  'mining',
] as const

function isOfAccount(topic: string): topic is (typeof topicsOfAccount)[number] {
  return topicsOfAccount.some((one) => one === topic)
}

type Step =
  | { do: 'show' | 'unlock' | 'rename' | 'accept' | 'refuse'; who: number }
  | { do: 'ltv'; who: number; ltv: '25' | '76' }
  | { do: 'mode'; who: number; mode: Mode }
  | {
      do:
        | 'shut'
        | 'open'
        | 'enter-demo'
        | 'leave-demo'
        | 'demo-call'
        | 'resume'
        | 'release'
        | 'hide'
        | 'unhide'
        | 'refresh'
    }
  | { do: 'pass' | 'sleep' | 'stall'; seconds: number }

const who = fc.nat(2)
const mode = fc.constantFrom<Mode>('fine', 'down', 'trouble', 'limited', 'held')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.constantFrom(1, 3, 10, 25, 25, 40, 300),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('show' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ltv' as const),
      who,
      ltv: fc.constantFrom('25' as const, '76' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mode' as const), who, mode }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('unlock' as const, 'rename', 'accept', 'refuse'),
      who,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom<
        | 'shut'
        | 'open'
        | 'enter-demo'
        | 'leave-demo'
        | 'demo-call'
        | 'resume'
        | 'release'
        | 'hide'
        | 'unhide'
        | 'refresh'
      >(
        ...([
          'shut',
          'open',
          'enter-demo',
          'leave-demo',
          'demo-call',
          'resume',
          'release',
          'hide',
          'unhide',
          'refresh',
        ] as const),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('sleep' as const, 'stall'),
      seconds: fc.constantFrom(5, 60, 3600),
    }),
  },
)

/** Broken promises, in words. */
function watchOver(harness: AccountsHarness) {
  const { accounts, appState, time } = harness
  const wrong: string[] = []
  const seen = { margins: 0, offScreen: 0, ofDemo: 0, pushes: 0 }
  const onScreen = (): string | null => accounts.shown()?.profile.id ?? null
  /**
   * Since when a key is accepted and an LTV at margin call; and when something last prevented a
   * poll of an account.
   */
  const acceptedSince = new Map<string, number>()
  const highSince = new Map<string, number>()
  const disturbedAt = new Map<string, number>()
  const holdsSince = (since: Map<string, number>, id: string, holds: boolean): number => {
    const now = time.clock()
    if (!holds) since.delete(id)
    else if (!since.has(id)) since.set(id, now)
    return since.get(id) ?? now
  }

  /** Something happened to an account, or to all of them, after which its polls may be late. */
  const disturbed = (id?: string): void => {
    for (const { profile } of accounts.summaries().accounts)
      if (id === undefined || id === profile.id) disturbedAt.set(profile.id, time.clock())
  }

  const ownTag = (id: string | null): string =>
    id === null ? 'of nobody' : harness.exchange(id).tag

  const checkSummary = ({ profile, ltv, openRisk }: AccountSummary): void => {
    const own = ownTag(profile.id)
    const currencies = openRisk?.unrealized.map(({ currency }) => currency) ?? []
    if (tagsIn([currencies, openRisk?.nearest?.market ?? '']).some((tag) => tag !== own))
      wrong.push(`a summary of ${own} shows what is open elsewhere: ${JSON.stringify(openRisk)}`)
    if (ltv !== null && ltv !== '25' && ltv !== '76')
      wrong.push(`a summary of ${own} shows LTV ${ltv}`)
  }

  harness.onPush(({ topic, payload }) => {
    seen.pushes += 1
    if (topic === 'accounts') {
      for (const summary of payload.accounts) checkSummary(summary)
      return
    }
    if (!isOfAccount(topic) || !('profileId' in payload)) return
    if (payload.profileId !== onScreen())
      wrong.push(
        `${topic} of ${ownTag(payload.profileId)} while ${ownTag(onScreen())} is on screen`,
      )
    const others = tagsIn(payload).filter((tag) => tag !== ownTag(payload.profileId))
    if (others.length > 0)
      wrong.push(`${topic} of ${ownTag(payload.profileId)} holds ${others.join()}`)
  })

  appState.subscribe(({ demo, activeProfileId, keyState }) => {
    const pushed = demo?.id ?? activeProfileId
    const summary = accounts.summaries().accounts.find(({ profile }) => profile.id === pushed)
    if (keyState !== (summary?.keyState ?? 'unknown'))
      wrong.push(`${ownTag(pushed)} is shown with a key that is ${keyState}`)
  })

  harness.onNotice(({ profileId, title, body }) => {
    // A combined notification names each account in its text.
    if (/^(?:Alerts of )?\d+ accounts?\b/.test(title)) {
      for (const part of body.split('; '))
        for (const { profile } of open())
          if (tagsIn(part).includes(ownTag(profile.id)) && !part.startsWith(`${profile.name}: `))
            wrong.push(`“${part}” is not ${profile.name}`)
      return
    }
    const own = ownTag(profileId)
    if (tagsIn([title, body]).some((tag) => tag !== own))
      wrong.push(`“${title}” in the name of ${own}`)
    const name = appState.view().profiles.find(({ id }) => id === profileId)?.name ?? 'Demo'
    if (!title.startsWith(`${name}: `)) wrong.push(`“${title}” does not begin with “${name}”`)
  })

  const open = (): AccountSummary[] => accounts.summaries().accounts

  /** Every alert that was due by now has arrived. */
  const checkAlerts = (): void => {
    const now = time.clock()
    for (const { profile, keyState, ltv } of open()) {
      const { id } = profile
      const { tag, mode: how, keyRefused, ltv: truth } = harness.exchange(id)
      if (how !== 'fine' || keyRefused) disturbed(id)
      const accepted = holdsSince(acceptedSince, id, keyState === 'accepted')
      const high = holdsSince(highSince, id, truth === '76')
      if (now < Math.max(high, accepted, (disturbedAt.get(id) ?? -Infinity) + recovery) + interval)
        continue
      seen.margins += 1
      if (id !== onScreen()) seen.offScreen += 1
      if (profile.region === 'demo') seen.ofDemo += 1
      const alert = harness.openAlerts(id).find(({ kind }) => kind === 'margin-call')
      if (ltv !== '76' || alert === undefined) {
        wrong.push(`${tag} has been at margin call for ${now - high} s, and there is no alert`)
        continue
      }
      // What existed at the first check is shown without a notification.
      if (alert.found === 'standing') continue
      const notices = harness.notified.filter(
        (one) => one.profileId === id && one.at >= alert.at && one.at <= alert.at + interval,
      )
      if (!notices.some(({ title }) => title.endsWith(`${tag} loan: LTV has reached margin call`)))
        wrong.push(`nobody was pushed of the margin call of ${tag}`)
    }
  }

  return { wrong, seen, checkAlerts, disturbed, onScreen }
}

const runs = casesOf({ gate: 20, scheduled: 30 })

it("RES-8 monitors every account under its own name whatever happens, and never shows or notifies one's data as another’s", async () => {
  const all = { margins: 0, offScreen: 0, ofDemo: 0, pushes: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 5, maxLength: 40, size: 'max' }),
      fc.boolean(),
      fc.boolean(),
      async (steps, inDemo, shut) => {
        const harness = await createAccountsHarness(3)
        const { accounts, time, profiles } = harness
        const { wrong, seen, checkAlerts, disturbed } = watchOver(harness)
        const idOf = (number: number): string => profiles[number]?.id ?? ''

        const pass = async (seconds: number): Promise<void> => {
          for (let left = seconds; left > 0; left -= 5) {
            await harness.pass(left < 5 ? left : 5)
            checkAlerts()
          }
        }

        const take = async (step: Step): Promise<void> => {
          switch (step.do) {
            case 'pass':
              return pass(step.seconds)
            case 'sleep':
            case 'stall':
              time[step.do](step.seconds)
              return disturbed()
            case 'resume':
              disturbed()
              return accounts.powerChanged('resume')
            case 'show':
              return void accounts.show(idOf(step.who))
            case 'unlock':
              disturbed(idOf(step.who))
              return void accounts.unlock(idOf(step.who))
            case 'rename':
              return void accounts.rename(
                idOf(step.who),
                `Renamed ${step.who} ${time.clock()}`.slice(0, 30),
              )
            case 'refuse':
            case 'accept':
              harness.exchange(idOf(step.who)).keyRefused = step.do === 'refuse'
              return disturbed(idOf(step.who))
            case 'ltv':
              harness.exchange(idOf(step.who)).ltv = step.ltv
              return
            case 'mode':
              harness.exchange(idOf(step.who)).mode = step.mode
              return disturbed(idOf(step.who))
            case 'shut':
            case 'open':
              return harness.keychainIs(step.do)
            case 'enter-demo':
              return void (await accounts.enterDemo())
            case 'leave-demo':
              return void accounts.leaveDemo()
            case 'demo-call': {
              await accounts.enterDemo()
              const shown = accounts.shown()?.profile
              if (shown?.region === 'demo') harness.exchange(shown.id).ltv = '76'
              return
            }
            case 'release':
              return harness.release()
            case 'hide':
            case 'unhide':
              return accounts.setHidden(step.do === 'hide')
            case 'refresh':
              return accounts.refreshAll()
          }
        }

        if (shut) harness.keychainIs('shut')
        await accounts.start({ demo: inDemo })
        await pass(20)
        for (const step of steps) {
          await take(step)
          checkAlerts()
          expect(wrong).toEqual([])
        }
        // Whatever it was, once it is over every account is monitored as usual.
        harness.keychainIs('open')
        await accounts.leaveDemo()
        for (const { id } of profiles) {
          Object.assign(harness.exchange(id), { mode: 'fine', keyRefused: false, ltv: '76' })
          disturbed(id)
        }
        harness.release()
        await pass(5)
        for (const { id, keyState } of accounts
          .summaries()
          .accounts.map(({ profile, keyState }) => ({ id: profile.id, keyState })))
          if (keyState !== 'accepted') await accounts.unlock(id)
        await pass(recovery + interval + 10)
        expect(wrong).toEqual([])
        expect(accounts.summaries().accounts.map(({ keyState, ltv }) => [keyState, ltv])).toEqual(
          Array(3).fill(['accepted', '76']),
        )
        expect([...harness.openClients()].sort()).toEqual(profiles.map(({ id }) => id))

        await harness.close()
        harness.release()
        await time.pass(600)
        expect(wrong).toEqual([])
        expect(harness.openClients()).toEqual([])
        expect(time.pending()).toBe(0)
        expect(harness.demosRunning()).toBe(0)
        harness.closeStore()
        all.margins += seen.margins
        all.offScreen += seen.offScreen
        all.ofDemo += seen.ofDemo
        all.pushes += seen.pushes
      },
    ),
    { numRuns: runs },
  )
  // It would also hold if nothing had ever happened.
  expect(all.offScreen).toBeGreaterThan(3 * runs)
  expect(all.ofDemo).toBeGreaterThan(0)
  expect(all.pushes).toBeGreaterThan(30 * runs)
})
