import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { debComplaints, debListingComplaints } from '../../../tools/package/deb-complaints.mjs'
import { makeDeb } from '../../../tools/package/deb.mjs'
import { leaveOut } from '../../support/leave-out.js'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const folders: string[] = []
afterEach(() =>
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
)

function setup(): { deb: string; output: string; make(name: string): string } {
  const base = mkdtempSync(path.join(tmpdir(), 'deb-'))
  folders.push(base)
  const folder = path.join(base, 'linux-unpacked')
  mkdirSync(path.join(folder, 'resources'), { recursive: true })
  // Modes as careless as a build machine may leave them.
  for (const [name, mode] of [
    ['plimsoll', 0o775],
    ['chrome-sandbox', 0o644],
    ['resources/app.asar', 0o666],
  ] as const)
    writeFileSync(path.join(folder, name), name, { mode })
  const make = (name: string): string =>
    makeDeb({
      folder,
      repository,
      output: path.join(base, name),
      manifest: { version: '1.2.3', description: 'A desktop watch.' },
      arch: 'amd64',
      at: 1_700_000_000,
      compression: 'none',
    })
  return { deb: make('first'), output: base, make }
}

const hasDpkg = process.platform === 'linux' && spawnSync('dpkg-deb', ['--version']).status === 0
if (!hasDpkg)
  leaveOut('making of a .deb', 'dpkg-deb not installed. Only Debian and Ubuntu have it.')

describe.runIf(hasDpkg)('the .deb', () => {
  it('has the required contents, whatever the file modes of the build machine', () => {
    const { deb } = setup()
    expect(debComplaints(deb)).toEqual([])
    const listing = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' })
    expect(listing).toMatch(/-rwsr-xr-x root\/root .*\/opt\/Plimsoll\/chrome-sandbox/)
    expect(listing).toMatch(/-rw-r--r-- root\/root .*\/opt\/Plimsoll\/resources\/app\.asar/)
    expect(listing).toMatch(/\/usr\/bin\/plimsoll -> \/opt\/Plimsoll\/plimsoll/)
  })

  it('SUP-10 is byte-identical when rebuilt', () => {
    const { deb, make } = setup()
    expect(readFileSync(make('second')).equals(readFileSync(deb))).toBe(true)
  })

  it('starts without a window when a session begins with it', () => {
    const { deb, output } = setup()
    execFileSync('dpkg-deb', ['--extract', deb, path.join(output, 'laid-out')])
    const entry = (place: string): string =>
      readFileSync(path.join(output, 'laid-out', place), 'utf8')
    expect(entry('usr/share/plimsoll/autostart/plimsoll.desktop')).toContain(
      'Exec=/opt/Plimsoll/plimsoll --hidden\n',
    )
    expect(entry('usr/share/applications/plimsoll.desktop')).toContain(
      'Exec=/opt/Plimsoll/plimsoll %u\n',
    )
    expect(entry('usr/share/applications/plimsoll.desktop')).toContain(
      'MimeType=x-scheme-handler/plimsoll;\n',
    )
    expect(entry('usr/share/plimsoll/autostart/plimsoll.desktop')).not.toContain('MimeType')
  })
})

describe('an invalid .deb', () => {
  const needed = [
    './opt/Plimsoll/plimsoll',
    './opt/Plimsoll/resources/app.asar',
    './usr/bin/plimsoll',
    './usr/share/applications/plimsoll.desktop',
    './usr/share/plimsoll/autostart/plimsoll.desktop',
    './usr/share/icons/hicolor/scalable/apps/plimsoll.svg',
    './usr/share/icons/hicolor/256x256/apps/plimsoll.png',
    './usr/share/doc/plimsoll/copyright',
  ]
  const line = (place: string, mode = '-rw-r--r--', owner = 'root/root'): string =>
    `${mode} ${owner} 12 2026-01-01 00:00 ${place}`
  const sound = needed.map((place) => line(place))
  const control = 'Depends: libc6\nRecommends: libsecret-1-0\nInstalled-Size: 12\n'
  const judge = (lines: string[], fields = control, members = ['./control', './md5sums']): string =>
    debListingComplaints(lines.join('\n'), fields, members).join()

  it('is distinguished from a valid one', () => {
    expect(judge(sound)).toBe('')
    expect(judge(sound.slice(1))).toContain('/opt/Plimsoll/plimsoll is missing')
    expect(judge([...sound, line('./opt/Plimsoll/x', '-rw-r--r--', 'builder/builder')])).toContain(
      'belongs to builder',
    )
    expect(judge([...sound, line('./opt/Plimsoll/x', '-rw-rw-r--')])).toContain(
      'may be written by others',
    )
    expect(judge([...sound, line('./opt/Plimsoll/x', '-rwsr-xr-x')])).toContain('runs as its owner')
    expect(judge([...sound, line('./opt/Plimsoll/chrome-sandbox', '-rwxr-xr-x')])).toContain(
      'not what Chromium expects',
    )
    expect(judge(sound, control, ['./control', './postinst'])).toContain('it carries ./postinst')
    expect(judge(sound, 'Depends: libc6\nInstalled-Size: 1\n')).toContain('it has no Recommends')
    expect(judge(sound, control.replace('libsecret-1-0', 'xdg-utils'))).toContain(
      'does not recommend libsecret',
    )
  })
})
