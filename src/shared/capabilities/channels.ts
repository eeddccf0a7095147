import type { CapabilitiesView } from './capability.js'
import { request } from '../channel.js'

export const capabilityChannels = {
  /**
   * What the key of an account can do, whether it is on screen or not. Asked again every second
   * while it is shown, in place of a push: every answer of the exchange changes an age in it, and
   * hardly ever does anybody look.
   */
  'capabilities/read': request<{ id: string }, CapabilitiesView>(),
  /** Ends once everything that may be asked has been answered. */
  'capabilities/check': request<{ id: string }, null>(),
  'capabilities/stop-check': request<{ id: string }, null>(),
}
