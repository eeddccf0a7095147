import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accepts,
  cannotBeReached,
  lookAtDisplays,
  waylandAddresses,
  xAddresses,
} from '../../../tools/display.mjs'

describe('addresses of the X server of a DISPLAY', () => {
  const local = (number: number) => [
    { path: `/tmp/.X11-unix/X${number}` },
    { path: `\0/tmp/.X11-unix/X${number}` },
  ]

  it.each([
    [':99', local(99)],
    [':1.0', local(1)],
    ['unix:2', local(2)],
    ['unix/desk:3', local(3)],
    ['localhost:10.0', [{ host: 'localhost', port: 6010 }]],
    ['tcp/desk:1', [{ host: 'desk', port: 6001 }]],
    ['[::1]:4', [{ host: '::1', port: 6004 }]],
    ['/private/tmp/launch/org.xquartz:0', [{ path: '/private/tmp/launch/org.xquartz:0' }]],
    ['', []],
    ['99', []],
    ['desk:60000', []],
  ])('%j', (value, addresses) => {
    expect(xAddresses(value)).toEqual(addresses)
  })
})

it('looks for a Wayland socket in XDG_RUNTIME_DIR, or at the given path', () => {
  expect(waylandAddresses('wayland-0', '/run/user/1000')).toEqual([
    { path: '/run/user/1000/wayland-0' },
  ])
  expect(waylandAddresses('/elsewhere/wayland-1', '/run/user/1000')).toEqual([
    { path: '/elsewhere/wayland-1' },
  ])
  expect(waylandAddresses('wayland-0', undefined)).toEqual([])
})

describe('the displays of an environment', () => {
  const reaching =
    (...paths: string[]) =>
    (address: object): Promise<boolean> =>
      Promise.resolve('path' in address && paths.includes(String(address.path)))
  const both = { WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: '/run', DISPLAY: ':0' }

  it('are empty if none is named', async () => {
    expect(await lookAtDisplays({ DISPLAY: '' }, reaching())).toEqual({ set: [], unreachable: [] })
  })

  it('are reachable through any of their sockets', async () => {
    const reached = reaching('/run/wayland-0', '\0/tmp/.X11-unix/X0')
    expect(await lookAtDisplays(both, reached)).toEqual({
      set: ['WAYLAND_DISPLAY', 'DISPLAY'],
      unreachable: [],
    })
  })

  it('are checked separately if only one is reachable', async () => {
    expect(await lookAtDisplays(both, reaching('/tmp/.X11-unix/X0'))).toMatchObject({
      unreachable: ['WAYLAND_DISPLAY'],
    })
    expect(await lookAtDisplays(both, reaching('/run/wayland-0'))).toMatchObject({
      unreachable: ['DISPLAY'],
    })
  })

  it('are named by their variables', () => {
    expect(cannotBeReached(['DISPLAY'], both)).toBe('The display in DISPLAY (:0) cannot be reached')
    const words = 'The display in WAYLAND_DISPLAY (wayland-0) and in DISPLAY (:0) cannot be reached'
    expect(cannotBeReached(['WAYLAND_DISPLAY', 'DISPLAY'], both)).toBe(words)
  })
})

describe('a host that never answers', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is given up', async () => {
    const reached = accepts({ host: 'desk', port: 6000, lookup: () => undefined })
    await vi.advanceTimersByTimeAsync(5000)
    expect(await reached).toBe(false)
  })
})
