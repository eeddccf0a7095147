// Where the window opens. Saved bounds are a preference: displays are unplugged, and a file may hold anything.

/** In device-independent pixels. */
export type Rect = { x: number; y: number; width: number; height: number }
export type WindowBounds = Rect & { maximized: boolean }

const wantedSize = { width: 1280, height: 800 }
export const smallestSize = { width: 900, height: 600 }

/** How much of the window must lie on a display for the user to reach it. */
const reachable = { width: 120, height: 48 }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isPixel = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > -100_000 && value < 100_000

/** Saved bounds, or null where they are not valid. */
export const readWindowBounds = (stored: unknown): WindowBounds | null => {
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
  return width < reachable.width || height < reachable.height ? 0 : width * height
}

/** Whether enough of the window lies on some display. */
export const isReachable = (place: Rect, screens: readonly Rect[]): boolean => screens.some((screen) => visiblePart(place, screen) > 0)

const smallestOn = (screen: Rect) => ({
  width: between(smallestSize.width, 0, screen.width),
  height: between(smallestSize.height, 0, screen.height),
})

/** Moves and shrinks a window until all of it lies on the display. */
const fitInto = (screen: Rect, place: Rect): Rect => {
  const smallest = smallestOn(screen)
  const width = between(place.width, smallest.width, screen.width)
  const height = between(place.height, smallest.height, screen.height)
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

/** The saved bounds on the display that shows most of them; otherwise centred on the primary one. `screens` are work areas. */
export const openingBounds = (stored: unknown, screens: readonly Rect[], primary: Rect) => {
  const remembered = readWindowBounds(stored)
  const best = screens
    .map((screen) => ({ screen, visible: remembered === null ? 0 : visiblePart(remembered, screen) }))
    .reduce<{ screen: Rect; visible: number }>((most, one) => (one.visible > most.visible ? one : most), { screen: primary, visible: 0 })
  const wish = remembered !== null && best.visible > 0 ? remembered : centred(primary, remembered ?? wantedSize)
  return { bounds: fitInto(best.screen, wish), smallest: smallestOn(best.screen), maximized: remembered?.maximized ?? false }
}
