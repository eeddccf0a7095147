// UX-64: no catalogue keeps a message that nobody shows.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { english } from '../../../src/shared/messages/en/english.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Keys as they are written, and those that are put together, each as what it may become. */
const askedFor = (source: string): { keys: string[]; patterns: RegExp[] } => {
  const areas = Object.keys(english).join('|')
  const quoted = new RegExp(`['"](?:${areas})\\.[A-Za-z0-9.-]+['"]`, 'gu')
  const template = new RegExp(`\`(?:${areas})\\.[^\`\\n]*\``, 'gu')
  const keys = (source.match(quoted) ?? []).map((one) => one.slice(1, -1))
  const patterns = (source.match(template) ?? []).map((one) => {
    const parts = one.slice(1, -1).split(/\$\{[^{}]*\}/u)
    return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[A-Za-z0-9.-]*')}$`, 'u')
  })
  const byEnglish = [...source.matchAll(/messagesByEnglish\('(\w+)', '([a-z.-]+)'\)/gu)].map(
    ([, area, name]) => new RegExp(`^${area}\\.${name}`, 'u'),
  )
  return { keys, patterns: [...patterns, ...byEnglish] }
}

it('UX-64 every message of the catalogue is shown somewhere', () => {
  const files = globSync('src/**/*.{ts,svelte}', { cwd: root }).filter((file) => !file.startsWith('src/shared/messages/'))
  expect(files.length).toBeGreaterThan(300)
  const found = files.map((file) => askedFor(readFileSync(path.join(root, file), 'utf8')))
  const keys = new Set(found.flatMap((one) => one.keys))
  const patterns = found.flatMap((one) => one.patterns)
  const all = Object.entries(english).flatMap(([area, messages]) => Object.keys(messages).map((name) => `${area}.${name}`))
  const unused = all.filter((key) => !keys.has(key) && !patterns.some((pattern) => pattern.test(key)))
  expect(unused).toEqual([])
})
