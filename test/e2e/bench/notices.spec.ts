// From a change at the exchange to its notification on the bus of the desktop.
// `npm run bench -- notices`.
import { addRow, spreadOf } from '../../../tools/bench/rows.mjs'
import { timesAsked } from '../support/asking.js'
import { expect, test, titlesOf } from '../support/watched.js'

const loanPath = '/api/v4/credit-line/loans/info'
/** Margin call, the steps from there to liquidation, and liquidation: each is notified at once. */
const levels = ['76', '78', '81', '83', '84.5', '86']
const mostSeconds = 0.1

test('from a change at the exchange to its notification', async ({
  daemon,
  connected,
  simulator,
}) => {
  const polls = async (): Promise<number[]> =>
    (await simulator.calls()).filter(({ path }) => path === loanPath).map(({ at }) => at)
  await expect.poll(() => timesAsked(simulator, loanPath)).toBeGreaterThan(0)
  const rounds: { interval: number; sinceChange: number; sincePoll: number }[] = []
  for (const [round, currentLtv] of levels.entries()) {
    await simulator.control('POST', 'loan', { currentLtv })
    const changedAt = Date.now() / 1000
    await expect.poll(() => titlesOf(daemon).length).toBeGreaterThan(round)
    const notifiedAt = daemon.notices()[round]?.at ?? Number.NaN
    const asked = await polls()
    const seenBy = asked.findIndex((at) => at >= changedAt)
    const [before, seen] = [asked[seenBy - 1] ?? Number.NaN, asked[seenBy] ?? Number.NaN]
    rounds.push({
      interval: seen - before,
      sinceChange: notifiedAt - changedAt,
      sincePoll: notifiedAt - seen,
    })
  }
  await connected.close()
  console.info(JSON.stringify(rounds))
  const interval = spreadOf(rounds.map((one) => one.interval))
  const measured = spreadOf(rounds.map((one) => one.sincePoll))
  // No change waits for a second poll.
  for (const { interval: waited, sinceChange, sincePoll } of rounds)
    expect(sinceChange).toBeLessThanOrEqual(waited + sincePoll + 0.001)
  addRow({
    work: 'change at the exchange to its notification',
    peer: `the poll that sees it, ${interval.median.toFixed(1)} s after the one before`,
    unit: 's after it',
    measured,
    target: mostSeconds,
    bound: 'at most',
  })
})
