// A locked keyring whose prompt a user can see, answer, dismiss or ignore, on a virtual screen.
import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKeychainBroker } from '../../../src/main/keychain/broker.js'
import type { KeychainAdapter } from '../../../src/main/keychain/keychain-adapter.js'
import { programPath } from '../../support/built-programs.js'
import { forkBroker } from '../../support/fork-broker.js'
import { createFakeTimer } from '../../support/fake-timer.js'
import {
  keyringMissing,
  prompterMissing,
  startKeyring,
  type Keyring,
} from '../../support/keyring.js'
import { leaveOut } from '../../support/leave-out.js'
import { startVirtualScreen, type VirtualScreen } from '../../../tools/virtual-screen.mjs'

const account = '0b8c9d5e-7a54-4a43-8f0e-6f4b0d1c2a39'
const item = Buffer.from('{"apiKey":"public-key-01","apiSecret":"private-key-02"}')

function screenMissing(): boolean {
  const missing = ['Xvfb', 'xdotool'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  )
  if (missing.length === 0 && !prompterMissing()) return false
  const absent = [...missing, ...(prompterMissing() ? ['gcr-prompter'] : [])].join(', ')
  leaveOut(
    'keychain prompts',
    `${absent} not installed. On Debian: sudo apt-get install xvfb xdotool gcr`,
    'PLIMSOLL_REQUIRE_KEYRING',
  )
  return true
}

describe.skipIf(keyringMissing() || screenMissing())(
  'FLT-8 a locked keyring with a prompt on the screen',
  () => {
    let screen: VirtualScreen
    let keyring: Keyring
    let keychain: KeychainAdapter
    let ring: (ms: number) => void

    beforeAll(async () => {
      screen = await startVirtualScreen('1024x768')
    })

    afterAll(async () => {
      await screen.stop()
    })

    beforeEach(async () => {
      keyring = await startKeyring('unlocked')
      keyring.allowPrompts(screen.name)
      await keyring.unlock()
      const timers = createFakeTimer()
      ring = timers.ring
      keychain = createKeychainBroker({
        launch: () => forkBroker(programPath('broker'), { ...keyring.env, DISPLAY: screen.name }),
        timer: timers.timer,
      })
      expect(await keychain.set(account, item, 'silent')).toEqual({ ok: true, value: null })
      await keyring.lock()
    })

    afterEach(async () => {
      keychain.close()
      await keyring.dispose()
    })

    const promptIds = (): string[] => {
      const found = spawnSync('xdotool', ['search', '--onlyvisible', '--class', 'gcr-prompter'], {
        env: { ...process.env, DISPLAY: screen.name },
      })
      return found.stdout.toString().split('\n').filter(Boolean)
    }

    const promptShown = async (): Promise<string> => {
      await expect.poll(promptIds, { timeout: 30_000 }).not.toEqual([])
      return promptIds()[0] ?? ''
    }

    const press = (...args: string[]): void =>
      void execFileSync('xdotool', args, { env: { ...process.env, DISPLAY: screen.name } })

    /** Types the password until the prompt accepts it: a busy X server may lose a key press. */
    const answer = async (prompt: string): Promise<void> => {
      for (let tries = 1; promptIds().includes(prompt); tries++) {
        press('windowfocus', '--sync', prompt)
        press('key', 'ctrl+a')
        press('type', '--delay', '5', keyring.password)
        press('key', 'Return')
        const isClosed = expect.poll(promptIds, { timeout: 10_000 }).not.toContain(prompt)
        if (tries === 3) await isClosed
        else await isClosed.catch(() => undefined)
      }
    }

    test('SEC-8 returns the entry after the right password', async () => {
      const got = keychain.get(account, 'prompt')
      await answer(await promptShown())
      const read = await got
      expect(read.ok && Buffer.from(read.value ?? []).equals(item)).toBe(true)
    })

    test('SEC-8 returns nothing, deletes nothing and does not crash after a dismissed prompt', async () => {
      const got = keychain.get(account, 'prompt')
      const prompt = await promptShown()
      press('windowfocus', '--sync', prompt)
      press('key', 'Escape')
      expect(await got).toEqual({ ok: true, value: null })

      const stored = keychain.set(account, Buffer.from('something else'), 'prompt')
      press('windowfocus', '--sync', await promptShown())
      press('key', 'Escape')
      expect(await stored).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_LOCKED' } })
      expect(keychain.health().crashes).toBe(0)

      keychain.close()
      await keyring.unlock()
      expect(
        (await keyring.secretTool(['lookup', 'service', 'plimsoll', 'account', account])).out,
      ).toBe(item.toString())
    })

    test('SEC-10 times out if nobody answers; a later answer still unlocks the keyring', async () => {
      const got = keychain.get(account, 'prompt')
      const prompt = await promptShown()
      await ring(90_000)
      expect(await got).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
      // The prompt belongs to the system and outlives the killed process; a second call must not
      // open another.
      const second = keychain.get(account, 'prompt')
      await ring(90_000)
      expect(await second).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
      expect(promptIds()).toEqual([prompt])
      await answer(prompt)
      await expect.poll(() => keyring.isLocked(), { timeout: 30_000 }).toBe(false)
      const read = await keychain.get(account, 'silent')
      expect(read.ok && Buffer.from(read.value ?? []).equals(item)).toBe(true)
      expect(promptIds()).toEqual([])
    })

    const running = (pid: number): boolean => {
      try {
        process.kill(pid, 0)
        return true
      } catch {
        return false
      }
    }

    // In that app no limit ends a call, and an unanswered prompt has none either: only a kill ends
    // the process of the call.
    test.each([
      [
        'ends without waiting for it',
        (app: ChildProcessByStdio<Writable, Readable, null>) => void app.stdin.end('quit'),
      ],
      [
        'is killed',
        (app: ChildProcessByStdio<Writable, Readable, null>) => void app.kill('SIGKILL'),
      ],
    ])('SEC-12 an app with an open keychain call that %s leaves no broker', async (_how, end) => {
      const app = spawn(process.execPath, [programPath('quitter'), programPath('broker')], {
        env: { ...keyring.env, DISPLAY: screen.name },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const said = once(app.stdout, 'data') as Promise<[Buffer]>
      const ended = once(app, 'exit')
      const prompt = await promptShown()
      const broker = Number.parseInt((await said)[0].toString(), 10)
      expect(running(broker)).toBe(true)
      end(app)
      await ended
      await expect.poll(() => running(broker), { timeout: 30_000, interval: 10 }).toBe(false)
      expect(promptIds()).toEqual([prompt])
    })

    test('opens no prompt for the service check', async () => {
      expect(await keychain.get('11111111-2222-4333-8444-555555555555', 'prompt')).toEqual({
        ok: true,
        value: null,
      })
      expect(promptIds()).toEqual([])
    })
  },
)
