import { describe, expect, it } from 'vitest'
import { desktopEntryComplaints } from '../../../tools/package/desktop-entry.mjs'

const wanted = {
  program: '/opt/Plimsoll/plimsoll',
  icon: 'plimsoll',
  actions: ['demo'],
  flags: ' %u',
  schemes: ['plimsoll'],
}
const sound = `[Desktop Entry]
Type=Application
Name=Plimsoll
Exec=/opt/Plimsoll/plimsoll %u
TryExec=/opt/Plimsoll/plimsoll
Icon=plimsoll
Terminal=false
Categories=Office;Finance;
MimeType=x-scheme-handler/plimsoll;
Actions=demo;

[Desktop Action demo]
Name=Open the demo account
Exec=/opt/Plimsoll/plimsoll --demo
`

function judge(from: string, to: string): string {
  expect(sound).toContain(from)
  return desktopEntryComplaints('plimsoll.desktop', sound.replace(from, to), wanted).join()
}

describe('a desktop entry', () => {
  it('has no complaints if it is valid', () => {
    expect(desktopEntryComplaints('plimsoll.desktop', sound, wanted)).toEqual([])
  })

  it.each([
    [
      'another program',
      'Exec=/opt/Plimsoll/plimsoll %u\n',
      'Exec=/usr/bin/plimsoll --no-sandbox\n',
      'says Exec=/usr/bin/plimsoll --no-sandbox',
    ],
    ['no links', 'MimeType=x-scheme-handler/plimsoll;\n', '', 'says MimeType=, expected'],
    ['another icon', 'Icon=plimsoll', 'Icon=electron', 'says Icon=electron, expected plimsoll'],
    ['a terminal', 'Terminal=false', 'Terminal=true', 'says Terminal=true'],
    ['a list without its end', 'Finance;', 'Finance', 'has a list without its end: Categories'],
    ['no place in a menu', 'Office;Finance;', 'Shipping;', 'is in no category that menus know'],
    ['an action with nothing behind it', ' --demo', '', 'has an action that does nothing: demo'],
    ['an action nobody offers', 'Actions=demo;\n', '', 'says Actions=, expected demo;'],
    ['a key twice', 'Type=Application', 'Type=Application\nType=Link', 'says Type twice'],
    [
      'a line that means nothing',
      'Terminal=false',
      'Terminal: false',
      'has a line that means nothing',
    ],
    ['another beginning', '[Desktop Entry]\n', '', 'does not begin with [Desktop Entry]'],
  ])('is reported with %s', (_what, from, to, words) => {
    expect(judge(from, to)).toContain(words)
  })
})
