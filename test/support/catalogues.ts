import { type CatalogueLanguage, catalogueLanguages } from '../../src/shared/messages/language.js'
import type { Catalogue } from '../../src/shared/messages/messages.js'
import { catalogueOf } from './catalogue-file.js'

export const catalogues = Object.fromEntries(
  catalogueLanguages.map((code) => [code, catalogueOf(code)]),
) as Record<CatalogueLanguage, Catalogue>
