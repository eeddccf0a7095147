import type { Page } from '@playwright/test'

type Answers = { served: number; busy: number }

/**
 * Sends this many requests at once from a script in the page, again each time all of them have been
 * answered.
 */
export function floodInWaves(page: Page, atOnce: number, waves: number): Promise<Answers> {
  return page.evaluate(
    async ([atOnce, waves]) => {
      const bridge = Reflect.get(globalThis, 'plimsoll') as {
        ask(channel: string, payload: unknown): Promise<{ ok: boolean; error?: { code: string } }>
      }
      const replies: Awaited<ReturnType<typeof bridge.ask>>[] = []
      for (let wave = 0; wave < waves; wave += 1)
        replies.push(
          ...(await Promise.all(
            Array.from({ length: atOnce }, () => bridge.ask('portfolio/read', null)),
          )),
        )
      return {
        served: replies.filter(({ ok }) => ok).length,
        busy: replies.filter(({ error }) => error?.code === 'busy').length,
      }
    },
    [atOnce, waves] as const,
  )
}

/** Sends ten thousand requests at once. */
export function floodMain(page: Page): Promise<Answers> {
  return floodInWaves(page, 10_000, 1)
}
