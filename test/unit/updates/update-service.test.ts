import { describe, expect, it } from 'vitest'
import { updateSource } from '../../../src/main/updates/update-service.js'
import { messageContaining } from '../../support/saying.js'

const config = JSON.stringify({
  url: 'https://updates.example.com/',
  publicKey: Buffer.alloc(32).toString('base64'),
})
const file = '/home/a/Plimsoll-0.1.0-linux-x86_64.AppImage'
const folder = '/tmp/.mount_PlimsoX'

function source(own: Partial<Parameters<typeof updateSource>[0]> = {}) {
  return updateSource({
    packaged: true,
    platform: 'linux',
    environment: { APPIMAGE: file, APPDIR: folder },
    program: `${folder}/plimsoll`,
    words: [],
    readConfig: () => config,
    realPath: (place) => place,
    isFile: (place) => place === file,
    ...own,
  })
}

describe('the source of updates', () => {
  it('is none when running from source, and nothing is read to find out', () => {
    const readConfig = () => {
      throw new Error('read')
    }
    expect(source({ packaged: false, readConfig })).toHaveProperty('whyOff')
  })

  it('is none without a valid configuration', () => {
    expect(source({ readConfig: () => null })).toHaveProperty('whyOff')
    expect(source({ readConfig: () => '' })).toHaveProperty('whyOff')
    expect(source({ readConfig: () => '{' })).toHaveProperty('whyOff')
  })

  it('is the feed for an AppImage, and on macOS and Windows', () => {
    expect(source()).toMatchObject({ appImage: { file, folder } })
    expect(source({ platform: 'win32', environment: {} })).toMatchObject({ appImage: null })
    expect(source({ platform: 'darwin', environment: {} })).toMatchObject({ appImage: null })
  })

  it('resolves a folder that is a link, as /tmp may be', () => {
    const realPath = (place: string): string => place.replace(/^\/tmp/, '/private/tmp')
    expect(source({ realPath })).toHaveProperty('appImage')
    expect(source({ realPath, program: '/private/tmp/.mount_PlimsoX/plimsoll' })).toHaveProperty(
      'appImage',
    )
  })

  const systems: [string, Partial<Parameters<typeof updateSource>[0]>][] = [
    ['nothing names an AppImage', { environment: {} }],
    ['the AppImage is no path', { environment: { APPIMAGE: 'relative', APPDIR: folder } }],
    ['the AppImage is no file', { isFile: () => false }],
    ['the folder of its content is not known', { environment: { APPIMAGE: file } }],
    ['the folder of its content is no path', { environment: { APPIMAGE: file, APPDIR: '.' } }],
    ['another program’s AppImage started it', { program: '/opt/Plimsoll/plimsoll' }],
    [
      'another program’s AppImage started it, with all there is as its folder',
      { environment: { APPIMAGE: file, APPDIR: '/' } },
    ],
    ['the folder is gone', { realPath: () => null }],
  ]
  it.each(systems)('is the system if %s: no other program is ever replaced', (_what, own) => {
    expect(source(own)).toMatchObject({ whyOff: messageContaining('package of the system') })
  })

  it.each(['--user-data-dir=C:\\Elsewhere', '-user-data-dir', '/USER-DATA-DIR=x'])(
    'is the user on Windows after %s, because the installer starts Plimsoll again without arguments',
    (word) => {
      expect(source({ platform: 'win32', words: ['--demo', word] })).toMatchObject({
        whyOff: messageContaining('data folder'),
      })
      // An AppImage is started again with its arguments.
      expect(source({ words: [word] })).toHaveProperty('appImage')
    },
  )
})
