// What a story needs that is not there on every system, or not on the stand-in for Electron. It is skipped there, and named with the
// reason. A keychain or a notification service of its own need not be named: the fixtures that give them see to it.
import type { TestDetails, TestInfo } from '@playwright/test'
import { onStandIn } from './stand-in.js'

/** `@needs-electron`: something of Electron itself, or of the system behind it. */
export const needs = (why: string, ...tag: ('@needs-electron' | '@needs-linux' | '@long')[]): TestDetails => ({
  tag,
  annotation: { type: 'needs', description: why },
})

export const skipWhatCannotBe = (test: TestInfo): void => {
  const left = (onStandIn && test.tags.includes('@needs-electron')) || (process.platform !== 'linux' && test.tags.includes('@needs-linux'))
  test.skip(left, `needs ${test.annotations.map(({ description }) => description).join('; ')}`)
}
