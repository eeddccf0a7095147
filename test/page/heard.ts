// What a screen reader announces by itself: whatever is added or changes its words within a live
// region.
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announced?: { text: string; within: string }[]
  }
}

export const liveRegions =
  '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], [role="timer"], output'

/** From now on. Includes words that arrive together with their region. */
export function listen(page: Page): Promise<void> {
  return page.evaluate((live) => {
    const listens = window.announced !== undefined
    window.announced = []
    if (listens) return
    const note = (node: Node): void => {
      const element = node instanceof Element ? node : node.parentElement
      const region = element?.closest(live) ?? null
      const text = (node.textContent ?? '').trim()
      const within =
        region?.closest('[role="dialog"], [role="alertdialog"]') === null ? 'page' : 'dialog'
      if (region !== null && text !== '') window.announced?.push({ text, within })
      else if (node instanceof Element) for (const inner of node.querySelectorAll(live)) note(inner)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes) note(node)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, liveRegions)
}

export function announced(page: Page): Promise<string[]> {
  return page.evaluate(() => (window.announced ?? []).map(({ text }) => text))
}

/** Where it was announced: on the page, or in the dialog in front of it. */
export function announcedWithin(page: Page): Promise<string[]> {
  return page.evaluate(() => (window.announced ?? []).map(({ within }) => within))
}
