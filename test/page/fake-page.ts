// Runs in the browser before the page does, in place of the preload.
import { createFakeBridge, type FakeBridge } from '../support/fake-bridge.js'
import type { Scene } from '../fixtures/portfolio/scenes.js'

declare global {
  interface Window {
    fake: FakeBridge
    fakeScene: Scene
    cspReports: string[]
    /** After the next picture is drawn. requestAnimationFrame belongs to the test's clock; this does not. */
    nextFrame(): Promise<void>
  }
}

window.cspReports = []
document.addEventListener('securitypolicyviolation', (event) =>
  window.cspReports.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
)
window.fake = createFakeBridge(window.fakeScene)
Object.defineProperty(window, 'plimsoll', { value: window.fake.bridge })
window.nextFrame = () =>
  new Promise((drawn) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      drawn()
    })
    observer.observe(document.documentElement)
  })
