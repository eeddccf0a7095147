// Every catalogue at hand, as main and the page have those they need.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CatalogueLanguage, catalogueLanguages } from '../../src/shared/messages/language.js'
import { type Catalogue, readCataloguesFrom } from '../../src/shared/messages/messages.js'

const folder = join(import.meta.dirname, '../../resources/locales')

export const catalogues = Object.fromEntries(
  catalogueLanguages.map((code) => [
    code,
    JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')),
  ]),
) as Record<CatalogueLanguage, Catalogue>

readCataloguesFrom((language) => catalogues[language])
