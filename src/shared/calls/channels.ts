import type { CallDetail, CallPage, CallQuery, CallsView } from './call.js'
import type { ConsoleAsk, ConsoleForm, ConsolePreview } from './console.js'
import { push, request } from '../channel.js'

export const callChannels = {
  'calls/read': request<null, CallsView>(),
  /** Without bodies and answers. */
  'calls/page': request<CallQuery, CallPage>(),
  'calls/detail': request<{ id: number }, CallDetail>(),
  'console/forms': request<null, ConsoleForm[]>(),
  /** What would be sent. Sends nothing. */
  'console/prepare': request<ConsoleAsk, ConsolePreview>(),
  /**
   * A read, once it has been answered or has failed: its last try. A call that moves money is
   * refused.
   */
  'console/send': request<ConsoleAsk, CallDetail>(),
}

export const callTopics = { calls: push<CallsView>() }
