// A bundle from real logs, written to a real file and unpacked again.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Secret } from '../../../src/main/keychain/secret.js'
import { maxBundleBytes } from '../../../src/shared/support/support.js'
import type { Alert } from '../../../src/shared/alerts/alert.js'
import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import type { OrderIntent } from '../../../src/shared/orders/trading.js'
import { aProfile } from '../../fixtures/portfolio/accounts.js'
import { anAccount, supportOver, type SupportHarness } from '../../support/support-harness.js'
import { filesInZip } from '../../support/zip-reader.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

let root = ''
let folder = ''
let target = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plimsoll-support-'))
  folder = join(root, 'logs')
  mkdirSync(folder)
  mkdirSync(join(root, 'out'))
  target = join(root, 'out', 'bundle.zip')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function logLine(event: string, details?: object): string {
  return `${JSON.stringify({ at: '2025-08-18T06:53:20.000Z', level: 'info', event, ...(details && { details }) })}\n`
}

async function made({ support }: SupportHarness) {
  const bundle = await support.prepare()
  if (!bundle.ok) throw new Error(englishOf(bundle.error.message))
  return bundle.value
}

async function unpacked(
  set: SupportHarness,
  leaveOut: string[] = [],
): Promise<Map<string, string>> {
  const { id } = await made(set)
  expect(await set.support.save(id, leaveOut)).toMatchObject({ ok: true })
  return filesInZip(readFileSync(target))
}

const names = [
  'about.txt',
  'settings.json',
  'accounts.json',
  'answers.json',
  'database.json',
  'alerts.json',
  'orders.json',
  'plimsoll.log',
]

describe('UX-72 a support bundle', () => {
  test('is written exactly as shown, private to its owner, and shown in its folder on demand', async () => {
    writeFileSync(join(folder, 'plimsoll.log'), logLine('started', { version: '0.1.0' }))
    const set = supportOver({ folder, target, accounts: [anAccount()] })
    const bundle = await made(set)
    expect(bundle.files.map(({ name }) => name)).toEqual(names)
    expect(set.support.showInFolder()).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(await set.support.save(bundle.id, [])).toEqual({ ok: true, value: { file: target } })
    expect(statSync(target).mode & 0o077).toBe(0)
    const files = filesInZip(readFileSync(target))
    expect([...files.keys()]).toEqual(names)
    for (const { name, bytes, lines } of bundle.files) {
      const shown = set.support.readFile(bundle.id, name, 0, 300)
      if (!shown.ok) throw new Error(name)
      expect(files.get(name)).toBe(`${shown.value.lines.join('\n')}\n`)
      expect(Buffer.byteLength(files.get(name) ?? '')).toBe(bytes)
      expect(shown.value.total).toBe(lines)
    }
    expect(files.get('plimsoll.log')).toBe(logLine('started', { version: '0.1.0' }))
    expect(set.support.showInFolder()).toEqual({ ok: true, value: null })
    expect(set.shown).toEqual([target])
  })

  test('omits deselected files, and saves nothing if all are', async () => {
    const set = supportOver({ folder, target })
    expect([...(await unpacked(set, ['plimsoll.log', 'orders.json'])).keys()]).toEqual(
      names.filter((name) => !['plimsoll.log', 'orders.json'].includes(name)),
    )
    const { id } = await made(set)
    expect(await set.support.save(id, names)).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
  })

  test('is deleted when discarded or created again', async () => {
    const set = supportOver({ folder, target })
    const first = await made(set)
    const second = await made(set)
    const gone = { ok: false, error: { code: 'gone' } }
    expect(await set.support.save(first.id, [])).toMatchObject(gone)
    expect(set.support.readFile(first.id, 'about.txt', 0, 1)).toMatchObject(gone)
    set.support.discard(first.id)
    expect(set.support.readFile(second.id, 'about.txt', 0, 1)).toMatchObject({ ok: true })
    set.support.discard(second.id)
    expect(await set.support.save(second.id, [])).toMatchObject(gone)
    expect(readdirSync(join(root, 'out'))).toEqual([])
  })

  test('UX-47 is dropped by a lock, even while being created', async () => {
    let askedDatabase: (found: object) => void = () => undefined
    let reached = (): void => undefined
    const isReached = new Promise<void>((done) => (reached = done))
    const set = supportOver({
      folder,
      target,
      database: () => {
        reached()
        return new Promise((done) => (askedDatabase = done))
      },
    })
    const gone = { ok: false, error: { code: 'gone' } }
    const whileLoading = set.support.prepare()
    set.support.drop()
    expect(await whileLoading).toMatchObject(gone)

    const first = set.support.prepare()
    await isReached
    askedDatabase({})
    const bundle = await first
    if (!bundle.ok) throw new Error(englishOf(bundle.error.message))
    expect(set.support.readFile(bundle.value.id, 'about.txt', 0, 1)).toMatchObject({ ok: true })
    set.support.drop()
    expect(set.support.readFile(bundle.value.id, 'about.txt', 0, 1)).toMatchObject(gone)
    expect(await set.support.save(bundle.value.id, [])).toMatchObject(gone)

    const second = set.support.prepare()
    set.support.drop()
    askedDatabase({})
    expect(await second).toMatchObject(gone)
    expect(readdirSync(join(root, 'out'))).toEqual([])
  })

  test('leaves no partial file if the disk is full or the place is unwritable, and says so', async () => {
    const full = supportOver({
      folder,
      target,
      write: async (file, content, options) => {
        await writeFile(file, content.slice(0, 100), options)
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      },
    })
    writeFileSync(target, 'an older one')
    const { id } = await made(full)
    expect(await full.support.save(id, [])).toMatchObject({
      ok: false,
      error: { code: 'system-refused', reason: 'ENOSPC' },
    })
    expect(readdirSync(join(root, 'out'))).toEqual(['bundle.zip'])
    expect(readFileSync(target, 'utf8')).toBe('an older one')

    const nowhere = supportOver({ folder, target: join(root, 'out', 'not', 'there.zip') })
    const other = await made(nowhere)
    expect(await nowhere.support.save(other.id, [])).toMatchObject({
      ok: false,
      error: { reason: 'ENOENT' },
    })
    const cancelled = supportOver({ folder, target: '' })
    const third = await made(cancelled)
    expect(await cancelled.support.save(third.id, [])).toEqual({ ok: true, value: { file: null } })
    expect(readdirSync(join(root, 'out'))).toEqual(['bundle.zip'])
  })

  test('contains what can be read, and names what could not be', async () => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file where the folder should be')
    const set = supportOver({
      folder,
      target,
      database: () => Promise.reject(new Error('closed')),
      databaseProblem: { code: 'store-trouble', message: 'No room.', reason: 'FULL' },
    })
    const files = await unpacked(set)
    expect(files.get('plimsoll.log')).toContain('could not be read')
    expect(files.get('database.json')).toContain('could not be looked at')
    expect(files.get('database.json')).toContain('FULL')
  })

  test('stays below 5 MB: the oldest log lines are dropped first, and the file says so', async () => {
    const line = (number: number): string =>
      logLine(`event ${number}`, { words: `${number} `.repeat(120) })
    const numbers = Array.from({ length: 12_000 }, (_, at) => at)
    writeFileSync(join(folder, 'plimsoll.1.log'), numbers.slice(0, 6000).map(line).join(''))
    writeFileSync(join(folder, 'plimsoll.log'), numbers.slice(6000).map(line).join(''))
    const set = supportOver({ folder, target, accounts: [anAccount()] })
    const bundle = await made(set)
    const size = bundle.files.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(size).toBeLessThanOrEqual(maxBundleBytes)
    // No more is dropped than necessary.
    expect(size).toBeGreaterThan(maxBundleBytes - 16 * 1024)
    await set.support.save(bundle.id, [])
    expect(statSync(target).size).toBeLessThanOrEqual(maxBundleBytes)
    const log = (filesInZip(readFileSync(target)).get('plimsoll.log') ?? '').trimEnd().split('\n')
    expect(log[0]).toBe('[older lines were left out: a support bundle holds 5 MB at most]')
    expect(log.at(-1)).toBe(line(11_999).trimEnd())
    expect(log[1]).toMatch(/"event":"event \d+"/)
  })

  test('stays below it with a log that grows by redaction', async () => {
    // Each address becomes a longer text.
    writeFileSync(
      join(folder, 'plimsoll.log'),
      logLine('x', { text: 'a://b:c@d '.repeat(30) }).repeat(14_000),
    )
    const bundle = await made(supportOver({ folder, target }))
    expect(bundle.files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(
      maxBundleBytes,
    )
  })
})

describe('SEC-1 SEC-3 UX-72 secrets in a bundle', () => {
  const apiKey = '4efd4149ca0c0db1a8a1f9b2bd8b4c52'
  const apiSecret = 'canary+secret/"with\\quotes"-71'
  const payload = Buffer.from(
    JSON.stringify({ request: '/api/v4/main-account/balance', nonce: '1755500000000' }),
  ).toString('base64')
  const signature = 'c4a1'.repeat(32)
  const proxyPassword = 'Proxy-Pass-word-9931'
  const proxy = `http://someone:${proxyPassword}@proxy.example:3128`
  const person = 'adalovelace'
  const home = `/home/${person}`
  const accountName = 'Grandmother’s pension'

  const forms = (canary: string): { [how: string]: string } => ({
    raw: canary,
    base64: Buffer.from(canary).toString('base64'),
    'base64 in a longer text': Buffer.from(`x ${canary} y`).toString('base64'),
    hex: Buffer.from(canary).toString('hex'),
    'upper-case hex': Buffer.from(canary).toString('hex').toUpperCase(),
    'UTF-16': [...canary].join('\0'),
    'base64 of UTF-16': Buffer.from(canary, 'utf16le').toString('base64'),
    'percent signs where needed': encodeURIComponent(canary),
    'percent signs': Buffer.from(canary).toString('hex').replaceAll(/../g, '%$&'),
  })
  /** As it would be found after one or two rounds of JSON encoding. */
  const written = (form: string): string[] => {
    const once = JSON.stringify(form).slice(1, -1)
    return [form, once, JSON.stringify(once).slice(1, -1)]
  }
  const canaries = { apiKey, apiSecret, payload, signature, proxyPassword, person, home }
  /** Nobody here knows the password: it is found by its place, in an address. */
  const planted = Object.values({ ...canaries, proxyPassword: proxy })

  test('planted in every source and in every form, do not survive', async () => {
    const everyForm = planted.flatMap((canary) => Object.values(forms(canary)))
    const everywhere = everyForm.join(' ')
    const alert: Alert = {
      id: everywhere,
      at: 1,
      profileId: 'p',
      key: everywhere,
      kind: 'margin-call',
      level: 'danger',
      subject: { key: everywhere, name: everywhere },
      found: 'new',
      title: everywhere,
      text: everywhere,
      endTitle: everywhere,
      cause: { everywhere },
      state: { kind: 'active' },
      readAt: null,
    }
    const problem = {
      code: 'refused' as const,
      message: everywhere,
      reason: everywhere,
      fields: { a: [everywhere] },
      server: { status: 400, code: 30, message: everywhere },
    }
    const order = {
      id: everywhere,
      createdAt: 1,
      profileId: 'p',
      kind: 'market',
      state: 'unknown',
      httpStatus: 400,
      problem,
      body: everywhere,
      ms: { written: 1, sent: 2, answered: 3 },
      items: [
        {
          state: 'unknown',
          problem,
          mismatch: [everywhere],
          market: 'BTC_USDT',
          amount: '98.7654321',
        },
      ],
      timeline: [{ at: 1, what: 'sending', text: everywhere, details: { everywhere } }],
    } as unknown as OrderIntent
    const account = anAccount({
      profile: aProfile({
        name: accountName,
        keyHint: '4efd…4c52',
        region: 'custom',
        baseUrl: 'https://inside.example',
      }),
      keyProblem: problem,
      portfolio: {
        ...noPortfolio,
        balance: {
          value: [{ asset: 'BTC', amount: '98.7654321' }],
          asOf: 1,
          source: 'live',
          problem,
          every: 5,
        },
      },
      alerts: [alert],
      orders: [order],
    })
    writeFileSync(
      join(folder, 'plimsoll.log'),
      [
        ...everyForm.map((form) => logLine('seen', { form, deep: JSON.stringify({ form }) })),
        ...everyForm.map((form) => `not JSON: ${form}\n`),
        logLine(`account ${accountName}`, {
          file: `${home}/.config/Plimsoll/plimsoll.db`,
          other: 'C:\\Users\\Somebody\\x',
        }),
        logLine('headers', {
          'X-TXC-APIKEY': 'another-key-not-known',
          api_secret: 'another-secret-not-known',
        }),
        logLine(everywhere),
      ].join(''),
    )
    const set = supportOver({
      folder,
      target,
      home,
      accounts: [account],
      settings: { proxy },
      database: () => Promise.resolve({ files: { [everywhere]: 1 }, everywhere }),
      aboutPart: { dataFolder: `${home}/.config/Plimsoll ${everywhere}`, keychain: everywhere },
    })
    set.redactor.add(Secret.of(apiKey))
    set.redactor.add(Secret.of(apiSecret))
    const files = await unpacked(set)

    expect([...files.keys()]).toEqual(names)
    const found = [...files].flatMap(([name, text]) =>
      Object.entries(canaries).flatMap(([canary, value]) =>
        Object.entries(forms(value)).flatMap(([how, form]) =>
          written(form).some((one) => text.includes(one)) ? [`${name}: ${canary} as ${how}`] : [],
        ),
      ),
    )
    expect(found).toEqual([])
    const all = [...files.values()].join('\n')
    for (const private_ of [
      accountName,
      '98.7654321',
      'BTC_USDT',
      'inside.example',
      '4efd…4c52',
      'Somebody',
      'not-known',
    ])
      expect(all).not.toContain(private_)
    // Its useful parts are still in it.
    expect(files.get('plimsoll.log')).toContain('"event":"account account 1"')
    expect(files.get('plimsoll.log')).toContain('~/.config/Plimsoll/plimsoll.db')
    expect(files.get('about.txt')).toContain('Data folder: ~/.config/Plimsoll')
    expect(files.get('accounts.json')).toContain('"an address of its own"')
    expect(files.get('orders.json')).toContain('sending')
  })

  test('would be found by the search', () => {
    for (const [how, form] of Object.entries(forms(apiSecret)))
      expect(
        written(form).some((one) => JSON.stringify({ form }).includes(one)),
        how,
      ).toBe(true)
  })

  test('do not include ordinary lines, release ids and file names, which stay unchanged', async () => {
    const ordinary = logLine('database rescued', {
      cause: 'DAMAGED',
      setAsideAs: 'plimsoll.db.corrupt-20260131T235959Z',
      id: '6f9f4c1e-2b7a-4d0e-9a51-0c6a3a2d7b11',
      stack:
        'Error: no\n    at open (file:///opt/Plimsoll/resources/app.asar/out/main/index.js:12:34)',
    })
    writeFileSync(join(folder, 'plimsoll.log'), ordinary)
    const files = await unpacked(
      supportOver({
        folder,
        target,
        home,
        aboutPart: { commit: '0f3a9c1d2b4e', version: '1.4.0' },
      }),
    )
    expect(files.get('plimsoll.log')).toBe(ordinary)
    expect(files.get('about.txt')).toContain('Plimsoll: 1.4.0\nCommit: 0f3a9c1d2b4e\n')
  })
})

test('UX-73 reads the notices in parts, and says if there are none', async () => {
  const set = supportOver({ folder, target, notices: () => Promise.resolve('a\nb\nc\n') })
  expect(await set.support.readNotices(1, 5)).toEqual({
    ok: true,
    value: { lines: ['b', 'c'], total: 3 },
  })
  const without = supportOver({
    folder,
    target,
    notices: () => Promise.reject(new Error('ENOENT')),
  })
  expect(await without.support.readNotices(0, 5)).toMatchObject({
    ok: false,
    error: { code: 'gone', reason: 'NO_NOTICES' },
  })
})
