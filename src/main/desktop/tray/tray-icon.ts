import path from 'node:path'
import type { TrayShape } from './tray-view.js'

/**
 * The file that paints a shape. macOS colours the picture itself and knows such pictures by their name; Electron finds the
 * larger "@2x" file beside each by itself.
 */
export const trayIconFile = (resources: string, shape: TrayShape, platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return path.join(resources, 'tray', `${shape}Template.png`)
  return path.join(resources, 'tray', platform === 'win32' ? `${shape}-16.png` : `${shape}-22.png`)
}
