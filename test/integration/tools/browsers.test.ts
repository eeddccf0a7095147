import { describe, expect, it } from 'vitest'
import { howToGetBrowser, installedBrowser } from '../../../tools/browsers.mjs'

/** As Ubuntu's package chromium-browser leaves it. */
const stub =
  '#!/bin/sh\n\nif ! [ -x /snap/bin/chromium ]; then\n  echo "requires the chromium snap to be installed." >&2\n  exit 1\nfi\nexec /snap/bin/chromium "$@"\n'
/** As Debian's package chromium leaves it. */
const wrapper =
  '#!/bin/sh\n# Allow the user to override command-line flags.\nexec /usr/lib/chromium/chromium "$@"\n'

function find(
  files: Record<string, string>,
  env: NodeJS.ProcessEnv = { PATH: '/usr/local/bin:/usr/bin:/snap/bin' },
  platform: NodeJS.Platform = 'linux',
) {
  return installedBrowser({
    runs: (file) => file in files,
    begins: (file) => files[file] ?? '',
    env,
    platform,
  })
}

describe('browser detection', () => {
  it('finds Debian’s, Chrome, the snap, or one in PATH', () => {
    expect(find({ '/usr/bin/chromium': wrapper })).toBe('/usr/bin/chromium')
    expect(find({ '/usr/bin/google-chrome': '#!/bin/bash\n' })).toBe('/usr/bin/google-chrome')
    expect(find({ '/snap/bin/chromium': '\x7fELF' })).toBe('/snap/bin/chromium')
    expect(find({ '/usr/local/bin/chromium': '\x7fELF' })).toBe('/usr/local/bin/chromium')
    expect(find({})).toBeNull()
  })

  it("ignores Ubuntu's placeholder of the same name", () => {
    expect(find({ '/usr/bin/chromium-browser': stub })).toBeNull()
    expect(find({ '/usr/bin/chromium-browser': stub, '/snap/bin/chromium': '\x7fELF' })).toBe(
      '/snap/bin/chromium',
    )
    expect(
      find({ '/usr/bin/chromium-browser': stub, '/usr/bin/google-chrome-stable': '#!/bin/bash\n' }),
    ).toBe('/usr/bin/google-chrome-stable')
  })

  it('uses the named one, or none', () => {
    const files = { '/usr/bin/chromium': wrapper, '/opt/own': '\x7fELF' }
    expect(find(files, { PLIMSOLL_CHROMIUM: '/opt/own' })).toBe('/opt/own')
    expect(find(files, { PLIMSOLL_CHROMIUM: 'none' })).toBeNull()
  })

  it('knows the places on macOS and Windows', () => {
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    expect(find({ [mac]: '' }, {}, 'darwin')).toBe(mac)
    const own = 'C:\\Users\\ada\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'
    expect(find({ [own]: '' }, { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' }, 'win32')).toBe(
      own,
    )
  })
})

describe('without a browser', () => {
  it.each([
    ['linux', 'debian', /^sudo apt-get install chromium$/],
    ['linux', 'ubuntu', /^sudo snap install chromium, or Google Chrome/],
    ['linux', 'fedora', /^the package chromium of your system/],
    ['darwin', '', /^Google Chrome from/],
    ['win32', '', /^Google Chrome from/],
  ] as const)('says what to install on %s %s', (platform, linux, words) => {
    expect(howToGetBrowser(platform, linux)).toMatch(words)
  })
})
