// A test that depends on a system only Linux has must be skipped elsewhere, not fail there.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const specs = path.resolve(import.meta.dirname, '../../e2e/specs')

type Story = { title: string; tags: string[]; fixtures: string[]; body: string }

/** Every `test(title, …, body)` of a spec, with its own tags and those of the groups around it. */
function storiesIn(name: string, text: string): Story[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const stories: Story[] = []
  const visit = (node: ts.Node, around: string[]): void => {
    const [title, ...rest] = ts.isCallExpression(node) ? node.arguments : []
    const body = rest.at(-1)
    const called = ts.isCallExpression(node) ? node.expression.getText() : ''
    let tags = around
    if (
      title !== undefined &&
      body !== undefined &&
      ts.isArrowFunction(body) &&
      ['test', 'test.describe'].includes(called)
    ) {
      tags = [
        ...around,
        ...rest
          .slice(0, -1)
          .flatMap((details) => details.getText().match(/(?<=')@[\w-]+(?=')/g) ?? []),
      ]
      const given = body.parameters[0]?.name
      const fixtures =
        given !== undefined && ts.isObjectBindingPattern(given)
          ? given.elements.map(({ name: one }) => one.getText())
          : []
      if (called === 'test')
        stories.push({ title: title.getText(), tags, fixtures, body: body.getText() })
    }
    ts.forEachChild(node, (child) => visit(child, tags))
  }
  visit(file, [])
  return stories
}

function reachesIntoLinux({ body }: Story): boolean {
  return /\b(startKeyring|processTree|processesOf|processesHolding|stopFor)\(|\/proc\b|\bkeyring\./.test(
    body,
  )
}

/**
 * By its own tag; by the notification service it uses, which only Linux has; or by the keychain it
 * uses, which only Linux has as well, except the in-memory one on the fake Electron.
 */
function isLeftOutElsewhere({ tags, fixtures }: Story): boolean {
  return (
    tags.includes('@needs-linux') ||
    fixtures.includes('daemon') ||
    (tags.includes('@needs-electron') &&
      fixtures.some((one) => one === 'keyring' || one === 'connected'))
  )
}

const files = readdirSync(specs).filter((name) => name.endsWith('.spec.ts'))
const stories = files.flatMap((name) =>
  storiesIn(name, readFileSync(path.join(specs, name), 'utf8')),
)

describe('the end-to-end tests', () => {
  it('are found here as written', () => {
    const written = files.flatMap(
      (name) => readFileSync(path.join(specs, name), 'utf8').match(/^ *test\(/gm) ?? [],
    )
    expect(stories).toHaveLength(written.length)
    expect(stories.filter(reachesIntoLinux).length).toBeGreaterThan(5)
  })

  it('that inspect processes or control a keychain are skipped without Linux', () => {
    expect(
      stories
        .filter((story) => reachesIntoLinux(story) && !isLeftOutElsewhere(story))
        .map(({ title }) => title),
    ).toEqual([])
  })

  it.each([
    ["test('one', async ({ keyring }) => { keyring.stopDaemon() })", false],
    [
      "test('one', needs('a bus', '@needs-electron'), async ({ installation }) => { await startKeyring('absent') })",
      false,
    ],
    [
      "test('one', { tag: '@needs-linux' }, async ({ installation }) => { await startKeyring('absent') })",
      true,
    ],
    [
      "test('one', needs('a lock', '@needs-electron'), async ({ keyring }) => { await keyring.lock() })",
      true,
    ],
    [
      "test.describe('all', { tag: ['@needs-linux'] }, () => { test('one', async () => { processTree(1) }) })",
      true,
    ],
  ])('are classified by their context: %s', (text, expected) => {
    const [story] = storiesIn('one.spec.ts', text)
    expect(
      story === undefined ? null : [reachesIntoLinux(story), isLeftOutElsewhere(story)],
    ).toEqual([true, expected])
  })
})
