// An account connected by hand to its own simulator: the start of most tests.
import type { Page } from '@playwright/test'
import { connectScreen } from '../screens/connect-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { welcomeScreen } from '../screens/welcome-screen.js'
import { test as base, type Running } from './plimsoll.js'
import { startSimulatorProgram, type SimulatorProgram } from './simulator-program.js'

export type RestartableSimulator = SimulatorProgram & { restart(): Promise<void> }

export async function startRestartableSimulator(flags: string[]): Promise<RestartableSimulator> {
  let current = await startSimulatorProgram(flags)
  const { url, port } = current
  return {
    url,
    port,
    key: (name) => current.key(name),
    control: (method, name, body) => current.control(method, name, body),
    calls: () => current.calls(),
    stop: () => current.stop(),
    restart: async () => {
      current = await startSimulatorProgram([...flags, '--port', port])
    },
  }
}

/** From the welcome screen to figures on the overview. */
export async function connectByHand(
  page: Page,
  simulator: SimulatorProgram,
  key: 'full' | 'plain' = 'full',
): Promise<void> {
  const form = connectScreen(page)
  await welcomeScreen(page).connect.click()
  await form.fill({ address: simulator.url, ...simulator.key(key), name: 'Harbour' })
  await form.check()
  await form.save()
  await overviewScreen(page).assets.first().waitFor()
}

export const test = base.extend<{
  simulator: RestartableSimulator
  scene: string
  speed: number
  connected: Running
  account: Running
}>({
  scene: ['calm', { option: true }],
  speed: [1, { option: true }],
  simulator: async ({ scene, speed }, use) => {
    const simulator = await startRestartableSimulator([
      '--seed',
      '7',
      '--scene',
      scene,
      '--speed',
      String(speed),
    ])
    await use(simulator)
    await simulator.stop()
  },
  connected: async ({ installation, keyring, simulator }, use) => {
    const running = await installation.launch({ keyring })
    await connectByHand(running.page, simulator)
    await use(running)
  },
  /** The same in the shared app: for tests that neither end it nor read its keychain. */
  account: async ({ welcome, simulator }, use) => {
    await connectByHand(welcome.page, simulator)
    await use(welcome)
  },
})

export { expect } from '@playwright/test'
