import { languageNames } from './languages.js'

/** A language that has a catalogue. */
export type CatalogueLanguage = keyof typeof languageNames

export const catalogueLanguages = Object.keys(languageNames) as [
  CatalogueLanguage,
  ...CatalogueLanguage[],
]

/** `en-XA`: English made longer, with accented letters. Not selectable; for tests. */
export type Language = CatalogueLanguage | 'en-XA'

/** The user's choice: a language, or the system's. */
export type LanguageChoice = 'system' | CatalogueLanguage

/** The language whose catalogue is read, which is also its tag for `Intl`. */
export function catalogueLanguage(language: Language): CatalogueLanguage {
  return language === 'en-XA' ? 'en' : language
}

/** `systemLanguage`: a language tag, as "uk-UA". An unsupported system language becomes English. */
export function languageFor(choice: LanguageChoice | Language, systemLanguage: string): Language {
  if (choice !== 'system') return choice
  const system = systemLanguage.toLowerCase()
  return (
    catalogueLanguages.find((code) => `${system}-`.startsWith(`${code.toLowerCase()}-`)) ?? 'en'
  )
}
