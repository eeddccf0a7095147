import { describe, expect, it } from 'vitest'
import { subjectMessage } from '../../../../src/shared/calls/call-subject.js'
import { englishOf } from '../../../../src/shared/messages/messages.js'
import { endpoints } from '../../../../src/v4/endpoints.js'

describe('UX-64 the subject of a call', () => {
  it.each(Object.values(endpoints).map(({ path, subject }) => ({ path, subject })))(
    'is a message for $path',
    ({ subject }) => {
      expect(englishOf(subjectMessage(subject))).toMatch(/^(the|closing the|cancelling the) /)
    },
  )
})
