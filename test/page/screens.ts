// Locators and navigation for the page. No expectations.
import type { Locator, Page } from '@playwright/test'
import type { AlertsView } from '../../src/shared/alerts/alert.js'
import type { Settings } from '../../src/shared/settings/settings.js'

export const screenNames = [
  'Overview',
  'Positions',
  'Trade',
  'Investments',
  'Loans',
  'Mining',
  'Activity',
  'Settings',
] as const
export type ScreenName = (typeof screenNames)[number]

export const settingsTabNames = [
  'Accounts',
  'Alerts',
  'Privacy and lock',
  'Trading',
  'Appearance',
  'Window and tray',
  'Connection',
  'Support',
  'About',
] as const

export async function goTo(page: Page, screen: ScreenName): Promise<void> {
  await page.getByRole('link', { name: screen, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: screen }).waitFor()
}

export async function openTab(page: Page, tab: (typeof settingsTabNames)[number]): Promise<void> {
  await goTo(page, 'Settings')
  await page.getByRole('tab', { name: tab }).click()
}

export function openConnectForm(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Connect your account' }).click()
}

export async function fillConnectForm(
  page: Page,
  keys: { apiKey: string; apiSecret: string },
): Promise<void> {
  await page.getByLabel('Account name').fill('Main')
  await page.getByLabel('API key').fill(keys.apiKey)
  await page.getByLabel('API secret').fill(keys.apiSecret)
}

/** Everything in the document where a secret could hide: markup, attributes and field values. */
export function everythingInTheDom(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    )
    return [document.documentElement.outerHTML, ...fields, document.title].join('\n')
  })
}

/** The answer with which the fake main refuses or passes a check. */
export function asked(page: Page, channel: string): Promise<unknown[]> {
  return page.evaluate(
    (wanted) => window.fake.asked.filter((one) => one.channel === wanted).map((one) => one.payload),
    channel,
  )
}

/** Clears the requests that `asked` returns. */
export function forgetAsked(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.fake.asked.length = 0
  })
}

/** As text, because Playwright's types cannot follow a value that may hold any JSON. */
export function pushSettings(page: Page, settings: Settings): Promise<void> {
  return page.evaluate(
    (text) => window.fake.push('settings', JSON.parse(text) as Settings),
    JSON.stringify(settings),
  )
}

/** As text, because Playwright's types cannot follow a value that may hold any JSON. */
export function pushAlerts(page: Page, view: AlertsView): Promise<void> {
  return page.evaluate(
    (text) => window.fake.push('alerts', JSON.parse(text) as AlertsView),
    JSON.stringify(view),
  )
}

/** Moves the page's time, which is frozen otherwise, and runs what is due by then. */
export function advance(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate((by) => window.pageClock.advance(by), milliseconds)
}

/** Sets the wall clock, in milliseconds; no timer runs. */
export function setTime(page: Page, time: number): Promise<void> {
  return page.evaluate((to) => window.pageClock.set(to), time)
}

/** Waits until what was asked of the page before has been drawn. */
export function twoFrames(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await window.nextFrame()
    await window.nextFrame()
  })
}

/** Its position in the window. */
export async function boxOf(
  locator: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it is not in sight')
  return box
}
