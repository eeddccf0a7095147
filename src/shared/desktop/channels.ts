import type { AlertScreen } from '../alerts/alert.js'
import type { AutostartChange, AutostartView } from './autostart.js'
import { push, request } from '../channel.js'

export const desktopChannels = {
  /**
   * The screen a click outside the window asked for; null when nobody did, and after it was taken
   * once.
   */
  'requested-screen/take': request<null, { screen: AlertScreen | null }>(),
  'clipboard/copy': request<{ text: string }, null>(),
  /** Opens the folder that holds everything but the keys in the system's file manager. */
  'data-folder/open': request<null, null>(),
  /** As the system has it now. */
  'autostart/read': request<null, AutostartView>(),
  /** What holds afterwards, which need not be what was asked for. */
  'autostart/change': request<AutostartChange, AutostartView>(),
}

export const desktopTopics = {
  /** A screen was asked for from outside the window; `requested-screen/take` says which. */
  'requested-screen': push<{ wanted: true }>(),
}
