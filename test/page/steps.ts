// Several steps on one page; a failure names its step.
import type { Page } from '@playwright/test'
import type { Pushes, Topic } from '../../src/shared/contract.js'
import { test } from './page-fixture.js'

/** Clears earlier requests, so that a step sees only its own. */
export function step(page: Page, name: string, act: () => Promise<void>): Promise<void> {
  return test.step(name, async () => {
    await page.evaluate(() => (window.fake.asked.length = 0))
    await act()
  })
}

/** As text, because Playwright's types cannot follow a value that may hold any JSON. */
export function push<T extends Topic>(page: Page, topic: T, view: Pushes[T]): Promise<void> {
  return page.evaluate(([to, text]) => window.fake.push(to, JSON.parse(text) as never), [
    topic,
    JSON.stringify(view),
  ] as const)
}
