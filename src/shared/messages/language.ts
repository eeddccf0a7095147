import { languageNames } from './languages.js'

/** A language that has a catalogue. */
export type CatalogueLanguage = keyof typeof languageNames

export const catalogueLanguages = Object.keys(languageNames) as [
  CatalogueLanguage,
  ...CatalogueLanguage[],
]

/**
 * `en-XA`: English made longer, with its letters marked. Nobody can choose it; tests show the page
 * in it.
 */
export type Language = CatalogueLanguage | 'en-XA'

/** What a person chose: a language, or whatever the system speaks. */
export type LanguageChoice = 'system' | CatalogueLanguage

/** The language whose catalogue is read, which is also its tag for `Intl`. */
export function catalogueLanguage(language: Language): CatalogueLanguage {
  return language === 'en-XA' ? 'en' : language
}

/** `systemLanguage`: a language tag, as "uk-UA". A system that speaks none of ours gets English. */
export function languageFor(choice: LanguageChoice | Language, systemLanguage: string): Language {
  if (choice !== 'system') return choice
  const system = systemLanguage.toLowerCase()
  return (
    catalogueLanguages.find((code) => `${system}-`.startsWith(`${code.toLowerCase()}-`)) ?? 'en'
  )
}
