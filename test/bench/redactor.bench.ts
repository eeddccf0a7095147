import { it } from 'vitest'
import { createRedactor } from '../../src/main/logging/redactor.js'
import { Secret } from '../../src/main/keychain/secret.js'
import { expectWithinBudget, processorTimeOf } from '../support/budget.js'

it('the redactor is fast on long texts of awkward characters', () => {
  const redactor = createRedactor()
  redactor.add(Secret.of('canary+secret/"with\\quotes"-71'))
  const worked = processorTimeOf(() => {
    for (const awkward of ['-', '_', 'a-', 'key=', '\\', '"', 'eyJ', '//', 'token:', ' ', 'ey/'])
      redactor.text(awkward.repeat(30_000))
  })
  expectWithinBudget('the redactor over eleven awkward texts', worked, 100)
})
