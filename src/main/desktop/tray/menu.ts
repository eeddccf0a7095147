import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAct, MenuItemView } from './menu-view.js'

/** A menu as Electron takes it. Text lines cannot be chosen. */
export const menuTemplate = (items: readonly MenuItemView[], onAct: (act: MenuAct) => void): MenuItemConstructorOptions[] =>
  items.map((item): MenuItemConstructorOptions => {
    switch (item.kind) {
      case 'separator':
        return { type: 'separator' }
      case 'role':
        return { role: item.role }
      case 'text':
        return { label: item.label, enabled: false }
      case 'menu':
        return { label: item.label, submenu: menuTemplate(item.items, onAct) }
      case 'act':
        return {
          label: item.label,
          click: () => onAct(item.act),
          ...(item.accelerator !== undefined && { accelerator: item.accelerator }),
        }
    }
  })
