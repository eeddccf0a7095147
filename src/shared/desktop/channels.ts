import type { AlertScreen } from '../alerts/alert.js'
import type { AutostartChange, AutostartView } from './autostart.js'
import { push, request } from '../channel.js'

/** What may be requested from outside the window. */
export type RequestedScreen = AlertScreen | 'activity'

/** `profileId`: null for the account on screen. */
export type RequestedPlace = { profileId: string | null; screen: RequestedScreen }

export const desktopChannels = {
  /**
   * The screen requested by a click outside the window, or by a link; null if none was, and after
   * it was taken once.
   */
  'requested-screen/take': request<null, RequestedPlace | { screen: null }>(),
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
