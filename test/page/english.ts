// What the fake main says is in English. In the browser there are no files, so the catalogue is part of the script.
import english from '../../resources/locales/en.json' with { type: 'json' }
import { readCataloguesFrom } from '../../src/shared/messages/messages.js'

readCataloguesFrom(() => english)
