// Runs in the browser before the page, instead of the preload. The scene is set by then.
import './without-eval.js'
import '../support/english-catalogue.js'
import { createFakeBridge, type FakeBridge } from '../support/fake-bridge/fake-bridge.js'
import type { Channel } from '../../src/shared/contract.js'
import { now } from '../fixtures/portfolio/accounts.js'
import type { Scene } from '../fixtures/portfolio/scenes.js'
import { installPageClock, type PageClock } from './page-clock.js'

declare global {
  interface Window {
    fake: FakeBridge
    fakeScene: Scene
    fakeHeld: readonly Channel[]
    pageClock: PageClock
    cspReports: string[]
    /**
     * Every text, and every member name, that main sent to a page in the pseudo-language or in
     * another format: it may appear unchanged.
     */
    received: Set<string>
    /** After the next frame is drawn. */
    nextFrame(): Promise<void>
  }
}

window.pageClock = installPageClock(now * 1000)
window.cspReports = []
document.addEventListener('securitypolicyviolation', (event) =>
  window.cspReports.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
)
window.fake = createFakeBridge(window.fakeScene)
for (const channel of window.fakeHeld) window.fake.hold(channel)
window.received = new Set()

function note(value: unknown): void {
  if (typeof value === 'string') window.received.add(value)
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      window.received.add(name)
      note(one)
    }
}

const { bridge } = window.fake
const noting: typeof bridge = {
  ask: async (channel, payload) => {
    const answer = await bridge.ask(channel, payload)
    note(answer)
    return answer
  },
  listen: (topic, hear) =>
    bridge.listen(topic, (payload) => {
      note(payload)
      hear(payload)
    }),
}
const { language, formats } = window.fakeScene.settings
const isWalked = String(language) === 'en-XA' || formats !== 'plain'
Object.defineProperty(window, 'plimsoll', { value: isWalked ? noting : bridge })
window.nextFrame = () =>
  new Promise((drawn) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      drawn()
    })
    observer.observe(document.documentElement)
  })
