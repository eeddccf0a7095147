import { push, request } from '../channel.js'
import type { AwayPreview, AwayView, DestinationDraft } from './away.js'

export const awayChannels = {
  'away/read': request<null, AwayView>(),
  /** What would be sent. Sends nothing, and stores nothing. */
  'away/preview': request<DestinationDraft, AwayPreview>(),
  /** Asks in a system dialog before anything is sent to an address for the first time. */
  'away/save': request<DestinationDraft, null>(),
  'away/remove': request<{ id: string }, null>(),
  /** Sends a test message now. Succeeds once the service has accepted it. */
  'away/test': request<{ id: string }, null>(),
}

export const awayTopics = { away: push<AwayView>() }
