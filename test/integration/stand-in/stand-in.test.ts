// The fake Electron as `npm run demo` starts it. Needs a Chromium, and shows it on no display. Its
// page is inspected through the suite's own access, which the demo does not have.
import type { ElectronApplication, Page } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { buildWhereNeeded } from '../../../tools/build.mjs'
import type { ConnectForm } from '../../../src/shared/accounts/connect.js'
import { noBrowser } from '../../../tools/browsers.mjs'
import { findChromium } from '../../../tools/chromium.mjs'
import { launchStandIn } from '../../e2e/support/stand-in.js'
import { leaveOut } from '../../support/leave-out.js'

const program = fileURLToPath(new URL('../../stand-in-electron/run.mjs', import.meta.url))
const browser = findChromium()
const temporary: string[] = []
const children: ChildProcess[] = []
const apps: ElectronApplication[] = []

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  for (const folder of temporary.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

async function setup(): Promise<{ folder: string; env: { [name: string]: string } }> {
  expect(await buildWhereNeeded()).toBe(true)
  const folder = mkdtempSync(path.join(tmpdir(), 'stand-in-'))
  temporary.push(folder)
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const own = {
    TMPDIR: folder,
    PLIMSOLL_STAND_IN_HEADLESS: '1',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  }
  return { folder, env: { ...Object.fromEntries(inherited), ...own } }
}

function filesCalled(folder: string, name: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.basename(file) === name,
  )
}

/** Driven as in the end-to-end suite, otherwise as a user starts it. */
async function startDriven(): Promise<Page> {
  const { env } = await setup()
  const { app, page } = await launchStandIn(['--demo'], env)
  apps.push(app)
  await page.getByRole('contentinfo', { name: 'Status' }).waitFor({ timeout: 20_000 })
  return page
}

function ask(page: Page, channel: string, payload: unknown): Promise<unknown> {
  return page.evaluate(
    ([name, given]) =>
      (
        Reflect.get(globalThis, 'plimsoll') as {
          ask(name: string, given: unknown): Promise<unknown>
        }
      ).ask(String(name), given),
    [channel, payload],
  )
}

if (browser === null) leaveOut('stand-in for Electron', noBrowser(), 'PLIMSOLL_REQUIRE_PAGE')

describe.skipIf(browser === null)('the fake Electron', () => {
  async function expectEndOn(
    child: ChildProcess,
    signal: NodeJS.Signals,
    folder: string,
  ): Promise<void> {
    const ended = once(child, 'exit')
    child.kill(signal)
    expect((await ended)[0]).toBe(0)
    expect(readdirSync(folder).filter((name) => name.startsWith('plimsoll-'))).toEqual([])
  }
  const profilesIn = (folder: string): string[] =>
    readdirSync(folder).filter((name) => name.startsWith('plimsoll-chromium-'))

  it.skipIf(process.platform === 'win32')(
    'starts a browser that nobody else can join, ends on Ctrl-C, and leaves nothing',
    async () => {
      const { folder, env } = await setup()
      // Reports the arguments the browser was started with, and becomes it.
      const teller = path.join(folder, 'browser')
      writeFileSync(
        teller,
        `#!/bin/sh\necho "$@" >"${folder}/words"\nexec "${browser ?? ''}" "$@"\n`,
        { mode: 0o755 },
      )
      const child = spawn(process.execPath, [program, '--demo'], {
        env: { ...env, PLIMSOLL_CHROMIUM: teller },
        stdio: 'ignore',
      })
      children.push(child)
      const log = (): string =>
        filesCalled(folder, 'plimsoll.log')
          .map((file) => readFileSync(path.join(folder, file), 'utf8'))
          .join('')
      await expect.poll(log, { timeout: 200_000 }).toContain('"event":"started"')

      const words = readFileSync(path.join(folder, 'words'), 'utf8')
      expect(words).toContain('--remote-debugging-pipe')
      expect(words).not.toContain('--remote-debugging-port')
      expect(filesCalled(folder, 'DevToolsActivePort')).toEqual([])
      expect(profilesIn(folder)).toHaveLength(1)
      await expectEndOn(child, 'SIGINT', folder)
    },
  )

  it.skipIf(process.platform === 'win32')(
    'ends on request while it opens, and leaves no folder behind',
    async () => {
      const { folder, env } = await setup()
      const child = spawn(process.execPath, [program, '--demo'], { env, stdio: 'ignore' })
      children.push(child)
      await expect.poll(() => profilesIn(folder), { timeout: 200_000, interval: 5 }).toHaveLength(1)
      await expectEndOn(child, 'SIGTERM', folder)
    },
  )

  it('IPC-3 IPC-4 shows the demo through the real main process and the two functions of the preload, names itself in its title, and accepts no key', async () => {
    const page = await startDriven()
    await expect.poll(() => page.title()).toMatch(/DEMO.*\(stand-in for Electron\)$/)
    await page.getByText('before margin call').first().waitFor()

    const form: ConnectForm = {
      draftId: null,
      profileId: null,
      name: 'Main',
      region: 'custom',
      baseUrl: 'http://127.0.0.1:9',
      dialect: 'spec',
      apiKey: 'public-key-0001',
      apiSecret: 'secret-secret-0001',
    }
    // A key typed here would be in an unhardened process.
    expect(await ask(page, 'connect/check', form)).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(await ask(page, 'connect/save', { draftId: 'x', storage: 'session' })).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    expect(await ask(page, 'app-state/read', null)).toMatchObject({ ok: true })

    // Of the wire behind the two functions of the preload, the page sees nothing.
    const found = await page.evaluate(async () => {
      const bridge = Reflect.get(globalThis, 'plimsoll') as Record<string, unknown>
      const listen = bridge['listen'] as (
        topic: string,
        hear: (payload: unknown) => void,
      ) => () => void
      const pushed = await new Promise((settle) => {
        const stop = listen('portfolio', (payload) => {
          stop()
          settle(payload)
        })
      })
      const refused = await (bridge['ask'] as (name: string, given: unknown) => Promise<unknown>)(
        'no/such',
        null,
      ).catch((fault: Error) => fault.message)
      return {
        members: Object.keys(bridge).sort(),
        frozen: Object.isFrozen(bridge),
        wire: typeof Reflect.get(globalThis, '__standInWire'),
        electron: typeof Reflect.get(globalThis, 'ipcRenderer'),
        pushed: typeof pushed,
        refused,
      }
    })
    expect(found).toEqual({
      members: ['ask', 'listen'],
      frozen: true,
      wire: 'undefined',
      electron: 'undefined',
      pushed: 'object',
      refused: 'There is no such channel.',
    })

    await page.getByRole('button', { name: 'Leave the demo' }).first().click()
    await page.getByRole('button', { name: 'Connect your account' }).click()
    await page.getByRole('heading', { name: 'Keys are not accepted here' }).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
  })
})
