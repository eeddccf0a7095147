// The language of the page now. Kept as state, so that every text that was worded with `t` follows it.
import { type Language, type LanguageChoice, languageFor } from '../../shared/messages/language.js'
import { readLanguageFrom } from '../../shared/messages/messages.js'

const state = $state<{ language: Language }>({ language: languageFor('system', navigator.language) })

readLanguageFrom(() => state.language)

/** For the one place that knows the setting. What is read out has to be read in the same language. */
export const speak = (choice: LanguageChoice): void => {
  state.language = languageFor(choice, navigator.language)
  document.documentElement.lang = state.language === 'uk' ? 'uk' : 'en'
}
