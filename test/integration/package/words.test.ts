import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Terms that traders do not use, each with the right one. The simulator and `v4` use the exchange's
 * terms.
 */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/\bbase ?price\b/i, 'entry price'],
  [/\b(un)?realised\b/i, 'unrealized PnL, realized PnL'],
  [/\b(money|stock) currenc/i, 'quote currency, base currency'],
  [/\b(the|its|exchange['’]s) interface\b/i, 'the exchange’s API'],
  [/\bput(s|ting)? (it |this )?away\b/i, 'dismiss'],
  [/\bbox of (the|your) (operating )?system\b/i, 'system dialog'],
  [/\b(being|not|is|are) watched\b/i, 'monitored'],
  [/\btaken by the exchange\b/i, 'accepted'],
  [/\byield a year\b/i, 'APR'],
  [/\bNobody knows\b/, 'the result of … is unknown'],
  [/\banswer for (it|them)\b/i, 'resolve'],
  [/\border is (still )?under way\b/i, 'in progress'],
  [/\bparted by\b/i, 'separated by'],
  [/\bThat is all\b/, 'nothing: the count says it'],
  [/\breckons?\b/i, 'estimates, calculates'],
]

const files = [
  ...globSync('src/{main,renderer,shared,preload}/**/*.{ts,svelte}', { cwd: root }),
  ...globSync('{README,docs/*}.md', { cwd: root }),
]

it("code, screens and documents use the trade's own terms", () => {
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        // The exchange's own name of the field, where an answer is translated.
        const words = line.replace(
          /wire\.basePrice|\bbasePrice (?:in the exchange’s API|в API біржі)|"basePrice":/g,
          '',
        )
        return replaced
          .filter(([old]) => old.test(words))
          .map(([, word]) => `${file}:${at + 1} say: ${word}`)
      }),
  )
  expect(found.join('\n')).toBe('')
})
