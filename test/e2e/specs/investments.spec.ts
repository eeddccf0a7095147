import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import type { FlexRecord } from '../../../src/shared/investments/investment.js'
import { buildScene } from '../../../src/simulator/scenes.js'
import { writeState } from '../../../src/simulator/state-file.js'
import { recordsOfState } from '../../support/flex-records.js'
import { loansScreen } from '../screens/loans-screen.js'
import { investmentsScreen } from '../screens/investments-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { timesAsked } from '../support/asking.js'
import { answerSaveBoxes, askedFiles } from '../support/boxes.js'
import {
  connectByHand,
  expect,
  startRestartableSimulator,
  test as base,
  type RestartableSimulator,
} from '../support/connected.js'
import { needs } from '../support/needs.js'

const historyPath = '/api/v4/main-account/smart-flex/investments/history'
const positionsPath = '/api/v4/collateral-account/positions/open'
/**
 * integration/investments/heavy-sync.test.ts reads about 18,000, and a hundred thousand in the
 * scheduled run.
 */
const allOfThem = 10_000
/** The most records that one page of the history repeats and that a killed process may lose. */
const onePage = 100

async function historyCalls(simulator: RestartableSimulator): Promise<{ offset: number }[]> {
  return (await simulator.calls())
    .filter((call) => call.path === historyPath)
    .map(({ body }) => body as { offset: number })
}

async function truthOf(simulator: RestartableSimulator): Promise<FlexRecord[]> {
  return recordsOfState(
    (await simulator.control('GET', 'state')) as Parameters<typeof recordsOfState>[0],
  )
}

const test = base.extend<{ longHistory: RestartableSimulator }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures a fixture needs from this pattern.
  longHistory: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-history-'))
    const now = Math.floor(Date.now() / 1000)
    const { flexRecords } = buildScene('heavy', 7, now * 1e6)
    const world = {
      ...buildScene('calm', 7, now * 1e6),
      flexRecords: flexRecords.slice(-allOfThem),
    }
    const state = path.join(folder, 'state.json')
    expect(await writeState(state, { world, faults: [] })).toMatchObject({ ok: true })
    // Time is stopped, because the end of a day would add records.
    const simulator = await startRestartableSimulator(['--state', state, '--at', String(now)])
    await use(simulator)
    await simulator.stop()
    rmSync(folder, { recursive: true, force: true })
  },
})

test(
  'DAT-10, DAT-12 reads all records despite a pause and a kill, lists and exports them',
  needs('a key that is still in the keychain after a restart', '@needs-electron', '@long'),
  async ({ installation, keyring, longHistory: simulator }) => {
    const truth = await truthOf(simulator)
    expect(truth).toHaveLength(allOfThem)

    const keptAtKill =
      await test.step('shows the progress of the first download, and pauses and resumes it', async () => {
        // A hundred pages at this pace take longer than the test may run, so it cannot finish
        // before it is paused and killed.
        await simulator.control('POST', 'fault', { path: historyPath, delayMs: 2500 })
        const { page, pid } = await installation.launch({ keyring })
        await connectByHand(page, simulator)
        const screen = investmentsScreen(page)
        await windowScreen(page).go('Investments')
        await expect(screen.sync).toContainText('Reading the whole history')
        const first = await screen.kept()
        expect(first).toBeLessThan(allOfThem)
        await expect.poll(screen.kept).toBeGreaterThan(first)
        await expect(screen.sync).toContainText(/page \d/)

        await screen.pause()
        await expect(screen.sync).toContainText('Paused by you')
        const paused = await screen.kept()
        const looks = await timesAsked(simulator, positionsPath)
        const looked = (times: number): Promise<void> =>
          expect.poll(() => timesAsked(simulator, positionsPath)).toBeGreaterThan(looks + times)
        // A page that was being read at the pause has been stored by then.
        await looked(1)
        const calls = (await historyCalls(simulator)).length
        // Monitoring continues.
        await looked(3)
        expect(await historyCalls(simulator)).toHaveLength(calls)
        expect(await screen.kept()).toBe(paused)
        await screen.resume()
        await expect.poll(screen.kept).toBeGreaterThan(paused)
        const kept = await screen.kept()
        expect(kept).toBeLessThan(allOfThem)
        process.kill(pid, 'SIGKILL')
        await simulator.control('DELETE', 'fault')
        return kept
      })

    const before = (await historyCalls(simulator)).length
    const { app, page } = await installation.launch({ keyring })
    const screen = investmentsScreen(page)
    await test.step('continues where it stopped', async () => {
      await windowScreen(page).go('Investments')
      expect(await screen.kept()).toBeGreaterThanOrEqual(keptAtKill)
      await expect(screen.sync).toContainText('Up to date', { timeout: 150_000 })
      const [next] = (await historyCalls(simulator)).slice(before)
      expect(next?.offset).toBeGreaterThanOrEqual(keptAtKill - onePage)
      expect(await screen.kept()).toBe(allOfThem)
      await expect(screen.count).toHaveText('10,000 records')
    })

    await test.step('scrolls through the list from top to bottom', async () => {
      const moments = truth.map(({ createdAt }) => Number(createdAt)).sort((a, b) => b - a)
      const byTransaction = new Map(truth.map((record) => [record.transactionId, record]))
      for (const share of [0, 0.3, 0.7, 1]) {
        const row = await screen.scrollTo(share)
        await expect(screen.notRead).toHaveCount(0)
        const record = byTransaction.get(await screen.transactionOf(row))
        expect(Number(record?.createdAt), `row ${row}`).toBe(moments[row])
      }
      await expect(screen.reach).toContainText('to 10,000 of 10,000')
      expect(await screen.rowsThere()).toBeLessThan(100)
    })

    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-export-'))
    try {
      await test.step('exports everything to a file that another program can read', async () => {
        const file = path.join(folder, 'all.csv')
        await answerSaveBoxes(app, file)
        await screen.startExport('CSV')
        await expect(screen.exportDialog).toContainText('10,000 records written')
        const rows: Record<string, string>[] = parse(readFileSync(file, 'utf8'), {
          columns: true,
        })
        expect(rows).toHaveLength(allOfThem)
        expect(new Set(rows.map((row) => row['transaction_id']))).toEqual(
          new Set(truth.map(({ transactionId }) => transactionId)),
        )
        await screen.closeExport()
      })

      await test.step('writes no file when the dialog is cancelled', async () => {
        await answerSaveBoxes(app, null)
        for (const format of ['CSV', 'JSON'] as const) {
          await screen.startExport(format)
          await expect(screen.chooseFile).toBeEnabled()
          await screen.closeExport()
        }
        expect(readdirSync(folder)).toEqual(['all.csv'])
        expect(await askedFiles(app)).toEqual(
          ['csv', 'csv', 'json'].map((kind) => ({
            defaultPath: expect.stringMatching(
              new RegExp(`^investments-\\d{4}-\\d\\d-\\d\\d\\.${kind}$`),
            ),
            filters: [{ name: expect.any(String), extensions: [kind] }],
          })),
        )
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test('works with a key without B2B and credit line: neutral panels, and the exchange is asked for the history only once', async ({
  welcome: { page },
  simulator,
}) => {
  await connectByHand(page, simulator, 'plain')
  await expect(overviewScreen(page).headroom).toContainText('Not enabled for this key')
  await windowScreen(page).go('Loans')
  await expect(loansScreen(page).loadLine).toContainText('Credit line is not enabled for this key')
  await expect(windowScreen(page).status).toContainText('Key accepted')

  await windowScreen(page).go('Investments')
  const screen = investmentsScreen(page)
  await expect(screen.main).toContainText('Investment history is not enabled for this key')
  await expect(screen.main).toContainText('B2B partners')
  await expect(screen.problems).toHaveCount(0)
  // All other monitoring continues.
  const looks = await timesAsked(simulator, positionsPath)
  await expect.poll(() => timesAsked(simulator, positionsPath)).toBeGreaterThan(looks + 1)
  expect(await historyCalls(simulator)).toHaveLength(1)

  await screen.lookAgain()
  await expect.poll(async () => (await historyCalls(simulator)).length).toBe(2)
  await expect(screen.main).toContainText('Investment history is not enabled for this key')
  // Rights added to the key later are used once the user asks for the history.
  await simulator.control('POST', 'key', { name: 'plain', b2b: true })
  await screen.lookAgain()
  await expect(screen.sync).toContainText('Up to date')
})

test("shows the exchange's message beside a filter it refuses, and its results in the exchange's spelling", async ({
  account: { page },
  simulator,
}) => {
  await windowScreen(page).go('Investments')
  const screen = investmentsScreen(page)
  await expect(screen.sync).toContainText('Up to date')
  await screen.filter({ plan: 'no-plan-at-all' })
  await expect(screen.main).toContainText('No records on this computer match these filters')
  await screen.searchAtExchange()
  await expect(screen.field('Plan')).toHaveAccessibleDescription('The selected plan is invalid.')
  await expect(screen.pills.filter({ hasText: 'Plan' })).toContainText(
    'The selected plan is invalid.',
  )

  await screen.clearFilters()
  await screen.filter({ actions: ['Withdraw', 'Daily earning'] })
  const errors = { 'actionTypes.1': ['The selected action type is invalid.'] }
  await simulator.control('POST', 'fault', {
    path: historyPath,
    times: 1,
    status: 400,
    body: { code: 0, message: 'Validation failed', errors },
  })
  await screen.searchAtExchange()
  await expect(screen.pills.filter({ hasText: 'Daily earning' })).toContainText(
    'The selected action type is invalid.',
  )
  await expect(screen.pills.filter({ hasText: 'Withdraw' })).not.toContainText('invalid')

  const [one] = (await truthOf(simulator)).slice(-3)
  await screen.clearFilters()
  await screen.filter({ transaction: one?.transactionId ?? '' })
  await screen.searchAtExchange()
  await expect(screen.found).toContainText('1 record found')
})
