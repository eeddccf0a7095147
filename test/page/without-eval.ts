// Imported before any schema is created: zod would test whether it may create functions from text,
// and the page's policy reports that.
import { config } from 'zod'

config({ jitless: true })
