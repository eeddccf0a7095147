// Builds the fake bridge once for all workers, as one script that runs before the page's own, and
// names the file in which they note what axe found sound.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')

/** Playwright's global set-up: the function it returns is the tear-down. */
export default async (): Promise<() => Promise<void>> => {
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      write: false,
      target: 'chrome130',
      minify: true,
      lib: { entry: join(root, 'test/page/fake-page.ts'), formats: ['iife'], name: 'fakePage' },
    },
  })
  const first = Array.isArray(bundled) ? bundled[0] : bundled
  if (first === undefined || !('output' in first)) throw new Error('the fake bridge did not build')
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-fake-page-'))
  const file = join(folder, 'fake-page.js')
  await writeFile(file, first.output[0].code)
  process.env['PLIMSOLL_FAKE_PAGE'] = file
  process.env['PLIMSOLL_SOUND'] = join(folder, 'sound')
  return () => rm(folder, { recursive: true, force: true })
}
