import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listPageFiles,
  createSchemeHandler,
  type PageFiles,
} from '../../../src/main/desktop/page-isolation.js'

let around: string
let files: PageFiles

beforeAll(async () => {
  around = mkdtempSync(path.join(os.tmpdir(), 'page-files-'))
  const page = path.join(around, 'page')
  mkdirSync(path.join(page, 'assets', 'deep'), { recursive: true })
  writeFileSync(path.join(around, 'outside.js'), 'outside')
  writeFileSync(path.join(page, 'index.html'), 'start')
  writeFileSync(path.join(page, 'assets', 'deep', 'a.js'), 'deep')
  symlinkSync(path.join(around, 'outside.js'), path.join(page, 'link.js'))
  symlinkSync(around, path.join(page, 'up'))
  symlinkSync(path.join(page, 'index.html'), path.join(page, 'inside.html'))
  files = await listPageFiles(page)
  writeFileSync(path.join(page, 'later.js'), 'later')
})
afterAll(() => rmSync(around, { recursive: true, force: true }))

async function ask(url: string): Promise<[number, string]> {
  const response = await createSchemeHandler(files)({ method: 'GET', url })
  return [response.status, await response.text()]
}

describe('the files of the page', () => {
  it('are served from any depth', async () => {
    expect(await ask('app://plimsoll/')).toEqual([200, 'start'])
    expect(await ask('app://plimsoll/assets/deep/a.js')).toEqual([200, 'deep'])
  })

  it.each(['link.js', 'up/outside.js', 'inside.html', 'later.js'])(
    'REN-10 do not include %s: no links, nothing that was added later',
    async (name) => {
      expect((await ask(`app://plimsoll/${name}`))[0]).toBe(404)
    },
  )

  it('cannot be listed without a folder', async () => {
    await expect(listPageFiles(path.join(around, 'nowhere'))).rejects.toThrow()
  })
})
