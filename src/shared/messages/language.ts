/** Languages with a catalogue of their own. `en-XA`: English made longer, with its letters marked, for tests and for those who lay out a screen. */
export type Language = 'en' | 'uk' | 'en-XA'
