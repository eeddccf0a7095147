// Which stories are left out where: no story that needs a keychain to itself may reach a system that has only a person's.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { needsLinux } from '../../../tools/needs-linux.mjs'
import { needsElectron } from '../../../tools/stand-in/needs-electron.mjs'
import { judgeNeeds } from '../../../tools/stories.mjs'

const specs = path.resolve(import.meta.dirname, '../../e2e/specs')

type Story = { name: string; fixtures: string[]; body: string }

const storiesIn = (file: string): Story[] => {
  const text = readFileSync(path.join(specs, file), 'utf8')
  const groups = [...text.matchAll(/^test\.describe\((['"`])(.*?)\1,/gm)]
  const starts = [...text.matchAll(/^( *)test\(\s*(['"`])([\s\S]*?)\2,\s*async \(\{([^}]*)\}/gm)]
  return starts.map((start, at) => {
    const [, indent = '', , title = '', fixtures = ''] = start
    const group = indent === '' ? '' : `${groups.findLast(({ index }) => index < start.index)?.[2] ?? ''} `
    const body = text.slice(start.index + start[0].length, starts[at + 1]?.index)
    return { name: `${file} ${group}${title}`, fixtures: fixtures.split(',').map((one) => one.trim()), body }
  })
}

const files = readdirSync(specs).filter((name) => name.endsWith('.spec.ts'))
const stories = files.flatMap(storiesIn)
const names = stories.map(({ name }) => name)
const matches = (needs: readonly { story: RegExp }[], name: string): boolean => needs.some(({ story }) => story.test(name))

describe('the stories of the end-to-end suite', () => {
  it('are found here as they are written', () => {
    const written = files.map((file) => readFileSync(path.join(specs, file), 'utf8').match(/^ *test\(/gm)?.length ?? 0)
    expect(stories.length).toBe(written.reduce((sum, one) => sum + one, 0))
    expect(stories.length).toBeGreaterThan(40)
  })

  it('that are given a keychain or a notification service of their own are those that need Linux, and one without a tray', () => {
    const own = ['keyring', 'connected', 'daemon', 'watched']
    const given = stories
      .filter(({ fixtures, body }) => fixtures.some((one) => own.includes(one)) || body.includes('startKeyring('))
      .map(({ name }) => name)
    const listed = names.filter((name) => matches(needsLinux, name))
    expect(listed.filter((name) => !given.includes(name))).toEqual([expect.stringMatching(/where no desktop shows a tray/)])
    expect(given.filter((name) => !listed.includes(name))).toEqual([])
    expect(names.length - listed.length).toBeGreaterThan(15)
  })

  it('that run on the stand-in on every system do nothing with the keychain they are given, and look into no /proc', () => {
    const everywhere = [...needsElectron, ...needsLinux.filter(({ onStandIn }) => onStandIn)]
    const left = stories.filter(({ name }) => !matches(everywhere, name))
    expect(left.filter(({ body }) => /keyring\.|daemon\b|processTree|processesHolding/.test(body)).map(({ name }) => name)).toEqual([])
    expect(left.length).toBeGreaterThan(30)
  })

  it.each([
    ['Electron', needsElectron],
    ['Linux', needsLinux],
  ])('that need %s are on a list of which every entry names one', (_what, needs) => {
    expect(judgeNeeds(names, needs).idle).toEqual([])
  })
})

describe('what is left out', () => {
  const needs = [
    { story: /one\.spec\.ts /, why: 'a keychain' },
    { story: /one\.spec\.ts .*tray/, why: 'a tray' },
    { story: /three\.spec\.ts /, why: 'nothing' },
  ]

  it('is named with every reason, and an entry that names nothing is a mistake', () => {
    expect(judgeNeeds(['one.spec.ts has a tray', 'one.spec.ts has none', 'two.spec.ts shines'], needs)).toEqual({
      left: [
        { story: 'one.spec.ts has a tray', why: 'a keychain; a tray' },
        { story: 'one.spec.ts has none', why: 'a keychain' },
      ],
      idle: ['/three\\.spec\\.ts /'],
    })
  })
})
