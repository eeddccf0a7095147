// What a test needs that some systems, or the fake Electron, do not have. The test is skipped there
// and listed with the reason. A keychain or notification service need not be named: their fixtures
// take care of it.
import type { TestDetails, TestInfo } from '@playwright/test'
import { onStandIn } from './stand-in.js'
import { onlyLoopback } from './stray-traffic.js'

/** `@needs-electron`: needs real Electron, or the system behind it. */
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
