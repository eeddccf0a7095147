// The language of the page now. Kept as state, so that every text that was worded with `t` follows it.
import { type Language, type LanguageChoice, languageFor } from '../../shared/messages/language.js'
import { addCatalogue, readLanguageFrom } from '../../shared/messages/messages.js'

const state = $state<{ language: Language }>({ language: 'en' })
/** What was asked for last: a catalogue that arrives later than that one changes nothing. */
let wanted: Language = 'en'

readLanguageFrom(() => state.language)

/**
 * For the one place that knows the setting. Ukrainian is loaded when somebody first reads it, and nothing changes before it is there.
 * What is read out has to be read in the same language.
 */
export async function speak(choice: LanguageChoice): Promise<void> {
  const language = languageFor(choice, navigator.language)
  wanted = language
  if (language === 'uk') addCatalogue('uk', (await import('../../shared/messages/uk/ukrainian.js')).ukrainian)
  if (wanted !== language) return
  state.language = language
  document.documentElement.lang = language === 'uk' ? 'uk' : 'en'
}
