// Which test file says that it is skipped (tools/skipped.mjs): set before each file.
import path from 'node:path'
import { expect } from 'vitest'

const { testPath } = expect.getState()
if (testPath !== undefined)
  process.env['PLIMSOLL_TEST_FILE'] = path.relative(process.cwd(), testPath)
