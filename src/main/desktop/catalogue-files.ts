import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { CatalogueLanguage } from '../../shared/messages/language.js'
import type { Catalogue } from '../../shared/messages/messages.js'

/**
 * The catalogues in a folder, each read once, when a text in its language is first needed: a tray
 * or a dialog cannot wait for it. Null for one that cannot be read, except English, without which
 * nothing can be displayed.
 */
export function catalogueFiles(
  folder: string,
  warn: (what: string) => void,
): (language: CatalogueLanguage) => Catalogue | null {
  const known = new Map<CatalogueLanguage, Catalogue | null>()
  const read = (language: CatalogueLanguage): Catalogue | null => {
    try {
      return JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Catalogue
    } catch (fault) {
      if (language === 'en') throw fault
      warn(`The messages in ${language} could not be read: ${String(fault)}`)
      return null
    }
  }
  return (language) => {
    const found = known.get(language)
    if (found !== undefined) return found
    const catalogue = read(language)
    known.set(language, catalogue)
    return catalogue
  }
}
