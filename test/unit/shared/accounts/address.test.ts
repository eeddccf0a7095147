import { describe, expect, test } from 'vitest'
import { checkCustomAddress, checkProxy } from '../../../../src/shared/accounts/address.js'
import { englishOf } from '../../../../src/shared/messages/messages.js'

describe('a custom address', () => {
  test.each([
    ['https://exchange.example', 'https://exchange.example', false],
    ['  https://exchange.example/ ', 'https://exchange.example', false],
    ['https://exchange.example:8443', 'https://exchange.example:8443', false],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000', true],
    ['http://localhost:4000/', 'http://localhost:4000', true],
    ['http://[::1]:4000', 'http://[::1]:4000', true],
  ])('NET-1 accepts %s', (typed, baseUrl, loopback) => {
    expect(checkCustomAddress(typed)).toEqual({ ok: true, baseUrl, loopback })
  })

  test.each([
    '',
    'exchange.example',
    'http://exchange.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1:80',
    'ftp://exchange.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:password@exchange.example',
    'https://user@exchange.example',
    'https://exchange.example/api',
    'https://exchange.example?x=1',
    'https://exchange.example#x',
    'https://whitebіt.com',
    'https://xn--whitebt-hvg.com',
  ])('NET-1 refuses "%s" with a reason', (typed) => {
    const verdict = checkCustomAddress(typed)
    expect(verdict.ok).toBe(false)
    expect(verdict.ok ? '' : englishOf(verdict.reason)).toMatch(/^.{20,}$/)
  })
})

describe('a proxy', () => {
  test.each([
    ['', ''],
    ['   ', ''],
    ['http://proxy.example:3128', 'http://proxy.example:3128'],
    [' HTTP://Proxy.Example:3128/ ', 'http://proxy.example:3128'],
    ['http://10.0.0.1', 'http://10.0.0.1'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('NET-17 accepts "%s"', (typed, proxy) => {
    expect(checkProxy(typed)).toEqual({ ok: true, proxy })
  })

  test.each([
    'proxy.example',
    'proxy.example:3128',
    'https://proxy.example:3128',
    'socks5://proxy.example:1080',
    'http://anna:secret@proxy.example:3128',
    'http://proxy.example:3128/path',
    'http://proxy.example:3128?x',
    'http://',
  ])('NET-17 refuses "%s" with a reason that repeats nothing of it', (typed) => {
    const verdict = checkProxy(typed)
    expect(verdict.ok).toBe(false)
    expect(verdict.ok ? '' : englishOf(verdict.reason)).toMatch(/^.{20,}$/)
    expect(verdict.ok ? '' : englishOf(verdict.reason)).not.toContain('secret')
  })
})
