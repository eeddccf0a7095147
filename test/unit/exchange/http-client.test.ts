import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createHttpClient } from '../../../src/main/exchange/http-client.js'
import { regions } from '../../../src/v4/endpoints.js'

function open(baseUrl: string) {
  const http = createHttpClient({ baseUrl })
  if (http.ok) http.value.close()
  return http.ok
}

describe('allowed addresses', () => {
  it.each([
    regions.global.baseUrl,
    regions.eu.baseUrl,
    'https://exchange.example:8443',
    'http://127.0.0.1:1',
    'http://localhost:1',
    'http://[::1]:1',
  ])('NET-1 %s is allowed', (address) => {
    expect(open(address)).toBe(true)
  })

  it.each([
    'http://whitebit.com',
    'http://192.168.1.10',
    'http://127.0.0.1.example.com',
    'https://user:password@whitebit.com',
    'https://user@whitebit.com',
    'https://whіtebit.com',
    'https://xn--whtebit-0bg.com',
    'https://whitebit.com/api',
    'https://whitebit.com?x=1',
    'https://whitebit.com#x',
    'ftp://whitebit.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'whitebit.com',
    '',
  ])('NET-1 %j is refused', (address) => {
    expect(open(address)).toBe(false)
  })
})

it('reveals nothing of a call when printed', () => {
  const http = createHttpClient({ baseUrl: 'https://exchange.example' })
  if (!http.ok) throw new Error(http.error)
  expect(inspect(http.value, { depth: 10 })).not.toContain('headers')
  http.value.close()
})
