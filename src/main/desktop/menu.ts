// The application menu. A packaged app has no way to reload the page or to open developer tools.
import type { MenuItemConstructorOptions } from 'electron'

/** `show`: the account with this profile's id. */
export type MenuAct = 'open' | 'refresh' | 'lock' | 'quit' | { show: string }

/** An item as Electron takes it, but as data: with what it asks for in place of a click. */
export type MenuItemView = Pick<MenuItemConstructorOptions, 'type' | 'role' | 'label' | 'enabled' | 'accelerator'> & {
  act?: MenuAct
  submenu?: MenuItemView[]
}

export const separator: MenuItemView = { type: 'separator' }
const roles = (...names: NonNullable<MenuItemView['role']>[]): MenuItemView[] => names.map((role) => ({ role }))

export const menuView = (about: { platform: NodeJS.Platform; packaged: boolean; name: string }): MenuItemView[] => {
  const { platform, packaged, name } = about
  const edit: MenuItemView = {
    label: 'Edit',
    submenu: [...roles('undo', 'redo'), separator, ...roles('cut', 'copy', 'paste', 'delete'), separator, ...roles('selectAll')],
  }
  const view: MenuItemView = {
    label: 'View',
    submenu: [
      { act: 'refresh', label: 'Refresh now', accelerator: 'CmdOrCtrl+R' },
      separator,
      ...roles('resetZoom', 'zoomIn', 'zoomOut'),
      separator,
      ...roles('togglefullscreen'),
      ...(packaged ? [] : [separator, ...roles('forceReload', 'toggleDevTools')]),
    ],
  }
  const lock: MenuItemView = { act: 'lock', label: 'Lock now', accelerator: 'CmdOrCtrl+L' }
  const quit: MenuItemView = { act: 'quit', label: 'Quit', accelerator: 'Ctrl+Q' }
  if (platform !== 'darwin') return [{ label: 'File', submenu: [lock, separator, ...roles('close'), quit] }, edit, view]
  const quitNamed: MenuItemView = { act: 'quit', label: `Quit ${name}`, accelerator: 'Cmd+Q' }
  return [
    { label: name, submenu: [...roles('about'), separator, ...roles('hide', 'hideOthers', 'unhide'), separator, quitNamed] },
    { label: 'File', submenu: [{ act: 'open', label: 'Open the window' }, lock, separator, ...roles('close')] },
    edit,
    view,
    { label: 'Window', submenu: [...roles('minimize', 'zoom'), separator, ...roles('front')] },
  ]
}

export const menuTemplate = (items: readonly MenuItemView[], onAct: (act: MenuAct) => void): MenuItemConstructorOptions[] =>
  items.map(({ act, submenu, ...item }) => ({
    ...item,
    ...(submenu !== undefined && { submenu: menuTemplate(submenu, onAct) }),
    ...(act !== undefined && { click: () => onAct(act) }),
  }))
