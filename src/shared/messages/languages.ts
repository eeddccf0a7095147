/**
 * Every language that can be chosen: the code of its catalogue in resources/locales, which is its
 * language tag, and its own name, so that whoever is lost in a foreign one finds the way back.
 */
export const languageNames = { en: 'English', uk: 'Українська' } as const
