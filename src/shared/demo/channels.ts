import type { DemoAct } from './demo.js'
import { request } from '../channel.js'

export const demoChannels = {
  /** Opens a practice copy of this account; ends any other demo. */
  'demo/copy': request<{ id: string }, null>(),
  /** Acts on the demo's exchange; refused outside the demo. */
  'demo/act': request<DemoAct, null>(),
}
