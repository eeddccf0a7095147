// Where the window opens. A remembered place is only a wish: screens go away, and files say anything.

/** In device-independent pixels. */
export type Rect = { x: number; y: number; width: number; height: number }
export type WindowPlace = Rect & { maximized: boolean }
export type Opening = { bounds: Rect; smallest: { width: number; height: number }; maximized: boolean }

export const wantedSize = { width: 1280, height: 800 }
export const smallestSize = { width: 900, height: 600 }

/** How much of the window must lie on a screen for it to count as being there. */
const graspable = { width: 120, height: 48 }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isPixel = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > -100_000 && value < 100_000

/** A place read back from disk, or null where it is not one. */
export const readPlace = (stored: unknown): WindowPlace | null => {
  if (!isRecord(stored)) return null
  const { x, y, width, height, maximized } = stored
  if (!isPixel(x) || !isPixel(y) || !isPixel(width) || !isPixel(height) || width <= 0 || height <= 0) return null
  return { x, y, width, height, maximized: maximized === true }
}

const between = (value: number, low: number, high: number): number => (value < low ? low : value > high ? high : value)
const overlap = (a: number, aLength: number, b: number, bLength: number): number =>
  between((a + aLength < b + bLength ? a + aLength : b + bLength) - (a > b ? a : b), 0, aLength)

const visiblePart = (place: Rect, screen: Rect): number => {
  const width = overlap(place.x, place.width, screen.x, screen.width)
  const height = overlap(place.y, place.height, screen.y, screen.height)
  return width < graspable.width || height < graspable.height ? 0 : width * height
}

/** Whether enough of a window lies on some screen for a hand to reach it. */
export const isGraspable = (place: Rect, screens: readonly Rect[]): boolean => screens.some((screen) => visiblePart(place, screen) > 0)

/** Moves and shrinks a window until all of it lies on the screen. */
const fitInto = (screen: Rect, place: Rect): Rect => {
  const width = between(place.width, between(smallestSize.width, 0, screen.width), screen.width)
  const height = between(place.height, between(smallestSize.height, 0, screen.height), screen.height)
  return {
    x: between(place.x, screen.x, screen.x + screen.width - width),
    y: between(place.y, screen.y, screen.y + screen.height - height),
    width,
    height,
  }
}

const half = (length: number): number => (length - (length % 2)) / 2

const centred = (screen: Rect, { width, height }: { width: number; height: number }): Rect => ({
  x: screen.x + half(screen.width - width),
  y: screen.y + half(screen.height - height),
  width,
  height,
})

/**
 * The remembered place on the screen that shows most of it; without one, or where that screen is gone, the middle of the
 * primary screen. `screens` are work areas.
 */
export const openingOf = (stored: unknown, screens: readonly Rect[], primary: Rect): Opening => {
  const remembered = readPlace(stored)
  const best = screens
    .map((screen) => ({ screen, visible: remembered === null ? 0 : visiblePart(remembered, screen) }))
    .reduce<{ screen: Rect; visible: number }>((most, one) => (one.visible > most.visible ? one : most), { screen: primary, visible: 0 })
  const wish = remembered !== null && best.visible > 0 ? remembered : centred(primary, remembered ?? wantedSize)
  const bounds = fitInto(best.screen, wish)
  return {
    bounds,
    smallest: {
      width: between(smallestSize.width, 0, best.screen.width),
      height: between(smallestSize.height, 0, best.screen.height),
    },
    maximized: remembered?.maximized ?? false,
  }
}
