// A linter rule keeps floats away from money, and another one finds characters that mislead a
// reader: tests of both.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const eslint = new ESLint({ cwd: root })

const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => path.posix.join('src', name.replaceAll(path.sep, '/')))

async function bansOf(file: string): Promise<string> {
  const { rules } = (await eslint.calculateConfigForFile(path.join(root, file))) as {
    rules: { [rule: string]: unknown }
  }
  return JSON.stringify(rules['no-restricted-syntax'])
}

async function without(files: readonly string[], selector: string): Promise<string[]> {
  const bans = await Promise.all(files.map(bansOf))
  return files.filter((_, at) => bans[at]?.includes(JSON.stringify(selector).slice(1, -1)) !== true)
}

/** They contain amounts, and also calculate with pixels, counts or seconds. */
const drawAndCount = [
  'src/main/polling/poll-scheduler.ts',
  'src/renderer/portfolio/load-line.ts',
  'src/renderer/portfolio/sample-chart.ts',
  'src/main/exchange/stream/stream-client.ts',
]

describe('UX-60 floats and money', () => {
  it.each(['Number(text)', 'parseFloat(text)', 'Number.parseFloat(text)', '+text'])(
    'the linter refuses %s where money is calculated',
    async (code) => {
      const source = `export function amount(text: string): number {\n  return ${code}\n}\n`
      const [result] = await eslint.lintText(source, {
        filePath: path.join(root, 'src', 'shared', 'money.ts'),
      })
      expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['no-restricted-syntax'])
    },
  )

  it('the linter refuses them in every file, and Number() in all files with amounts except those that draw and count', async () => {
    expect(sources.length).toBeGreaterThan(300)
    for (const selector of [
      'CallExpression[callee.name="parseFloat"]',
      'UnaryExpression[operator="+"]',
    ])
      expect(await without(sources, selector)).toEqual([])
    const knowAmounts = sources.filter((file) =>
      readFileSync(path.join(root, file), 'utf8').includes('shared/money.js'),
    )
    expect(knowAmounts.length).toBeGreaterThan(50)
    expect(await without(knowAmounts, 'CallExpression[callee.name="Number"]')).toEqual(drawAndCount)
  })
})

describe('characters that mislead a reader', () => {
  it.each(['\u061C', '\u200E', '\u202A', '\u202E', '\u2066', '\u2069', '\u3164', '\uFFA0'])(
    'the linter finds %j in a text, a comment and the markup of a component',
    async (character) => {
      const ts = `// A${character}\nexport const text = 'a${character}b'\n`
      const svelte = `<script lang="ts">\n  const text = 'a'\n</script>\n\n<p>{text}${character}</p>\n`
      const rulesAt = async (code: string, file: string): Promise<unknown> => {
        const [result] = await eslint.lintText(code, { filePath: path.join(root, file) })
        return result?.messages.map(({ ruleId, line }) => `${ruleId} ${line}`)
      }
      const found = 'plimsoll/hidden-characters'
      expect(await rulesAt(ts, 'src/shared/text.ts')).toEqual([`${found} 1`, `${found} 2`])
      expect(await rulesAt(svelte, 'src/renderer/components/text.svelte')).toEqual([`${found} 5`])
    },
  )
})
