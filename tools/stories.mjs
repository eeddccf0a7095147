// The end-to-end stories by name, and which of them are left out where something they need cannot be had: named, counted, never silent.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const storiesConfig = 'test/e2e/playwright.config.ts'

/** @typedef {{ story: RegExp, why: string }} Need */
/** @typedef {{ title: string, file?: string, specs?: { title: string, file: string }[], suites?: Suite[] }} Suite */

/**
 * @param {Suite} suite
 * @param {string} above
 * @returns {string[]}
 */
const storiesOf = ({ title, file, specs = [], suites = [] }, above = '') => {
  const here = title === file ? above : `${above}${title} `
  return [...specs.map((spec) => `${path.basename(spec.file)} ${here}${spec.title}`), ...suites.flatMap((suite) => storiesOf(suite, here))]
}

/** Every story there is, as "<file> <title>". */
export const listStories = () => {
  const listed = spawnSync('playwright', ['test', '--config', storiesConfig, '--list', '--reporter=json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
    env: { ...process.env, PLIMSOLL_TEST_REPORT: '', PLIMSOLL_E2E_WITHOUT: '' },
  })
  return /** @type {Suite[]} */ (JSON.parse(listed.stdout).suites).flatMap((suite) => storiesOf(suite))
}

/**
 * @param {readonly string[]} stories
 * @param {readonly Need[]} needs
 */
export const judgeNeeds = (stories, needs) => ({
  /** Each story that is left out, with every reason. */
  left: stories.flatMap((one) => {
    const why = new Set(needs.filter(({ story }) => story.test(one)).map((need) => need.why))
    return why.size === 0 ? [] : [{ story: one, why: [...why].join('; ') }]
  }),
  /** Entries of the list that match no story: mistakes. */
  idle: needs.filter(({ story }) => !stories.some((one) => story.test(one))).map(({ story }) => String(story)),
})

/**
 * Says which stories are left out; ends the process where the list is wrong.
 * @param {readonly Need[]} needs
 * @param {string} what it is that they need
 */
export const leaveOut = (needs, what) => {
  const stories = listStories()
  const { left, idle } = judgeNeeds(stories, needs)
  if (idle.length > 0) {
    console.error(`The list of stories that need ${what} names some that do not exist: ${idle.join(', ')}`)
    process.exit(1)
  }
  const lines = left.map(({ story, why }) => `${story}\n      needs ${why}`)
  console.error(`${left.length} of ${stories.length} stories need ${what}:\n    ${lines.join('\n    ')}\n`)
  return {
    environment: { PLIMSOLL_E2E_WITHOUT: needs.map(({ story }) => story.source).join('|') },
    /** Left out is not passed: in the report they count as skipped. */
    count: () => {
      const file = process.env.PLIMSOLL_TEST_REPORT
      if (!file) return
      try {
        const report = JSON.parse(readFileSync(file, 'utf8'))
        report.stats.skipped += left.length
        writeFileSync(file, JSON.stringify(report))
      } catch {
        // A report that cannot be read counts as a failure where it is read next.
      }
    },
  }
}

/**
 * Ends a suite that cannot run: as skipped, or as failed where it is required.
 * @type {(suite: string, why: string, required: boolean) => never}
 */
export const skipSuite = (suite, why, required) => {
  console.error(`\n${suite} ${required ? 'COULD NOT RUN' : 'SKIPPED'}: ${why}\n`)
  const file = process.env.PLIMSOLL_TEST_REPORT
  if (!required && file) writeFileSync(file, JSON.stringify({ suites: [], stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 1 } }))
  process.exit(required ? 1 : 0)
}
