import { describe, expect, it } from 'vitest'
import { contrast, token, type Theme } from '../../../support/colours.js'

/** What is drawn, and its background. */
const drawn: readonly [string, readonly string[]][] = [
  ['band-clear', ['surface']],
  ['band-initial', ['surface']],
  ['band-margin-call', ['surface']],
  ['band-liquidation', ['surface']],
  ['hull-paint', ['hull', 'hull-deep']],
  ['accent', ['hull', 'hull-deep', 'surface']],
  ['danger', ['hull', 'hull-deep', 'surface']],
  ['line-strong', ['surface']],
]

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('UX-65 the load line in %s', (_name, theme: Theme) => {
  it.each(drawn)('%s has a contrast of 3 : 1 to %j', (part, grounds) => {
    for (const ground of grounds)
      expect(contrast(token(part, theme), token(ground, theme)), ground).toBeGreaterThanOrEqual(3)
  })
})
