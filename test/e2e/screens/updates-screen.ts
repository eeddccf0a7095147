import type { Page } from '@playwright/test'
import { settingsScreen } from './settings-screen.js'
import { windowScreen } from './window-screen.js'

export function updatesScreen(page: Page) {
  const panel = page.getByRole('region', { name: 'Updates' })
  return {
    panel,
    words: panel.locator('.words'),
    look: panel.getByRole('button', { name: 'Check for updates' }),
    download: panel.getByRole('button', { name: 'Download' }),
    restart: panel.getByRole('button', { name: 'Restart into' }),
    cancel: panel.getByRole('button', { name: 'Cancel' }),
    later: panel.getByRole('button', { name: 'Later' }),
    buttons: panel.getByRole('button'),
    open: async () => {
      await windowScreen(page).go('Settings')
      await settingsScreen(page).open('About')
    },
  }
}
