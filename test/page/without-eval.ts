// Imported before any schema is made: zod would ask whether it may make functions from text, and
// the page's policy reports that.
import { config } from 'zod'

config({ jitless: true })
