import type { Page } from '@playwright/test'

/** The lock screen, and the lock settings. */
export function lockScreen(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    heading: page.getByRole('heading', { name: 'Plimsoll is locked' }),
    main: page.getByRole('main'),
    passphrase: page.getByLabel('Passphrase', { exact: true }),
    unlock: button('Unlock'),
    dropKeys: page.getByRole('switch', { name: 'Drop the keys when locking' }),
    dangers: page.getByRole('list', { name: 'In danger' }),
    setPassphrase: async (text: string): Promise<void> => {
      await page.getByRole('tab', { name: 'Privacy and lock' }).click()
      await button('Set a passphrase…').click()
      await page.getByLabel('New passphrase', { exact: true }).fill(text)
      await page.getByLabel('Repeat the new passphrase').fill(text)
      await button('Save it').click()
      await button('Change the passphrase…').waitFor()
    },
    armDialog: page.getByRole('dialog', { name: 'Arm trading' }),
  }
}
