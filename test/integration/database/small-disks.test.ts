import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it.skipIf(process.platform === 'win32')(
  'says that tests of small disks are skipped in their own file, and not in others that share their helper',
  async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1000)
    vi.stubEnv('PLIMSOLL_SKIPPED', undefined)
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { smallDisksWork } = await import('../../support/test-storage.js')
    expect(said).not.toHaveBeenCalled()
    expect(smallDisksWork()).toBe(false)
    expect(said.mock.calls).toEqual([
      [expect.stringMatching(/^SKIPPED full and read-only disks: only root .+\.$/)],
    ])
  },
)
