// UX-64: every sentence of the page is in the catalogues, and changes language without a restart.
import { defaultSettings } from '../../src/shared/settings/settings.js'
import type { LanguageChoice } from '../../src/shared/messages/language.js'
import { languageNames } from '../../src/shared/messages/languages.js'
import { scenes, type Scene, type SceneName } from '../fixtures/portfolio/scenes.js'
import { walkInPseudo, type PseudoWalk } from './language-walk.js'
import { expect, test } from './page-fixture.js'
import { asked, openTab } from './screens.js'

test('UX-64 changes the language in Settings at once, without a restart, and loads its catalogue then', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  const loaded = (): Promise<string[]> =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /catalogue-(\w+)-/.exec(name)?.[1] ?? []),
    )
  expect(await loaded()).toEqual(['en'])
  await openTab(page, 'Appearance')
  const languages = page.getByRole('group', { name: 'Language' })
  await expect(languages.getByRole('radio')).toHaveCount(1 + Object.keys(languageNames).length)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await languages.getByText('Українська').click()
  expect(await asked(page, 'settings/change')).toEqual([{ language: 'uk' }])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Налаштування')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Позики' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk')
  expect(await loaded()).toEqual(['en', 'uk'])
  await expect(page).toHaveTitle('Налаштування · Plimsoll')
  await page.getByRole('group', { name: 'Мова' }).getByText('English').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('UX-64 uses the system’s language until one is chosen', async ({ open }) => {
  const page = await open(scenes.ordinary(), { locale: 'uk-UA' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Огляд')
  await open(
    { ...scenes.ordinary(), settings: { ...defaultSettings, language: 'en' } },
    { locale: 'uk-UA', instead: page },
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
})

function pseudo(scene: Scene): Scene {
  return {
    ...scene,
    settings: { ...scene.settings, language: 'en-XA' as LanguageChoice },
  }
}

/** Each place at both sizes in one state, and where the others differ from it. */
const walks = {
  ordinary: { everySize: true },
  marginCall: {
    alone: ['Overview', 'Positions', 'Trade', 'Loans', 'Mining', 'Activity'],
    everySize: true,
  },
  keyRejected: { alone: ['Overview', 'Positions', 'Trade', 'Loans', 'Settings'], everySize: false },
  empty: {
    alone: ['Overview', 'Positions', 'Trade', 'Investments', 'Loans', 'Mining', 'Activity'],
    everySize: true,
  },
  welcome: { everySize: true },
} as const satisfies { [name in SceneName]?: PseudoWalk }

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
