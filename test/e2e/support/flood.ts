import type { Page } from '@playwright/test'

/** Ten thousand asks at once, by a script in the page. */
export const floodMain = (page: Page): Promise<{ served: number; busy: number }> =>
  page.evaluate(async () => {
    const bridge = Reflect.get(globalThis, 'plimsoll') as {
      ask(channel: string, payload: unknown): Promise<{ ok: boolean; error?: { code: string } }>
    }
    const told = await Promise.all(Array.from({ length: 10_000 }, () => bridge.ask('portfolio/read', null)))
    return { served: told.filter(({ ok }) => ok).length, busy: told.filter(({ error }) => error?.code === 'busy').length }
  })
