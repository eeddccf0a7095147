// What a story needs that is not there on every system, or not on the stand-in for Electron. It is
// skipped there, and named with the reason. A keychain or a notification service of its own need
// not be named: the fixtures that give them see to it.
import type { TestDetails, TestInfo } from '@playwright/test'
import { onStandIn } from './stand-in.js'
import { onlyLoopback } from './stray-traffic.js'

/** `@needs-electron`: something of Electron itself, or of the system behind it. */
export function needs(
  why: string,
  ...tag: ('@needs-electron' | '@needs-linux' | '@needs-own-network' | '@long')[]
): TestDetails {
  return {
    tag,
    annotation: { type: 'needs', description: why },
  }
}

export function skipWhatCannotBe(test: TestInfo): void {
  const lacking = {
    '@needs-electron': onStandIn,
    '@needs-linux': process.platform !== 'linux',
    '@needs-own-network': !onlyLoopback,
  }
  const left = Object.entries(lacking).some(
    ([tag, isLacking]) => isLacking && test.tags.includes(tag),
  )
  test.skip(left, `needs ${test.annotations.map(({ description }) => description).join('; ')}`)
}
