// The language of the page now. Kept as state, so that every text that was worded with `t` follows
// it.
import {
  type CatalogueLanguage,
  catalogueLanguage,
  type Language,
  type LanguageChoice,
  languageFor,
} from '../../shared/messages/language.js'
import {
  type Catalogue,
  readCataloguesFrom,
  readLanguageFrom,
} from '../../shared/messages/messages.js'

const state = $state<{ language: Language }>({ language: 'en' })
/** What was asked for last: a catalogue that arrives later than that one changes nothing. */
let wanted: Language = 'en'

const files = import.meta.glob<Catalogue>('../../../resources/locales/*.json', {
  import: 'default',
})
const catalogues: Partial<Record<CatalogueLanguage, Catalogue>> = {}

readLanguageFrom(() => state.language)
readCataloguesFrom((language) => catalogues[language] ?? null)

async function load(language: CatalogueLanguage): Promise<void> {
  const read = files[`../../../resources/locales/${language}.json`]
  if (read !== undefined) catalogues[language] ??= await read()
}

/**
 * For the one place that knows the setting. A catalogue is loaded when its language is first
 * chosen, and nothing changes before it is there. English comes along with every other language:
 * details for support are in English, and the command palette finds English names. What is read out
 * has to be read in the same language.
 */
export async function speak(choice: LanguageChoice): Promise<void> {
  const language = languageFor(choice, navigator.language)
  wanted = language
  const tag = catalogueLanguage(language)
  // A catalogue that cannot be read leaves its texts in English.
  await Promise.all([load(tag).catch(() => undefined), load('en')])
  if (wanted !== language) return
  state.language = language
  document.documentElement.lang = tag
}
