// The start with a saved account, and the memory it takes, next to an empty window of the same
// Electron.
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addRow, spreadOf } from '../../../tools/bench/rows.mjs'
import { overviewScreen } from '../screens/overview-screen.js'
import { writeEmptyProgram } from '../support/bare-program.js'
import { expect, test } from '../support/connected.js'
import { environment, type Launch } from '../support/plimsoll.js'

const root = path.resolve(import.meta.dirname, '../../..')
const rounds = 7
const peer = 'an empty window of the same Electron'

/** Megabytes of every process of the app; what several share counts for each in part. */
async function memoryOf(app: ElectronApplication): Promise<number> {
  const pids = await app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid))
  const kilobytes = pids.map((pid) =>
    Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

type Started = { milliseconds: number; megabytes: number }

/** From the start of the program until something is there; then it is closed. */
async function startAndClose(
  program: { folder: string; data: string },
  launch: Launch,
  appears: (page: Page) => Promise<void>,
): Promise<Started> {
  const begun = performance.now()
  const app = await _electron.launch({
    executablePath: process.env['PLIMSOLL_ELECTRON'],
    args: [
      program.folder,
      `--user-data-dir=${program.data}`,
      ...(process.env['PLIMSOLL_NO_SANDBOX'] === '1' ? ['--no-sandbox'] : []),
    ],
    env: environment(launch),
    cwd: program.folder,
    chromiumSandbox: process.env['PLIMSOLL_NO_SANDBOX'] !== '1',
    colorScheme: null,
  })
  await appears(await app.firstWindow())
  const milliseconds = performance.now() - begun
  const megabytes = process.platform === 'linux' ? await memoryOf(app) : Number.NaN
  await app.close()
  return { milliseconds, megabytes }
}

test('starts with a saved account until its live figures appear', async ({
  connected,
  installation,
  keyring,
}) => {
  await connected.close()
  const empty = mkdtempSync(path.join(tmpdir(), 'plimsoll-empty-'))
  const emptyData = mkdtempSync(path.join(tmpdir(), 'plimsoll-empty-data-'))
  writeEmptyProgram(empty)
  const pairs: { own: Started; bare: Started }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const bare = await startAndClose({ folder: empty, data: emptyData }, {}, (page) =>
      page.getByRole('heading', { name: 'Empty' }).waitFor(),
    )
    const own = await startAndClose(
      { folder: root, data: installation.folder },
      { keyring },
      (page) => overviewScreen(page).assets.first().waitFor(),
    )
    pairs.push({ own, bare })
  }
  for (const folder of [empty, emptyData])
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

  const start = spreadOf(pairs.map(({ own, bare }) => own.milliseconds / bare.milliseconds))
  const memory = spreadOf(pairs.map(({ own, bare }) => own.megabytes / bare.megabytes))
  console.info(JSON.stringify(pairs))
  const row = { peer, unit: '×', bound: 'at most' } as const
  addRow({ ...row, work: 'start with a saved account, live', measured: start, target: 1.6 })
  if (process.platform === 'linux')
    addRow({ ...row, work: 'memory with one account', measured: memory, target: 1.1 })
  expect(start.median).toBeLessThanOrEqual(2 * 1.6)
})
