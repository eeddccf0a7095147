// The application menu. A packaged app has no way to reload the page or to open developer tools.
import type { MenuItemConstructorOptions } from 'electron'

/** `show`: the account with this profile's id. */
export type MenuAct = 'open' | 'refresh' | 'hide-amounts' | 'show-amounts' | 'lock' | 'quit' | { show: string }

/** `locked`: amounts are hidden, and nothing shows them before Plimsoll is unlocked. */
export type Privacy = 'shown' | 'hidden' | 'locked'

/** An item as Electron takes it, but as data: with what it asks for in place of a click. */
export type MenuItemView = Pick<
  MenuItemConstructorOptions,
  'type' | 'role' | 'label' | 'enabled' | 'accelerator' | 'registerAccelerator'
> & {
  act?: MenuAct
  submenu?: MenuItemView[]
}

export const separator: MenuItemView = { type: 'separator' }
const roles = (...names: NonNullable<MenuItemView['role']>[]): MenuItemView[] => names.map((role) => ({ role }))

/** Says what it does next. */
export const amountsItem = (privacy: Privacy): MenuItemView => {
  if (privacy === 'shown') return { act: 'hide-amounts', label: 'Hide amounts' }
  return privacy === 'hidden' ? { act: 'show-amounts', label: 'Show amounts' } : { label: 'Show amounts', enabled: false }
}

export const menuView = (about: { platform: NodeJS.Platform; packaged: boolean; name: string; privacy: Privacy }): MenuItemView[] => {
  const { platform, packaged, name, privacy } = about
  const edit: MenuItemView = {
    label: 'Edit',
    submenu: [...roles('undo', 'redo'), separator, ...roles('cut', 'copy', 'paste', 'delete'), separator, ...roles('selectAll')],
  }
  const view: MenuItemView = {
    label: 'View',
    submenu: [
      { act: 'refresh', label: 'Refresh now', accelerator: 'CmdOrCtrl+R' },
      // The page has the key itself, and hides at once.
      { ...amountsItem(privacy), accelerator: 'CmdOrCtrl+Shift+H', registerAccelerator: false },
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
