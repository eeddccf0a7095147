// The application menu. A packaged app has no way to reload the page or to open developer tools.
import type { MenuItemConstructorOptions } from 'electron'
import { t } from '../../shared/messages/messages.js'

/** `mini`: opens the mini window, or closes it. `show`: the account with this profile id. */
export type MenuAct =
  'open' | 'mini' | 'refresh' | 'hide-amounts' | 'show-amounts' | 'lock' | 'quit' | { show: string }

/** `locked`: amounts are hidden, and cannot be shown before Plimsoll is unlocked. */
export type Privacy = 'shown' | 'hidden' | 'locked'

/** An Electron menu item as data: with its action in place of a click handler. */
export type MenuItemView = Pick<
  MenuItemConstructorOptions,
  'type' | 'role' | 'label' | 'enabled' | 'accelerator' | 'registerAccelerator'
> & {
  act?: MenuAct
  submenu?: MenuItemView[]
}

export const separator: MenuItemView = { type: 'separator' }

/** Electron's own labels are only in English. */
function item(role: NonNullable<MenuItemView['role']>, label: string): MenuItemView {
  return {
    role,
    label,
  }
}

/** The label names what it does next. */
export function amountsItem(privacy: Privacy): MenuItemView {
  if (privacy === 'shown') return { act: 'hide-amounts', label: t('desktop.amounts.hide') }
  const label = t('desktop.amounts.show')
  return privacy === 'hidden' ? { act: 'show-amounts', label } : { label, enabled: false }
}

function editMenu(): MenuItemView {
  return {
    label: t('desktop.menu.edit'),
    submenu: [
      ...[item('undo', t('desktop.menu.undo')), item('redo', t('desktop.menu.redo')), separator],
      ...[
        item('cut', t('desktop.menu.cut')),
        item('copy', t('desktop.menu.copy')),
        item('paste', t('desktop.menu.paste')),
      ],
      ...[
        item('delete', t('desktop.menu.delete')),
        separator,
        item('selectAll', t('desktop.menu.select-all')),
      ],
    ],
  }
}

function viewMenu({ packaged, privacy }: { packaged: boolean; privacy: Privacy }): MenuItemView {
  return {
    label: t('desktop.menu.view'),
    submenu: [
      { act: 'refresh', label: t('desktop.menu.refresh'), accelerator: 'CmdOrCtrl+R' },
      // The page handles the key itself and hides immediately.
      { ...amountsItem(privacy), accelerator: 'CmdOrCtrl+Shift+H', registerAccelerator: false },
      { act: 'mini', label: t('settings.mini') },
      separator,
      item('resetZoom', t('desktop.menu.actual-size')),
      ...[
        item('zoomIn', t('desktop.menu.zoom-in')),
        item('zoomOut', t('desktop.menu.zoom-out')),
        separator,
      ],
      item('togglefullscreen', t('desktop.menu.full-screen')),
      ...(packaged
        ? []
        : [separator, { role: 'forceReload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  }
}

export function menuView(about: {
  platform: NodeJS.Platform
  packaged: boolean
  name: string
  privacy: Privacy
}): MenuItemView[] {
  const { platform, name: app } = about
  const [edit, view] = [editMenu(), viewMenu(about)]
  const file = t('desktop.menu.file')
  const lock: MenuItemView = {
    act: 'lock',
    label: t('desktop.menu.lock'),
    accelerator: 'CmdOrCtrl+L',
  }
  if (platform !== 'darwin') {
    const quit: MenuItemView = { act: 'quit', label: t('desktop.menu.quit'), accelerator: 'Ctrl+Q' }
    return [
      { label: file, submenu: [lock, separator, item('close', t('desktop.menu.close')), quit] },
      edit,
      view,
    ]
  }
  return [
    {
      label: app,
      submenu: [
        ...[
          item('about', t('desktop.menu.about', { app })),
          separator,
          item('hide', t('desktop.menu.hide', { app })),
        ],
        ...[
          item('hideOthers', t('desktop.menu.hide-others')),
          item('unhide', t('desktop.menu.unhide')),
          separator,
        ],
        { act: 'quit', label: t('desktop.menu.quit-app', { app }), accelerator: 'Cmd+Q' },
      ],
    },
    {
      label: file,
      submenu: [
        { act: 'open', label: t('desktop.menu.open') },
        lock,
        separator,
        item('close', t('desktop.menu.close-window')),
      ],
    },
    edit,
    view,
    {
      label: t('desktop.menu.window'),
      submenu: [
        ...[
          item('minimize', t('desktop.menu.minimize')),
          item('zoom', t('desktop.menu.zoom')),
          separator,
        ],
        item('front', t('desktop.menu.front')),
      ],
    },
  ]
}

export function menuTemplate(
  items: readonly MenuItemView[],
  onAct: (act: MenuAct) => void,
): MenuItemConstructorOptions[] {
  return items.map(({ act, submenu, ...item }) => ({
    ...item,
    ...(submenu !== undefined && { submenu: menuTemplate(submenu, onAct) }),
    ...(act !== undefined && { click: () => onAct(act) }),
  }))
}
