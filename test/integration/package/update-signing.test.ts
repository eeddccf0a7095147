// The release process up to the feed, without packaging: what is configured, what is signed, and
// who accepts it.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  feedName as askedFor,
  isSigned,
  offerIn,
  readFeed,
  readFeedConfig,
  isSignedFile,
} from '../../../src/main/updates/update-feed.js'
import {
  feedName,
  filesIn,
  notesOf,
  publicKeyOf,
  readSettings,
  settingsFile,
  targetOf,
  validDays,
} from '../../../tools/package/feed.mjs'
import { leaveOut } from '../../support/leave-out.js'
import { makeKey } from '../../support/update-feed.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const text = (name: string): string => readFileSync(path.join(root, name), 'utf8')
const { version } = JSON.parse(text('package.json')) as { version: string }
const maker = makeKey()

let home = ''
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'plimsoll-signing-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const installers = ['linux-x86_64.AppImage', 'win-x64.exe', 'mac-x64.dmg', 'mac-arm64.dmg'].map(
  (end) => `Plimsoll-${version}-${end}`,
)

type Checkout = { folder: string; tree: string }

/** A checkout as far as signing needs it, and a folder of installers beside it. */
function checkout(settings: object | null, changelog = text('CHANGELOG.md')): Checkout {
  const [tree, folder] = [path.join(home, 'tree'), path.join(home, 'dist')]
  for (const place of [folder, path.join(tree, 'tools', 'package'), path.join(tree, 'resources')])
    mkdirSync(place, { recursive: true })
  for (const name of ['tools/sign-feed.mjs', 'tools/package/feed.mjs', 'package.json'])
    cpSync(path.join(root, name), path.join(tree, name))
  writeFileSync(path.join(tree, 'CHANGELOG.md'), changelog)
  if (settings !== null) writeFileSync(path.join(tree, settingsFile), JSON.stringify(settings))
  for (const name of installers) writeFileSync(path.join(folder, name), `what ${name} holds`)
  return { tree, folder }
}

function sign({ tree, folder }: { tree: string; folder: string }, pem: string | undefined) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(tree, 'tools/sign-feed.mjs'), folder],
    {
      encoding: 'utf8',
      // Nothing of node_modules can be found from there: it needs nothing but Node.
      env: {
        PATH: process.env['PATH'],
        ...(pem !== undefined && { PLIMSOLL_FEED_PRIVATE_KEY: pem }),
      },
    },
  )
  return { status, stderr }
}

const settings = { url: 'https://updates.example.com/plimsoll/', publicKey: maker.publicKey }

describe('SUP-9 signing a release', () => {
  it('creates a feed that an installed Plimsoll accepts on each system, with the notes of its version', async () => {
    const made = checkout(settings)
    expect(sign(made, maker.pem)).toMatchObject({ status: 0 })
    const config = readFeedConfig(readFileSync(path.join(made.tree, settingsFile), 'utf8'))
    expect(config).toMatchObject(settings)
    const served = readFileSync(path.join(made.folder, askedFor), 'utf8')
    const { signed, signature } = JSON.parse(served) as { signed: string; signature: string }
    expect(isSigned(signed, signature, maker.publicKey)).toBe(true)
    const read = readFeed(served, maker.publicKey)
    if (!read.ok) throw new Error(read.error.detail)
    expect(read.value.notes).toContain('Balances')
    const days = (read.value.expires - Date.now() / 1000) / 86_400
    expect([days > validDays - 1, days <= validDays]).toEqual([true, true])
    expect(read.value.notes).not.toContain('##')
    const older = { version: '0.0.0' }
    for (const [platform, arch, name] of [
      ['linux', 'x64', installers[0]],
      ['win32', 'x64', installers[1]],
      ['darwin', 'x64', installers[2]],
      ['darwin', 'arm64', installers[3]],
    ] as const) {
      const offered = offerIn(read.value, { ...older, platform, arch })
      if (!offered.ok || offered.value === null) throw new Error(`nothing for ${platform} ${arch}`)
      expect(offered.value).toMatchObject({ version, file: { name } })
      expect(await isSignedFile(path.join(made.folder, name ?? ''), offered.value.file)).toBe(true)
    }
  })

  it.each<[string, () => [Checkout, string | undefined], RegExp]>([
    [
      'a key that is not the one in every installation',
      () => [checkout(settings), makeKey().pem],
      /does not belong to the public key/,
    ],
    ['no key', () => [checkout(settings), undefined], /PRIVATE_KEY is not set/],
    ['something that is no key', () => [checkout(settings), 'secret'], /./],
    ['no feed', () => [checkout(null), maker.pem], /no Plimsoll looks for updates/],
    [
      'a feed over plain http',
      () => [checkout({ ...settings, url: 'http://a/' }), maker.pem],
      /no https address/,
    ],
    [
      'a broken public key',
      () => [checkout({ ...settings, publicKey: 'AAAA' }), maker.pem],
      /32 bytes/,
    ],
    [
      'a version of which nothing is said',
      () => [checkout(settings, '# Changelog\n\n## 0.0.1\n\nOld.\n'), maker.pem],
      /says nothing of/,
    ],
  ])('refuses %s, and writes nothing', (_what, make, words) => {
    const [made, pem] = make()
    const { status, stderr } = sign(made, pem)
    expect([status, stderr]).toEqual([1, expect.stringMatching(words)])
    expect(() => readFileSync(path.join(made.folder, feedName))).toThrow('ENOENT')
  })

  it('refuses a release without one of the systems', async () => {
    const { folder } = checkout(settings)
    rmSync(path.join(folder, installers[1] ?? ''))
    await expect(filesIn(folder, version)).rejects.toThrow('win32 x64')
  })

  it('creates nothing for a kind that is never updated', () => {
    expect(targetOf('Plimsoll-1.0.0-linux-x86_64.AppImage', '1.0.0')).toEqual({
      system: 'linux',
      arch: 'x64',
    })
    for (const name of [
      'Plimsoll-1.0.0-linux-amd64.deb',
      'Plimsoll-1.0.0-mac-x64.zip',
      'Plimsoll-1.0.0-linux-x64.exe',
      'Plimsoll-1.0.0-win-x64.exe.blockmap',
      'Plimsoll-1.0.1-win-x64.exe',
    ])
      expect(targetOf(name, '1.0.0'), name).toBeNull()
  })

  it('finds the section of exactly that version', () => {
    const changelog =
      '# Changelog\n\n## 1.10.0\n\n- New.\n\n## 1.1.0 (2026-01-01)\n\n- Old.\n### More\n- Older.\n'
    expect(notesOf(changelog, '1.1.0')).toBe('- Old.\n### More\n- Older.')
    expect(notesOf(changelog, '1.10.0')).toBe('- New.')
    expect(() => notesOf(changelog, '1.0.0')).toThrow('says nothing')
  })

  it('takes address and key from the repository, if there are any', () => {
    const there = readSettings(root)
    if (there !== null)
      expect(readFeedConfig(JSON.stringify(there))).toMatchObject({ publicKey: there.publicKey })
    expect(feedName).toBe(askedFor)
    expect(() => publicKeyOf('no key')).toThrow()
  })
})

const hasTools = process.platform !== 'win32' && spawnSync('openssl', ['version']).status === 0

if (!hasTools)
  leaveOut(
    'signing of updates by hand',
    'openssl not installed. On Debian: sudo apt-get install openssl',
  )

describe.skipIf(!hasTools)('the commands of docs/releasing.md', () => {
  const blocks = [...text('docs/releasing.md').matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(
    (match) => match[1] ?? '',
  )
  const shell = (command: string, cwd: string) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', command], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
    expect(status, stderr).toBe(0)
    return stdout
  }

  it('create a key, print its settings, and sign with it what an installed Plimsoll accepts', () => {
    expect(blocks).toHaveLength(2)
    const [makeTheKey = '', signTheFeed = ''] = blocks
    const publicKey = shell(makeTheKey, home).trim()
    expect(publicKey).toBe(publicKeyOf(readFileSync(path.join(home, 'feed.pem'), 'utf8')))
    const { tree, folder } = checkout({ ...settings, publicKey })
    cpSync(path.join(home, 'feed.pem'), path.join(tree, 'feed.pem'))
    shell(signTheFeed.replace('FOLDER', folder), tree)
    expect(readFeed(readFileSync(path.join(folder, askedFor), 'utf8'), publicKey)).toMatchObject({
      ok: true,
      value: { version },
    })
  })

  it('are existing scripts', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: object }
    const named = [...text('docs/releasing.md').matchAll(/`npm (?:run )?([\w:]+)`/g)].map(
      (match) => match[1],
    )
    expect(named).toEqual(expect.arrayContaining(['test', 'package', 'package:check', 'sbom']))
    for (const name of named) expect(scripts).toHaveProperty([name ?? ''])
  })
})

describe('packaging', () => {
  const builder = text('electron-builder.yml')

  it("puts the feed's configuration beside the archive, and creates no feed itself", () => {
    expect(builder).toContain(
      `extraResources:\n  - from: ${settingsFile.split(path.sep).join('/')}\n    to: update-feed.json\n`,
    )
    expect(builder).toMatch(/^publish: null$/m)
  })

  it('creates an AppImage that needs no FUSE library, and whose entry keeps the sandbox', () => {
    expect(builder).toMatch(/^toolsets:\n {2}appimage: 1\.0\.3$/m)
    expect(builder).toMatch(/^ {2}executableArgs: \[\]$/m)
    expect(builder.replace(/^ *#.*$/gm, '')).not.toContain('no-sandbox')
  })

  it('names the installers as signing expects them', () => {
    expect(builder).toContain('artifactName: ${productName}-${version}-${os}-${arch}.${ext}')
  })

  it('never sees the signing key', () => {
    const refused = spawnSync(process.execPath, [path.join(root, 'tools/package.mjs')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], PLIMSOLL_FEED_PRIVATE_KEY: maker.pem },
    })
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('needs no key')])
    const workflow = text('.github/workflows/release.yml')
    const jobs = workflow.split(/\n {2}(?=\w+:\n {4}name:)/).slice(1)
    const holders = jobs.filter((job) => job.includes('PLIMSOLL_FEED_PRIVATE_KEY'))
    expect(holders.map((job) => job.split(':', 1)[0])).toEqual(['sign'])
    expect(holders.join()).toContain('node tools/sign-feed.mjs')
    expect(holders.join()).not.toMatch(/\bnp[mx] /)
  })

  it('signs with nothing but Node', () => {
    const imports = ['tools/sign-feed.mjs', 'tools/package/feed.mjs'].flatMap((name) =>
      [...text(name).matchAll(/^import .* from '([^']+)'$/gm)].map(([, from = '']) => from),
    )
    expect(
      imports.filter((from) => !from.startsWith('node:') && from !== './package/feed.mjs'),
    ).toEqual([])
    expect(
      execFileSync(process.execPath, ['--check', path.join(root, 'tools/sign-feed.mjs')], {
        encoding: 'utf8',
      }),
    ).toBe('')
  })
})
