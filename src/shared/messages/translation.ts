/** Every name of an area of the English catalogue. That a message asks for the same values is held by a test. */
export type Translation<Area> = { readonly [Name in keyof Area]: string }
