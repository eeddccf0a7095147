import type { UpdateView } from './update.js'
import { push, request } from '../channel.js'

export const updateChannels = {
  'updates/read': request<null, UpdateView>(),
  /**
   * Queries the maker's feed once; nothing is downloaded. Progress arrives on `updates`, as for the
   * three below.
   */
  'updates/check': request<null, null>(),
  'updates/download': request<null, null>(),
  /** Dismisses it, or cancels what is in progress. */
  'updates/later': request<null, null>(),
  /**
   * A restart is refused, with the reason in the view, while a dialog is open or an order's outcome
   * is unknown.
   */
  'updates/install': request<null, null>(),
}

export const updateTopics = { updates: push<UpdateView>() }
