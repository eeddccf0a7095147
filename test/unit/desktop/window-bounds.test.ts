import type { Rectangle } from 'electron'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReachable, openingBounds, smallestSize } from '../../../src/main/desktop/window.js'

const laptop: Rectangle = { x: 0, y: 0, width: 1440, height: 860 }
const beside: Rectangle = { x: 1440, y: 0, width: 1920, height: 1040 }

function place(some: Partial<Rectangle> = {}) {
  return {
    x: 100,
    y: 50,
    width: 1200,
    height: 700,
    maximized: false,
    ...some,
  }
}

function isInside(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

describe('where the window opens', () => {
  it('is the middle of the primary screen the first time', () => {
    expect(openingBounds(null, [laptop], laptop)).toEqual({
      bounds: { x: 80, y: 30, width: 1280, height: 800 },
      smallest: smallestSize,
      maximized: false,
    })
  })

  it('is where it was afterwards', () => {
    expect(openingBounds(place(), [laptop], laptop).bounds).toEqual({
      x: 100,
      y: 50,
      width: 1200,
      height: 700,
    })
    expect(
      openingBounds({ ...place({ x: 1600 }), maximized: true }, [laptop, beside], laptop),
    ).toMatchObject({
      bounds: { x: 1600 },
      maximized: true,
    })
  })

  it('is the primary screen, in its old size, if its own screen is gone', () => {
    expect(openingBounds(place({ x: 1600 }), [laptop], laptop).bounds).toEqual({
      x: 120,
      y: 80,
      width: 1200,
      height: 700,
    })
  })

  it('is the middle if too little of it would be visible to grab', () => {
    const sliver = place({ x: 1440 - 60 })
    expect(isReachable(sliver, [laptop])).toBe(false)
    expect(openingBounds(sliver, [laptop], laptop).bounds).toEqual({
      x: 120,
      y: 80,
      width: 1200,
      height: 700,
    })
  })

  it('is moved fully onto a screen if it was half off', () => {
    expect(openingBounds(place({ x: -600, y: -20 }), [laptop], laptop).bounds).toMatchObject({
      x: 0,
      y: 0,
    })
  })

  it('is the screen that shows most of it', () => {
    expect(openingBounds(place({ x: 1000 }), [laptop, beside], laptop).bounds.x).toBe(1440)
  })

  it('shrinks to a screen smaller than its smallest size', () => {
    const small: Rectangle = { x: 0, y: 25, width: 800, height: 500 }
    expect(openingBounds(place(), [small], small)).toEqual({
      bounds: small,
      smallest: { width: 800, height: 500 },
      maximized: false,
    })
  })

  it('is never smaller than the screens are designed for', () => {
    expect(
      openingBounds(place({ width: 10, height: 10, x: 300, y: 300 }), [laptop], laptop).bounds,
    ).toMatchObject(smallestSize)
    expect(
      openingBounds(place({ width: 400, height: 300 }), [laptop], laptop).bounds,
    ).toMatchObject(smallestSize)
  })

  it('is always fully on a screen, where its smallest size fits', () => {
    const screen = fc.record({
      x: fc.integer({ min: -5000, max: 5000 }),
      y: fc.integer({ min: -5000, max: 5000 }),
      width: fc.integer({ min: 320, max: 4000 }),
      height: fc.integer({ min: 240, max: 2500 }),
    })
    const stored = fc.option(
      fc.record({
        x: fc.integer({ min: -9000, max: 9000 }),
        y: fc.integer({ min: -9000, max: 9000 }),
        width: fc.integer({ min: 1, max: 9000 }),
        height: fc.integer({ min: 1, max: 9000 }),
        maximized: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(stored, fc.array(screen, { minLength: 1, maxLength: 4 }), (wish, screens) => {
        const primary = screens[0] ?? laptop
        const { bounds, smallest } = openingBounds(wish, screens, primary)
        const home = screens.find((one) => isInside(bounds, one))
        expect(home).toBeDefined()
        expect(bounds.width).toBeGreaterThanOrEqual(smallest.width)
        expect(bounds.height).toBeGreaterThanOrEqual(smallest.height)
      }),
      { numRuns: 3000 },
    )
  })
})
