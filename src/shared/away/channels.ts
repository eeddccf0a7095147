import { push, request } from '../channel.js'
import type { Authority, AwayPreview, AwayView, DestinationDraft } from './away.js'

export const awayChannels = {
  'away/read': request<null, AwayView>(),
  /** What would be sent. Sends nothing, and stores nothing. */
  'away/preview': request<DestinationDraft, AwayPreview>(),
  /** From a file that the user chooses in a system dialog; null if none was. */
  'away/choose-authority': request<null, Authority | null>(),
  /** Asks in a system dialog before anything is sent to an address for the first time. */
  'away/save': request<DestinationDraft, null>(),
  'away/remove': request<{ id: string }, null>(),
  /** Sends a test message now. Succeeds once the service has accepted it. */
  'away/test': request<{ id: string }, null>(),
}

export const awayTopics = { away: push<AwayView>() }
