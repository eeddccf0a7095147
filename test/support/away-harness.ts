// The destinations of alerts with every port recorded, over a database in memory that outlives a
// restart.
import { onTestFinished } from 'vitest'
import { createAwayRepository } from '../../src/main/away/away-repository.js'
import { type AlertNow, type Away, openAway, type RaisedAlert } from '../../src/main/away/away.js'
import { sampleAwayWords } from '../../src/main/alerts/away-words.js'
import { createDatabaseHealth, noLog } from '../../src/main/database/database-fault.js'
import { migrate } from '../../src/main/database/database-migrations.js'
import { inMemory, openDatabase } from '../../src/main/database/database.js'
import type { OutgoingClient } from '../../src/main/exchange/outgoing-client.js'
import type { OutgoingMailClient } from '../../src/main/exchange/outgoing-mail.js'
import { Secret } from '../../src/main/keychain/secret.js'
import { createProfileRepository } from '../../src/main/accounts/profile-repository.js'
import {
  type AwayView,
  type DestinationSettings,
  newDestination,
} from '../../src/shared/away/away.js'
import type { Message } from '../../src/shared/messages/messages.js'
import type { Problem } from '../../src/shared/problem.js'
import { fail, ok, type Result } from '../../src/shared/result.js'
import { isoDay } from '../../src/shared/time.js'
import { utcMinutes, utcText } from './alert-harness.js'
import { aProfile, valueOf } from './test-storage.js'
import { settled } from './fake-clock.js'
import { createFakeNtfy, type NtfyFault } from './fake-ntfy.js'

export const profileId = aProfile().id

/** 2026-03-02 12:00:00 UTC. */
export const startOfAway = 1_772_452_800

export function aRaised(some: Partial<RaisedAlert> = {}): RaisedAlert {
  return {
    profileId,
    alertId: 'a1',
    key: 'loan/margin-call',
    at: startOfAway,
    level: 'danger',
    critical: true,
    urgent: true,
    words: () => ({ title: 'USDT loan: LTV has reached margin call', text: 'Add collateral.' }),
    ...some,
  }
}

/** What a raised alert is while it is open: its text then says since when. */
export function openNow(
  { key, urgent, words, at }: RaisedAlert,
  surpassed = false,
): Extract<AlertNow, { kind: 'open' }> {
  const late: RaisedAlert['words'] = (said) => {
    const { title, text } = words(said)
    return { title, text: `Since ${utcText(at)}. ${text}` }
  }
  return { kind: 'open', key, urgent, surpassed, words: late }
}

export function aDestination(some: Partial<DestinationSettings> = {}): DestinationSettings {
  return { ...newDestination('ntfy'), topic: 'plimsoll-test', ...some }
}

/** Destinations at an ntfy server with faults. */
export function createNtfyWorld(options: Parameters<typeof createFakeNtfy>[1] = {}) {
  let fault: () => NtfyFault = () => null
  let isHalted = false
  const ntfy = createFakeNtfy(() => world.clock(), options)
  const world = createAwayHarness((request) =>
    isHalted ? new Promise(() => undefined) : ntfy.client(() => fault())(request),
  )
  return {
    ...world,
    ntfy,
    fail: (next: () => NtfyFault): void => {
      fault = next
    },
    /** Nothing answers any more. */
    halt: (): void => {
      isHalted = true
    },
  }
}

export function createAwayHarness(
  send: OutgoingClient,
  startsAt = startOfAway,
  sendMail: OutgoingMailClient = () => Promise.resolve(fail({ cause: 'NO_ROUTE', sent: false })),
) {
  let now = startsAt
  let ids = 0
  let isWatching = true
  let isNear = false
  let agrees: Result<null, Problem> | null = ok(null)
  let offset = 0
  let certificate: string | null = null
  const alerts = new Map<string, AlertNow>()
  const left = new Map<string, RaisedAlert>()
  const asked: string[] = []
  const rings: (() => void)[] = []
  const notices: { title: Message; text: Message }[] = []
  const views: AwayView[] = []
  const logged: string[] = []
  const secrets = new Map<string, string>()
  const database = openDatabase(inMemory)
  onTestFinished(() => database.close())
  database.script('PRAGMA foreign_keys = ON')
  migrate(database)
  const health = createDatabaseHealth({
    changes: database.changes,
    log: noLog,
    onChange: () => undefined,
    onDamage: () => undefined,
  })
  valueOf(createProfileRepository(database, health, {}).add(aProfile()))
  const repository = createAwayRepository(database, health)

  const open = (): Away =>
    openAway({
      clock: () => now,
      newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
      repository,
      secrets: {
        store: (id, text) => Promise.resolve(ok((secrets.set(id, text), null))),
        load: (id) => {
          const kept = secrets.get(id)
          return Promise.resolve(
            kept === undefined
              ? fail<Problem>({ code: 'keychain-locked', message: 'nothing' })
              : ok(Secret.of(kept)),
          )
        },
        holds: (id, text) => {
          const kept = secrets.get(id)
          return Promise.resolve(
            kept === undefined
              ? fail<Problem>({ code: 'keychain-locked', message: 'nothing' })
              : ok(kept === text),
          )
        },
        remove: (id) => Promise.resolve(ok((secrets.delete(id), null))),
      },
      send,
      sendMail,
      isWatching: () => isWatching,
      isNear: () => isNear,
      alertNow: (_profileId, alertId) => alerts.get(alertId) ?? null,
      remaining: (_profileId, alertId) => left.get(alertId) ?? null,
      localMinutes: (at) => utcMinutes(at + offset),
      clockText: (at, readAt = now) =>
        `${isoDay(at) === isoDay(readAt) ? '' : `${isoDay(at)} `}${utcText(at)}`,
      coolDownSeconds: () => 900,
      sample: (said) => sampleAwayWords(said, utcText),
      after: (_ms, run) => {
        rings.push(run)
        return () => undefined
      },
      chooseCertificate: () => Promise.resolve(ok(certificate)),
      confirm: ({ address }) => {
        asked.push(address)
        return Promise.resolve(agrees ?? ok(null))
      },
      showPinged: (places) => {
        asked.push(`pings to ${places.join()} stop`)
        return Promise.resolve()
      },
      showNotCancelled: (time) => {
        asked.push(`not cancelled: ${time}`)
        return Promise.resolve()
      },
      confirmCancel: (pinged) => {
        asked.push(['cancel', ...pinged].join())
        return agrees === null ? new Promise(() => undefined) : Promise.resolve(agrees)
      },
      changed: (view) => views.push(view),
      notify: (notice) => notices.push(notice),
      log: (what, detail) => logged.push(JSON.stringify([what, detail])),
    })
  let away = open()

  return {
    away: () => away,
    /** Raises an alert that stays open until `became` says otherwise. */
    raise: (alert: RaisedAlert): void => {
      alerts.set(alert.alertId, openNow(alert))
      away.raised(alert)
    },
    became: (alertId: string, now: AlertNow): void => {
      alerts.set(alertId, now)
    },
    /** What is left of the alert once it is over. */
    remains: (alertId: string, alert: RaisedAlert): void => {
      left.set(alertId, alert)
    },
    /** Seconds that local time is ahead of UTC. */
    setOffset: (seconds: number): void => {
      offset = seconds
    },
    database,
    repository,
    secrets,
    asked,
    notices,
    views,
    logged,
    clock: () => now,
    setClock: (at: number): void => {
      now = at
    },
    watching: (is: boolean): void => {
      isWatching = is
    },
    near: (is: boolean): void => {
      isNear = is
    },
    agree: (is: boolean): void => {
      agrees = is ? ok(null) : fail({ code: 'cancelled', message: 'refused' })
    },
    add: async (settings: DestinationSettings, secret: string | null = ''): Promise<string> => {
      valueOf(await away.save({ id: null, settings, secret }))
      await settled()
      return away.view().destinations.at(-1)?.id ?? ''
    },
    /** What is in the file that the user chooses; null if none is. */
    offerCertificate: (text: string | null): void => {
      certificate = text
    },
    /** Every time limit ends. */
    ring: (): void => {
      for (const run of rings) run()
    },
    /** On quitting. */
    nobodyAnswers: (): void => {
      agrees = null
    },
    /** The process ends without notice, and starts again. */
    restart: (): void => {
      away.close()
      away = open()
    },
    stop: (): void => away.close(),
    /** The clock goes on, `step` seconds at a time, and each request settles in its turn. */
    pass: async (seconds: number, step = 1): Promise<void> => {
      for (let left = seconds; left > 0; left -= step) {
        now += Math.min(step, left)
        away.tick()
        await settled()
        await settled()
      }
    },
  }
}
