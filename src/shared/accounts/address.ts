// Which custom addresses a key may be sent to. The page checks first, so that nothing has to be
// typed twice; main checks again.
import { type Message, messageOf } from '../messages/messages.js'
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

type ParsedUrl = Record<
  'protocol' | 'host' | 'hostname' | 'username' | 'password' | 'pathname' | 'search' | 'hash',
  string
>

function parsed(typed: string): ParsedUrl | null {
  // Not every environment that reads this file has URL among its types; all have it at run time.
  const Parser = (globalThis as unknown as { URL: new (text: string) => ParsedUrl }).URL
  try {
    return new Parser(typed.trim())
  } catch {
    return null
  }
}

const refuse = (reason: Message) => ({ ok: false as const, reason })

/**
 * Whether a typed base address may be used: any https host, or http on this computer only. Returns
 * it as scheme and host.
 */
export function checkCustomAddress(typed: string) {
  const url = parsed(typed)
  if (url === null) return refuse(messageOf('accounts.address.none', { typed: typed.trim() }))
  if (url.username !== '' || url.password !== '') return refuse(messageOf('accounts.address.user'))
  if (url.search !== '' || url.hash !== '' || (url.pathname !== '/' && url.pathname !== '')) {
    return refuse(messageOf('accounts.address.path'))
  }
  if (url.hostname.includes('xn--')) return refuse(messageOf('accounts.address.letters'))
  const here = loopback.has(url.hostname)
  if (url.protocol === 'http:' && !here) return refuse(messageOf('accounts.address.http'))
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse(messageOf('accounts.address.https'))
  return { ok: true as const, baseUrl: `${url.protocol}//${url.host}`, loopback: here }
}

/**
 * Whether a typed proxy may be used: an http proxy by scheme and host, without a user name or
 * password, which would be stored in a file. '' for none.
 */
export function checkProxy(typed: string) {
  if (typed.trim() === '') return { ok: true as const, proxy: '' }
  const url = parsed(typed)
  if (url === null || url.protocol !== 'http:') return refuse(messageOf('accounts.proxy.form'))
  if (url.username !== '' || url.password !== '') return refuse(messageOf('accounts.proxy.user'))
  if (url.search !== '' || url.hash !== '' || url.pathname !== '/')
    return refuse(messageOf('accounts.proxy.path'))
  return { ok: true as const, proxy: `http://${url.host}` }
}
