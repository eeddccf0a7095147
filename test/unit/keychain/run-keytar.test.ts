// The only place that names the service: under another name, every stored key would seem to be
// gone.
import { expect, test, vi } from 'vitest'
import { runKeytar } from '../../../src/main/keychain/keychain-call.js'

const keytar = vi.hoisted(() => ({
  getPassword: vi.fn((): Promise<string | null> => Promise.resolve('stored')),
  setPassword: vi.fn(() => Promise.resolve()),
  deletePassword: vi.fn(() => Promise.resolve(true)),
}))
vi.mock('keytar', () => ({ default: keytar }))

test('uses one entry of the service plimsoll for each operation', async () => {
  expect(await runKeytar({ op: 'get', account: 'a', item: null })).toEqual(Buffer.from('stored'))
  expect(await runKeytar({ op: 'set', account: 'b', item: Buffer.from('new') })).toBe(true)
  expect(await runKeytar({ op: 'delete', account: 'c', item: null })).toBe(true)
  expect(keytar.getPassword.mock.calls).toEqual([['plimsoll', 'a']])
  expect(keytar.setPassword.mock.calls).toEqual([['plimsoll', 'b', 'new']])
  expect(keytar.deletePassword.mock.calls).toEqual([['plimsoll', 'c']])
  keytar.getPassword.mockResolvedValueOnce(null)
  expect(await runKeytar({ op: 'get', account: 'a', item: null })).toBeNull()
})
