// The current language of the page. Kept as state, so that every text formatted with `t` follows
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
/** The last language requested: a catalogue that arrives after a newer request changes nothing. */
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
 * Called only where the setting is known. A catalogue is loaded when its language is first chosen,
 * and nothing changes until it has arrived. English is loaded with every other language: details
 * for support are in English, and the command palette finds English names. The page's lang
 * attribute follows, so that screen readers use the right language.
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
