// The workflows cannot be run here; what can be held of them is held: pinned actions, least permissions, scripts that exist, and the one
// step that is a script of its own is run.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = path.join(root, '.github', 'workflows')
const read = (...names: string[]): string => readFileSync(path.join(root, ...names), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** The text of each job, by its name in the file. */
const jobsOf = (text: string): Map<string, string> => {
  const [, jobs = ''] = text.split('\njobs:\n')
  return new Map(jobs.split(/^ {2}(?=[\w-]+:\n)/m).flatMap((job) => (job === '' ? [] : [[job.slice(0, job.indexOf(':')), job]])))
}

/** What may be written, for each job that may write anything. Everything else reads, or may not even do that. */
const mayWrite: Record<string, Record<string, string[]>> = {
  'ci.yml': {},
  'release.yml': { package: ['id-token', 'attestations'], draft: ['contents'] },
}

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const text = readFileSync(path.join(folder, name), 'utf8')
  const jobs = jobsOf(text)

  it('SUP-1 uses actions by the whole hash of a commit, and says which version that is', () => {
    const uses = [...text.matchAll(/uses: (.+)$/gm)].map((match) => match[1] ?? '')
    expect(uses.length).toBeGreaterThan(2)
    for (const one of uses) expect(one).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('gives nobody more than it needs', () => {
    const [head = ''] = text.split('\njobs:')
    expect(head).toMatch(/\npermissions:( \{\}|\n {2}contents: read)\n/)
    expect(text).not.toMatch(/write-all|pull_request_target|workflow_run/)
    expect(jobs.size).toBeGreaterThan(1)
    const written = [...jobs].map(([job, lines]) => [job, [...lines.matchAll(/^ {6}([\w-]+): write$/gm)].map((match) => match[1])] as const)
    expect(Object.fromEntries(written.filter(([, rights]) => rights.length > 0))).toEqual(mayWrite[name])
    for (const job of jobs.values()) if (job.includes('contents: write')) expect(job).not.toMatch(/npm |secrets\./)
  })

  it('keeps no credentials beside the checkout', () => {
    const checkouts = text.match(/actions\/checkout@/g) ?? []
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length)
  })

  it('runs scripts that exist', () => {
    const run = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map((match) => match[1] ?? '')
    for (const script of run) expect(Object.keys(scripts)).toContain(script)
    for (const [, tool = ''] of text.matchAll(/node (tools\/[\w/.-]+)/g)) expect(existsSync(path.join(root, tool))).toBe(true)
  })

  it('runs in each job on one system, or on those of its list', () => {
    for (const job of jobs.values()) expect(job).toMatch(/\n {4}runs-on: (ubuntu-\d\d\.\d\d|\$\{\{ matrix\.os \}\})\n/)
  })
})

describe('the same tests as on anybody’s computer', () => {
  const ci = jobsOf(read('.github', 'workflows', 'ci.yml'))
  const release = jobsOf(read('.github', 'workflows', 'release.yml'))

  it('are run on Linux through .ci/run, before a release too, and on macOS and Windows as npm test', () => {
    expect(ci.get('everything')).toContain('.ci/run\n')
    expect(release.get('test')).toContain('.ci/run\n')
    expect(ci.get('elsewhere')).toMatch(/os: \[macos-\d+, macos-\d+-intel, windows-\d+\]/)
    expect(ci.get('elsewhere')).toContain('- run: npm test\n')
  })

  it('draw at random only on the schedule, where a seed that finds something is printed', () => {
    const random = ci.get('random')
    expect(random).toContain("if: github.event_name == 'schedule'\n")
    expect(random).toContain("PLIMSOLL_RANDOM_SEED: '1'\n")
    for (const [name, job] of ci) if (name !== 'random') expect(job).not.toContain('PLIMSOLL_RANDOM_SEED')
    expect(read('.ci', 'run')).not.toContain('PLIMSOLL_RANDOM_SEED')
  })

  it('are measured on the schedule, where alone time is held', () => {
    const speed = ci.get('speed')
    expect(speed).toContain("if: github.event_name == 'schedule'\n")
    expect(speed).toContain(' npm run bench\n')
  })

  it('look at what is released, and start nothing on the computer that packages it', () => {
    expect(release.get('package')).toContain('npm run package:check -- --folder-only\n')
    expect(release.get('package')).not.toContain('ELECTRON_OVERRIDE_DIST_PATH')
  })

  it('get their system packages from one list, which is not in .ci/run, whoever calls that', () => {
    const run = read('.ci', 'run')
    expect(run).toMatch(/\nnode tools\/bootstrap-system\.mjs &\nsystem=\$!\nnode tools\/install\.mjs\nwait "\$system"\n/)
    expect(run).not.toMatch(/apt-get|apt |dpkg|xvfb|libnss3|chromium/)
    expect(run).toMatch(/\nexport CI=true\n[\s\S]*\nnpm test\n$/)
  })

  it('see the same bytes of text on every system', () => {
    expect(read('.gitattributes')).toMatch(/^\* text=auto eol=lf$/m)
    for (const kind of ['png', 'ico', 'icns']) expect(read('.gitattributes')).toMatch(new RegExp(`^\\*\\.${kind} binary$`, 'm'))
  })
})

describe.skipIf(process.platform === 'win32' || spawnSync('bash', ['--version']).status !== 0)('the step that packages', () => {
  const folders: string[] = []
  afterEach(() => folders.splice(0).forEach((one) => rmSync(one, { recursive: true, force: true })))

  const job = jobsOf(read('.github', 'workflows', 'release.yml')).get('package') ?? ''
  const step = job.split(/^ {6}- /m).find((one) => one.startsWith('name: Package, signed')) ?? ''
  const [head = '', block = ''] = step.split(' run: |\n')
  const script = block.replace(/^ {10}/gm, '')
  const given = [...head.matchAll(/^ {10}(\w+): /gm)].map((match) => match[1] ?? '')

  /** Runs it as a runner does, with npm in whose place something tells what reached it. */
  const packaged = async (
    secrets: Record<string, string>,
  ): Promise<{ code: number | null; seen: Record<string, string>; temp: string }> => {
    const temp = mkdtempSync(path.join(tmpdir(), 'workflow-'))
    folders.push(temp)
    const npm = `#!/bin/sh\n[ "$*" = "run package" ] || exit 9\nenv >"${temp}/seen"\n[ -z "$APPLE_API_KEY" ] || { cat "$APPLE_API_KEY" >"${temp}/key"; ls -l "$APPLE_API_KEY" >"${temp}/mode"; }\n`
    writeFileSync(path.join(temp, 'npm'), npm, { mode: 0o755 })
    writeFileSync(path.join(temp, 'step.sh'), script)
    // Secrets that are not there arrive empty.
    const all = { ...Object.fromEntries(given.map((name) => [name, ''])), ...secrets }
    const environment = { PATH: `${temp}:${process.env['PATH'] ?? ''}`, RUNNER_TEMP: temp, ...all }
    const code = await new Promise<number | null>((done) => {
      const words = ['--noprofile', '--norc', '-eo', 'pipefail', path.join(temp, 'step.sh')]
      const child = execFile('bash', words, { env: environment }, () => done(child.exitCode))
    })
    const seen = readFileSync(path.join(temp, 'seen'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
    return { code, seen: Object.fromEntries([...seen].map(([, name = '', value = '']) => [name, value])), temp }
  }

  it('is found as it is written', () => {
    expect(given).toEqual(expect.arrayContaining(['CERTIFICATE', 'NOTARY_KEY']))
    expect(script).toContain('npm run package\n')
  })

  it('names no certificate where there is none: an empty name is a file that cannot be found', async () => {
    const { code, seen } = await packaged({})
    expect(code).toBe(0)
    expect(Object.keys(seen).filter((name) => /^(CSC_|APPLE_|CERTIFICATE|NOTARY)/.test(name))).toEqual([])
  })

  it('hands over the certificate that is there, under the names that are read, and no other', async () => {
    const { code, seen } = await packaged({ CERTIFICATE: 'bWlu', CERTIFICATE_PASSWORD: 'word' })
    expect(code).toBe(0)
    expect(seen).toMatchObject({ CSC_LINK: 'bWlu', CSC_KEY_PASSWORD: 'word' })
    expect(Object.keys(seen).filter((name) => /^(APPLE_|CERTIFICATE|NOTARY)/.test(name))).toEqual([])
  })

  it('hands over the key of notarisation as a file that nobody else may read, gone when it is over', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----'
    const { code, seen, temp } = await packaged({ NOTARY_KEY: key, NOTARY_KEY_ID: 'ABC', NOTARY_ISSUER: 'issuer' })
    expect(code).toBe(0)
    expect(seen).toMatchObject({ APPLE_API_KEY: path.join(temp, 'notary.p8'), APPLE_API_KEY_ID: 'ABC', APPLE_API_ISSUER: 'issuer' })
    expect(readFileSync(path.join(temp, 'key'), 'utf8')).toBe(`${key}\n`)
    expect(readFileSync(path.join(temp, 'mode'), 'utf8')).toMatch(/^-rw-------/)
    expect(existsSync(path.join(temp, 'notary.p8'))).toBe(false)
  })
})
