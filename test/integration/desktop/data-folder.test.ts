import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFolderWritable } from '../../../src/main/desktop/startup.js'
import { notAsRoot } from '../../support/leave-out.js'
import { temporaryFolder } from '../../support/test-storage.js'

describe('FLT-10 an unwritable data folder is not mistaken for one in use by another Plimsoll', () => {
  it('accepts one that can be written or created', () => {
    const folder = temporaryFolder()
    const missing = path.join(folder, 'new', 'data')
    expect([isFolderWritable(folder), isFolderWritable(missing), existsSync(missing)]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('refuses one that cannot be created', () => {
    const file = path.join(temporaryFolder(), 'a file')
    writeFileSync(file, '')
    expect(isFolderWritable(path.join(file, 'data'))).toBe(false)
  })

  it.skipIf(notAsRoot('a data folder that may only be read') || process.platform === 'win32')(
    'refuses a read-only one',
    () => {
      const folder = temporaryFolder()
      chmodSync(folder, 0o500)
      expect(isFolderWritable(folder)).toBe(false)
      chmodSync(folder, 0o700)
    },
  )
})
