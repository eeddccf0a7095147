// Where the stream of an exchange is. By the public documentation of 2026-09 the global site has
// moved it, and the old host closes on 2027-03-01.
import { regions } from '../endpoints.js'

const hosts: ReadonlyMap<string, string> = new Map([
  [regions.global.baseUrl, 'wss://wss.whitebit.com/ws'],
  [regions.eu.baseUrl, 'wss://api.whitebit.eu/ws'],
])

/** `baseUrl`: of an account. At another address, the stream is expected where its calls go. */
export function streamAddressOf(baseUrl: string): string {
  return hosts.get(baseUrl) ?? `${baseUrl.replace(/^http/, 'ws')}/ws`
}
