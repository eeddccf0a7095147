import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Announcer } from '../../../../src/renderer/components/announcer.svelte.js'

function setup() {
  let now = 0
  const announcer = new Announcer(() => now)
  const say = vi.spyOn(announcer, 'say')
  /** What was announced meanwhile. */
  const said = (at: number, act: () => void): string[] => {
    now = at
    say.mockClear()
    act()
    return say.mock.calls.map(([text]) => text)
  }
  return {
    mention: (text: string, at: number) => said(at, () => announcer.mention(text)),
    tick: (at: number) => said(at, () => announcer.tick(at)),
    forget: () => announcer.forget(),
  }
}

describe('polite announcements', () => {
  it('UX-68 pass the first, hold the next back, and give the newest when its time has come', () => {
    const { mention, tick } = setup()
    expect(mention('one', 100)).toEqual(['one'])
    expect(mention('two', 103)).toEqual([])
    expect(mention('three', 105)).toEqual([])
    expect(tick(109)).toEqual([])
    expect(tick(110)).toEqual(['three'])
    expect(tick(130)).toEqual([])
  })

  it('of one account are dropped with it', () => {
    const { mention, tick, forget } = setup()
    mention('one', 100)
    mention('two', 103)
    forget()
    expect(tick(120)).toEqual([])
    mention('three', 121)
    forget()
    expect(mention('four', 122)).toEqual(['four'])
  })

  it('UX-68 are never less than ten seconds apart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ wait: fc.integer({ min: 0, max: 15 }), offers: fc.boolean() }), {
          maxLength: 200,
        }),
        (steps) => {
          const { mention, tick } = setup()
          let now = 0
          let last = Number.NEGATIVE_INFINITY
          for (const { wait, offers } of steps) {
            now += wait
            if ((offers ? mention('text', now) : tick(now)).length === 0) continue
            expect(now - last).toBeGreaterThanOrEqual(10)
            last = now
          }
        },
      ),
    )
  })
})
