// The first steps (UX-53 and the first run), and autostart.
import type { Page } from '@playwright/test'
import type { AutostartView } from '../../src/shared/desktop/autostart.js'
import { type Scene, scenes } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall, themes } from './axe.js'
import { expect, test } from './page-fixture.js'
import { asked, boxOf, goTo, openTab } from './screens.js'

function fresh(scene: Scene = scenes.ordinary()): Scene {
  return {
    ...scene,
    settings: { ...scene.settings, onboardingDone: false },
  }
}

const offer = (page: Page) => page.getByRole('region', { name: 'First steps.' })
const panel = (page: Page) => page.getByRole('region', { name: 'First steps', exact: true })
const step = (page: Page) => panel(page).getByRole('heading', { level: 3 })

function press(page: Page, name: string) {
  return panel(page).getByRole('button', { name, exact: true }).click()
}

function pushAutostart(page: Page, view: Partial<AutostartView>): Promise<void> {
  return page.evaluate(
    (text) =>
      window.fake.answer('autostart/read', { ok: true, value: JSON.parse(text) as AutostartView }),
    JSON.stringify({
      system: 'linux',
      state: 'off',
      starts: false,
      file: '/home/user/.config/autostart/plimsoll.desktop',
      ...view,
    }),
  )
}

test('UX-53 offers the first steps once, and skips them for good in one click, and not in the demo or after they were completed', async ({
  open,
}) => {
  const page = await open(fresh())
  await offer(page).getByRole('button', { name: 'Skip' }).click()
  await expect(offer(page)).toHaveCount(0)
  expect(await asked(page, 'settings/change')).toEqual([{ onboardingDone: true }])
  await expect(page.locator('main')).toBeFocused()
  for (const scene of [fresh(scenes.demo()), scenes.ordinary()]) {
    await open(scene, { instead: page })
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
  }
})

test('UX-53 keeps figures and an alert visible beside the offer, and says without a loan when the early steps will matter', async ({
  open,
}) => {
  const page = await open(fresh(scenes.marginCall()))
  expect((await boxOf(offer(page))).height).toBeLessThan(56)
  await expect(page.getByRole('region', { name: 'Active alerts' })).toBeVisible()
  await offer(page).getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Active alerts' })).toBeVisible()
  await expect(step(page)).toHaveText('Step 1 of 3: When to warn you early')
  const later = panel(page).getByText('the steps matter once there is one')
  await expect(later).toHaveCount(0)
  await open(fresh(scenes.empty()), { instead: page })
  await offer(page).getByRole('button', { name: 'Begin' }).click()
  await expect(later).toBeVisible()
})

test('UX-53 goes through early steps, monitoring while locked, a test and autostart by keyboard', async ({
  open,
}) => {
  const page = await open(fresh())
  await offer(page).getByRole('button', { name: 'Begin' }).focus()
  await page.keyboard.press('Enter')
  await expect(step(page)).toBeFocused()
  await expect(step(page)).toHaveText('Step 1 of 3: When to warn you early')
  await panel(page).getByLabel('LTV in percent').fill('30')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('listitem')).toHaveCount(5)
  await expect(panel(page)).toContainText('Plimsoll locks 30 minutes after you leave the computer')
  await panel(page).getByRole('switch', { name: 'Drop the keys when locking' }).click()
  expect(await asked(page, 'settings/change')).toContainEqual({
    lock: { idleMinutes: 30, idleMinutesArmed: 10, dropsKeys: true },
  })
  await press(page, 'Next')
  await expect(step(page)).toBeFocused()
  await press(page, 'Send a test notification')
  await press(page, 'Yes')
  await expect(panel(page).getByText('Good: warnings reach you')).toBeVisible()
  await press(page, 'Next')
  await expect(step(page)).toHaveText('Step 3 of 3: Start with the system')
  await panel(page).getByRole('switch', { name: 'Start with the system' }).click()
  await expect(panel(page).getByRole('switch', { name: 'Start with the system' })).toBeChecked()
  expect(await asked(page, 'autostart/change')).toEqual([{ on: true, replace: false }])
  await press(page, 'Back')
  await press(page, 'Next')
  await press(page, 'Done')
  await expect(panel(page)).toHaveCount(0)
  await expect(offer(page)).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
})

test('UX-53 tells a user who has not seen the test what to do on this system', async ({ open }) => {
  const page = await open(fresh(), { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' })
  await offer(page).getByRole('button', { name: 'Begin' }).click()
  await press(page, 'Next')
  await expect(panel(page).getByText('Did you see it?')).toHaveCount(0)
  await press(page, 'Send a test notification')
  await press(page, 'No')
  await expect(panel(page).getByText('Windows key + N')).toBeVisible()
  await expect(
    panel(page).getByText('alerts appear only in this window and in the tray'),
  ).toBeVisible()
})

test('UX-53 explains a refusal by the system beside the switch, which stays off; offers the first steps in Settings again, and can skip the remaining ones', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await openTab(page, 'Window and tray')
  await page.evaluate(() =>
    window.fake.answer('autostart/change', {
      ok: false,
      error: { code: 'system-refused', message: 'What starts with the system is as it was.' },
    }),
  )
  const toggle = page.getByRole('switch', { name: 'Start with the system' })
  await toggle.click()
  await expect(
    page
      .getByRole('tabpanel')
      .getByText('What starts with the system is as it was.', { exact: true }),
  ).toBeVisible()
  await expect(toggle).not.toBeChecked()

  await page.getByRole('button', { name: 'Go through the first steps' }).click()
  await expect(step(page)).toHaveText('Step 1 of 3: When to warn you early')
  await goTo(page, 'Mining')
  await goTo(page, 'Overview')
  await expect(step(page)).toBeVisible()
  await press(page, 'Skip the rest')
  await expect(panel(page)).toHaveCount(0)
  expect(await asked(page, 'settings/change')).toEqual([])
})

test('UX-53 shows autostart as the system reports it, and replaces a changed file only with the button that says so', async ({
  open,
}) => {
  const told: [Partial<AutostartView>, RegExp, 'on' | 'off' | 'none'][] = [
    [{ state: 'on', starts: true }, /^Starts without a window/, 'on'],
    [{ state: 'off-by-system' }, /Switched off in your desktop’s settings/, 'off'],
    [{ state: 'from-source' }, /Not offered in a run from source/, 'none'],
    [{ state: 'changed', starts: true }, /plimsoll\.desktop was changed by you/, 'none'],
  ]
  const page = await open(scenes.ordinary(), tall)
  await openTab(page, 'Window and tray')
  const place = page.getByRole('tabpanel')
  const toggle = place.getByRole('switch', { name: 'Start with the system' })
  for (const [view, words, switched] of told) {
    await pushAutostart(page, view)
    // Somebody returns from the system’s settings.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(place.getByText(words)).toBeVisible()
    await expect(toggle).toHaveCount(switched === 'none' ? 0 : 1)
    if (switched !== 'none') await expect(toggle).toBeChecked({ checked: switched === 'on' })
    await expectNoSeriousFinding(page, `start with the system: ${view.state}`, themes)
  }
  await page.getByRole('button', { name: 'Replace that file with Plimsoll’s own' }).click()
  expect(await asked(page, 'autostart/change')).toEqual([{ on: true, replace: true }])
  await expect(toggle).toBeChecked()
})

test('UX-53 axe finds nothing serious in the first steps', async ({ open }) => {
  const page = await open(fresh(), tall)
  await expectNoSeriousFinding(page, 'offer', themes)
  await offer(page).getByRole('button', { name: 'Begin' }).click()
  await expectNoSeriousFinding(page, 'early steps', themes)
  const askForOne = async (): Promise<void> => {
    await press(page, 'Next')
    await press(page, 'Send a test notification')
    await expectNoSeriousFinding(page, 'asked', themes)
    await press(page, 'No')
    await expectNoSeriousFinding(page, 'not seen', themes)
  }
  await askForOne()
  await press(page, 'Next')
  await expectNoSeriousFinding(page, 'start with the system', themes)
  // The other steps are the same where the system shows no notifications.
  await open(fresh(scenes.refused()), { ...tall, instead: page })
  await offer(page).getByRole('button', { name: 'Begin' }).click()
  await askForOne()
})
