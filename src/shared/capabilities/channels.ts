import type { CapabilitiesView } from './capability.js'
import { request } from '../channel.js'

export const capabilityChannels = {
  /**
   * What the key of an account can do, whether it is on screen or not. Polled every second while
   * shown, instead of being pushed: every response of the exchange changes an age in it, and it is
   * rarely looked at.
   */
  'capabilities/read': request<{ id: string }, CapabilitiesView>(),
  /** Ends once everything that may be called has responded. */
  'capabilities/check': request<{ id: string }, null>(),
  'capabilities/stop-check': request<{ id: string }, null>(),
}
