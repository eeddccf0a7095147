import type { CallDetail, CallPage, CallQuery, CallsView } from './call.js'
import type { ConsoleAsk, ConsoleForm, ConsolePreview } from './console.js'
import { push, request } from '../channel.js'

export const callChannels = {
  'calls/read': request<null, CallsView>(),
  /** Without bodies and responses. */
  'calls/page': request<CallQuery, CallPage>(),
  'calls/detail': request<{ id: number }, CallDetail>(),
  'console/forms': request<null, ConsoleForm[]>(),
  /** What would be sent. Sends nothing. */
  'console/prepare': request<ConsoleAsk, ConsolePreview>(),
  /**
   * A read: returns its last try, once it has succeeded or failed. A call that moves money is
   * refused.
   */
  'console/send': request<ConsoleAsk, CallDetail>(),
}

export const callTopics = { calls: push<CallsView>() }
