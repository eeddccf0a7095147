import { describe, expect, it } from 'vitest'
import { typedTo } from '../../../../src/renderer/format/type-ahead.js'

const names = ['Main', 'Savings', 'Market maker', 'Aaron', 'Market 2', 'Ärger']

describe('letters typed in a list of names', () => {
  it('lead to the next name that begins with one, and from the last to the first', () => {
    expect(typedTo(names, 0, 'm')).toBe(2)
    expect(typedTo(names, 2, 'm')).toBe(4)
    expect(typedTo(names, 4, 'M')).toBe(0)
    expect(typedTo(names, -1, 's')).toBe(1)
    expect(typedTo(names, 0, 'ä')).toBe(5)
  })

  it('lead on with the same letter again', () => {
    expect(typedTo(names, 2, 'mm')).toBe(4)
    expect(typedTo(names, 4, 'mmm')).toBe(0)
  })

  it('take two of the same as the beginning of a name where one begins so', () => {
    expect(typedTo(names, 3, 'aa')).toBe(3)
    expect(typedTo(names, 0, 'aa')).toBe(3)
  })

  it('stay where the name still fits, and take spaces as letters', () => {
    expect(typedTo(names, 2, 'mar')).toBe(2)
    expect(typedTo(names, 2, 'market 2')).toBe(4)
  })

  it('lead nowhere where no name begins with them', () => {
    expect(typedTo(names, 0, 'x')).toBeNull()
    expect(typedTo([], -1, 'a')).toBeNull()
  })
})
