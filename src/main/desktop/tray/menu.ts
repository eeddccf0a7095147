// The application menu. A packaged app has no way to reload the page or to open developer tools.
import type { MenuItemConstructorOptions } from 'electron'

/** `show`: the account with this profile's id. */
export type MenuAct = 'open' | 'refresh' | 'quit' | { show: string }

/** An item as Electron takes it, but as data: with what it asks for in place of a click. */
export type MenuItemView = Pick<MenuItemConstructorOptions, 'type' | 'role' | 'label' | 'enabled' | 'accelerator'> & {
  act?: MenuAct
  submenu?: MenuItemView[]
}

export const separator: MenuItemView = { type: 'separator' }
const role = (name: NonNullable<MenuItemView['role']>): MenuItemView => ({ role: name })

const edit: MenuItemView = {
  label: 'Edit',
  submenu: [role('undo'), role('redo'), separator, role('cut'), role('copy'), role('paste'), role('delete'), separator, role('selectAll')],
}

const view = (packaged: boolean): MenuItemView => ({
  label: 'View',
  submenu: [
    { act: 'refresh', label: 'Refresh now', accelerator: 'CmdOrCtrl+R' },
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
    label: name,
    submenu: [
      role('about'),
      separator,
      role('hide'),
      role('hideOthers'),
      role('unhide'),
      separator,
      { act: 'quit', label: `Quit ${name}`, accelerator: 'Cmd+Q' },
    ],
  },
  { label: 'File', submenu: [{ act: 'open', label: 'Open the window' }, role('close')] },
  edit,
  view(packaged),
  { label: 'Window', submenu: [role('minimize'), role('zoom'), separator, role('front')] },
]

const otherMenus = (packaged: boolean): MenuItemView[] => [
  { label: 'File', submenu: [role('close'), { act: 'quit', label: 'Quit', accelerator: 'Ctrl+Q' }] },
  edit,
  view(packaged),
]

export const menuView = (about: { platform: NodeJS.Platform; packaged: boolean; name: string }): MenuItemView[] =>
  about.platform === 'darwin' ? macMenus(about.name, about.packaged) : otherMenus(about.packaged)

export const menuTemplate = (items: readonly MenuItemView[], onAct: (act: MenuAct) => void): MenuItemConstructorOptions[] =>
  items.map(({ act, submenu, ...item }) => ({
    ...item,
    ...(submenu !== undefined && { submenu: menuTemplate(submenu, onAct) }),
    ...(act !== undefined && { click: () => onAct(act) }),
  }))
