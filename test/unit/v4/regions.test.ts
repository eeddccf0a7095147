import { expect, test } from 'vitest'
import { regions } from '../../../src/v4/endpoints.js'

test('NET-1 the two regions are https without a trailing slash', () => {
  for (const { baseUrl } of Object.values(regions)) expect(baseUrl).toMatch(/^https:\/\/[a-z.]+$/)
})
