// UX-64: text for people is in a catalogue, not in the markup.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, type AST } from 'svelte/compiler'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Attributes and props that are shown or announced. For facts and figures this includes the name.
 */
const shown = new Set([
  ...[
    'title',
    'alt',
    'placeholder',
    'label',
    'legend',
    'text',
    'hint',
    'empty',
    'notOffered',
    'help',
    'all',
    'note',
    'closeLabel',
  ],
  ...['aria-label', 'aria-description', 'aria-roledescription'],
])
const named = new Set(['Fact'])

/**
 * The same in every language: names, codes of markets and coins, and an example of a bulk table.
 */
const sameEverywhere = /\b(?:Plimsoll|PnL|cURL|Esc|Enter|[A-Z_]{2,})\b|(?<=_USDT, )buy\b/g
const isText = (text: string): boolean => /\p{L}{2}/u.test(text.replace(sameEverywhere, ''))

type Node = { readonly type?: string; readonly [member: string]: unknown }

function textsIn(value: unknown, found: string[], of: string | null = null): string[] {
  if (Array.isArray(value)) for (const one of value) textsIn(one, found, of)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return found
  const node = value as Node
  if (node.type === 'StyleDirective') return found
  if (node.type === 'Text' && isText(String(node['data']))) found.push(String(node['data']).trim())
  if (node.type === 'Attribute') {
    const name = String(node['name'])
    if (shown.has(name) || (name === 'name' && of !== null && named.has(of)))
      textsIn(node['value'], found)
    return found
  }
  const element = node.type === 'Component' ? String(node['name']) : null
  for (const [member, one] of Object.entries(node))
    if (member !== 'metadata' && !member.startsWith('_')) textsIn(one, found, element)
  return found
}

function untranslated(file: string): string[] {
  const { fragment }: AST.Root = parse(readFileSync(path.join(root, file), 'utf8'), {
    modern: true,
  })
  return textsIn(fragment, [])
}

it('UX-64 no component has its own text in its markup', () => {
  const files = globSync('src/renderer/**/*.svelte', { cwd: root })
  expect(files.length).toBeGreaterThan(120)
  expect(files.flatMap((file) => untranslated(file).map((text) => `${file}: ${text}`))).toEqual([])
})
