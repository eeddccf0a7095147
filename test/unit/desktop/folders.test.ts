import { describe, expect, it } from 'vitest'
import { createFolders } from '../../../src/main/desktop/folders.js'

function foldersOver(openPath: (place: string) => Promise<string>) {
  const shown: string[] = []
  const folders = createFolders({
    shell: { openPath, showItemInFolder: (file) => void shown.push(file) },
    dataFolder: '/data',
  })
  return { folders, shown }
}

describe('UX-73 the file manager', () => {
  it('opens only the data folder', async () => {
    const opened: string[] = []
    const { folders } = foldersOver((place) => Promise.resolve((opened.push(place), '')))
    expect(await folders.openData()).toEqual({ ok: true, value: null })
    expect(opened).toEqual(['/data'])
  })

  it.each([
    ['says so', () => Promise.resolve('No application is registered for /data')],
    ['throws', () => Promise.reject(new Error('no bus at /data'))],
  ])(
    "reports a system that %s as a problem, without the system's own text",
    async (_how, openPath) => {
      const answer = await foldersOver(openPath).folders.openData()
      expect(answer).toMatchObject({
        ok: false,
        error: { code: 'system-refused', reason: 'OPEN_FOLDER' },
      })
      expect(JSON.stringify(answer)).not.toContain('/data')
    },
  )

  it('UX-72 shows the given file in its folder', () => {
    const { folders, shown } = foldersOver(() => Promise.resolve(''))
    folders.showFile('/home/somebody/bundle.zip')
    expect(shown).toEqual(['/home/somebody/bundle.zip'])
  })
})
