// A setup file of every project: a property that fails prints its seed and path.
import fc from 'fast-check'
import { seedOfRun } from './seed.js'

fc.configureGlobal({ seed: seedOfRun })
