// English as part of the program: for those that are built elsewhere, and for what runs in the
// browser, where there are no files.
import english from '../../resources/locales/en.json' with { type: 'json' }
import { readCataloguesFrom } from '../../src/shared/messages/messages.js'

readCataloguesFrom(() => english)
