// Each catalogue is read once per process, and only if something is said in its language.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueLanguage } from '../../src/shared/messages/language.js'
import type { Catalogue } from '../../src/shared/messages/messages.js'

const folder = join(import.meta.dirname, '../../resources/locales')

const known = new Map<CatalogueLanguage, Catalogue>()

export function catalogueOf(language: CatalogueLanguage): Catalogue {
  const before = known.get(language)
  if (before !== undefined) return before
  const read = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Catalogue
  known.set(language, read)
  return read
}
