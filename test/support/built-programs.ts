// Programs built for plain Node once for the whole run, as the product's own build makes them: see
// build-programs.ts.
import { join } from 'node:path'
import { inject } from 'vitest'
import type { programList } from './build-programs.js'

export function programPath(name: keyof typeof programList): string {
  return join(inject('programs'), `${name}.mjs`)
}

/** The simulator's command line is one self-contained file. */
export function simulatorPath(): string {
  return join(inject('programs'), 'simulator', 'cli.mjs')
}
