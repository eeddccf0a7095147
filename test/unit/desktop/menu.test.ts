import type { MenuItemConstructorOptions } from 'electron'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { menuView, type MenuItemView, menuTemplate } from '../../../src/main/desktop/menu.js'
import { readLanguageFrom } from '../../../src/shared/messages/messages.js'

afterEach(() => readLanguageFrom(() => 'en'))

/** The menu as an outline: one line per entry, indented. */
function outline(items: readonly MenuItemView[], indent = ''): string[] {
  return items.flatMap(({ type, role, label, act, accelerator, submenu }) => {
    if (submenu !== undefined) return [`${indent}${label}`, ...outline(submenu, `${indent}  `)]
    if (role !== undefined) return [`${indent}[${role}]`]
    if (type === 'separator') return [`${indent}—`]
    return [
      `${indent}${label} → ${String(act)}${accelerator === undefined ? '' : ` (${String(accelerator)})`}`,
    ]
  })
}

function aMenu(platform: NodeJS.Platform, packaged: boolean): string {
  return outline(menuView({ platform, packaged, name: 'Plimsoll', privacy: 'shown' })).join('\n')
}

const packagedLinux = `File
  Lock now → lock (CmdOrCtrl+L)
  —
  [close]
  Quit → quit (Ctrl+Q)
Edit
  [undo]
  [redo]
  —
  [cut]
  [copy]
  [paste]
  [delete]
  —
  [selectAll]
View
  Refresh now → refresh (CmdOrCtrl+R)
  Hide amounts → hide-amounts (CmdOrCtrl+Shift+H)
  Mini window → mini
  —
  [resetZoom]
  [zoomIn]
  [zoomOut]
  —
  [togglefullscreen]`

const packagedMac = `Plimsoll
  [about]
  —
  [hide]
  [hideOthers]
  [unhide]
  —
  Quit Plimsoll → quit (Cmd+Q)
File
  Open the window → open
  Lock now → lock (CmdOrCtrl+L)
  —
  [close]
${packagedLinux.slice(packagedLinux.indexOf('Edit'))}
Window
  [minimize]
  [zoom]
  —
  [front]`

describe('the application menu', () => {
  it('REN-13 has exactly these entries in a packaged app', () => {
    expect(aMenu('linux', true)).toBe(packagedLinux)
    expect(aMenu('win32', true)).toBe(packagedLinux)
    expect(aMenu('darwin', true)).toBe(packagedMac)
  })

  it.each(['linux', 'win32', 'darwin'] as const)(
    'REN-13 only a development build on %s reloads the page or opens developer tools',
    (platform) => {
      expect(aMenu(platform, true)).not.toMatch(/reload|devtools/i)
      expect(aMenu(platform, false)).toMatch(/\[forceReload\]\n {2}\[toggleDevTools\]/)
    },
  )
})

describe('UX-64 the application menu in another language', () => {
  const labels = (items: readonly MenuItemView[]): string[] =>
    items.flatMap(({ label, submenu = [] }) => [
      ...(label === undefined ? [] : [label]),
      ...labels(submenu),
    ])

  it.each(['linux', 'win32', 'darwin'] as const)(
    'has no English item on %s, nor one that Electron would name',
    (platform) => {
      readLanguageFrom(() => 'uk')
      const items = menuView({ platform, packaged: true, name: 'Plimsoll', privacy: 'shown' })
      expect(
        labels(items).filter((label) => !/[а-яіїєґ]/iu.test(label) && label !== 'Plimsoll'),
      ).toEqual([])
      const roles = items
        .flatMap(({ submenu = [] }) => submenu)
        .filter(({ role }) => role !== undefined)
      expect(roles.filter(({ label }) => label === undefined)).toEqual([])
    },
  )

  it("has Electron's labels in English", () => {
    const items = menuView({
      platform: 'darwin',
      packaged: true,
      name: 'Plimsoll',
      privacy: 'shown',
    })
    const roles = items
      .flatMap(({ submenu = [] }) => submenu)
      .filter(({ role }) => role !== undefined)
    expect(roles.map(({ label }) => label)).toEqual([
      ...['About Plimsoll', 'Hide Plimsoll', 'Hide Others', 'Show All', 'Close Window'],
      ...['Undo', 'Redo', 'Cut', 'Copy', 'Paste', 'Delete', 'Select All'],
      ...[
        'Actual Size',
        'Zoom In',
        'Zoom Out',
        'Toggle Full Screen',
        'Minimize',
        'Zoom',
        'Bring All to Front',
      ],
    ])
  })
})

describe('a menu template', () => {
  const items: MenuItemView[] = [
    { label: 'BTC 1', enabled: false },
    { type: 'separator' },
    { role: 'copy' },
    { label: 'More', submenu: [{ act: 'quit', label: 'Quit', accelerator: 'Ctrl+Q' }] },
  ]

  it('gives Electron the same entries, with disabled text lines', () => {
    expect(menuTemplate(items, vi.fn())).toEqual([
      { label: 'BTC 1', enabled: false },
      { type: 'separator' },
      { role: 'copy' },
      {
        label: 'More',
        submenu: [{ label: 'Quit', accelerator: 'Ctrl+Q', click: expect.any(Function) }],
      },
    ])
  })

  it('calls the chosen action', () => {
    const onAct = vi.fn()
    const [more] = menuTemplate(items.slice(3), onAct)
    const [quit] = more?.submenu as MenuItemConstructorOptions[]
    quit?.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
    expect(onAct).toHaveBeenCalledWith('quit')
  })

  it('UX-46 hides amounts, and offers “Show amounts” while they are hidden', () => {
    const outlined = outline(
      menuView({ platform: 'linux', packaged: true, name: 'Plimsoll', privacy: 'hidden' }),
    ).join('\n')
    expect(outlined).toContain('Show amounts → show-amounts (CmdOrCtrl+Shift+H)')
    expect(outlined).not.toContain('Hide amounts')
  })
})
