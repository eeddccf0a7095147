// A page that is seen or not as a test says, in a world of fake time.
import type { Sight } from '../../src/renderer/components/ticker.js'

export function createFakeSight(after: Sight['after'] = () => () => undefined) {
  const listeners = new Set<() => void>()
  let visible = true
  return {
    sight: {
      visible: () => visible,
      onChange: (act) => {
        listeners.add(act)
        return () => void listeners.delete(act)
      },
      after,
    } satisfies Sight,
    listeners: (): number => listeners.size,
    see: (is: boolean): void => {
      visible = is
      for (const act of [...listeners]) act()
    },
  }
}
