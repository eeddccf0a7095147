import type { UpdateView } from './update.js'
import { push, request } from '../channel.js'

export const updateChannels = {
  'updates/read': request<null, UpdateView>(),
  /**
   * Asks the maker's feed once; nothing is downloaded. Where it stands arrives on `updates`, as for
   * the three below.
   */
  'updates/check': request<null, null>(),
  'updates/download': request<null, null>(),
  /** Puts it aside, or gives up what is under way. */
  'updates/later': request<null, null>(),
  /**
   * A restart is refused, with the reason in the view, while a question is open or an order in
   * doubt.
   */
  'updates/install': request<null, null>(),
}

export const updateTopics = { updates: push<UpdateView>() }
