import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.restoreAllMocks())

it.skipIf(process.platform === 'win32')(
  '13.29 that tests of small disks are skipped is said where they are, and nowhere that only borrows from the same room',
  async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1000)
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { smallDisksWork } = await import('../../support/test-storage.js')
    expect(said).not.toHaveBeenCalled()
    expect(smallDisksWork()).toBe(false)
    expect(said.mock.calls).toEqual([['SKIPPED: tests of full and read-only disks need root and mount.']])
  },
)
