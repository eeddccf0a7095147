import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { demoMiners, startDemo } from '../../../src/main/demo/demo-account.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { signedCaller } from '../../support/signed-call.js'
import { valueOf } from '../../support/test-storage.js'
import { createVirtualTime } from '../../support/virtual-time.js'

const start = async () => {
  const time = createVirtualTime()
  const demo = valueOf(await startDemo({ clock: time.clock, after: time.after, newId: randomUUID, seed: () => 7 }))
  onTestFinished(demo.stop)
  return { time, demo, caller: signedCaller(demo.profile.baseUrl, demo.keys, time.clock() * 1000) }
}

it('is an exchange on this computer that takes the key it comes with, until it is stopped', async () => {
  const { demo, caller } = await start()
  const { profile, keys } = demo
  expect(profile).toMatchObject({ region: 'demo', keyStorage: 'demo', dialect: 'spec' })
  expect(profile.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(profile.keyHint).toBe(`${keys.apiKey.slice(0, 4)}…${keys.apiKey.slice(-4)}`)
  expect((await caller('/api/v4/main-account/balance')).status).toBe(200)
  await demo.stop()
  await demo.stop()
  await expect(caller('/api/v4/main-account/balance')).rejects.toThrow()
})

it('is another account each time', async () => {
  const [one, two] = [await start(), await start()]
  expect(one.demo.profile.id).not.toBe(two.demo.profile.id)
  expect(one.demo.profile.baseUrl).not.toBe(two.demo.profile.baseUrl)
})

it('goes on by itself with the clock, and sets no timer any more once it is stopped', async () => {
  const { time, demo } = await start()
  expect(time.pending()).toBe(1)
  await time.pass(5)
  expect(time.pending()).toBe(1)
  await demo.stop()
  expect(time.pending()).toBe(0)
})

it('knows every mining account a person of it starts with', async () => {
  const simulator = await startSimulator({ port: 0, clock: () => 1_800_000_000, seed: 7, scene: 'calm' })
  onTestFinished(simulator.stop)
  expect(demoMiners).toEqual(simulator.world.miningAccounts.map(({ name }) => name))
})
