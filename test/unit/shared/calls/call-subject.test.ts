import { describe, expect, it } from 'vitest'
import { subjectTold } from '../../../../src/shared/calls/call-subject.js'
import { englishOf } from '../../../../src/shared/messages/messages.js'
import { endpoints } from '../../../../src/v4/endpoints.js'

describe('UX-64 the subject of a call', () => {
  it.each(Object.values(endpoints).map(({ path, subject }) => ({ path, subject })))(
    'is a message for $path',
    ({ subject }) => {
      const told = subjectTold({ subject })
      expect(typeof told).toBe('object')
      expect(englishOf(told)).toBe(subject)
    },
  )
})
