import { expect, it } from 'vitest'
import { problemReport } from '../../../../src/renderer/components/problem-report.js'

it('UX-70 a problem report contains what support needs, in plain lines', () => {
  expect(
    problemReport({
      code: 'refused',
      message: 'The exchange refused the filter.',
      reason: 'NONE',
      server: { status: 400, code: 0, message: 'Validation failed' },
      fields: { plan: ['must be a UUID'] },
    }),
  ).toBe(
    [
      'The exchange refused this',
      'code: refused',
      'message: The exchange refused the filter.',
      'reason: NONE',
      'exchange: HTTP 400, code 0, “Validation failed”',
      'plan: must be a UUID',
    ].join('\n'),
  )
})
