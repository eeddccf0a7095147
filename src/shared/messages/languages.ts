/**
 * Every selectable language: the code of its catalogue in resources/locales, which is its language
 * tag, and its own name, so that a user lost in a foreign language finds the way back.
 */
export const languageNames = { en: 'English', uk: 'Українська' } as const
