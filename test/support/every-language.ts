// Every catalogue at hand, as main and the page have those they need. Runs before each test file,
// because the tests of messages read from others.
import { readCataloguesFrom } from '../../src/shared/messages/messages.js'
import { catalogueOf } from './catalogue-file.js'

readCataloguesFrom(catalogueOf)
