import type { Locator, Page } from '@playwright/test'

export type ScreenName =
  'Overview' | 'Positions' | 'Trade' | 'Investments' | 'Loans' | 'Mining' | 'Activity' | 'Settings'

/** What surrounds every screen: navigation and status bar. */
export function windowScreen(page: Page) {
  const status = page.getByRole('contentinfo', { name: 'Status' })
  const activeAlerts = page.getByRole('region', { name: 'Active alerts' })
  const link = (name: ScreenName): Locator =>
    page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: false })
  return {
    status,
    activeAlerts,
    acknowledgeAlert: (): Promise<void> =>
      activeAlerts.getByRole('button', { name: 'Acknowledge' }).click(),
    links: page.getByRole('navigation', { name: 'Screens' }).getByRole('link'),
    heading: (name: string) => page.getByRole('heading', { level: 1, name }),
    panel: (name: string) => page.getByRole('region', { name }),
    go: async (name: ScreenName) => {
      await link(name).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
    },
  }
}
