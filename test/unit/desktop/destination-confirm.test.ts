import { expect, it } from 'vitest'
import { newDestinationConfirm } from '../../../src/main/desktop/dialogs.js'
import { anAuthority } from '../../fixtures/portfolio/away.js'
import { aDestination } from '../../support/away-harness.js'

it('names the certificate authority that a destination would trust, with its fingerprint', () => {
  const authority = anAuthority()
  const { detail } = newDestinationConfirm(aDestination({ authority }))
  expect(detail).toContain(authority.subject)
  expect(detail).toContain(authority.fingerprint)
  expect(newDestinationConfirm(aDestination()).detail).not.toMatch(/authority/)
})
