import { describe, expect, it, vi } from 'vitest'
import { createLinkOpener, mayOpen } from '../../../src/main/desktop/page-isolation.js'

const hosts = ['exchange.example', 'docs.exchange.example']

describe('links', () => {
  it.each([
    'https://exchange.example',
    'https://exchange.example/',
    'https://exchange.example/settings?tab=api#keys',
    'https://docs.exchange.example/x',
    'https://EXCHANGE.example/',
  ])('REN-7 opens %s', (address) => {
    expect(mayOpen(address, hosts)).toBe(true)
  })

  it.each([
    'http://exchange.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'app://plimsoll/',
    'mailto:a@exchange.example',
    'ssh://exchange.example',
    'https://exchange.example.evil/',
    'https://exchange.example@evil/',
    'https://evil@exchange.example/',
    'https://user:word@exchange.example/',
    'https://evil.exchange.example/',
    'https://exchange.example:8443/',
    'https://exchange.example.:443/',
    'https://evil/https://exchange.example/',
    'https://evil\\@exchange.example/',
    'https:\\\\exchange.example\\',
    '\\\\server\\share',
    '//exchange.example/',
    'https:exchange.example',
    'https:/exchange.example',
    ' https://exchange.example/',
    'https://exchange.example/ ',
    'https://exchange.example/a b',
    'https://exchange.example/\n',
    'ht\ttps://exchange.example/',
    'https://exchаnge.example/',
    'https://exchange。example/',
    'HTTPS://exchange.example/',
    'https://',
    'https://exchange.example%2eevil/',
    'https://[::1]/',
    '',
    'x',
  ])('REN-7 refuses %j', (address) => {
    expect(mayOpen(address, hosts)).toBe(false)
    const openExternal = vi.fn(() => Promise.resolve())
    const log = vi.fn()
    createLinkOpener(hosts, openExternal, log)(address)
    expect(openExternal).not.toHaveBeenCalled()
    expect(log).toHaveBeenCalledOnce()
  })

  it('passes the address to the system as it was parsed', () => {
    const openExternal = vi.fn(() => Promise.resolve())
    createLinkOpener(hosts, openExternal, vi.fn())('https://exchange.example/a/../b')
    expect(openExternal).toHaveBeenCalledWith('https://exchange.example/b')
  })

  it('opens nothing with an empty list', () => {
    expect(mayOpen('https://exchange.example/', [])).toBe(false)
  })

  it('logs it if the system fails', async () => {
    const log = vi.fn()
    createLinkOpener(
      hosts,
      () => Promise.reject(new Error('no browser')),
      log,
    )('https://exchange.example/')
    await Promise.resolve()
    await Promise.resolve()
    expect(log).toHaveBeenCalledOnce()
  })
})
