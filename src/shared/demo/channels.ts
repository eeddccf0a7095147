import type { DemoAct } from './demo.js'
import { request } from '../channel.js'

export const demoChannels = {
  /** Acts on the demo's exchange; refused outside the demo. */
  'demo/act': request<DemoAct, null>(),
}
