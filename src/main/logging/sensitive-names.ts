// The names inside running text are in redact-text.ts: a name added here belongs there too.

/** Names whose value is never written anywhere, compared without case, dashes and underscores. */
const exact: ReadonlySet<string> = new Set(['key', 'payload', 'sign', 'hmac', 'auth', 'jwt', 'bearer', 'credentials', 'secrets'])

const ending = /(?:apikey|secret|secretkey|privatekey|publickey|accesskey|password|passphrase|passwd|token|signature|authorization|cookie)$/

/** True for header, field and option names such as `X-TXC-SIGNATURE`, `apiSecret`, `websocket_token`, `set-cookie`. */
export const isSensitiveName = (name: string): boolean => {
  if (name.length > 64) return false
  const bare = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return exact.has(bare) || bare.startsWith('xtxc') || ending.test(bare)
}
