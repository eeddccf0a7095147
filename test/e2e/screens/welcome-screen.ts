import type { Page } from '@playwright/test'

export function welcomeScreen(page: Page) {
  const demo = page.getByRole('button', { name: 'Try the demo' })
  const connect = page.getByRole('button', { name: 'Connect your account' })
  return { doors: page.getByRole('main').getByRole('button'), demo, connect }
}
