import type { NotificationTarget } from '../alerts/alert.js'
import type { AutostartChange, AutostartView } from './autostart.js'
import { push, request } from '../channel.js'

export const desktopChannels = {
  /**
   * The screen requested by a click outside the window, and of which account; null if none was, and
   * after it was taken once.
   */
  'requested-screen/take': request<null, NotificationTarget | { screen: null }>(),
  /**
   * The page is seen again, after its window was hidden. What changed meanwhile is pushed before
   * the reply.
   */
  'window/catch-up': request<null, null>(),
  'clipboard/copy': request<{ text: string }, null>(),
  /** Opens the folder that holds everything except the keys in the system's file manager. */
  'data-folder/open': request<null, null>(),
  /** The current state, from the system. */
  'autostart/read': request<null, AutostartView>(),
  /** Returns the resulting state, which may differ from the requested one. */
  'autostart/change': request<AutostartChange, AutostartView>(),
}

export const desktopTopics = {
  /** A screen was requested from outside the window; `requested-screen/take` says which. */
  'requested-screen': push<{ wanted: true }>(),
}
