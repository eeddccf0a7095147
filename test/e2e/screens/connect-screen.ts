import type { Page } from '@playwright/test'

export type Filled = { name?: string; address: string; apiKey: string; apiSecret: string }

/** The form for a key, on the welcome screen and in Settings. */
export function connectScreen(page: Page) {
  const name = page.getByLabel('Account name')
  const address = page.getByLabel('Address', { exact: true })
  const apiKey = page.getByLabel('API key')
  const apiSecret = page.getByLabel('API secret')
  const checkButton = page.getByRole('button', { name: /^Check (connection|again)$/ })
  const saveButton = page.getByRole('button', { name: /^Save (account|new key)$/ })
  const steps = page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem')
  const missing = page.getByRole('alertdialog', { name: 'This computer has no usable keychain' })
  return {
    name,
    address,
    apiKey,
    apiSecret,
    steps,
    saveButton,
    missing,
    sessionOnly: missing.getByRole('button', { name: 'Use for this session only' }),
    fillKey: async (key: Pick<Filled, 'apiKey' | 'apiSecret'>) => {
      await apiKey.fill(key.apiKey)
      await apiSecret.fill(key.apiSecret)
    },
    /** Region Custom, with the spelling as specified: what a simulator started by hand uses. */
    fill: async (form: Filled) => {
      await name.fill(form.name ?? 'Main')
      await page.getByRole('radio', { name: /^Custom/ }).click()
      await address.fill(form.address)
      await page.getByRole('radio', { name: /^As specified/ }).click()
      await apiKey.fill(form.apiKey)
      await apiSecret.fill(form.apiSecret)
    },
    check: () => checkButton.click(),
    save: () => saveButton.click(),
  }
}
