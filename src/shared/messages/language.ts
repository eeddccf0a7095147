/** Each in its own words, so that whoever is lost in a foreign one finds back. */
export const languageNames = { en: 'English', uk: 'Українська' } as const

/** `en-XA`: English made longer, with its letters marked. Nobody can choose it; tests show the page in it. */
export type Language = keyof typeof languageNames | 'en-XA'

/** What a person chose: a language, or whatever the system speaks. */
export type LanguageChoice = 'system' | keyof typeof languageNames

/** `systemLanguage`: a language tag, as "uk-UA". A system that speaks none of ours gets English. */
export const languageFor = (choice: LanguageChoice | Language, systemLanguage: string): Language =>
  choice !== 'system' ? choice : /^uk\b/i.test(systemLanguage) ? 'uk' : 'en'
