// UX-64: every sentence of the page is in the catalogues, and changes language without a restart.
import { defaultSettings } from '../../src/shared/settings/settings.js'
import type { LanguageChoice } from '../../src/shared/messages/language.js'
import { languageNames } from '../../src/shared/messages/languages.js'
import { scenes, type Scene, type SceneName } from '../fixtures/portfolio/scenes.js'
import { walkInPseudo, type PseudoWalk } from './language-walk.js'
import { expect, test } from './page-fixture.js'
import { asked, openTab } from './screens.js'

test('UX-64 changes the language in Settings at once, without a restart, also for what is announced', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await openTab(page, 'Appearance')
  const languages = page.getByRole('group', { name: 'Language' })
  await expect(languages.getByRole('radio')).toHaveCount(1 + Object.keys(languageNames).length)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await languages.getByText('Українська').click()
  expect(await asked(page, 'settings/change')).toEqual([{ language: 'uk' }])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Налаштування')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Позики' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk')
  await expect(page).toHaveTitle('Налаштування · Plimsoll')
  await page.getByRole('group', { name: 'Мова' }).getByText('English').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('UX-64 loads a catalogue when its language is chosen', async ({ open }) => {
  const page = await open(scenes.ordinary())
  const loaded = (): Promise<string[]> =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /catalogue-(\w+)-/.exec(name)?.[1] ?? []),
    )
  expect(await loaded()).toEqual(['en'])
  await openTab(page, 'Appearance')
  await page.getByRole('group', { name: 'Language' }).getByText('Українська').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Налаштування')
  expect(await loaded()).toEqual(['en', 'uk'])
})

test('UX-64 uses the system’s language until one is chosen', async ({ open }) => {
  const page = await open(scenes.ordinary(), { locale: 'uk-UA' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Огляд')
})

test('UX-64 prefers the chosen language to the system’s', async ({ open }) => {
  const page = await open(
    { ...scenes.ordinary(), settings: { ...defaultSettings, language: 'en' } },
    { locale: 'uk-UA' },
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
})

function pseudo(scene: Scene): Scene {
  return {
    ...scene,
    settings: { ...scene.settings, language: 'en-XA' as LanguageChoice },
  }
}

/** Each place and each state at both sizes; what a state does not change, in one state. */
const walks = {
  ordinary: { screensAlone: false, everySize: true },
  marginCall: { screensAlone: true, everySize: true },
  keyRejected: { screensAlone: false, everySize: false },
  empty: { screensAlone: true, everySize: true },
  welcome: { screensAlone: false, everySize: true },
} satisfies { [name in SceneName]?: PseudoWalk }

for (const name of Object.keys(walks) as (keyof typeof walks)[])
  test(`UX-64 takes every text from the catalogue, with room to grow: ${name}`, async ({
    open,
  }) => {
    test.slow()
    const { untranslated, cut } = await walkInPseudo(
      await open(pseudo(scenes[name]())),
      walks[name],
    )
    expect(untranslated).toEqual([])
    expect(cut).toEqual([])
  })
