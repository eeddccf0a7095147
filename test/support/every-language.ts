// Main has every language at hand; the page loads Ukrainian when it is read. Tests of either may read both.
import { addCatalogue } from '../../src/shared/messages/messages.js'
import { ukrainian } from '../../src/shared/messages/uk/ukrainian.js'

addCatalogue('uk', ukrainian)
