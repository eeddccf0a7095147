// What quiet hours of a destination hold back is sent once they end, if it still applies.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../../src/main/database/database-migrations.js'
import { createAwayRepository } from '../../../src/main/away/away-repository.js'
import { createDatabaseHealth, noLog } from '../../../src/main/database/database-fault.js'
import { inMemory, openDatabase } from '../../../src/main/database/database.js'
import { isWithinQuietHours } from '../../../src/shared/alerts/quiet-hours.js'
import {
  aDestination,
  aRaised,
  createNtfyWorld,
  openNow,
  startOfAway,
} from '../../support/away-harness.js'
import { utcMinutes } from '../../support/alert-harness.js'
import { casesOf, seedOfRun } from '../../support/seed.js'
import { aProfile, valueOf } from '../../support/test-storage.js'

/** From 11:00 to 13:00, in the middle of which each test starts. */
const quietHours = { on: true, from: 11 * 60, to: 13 * 60 }
const untilTheEnd = 3600
const quiet = aDestination({ quietHours })
const mild = aRaised({ alertId: 'mild', key: 'mild', critical: false, urgent: false })

async function quietWorld(settings = quiet) {
  const world = createNtfyWorld()
  const id = await world.add(settings)
  return {
    ...world,
    id,
    states: () =>
      world
        .away()
        .view()
        .history.map(({ state }) => state),
    change: async (part: Partial<typeof settings>) =>
      valueOf(await world.away().save({ id, settings: { ...settings, ...part }, secret: null })),
  }
}

describe('ALR-13 an alert that quiet hours hold back', () => {
  it('is sent once when they end, and says since when', async () => {
    const { raise, pass, ntfy, away, states } = await quietWorld()
    raise(mild)
    await pass(untilTheEnd - 1, 60)
    expect([ntfy.requests(), states()]).toEqual([[], ['quiet']])
    expect(away().view().destinations).toMatchObject([{ queued: 0, held: 1 }])
    await pass(2)
    await pass(86_400 - 7200, 60)
    expect(ntfy.delivered()).toMatchObject([
      { message: 'Since 12:00. Add collateral.', at: startOfAway + untilTheEnd },
    ])
    expect([away().view().destinations[0]?.held, states()]).toEqual([0, ['sent']])
  })

  it('waits for the first look after sleep, even if nothing reports that the computer woke up', async () => {
    const { raise, became, pass, clock, setClock, ntfy, states } = await quietWorld()
    raise(mild)
    await pass(60)
    setClock(clock() + untilTheEnd)
    await pass(5)
    expect(ntfy.delivered()).toEqual([])
    became('mild', { kind: 'over' })
    await pass(120)
    expect([ntfy.delivered(), states()]).toEqual([[], ['over']])
  })

  it('is not sent if it was over or acknowledged by then, and the history says so', async () => {
    const { raise, became, pass, ntfy, away, states } = await quietWorld()
    raise(mild)
    raise({ ...mild, alertId: 'seen', key: 'seen', at: startOfAway + 1 })
    raise({ ...mild, alertId: 'known', key: 'known', at: startOfAway + 2 })
    became('mild', { kind: 'over' })
    became('seen', { kind: 'acknowledged' })
    away().acknowledged(['known'])
    await pass(untilTheEnd + 60, 60)
    expect(ntfy.requests()).toEqual([])
    expect(states()).toEqual(['withdrawn', 'withdrawn', 'over'])
  })

  it('is not sent beside what is more severe, nor where it is not wanted any more', async () => {
    const { raise, became, pass, ntfy, change, states } = await quietWorld()
    const step = { ...mild, alertId: 'step', at: startOfAway - 1 }
    raise(step)
    became('step', openNow(step, true))
    raise(mild)
    await change({ levels: ['caution'] })
    await pass(untilTheEnd + 60, 60)
    expect([ntfy.requests(), states()]).toEqual([[], ['unchosen', 'unchosen']])
    const other = await quietWorld()
    other.raise(step)
    other.became('step', openNow(step, true))
    await other.pass(untilTheEnd + 60, 60)
    expect([other.ntfy.requests(), other.states()]).toEqual([[], ['surpassed']])
  })

  it('gives way to the milder step that goes on, or to what came back, sent once', async () => {
    const { raise, became, remains, pass, ntfy, restart, states } = await quietWorld()
    const step = { ...mild, alertId: 'step', key: 'step', at: startOfAway - 7200 }
    raise(mild)
    raise({ ...mild, alertId: 'worse', key: 'worse', at: startOfAway + 1 })
    for (const id of ['mild', 'worse']) {
      became(id, { kind: 'over' })
      remains(id, { ...step, words: openNow(step).words })
    }
    became('step', openNow(step))
    await pass(60)
    restart()
    await pass(untilTheEnd + 600, 60)
    expect(ntfy.delivered()).toMatchObject([{ message: 'Since 10:00. Add collateral.' }])
    expect(states().sort()).toEqual(['over', 'over', 'sent'])
  })

  it('gives way to nothing that was sent before, is not wanted, or was acknowledged', async () => {
    const { raise, became, remains, pass, ntfy, setOffset } = await quietWorld()
    setOffset(-2 * 3600)
    const before = { ...mild, alertId: 'before', key: 'before' }
    raise(before)
    await pass(5)
    setOffset(0)
    for (const alertId of ['mild', 'unwanted', 'known']) {
      raise({ ...mild, alertId, key: alertId })
      became(alertId, { kind: 'over' })
    }
    remains('mild', before)
    remains('unwanted', { ...mild, alertId: 'info', key: 'info', level: 'info' })
    await pass(untilTheEnd, 60)
    expect(ntfy.delivered()).toHaveLength(1)
  })

  it('may still break through after a restart, whatever its severity', async () => {
    const { raise, away, pass, ntfy, fail, restart, setOffset, states } = await quietWorld({
      ...quiet,
      levels: ['danger', 'caution'],
    })
    setOffset(-2 * 3600)
    fail(() => 'lost')
    away().raised(aRaised({ alertId: 'order', level: 'caution', critical: false, urgent: true }))
    raise(mild)
    await pass(30)
    setOffset(0)
    restart()
    fail(() => null)
    await pass(30)
    expect(ntfy.delivered()).toHaveLength(1)
    expect(states().sort()).toEqual(['quiet', 'sent'])
  })

  it('is sent at once when the quiet hours are switched off or moved', async () => {
    for (const changed of [
      { ...quietHours, on: false },
      { ...quietHours, to: 12 * 60 },
    ]) {
      const { raise, pass, ntfy, change } = await quietWorld()
      raise(mild)
      await pass(120, 10)
      await change({ quietHours: changed })
      await pass(1)
      expect(ntfy.delivered()).toHaveLength(1)
    }
  })

  it('is sent at once when local time leaves them, or when it may break through', async () => {
    const { raise, pass, ntfy, setOffset } = await quietWorld()
    raise(mild)
    await pass(120, 10)
    setOffset(3600)
    await pass(1)
    expect(ntfy.delivered()).toHaveLength(1)
    const other = await quietWorld({ ...quiet, criticalBreaksQuiet: false })
    other.raise(aRaised())
    await other.pass(120, 10)
    expect(other.ntfy.delivered()).toEqual([])
    await other.change({ criticalBreaksQuiet: true })
    await other.pass(1)
    expect(other.ntfy.delivered()).toHaveLength(1)
  })

  it('survives a restart, and waits for a first look at whether it is over', async () => {
    const { raise, became, pass, ntfy, restart, setClock, clock } = await quietWorld()
    raise(mild)
    raise({ ...mild, alertId: 'ends', key: 'ends' })
    setClock(clock() + 6 * 3600)
    restart()
    await pass(30)
    expect(ntfy.requests()).toEqual([])
    became('ends', { kind: 'over' })
    await pass(40)
    restart()
    await pass(90)
    expect(ntfy.delivered()).toHaveLength(1)
  })

  it('is held back although the same was sent a moment before', async () => {
    const { raise, became, pass, ntfy, setOffset } = await quietWorld()
    setOffset(-2 * 3600)
    raise(mild)
    await pass(5)
    became('mild', { kind: 'over' })
    setOffset(0)
    raise({ ...mild, alertId: 'again' })
    await pass(untilTheEnd, 10)
    expect(ntfy.delivered()).toHaveLength(2)
  })

  it('waits until its account is open', async () => {
    const { away, became, pass, ntfy, states } = await quietWorld()
    away().raised(mild)
    await pass(untilTheEnd + 600, 60)
    expect([ntfy.requests(), states()]).toEqual([[], ['quiet']])
    became('mild', openNow(mild))
    await pass(1)
    expect(ntfy.delivered()).toHaveLength(1)
  })

  it('has an hour from the end of the quiet hours on', async () => {
    const { raise, pass, ntfy, fail, states } = await quietWorld()
    raise({ ...mild, at: startOfAway - 1800 })
    fail(() => 'lost')
    await pass(untilTheEnd + 3500, 10)
    expect(states()).toEqual(['queued'])
    fail(() => null)
    await pass(90, 5)
    expect(ntfy.delivered()).toEqual([])
    await pass(120, 5)
    expect(states()).toEqual(['expired'])
  })

  it('is removed with its destination', async () => {
    const { raise, pass, ntfy, away, id, repository } = await quietWorld()
    raise(mild)
    await away().remove(id)
    await pass(untilTheEnd + 60, 60)
    expect([ntfy.requests(), repository.pending()]).toEqual([[], { ok: true, value: [] }])
  })

  it('is held back as well if it still waits when they begin', async () => {
    const { raise, pass, ntfy, fail, setOffset, states } = await quietWorld()
    setOffset(-2 * 3600)
    fail(() => 'lost')
    raise(mild)
    await pass(60)
    fail(() => null)
    setOffset(0)
    await pass(untilTheEnd / 2, 10)
    expect([ntfy.delivered(), states()]).toEqual([[], ['quiet']])
    await pass(untilTheEnd / 2, 10)
    expect(ntfy.delivered()).toHaveLength(1)
  })

  it('is not sent if an older version had held it back', () => {
    const database = openDatabase(inMemory)
    migrate(database, 19)
    const { id, name, region, baseUrl, dialect, keyHint, keyStorage, createdAt } = aProfile()
    database.run(
      'INSERT INTO profile (id, name, region, base_url, dialect, key_hint, key_storage, created_at, active) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)',
      ...[id, name, region, baseUrl, dialect, keyHint, keyStorage, createdAt],
    )
    database.run("INSERT INTO away_destination VALUES ('d', 1, '{}')")
    database.run(
      "INSERT INTO away_message VALUES ('old', 'd', ?, 'a', 1, 'danger', 0, 't', 'b', 'quiet', 0, 2)",
      id,
    )
    database.run(
      "INSERT INTO away_message VALUES ('new', 'd', ?, 'a', 1, 'danger', 0, 't', 'b', 'queued', 0, NULL)",
      id,
    )
    migrate(database)
    const repository = createAwayRepository(
      database,
      createDatabaseHealth({
        changes: database.changes,
        log: noLog,
        onChange: () => undefined,
        onDamage: () => undefined,
      }),
    )
    expect(valueOf(repository.pending()).map((message) => message.id)).toEqual(['new'])
    database.close()
  })
})

type Step =
  | { what: 'raise'; urgent: boolean }
  | { what: 'end' | 'acknowledge'; number: number }
  | { what: 'pass'; minutes: number }
  | { what: 'restart' | 'fail' | 'work' | 'cut' | 'resume' }
  | { what: 'quiet'; on: boolean; breaks: boolean; to: number }
  | { what: 'on'; on: boolean }
  | { what: 'zone' | 'clock'; hours: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('raise' as const), urgent: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom('end' as const, 'acknowledge' as const),
      number: fc.nat(20),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('pass' as const),
      minutes: fc.integer({ min: 1, max: 90 }),
    }),
  },
  fc.record({
    what: fc.constantFrom(...(['restart', 'fail', 'work', 'cut', 'resume'] as const)),
  }),
  fc.record({
    what: fc.constant('quiet' as const),
    on: fc.boolean(),
    breaks: fc.boolean(),
    to: fc.integer({ min: 0, max: 1439 }),
  }),
  fc.record({ what: fc.constant('on' as const), on: fc.boolean() }),
  fc.record({
    what: fc.constantFrom('zone' as const, 'clock' as const),
    hours: fc.integer({ min: -5, max: 5 }),
  }),
)

/** Plays the steps, checks every delivery as it happens, and finally ends the quiet hours. */
async function play(steps: readonly Step[]): Promise<void> {
  const world = await quietWorld({ ...quiet, criticalBreaksQuiet: false })
  const { away, ntfy, raise, became, pass, fail, change, restart, setClock, clock } = world
  let settings = { ...quiet, criticalBreaksQuiet: false }
  let offset = 0
  const alerts = new Map<string, { urgent: boolean; state: 'open' | 'over' | 'acknowledged' }>()
  let checked = 0

  const checkNews = (): void => {
    for (const { title, at } of ntfy.delivered().slice(checked)) {
      const alert = alerts.get(title)
      const isQuiet = isWithinQuietHours(settings.quietHours, utcMinutes(at + offset))
      const breaks = alert?.urgent === true && settings.criticalBreaksQuiet
      expect([title, isQuiet && !breaks]).toEqual([title, false])
      expect([title, alert?.state]).not.toEqual([title, 'acknowledged'])
    }
    checked = ntfy.delivered().length
  }

  const set = async (part: Partial<typeof settings>): Promise<void> => {
    settings = { ...settings, ...part }
    await change(settings)
    await pass(0)
  }

  for (const one of steps) {
    if (one.what === 'raise' && settings.on) {
      const alertId = `alert ${String(alerts.size)}`
      alerts.set(alertId, { urgent: one.urgent, state: 'open' })
      const words = () => ({ title: alertId, text: '' })
      const { urgent } = one
      raise(aRaised({ alertId, key: alertId, at: clock(), critical: urgent, urgent, words }))
    } else if (one.what === 'end' || one.what === 'acknowledge') {
      const alert = alerts.get(`alert ${String(one.number)}`)
      if (alert?.state !== 'open') continue
      alert.state = one.what === 'end' ? 'over' : 'acknowledged'
      became(`alert ${String(one.number)}`, { kind: alert.state })
      if (one.what === 'acknowledge') away().acknowledged([`alert ${String(one.number)}`])
    } else if (one.what === 'pass') await pass(one.minutes * 60, 30)
    else if (one.what === 'restart') restart()
    else if (one.what === 'resume') away().resumed()
    else if (one.what === 'fail') fail(() => 'lost')
    else if (one.what === 'cut') fail(() => 'cut')
    else if (one.what === 'work') fail(() => null)
    else if (one.what === 'quiet') {
      const hours = { on: one.on, from: 11 * 60, to: one.to }
      await set({ quietHours: hours, criticalBreaksQuiet: one.breaks })
    } else if (one.what === 'on') await set({ on: one.on })
    else if (one.what === 'zone') {
      offset = one.hours * 3600
      world.setOffset(offset)
    } else if (one.what === 'clock') setClock(clock() + one.hours * 3600)
    await pass(1)
    checkNews()
  }

  fail(() => null)
  await set({ on: true, quietHours: { ...quietHours, on: false } })
  await pass(900, 5)
  checkNews()
  const shown = [...ntfy.shown().values()].map(({ title }) => title)
  expect(new Set(shown).size).toBe(shown.length)
  const expired = new Set(
    valueOf(world.repository.history(1000))
      .filter(({ state }) => state === 'expired')
      .map(({ title }) => title),
  )
  const open = [...alerts].filter(([, { state }]) => state === 'open').map(([id]) => id)
  expect(open.filter((id) => !shown.includes(id) && !expired.has(id))).toEqual([])
}

describe('ALR-13 whatever happens meanwhile', () => {
  it('an alert is never sent twice, never in quiet hours, and never lost while it is open', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 24 }), play), {
      seed: seedOfRun,
      numRuns: casesOf({ gate: 40, scheduled: 1000 }),
    })
  }, 120_000)
})
