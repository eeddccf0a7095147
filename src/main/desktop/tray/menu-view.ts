// The application menu as data. A packaged app has no way to reload the page or to open developer tools.
import type { MenuItemConstructorOptions } from 'electron'

/** `show`: the account with this profile's id. */
export type MenuAct = 'open' | 'refresh' | 'quit' | { show: string }

export type MenuItemView =
  | { kind: 'separator' }
  | { kind: 'role'; role: NonNullable<MenuItemConstructorOptions['role']> }
  | { kind: 'act'; act: MenuAct; label: string; accelerator?: string }
  | { kind: 'text'; label: string }
  | { kind: 'menu'; label: string; items: MenuItemView[] }

const separator: MenuItemView = { kind: 'separator' }
const role = (name: Extract<MenuItemView, { kind: 'role' }>['role']): MenuItemView => ({ kind: 'role', role: name })
const refresh: MenuItemView = { kind: 'act', act: 'refresh', label: 'Refresh now', accelerator: 'CmdOrCtrl+R' }

const edit: MenuItemView = {
  kind: 'menu',
  label: 'Edit',
  items: [role('undo'), role('redo'), separator, role('cut'), role('copy'), role('paste'), role('delete'), separator, role('selectAll')],
}

const view = (packaged: boolean): MenuItemView => ({
  kind: 'menu',
  label: 'View',
  items: [
    refresh,
    separator,
    role('resetZoom'),
    role('zoomIn'),
    role('zoomOut'),
    separator,
    role('togglefullscreen'),
    ...(packaged ? [] : [separator, role('forceReload'), role('toggleDevTools')]),
  ],
})

const macMenus = (name: string, packaged: boolean): MenuItemView[] => [
  {
    kind: 'menu',
    label: name,
    items: [
      role('about'),
      separator,
      role('hide'),
      role('hideOthers'),
      role('unhide'),
      separator,
      { kind: 'act', act: 'quit', label: `Quit ${name}`, accelerator: 'Cmd+Q' },
    ],
  },
  { kind: 'menu', label: 'File', items: [{ kind: 'act', act: 'open', label: 'Open the window' }, role('close')] },
  edit,
  view(packaged),
  { kind: 'menu', label: 'Window', items: [role('minimize'), role('zoom'), separator, role('front')] },
]

const otherMenus = (packaged: boolean): MenuItemView[] => [
  { kind: 'menu', label: 'File', items: [role('close'), { kind: 'act', act: 'quit', label: 'Quit', accelerator: 'Ctrl+Q' }] },
  edit,
  view(packaged),
]

export const menuView = (about: { platform: NodeJS.Platform; packaged: boolean; name: string }): MenuItemView[] =>
  about.platform === 'darwin' ? macMenus(about.name, about.packaged) : otherMenus(about.packaged)
