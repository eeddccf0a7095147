/** A secret in use. It is asked for its bytes at each text, so nothing of it is kept here. */
export type LiveSecret = { readonly wiped: boolean; reveal(): Uint8Array }

export const mask = '[redacted]'

// The rules below name the same words in running text: a name added here belongs there too.

/** Names whose value is never written anywhere, compared without case, dashes and underscores. */
const exact: ReadonlySet<string> = new Set(['key', 'payload', 'sign', 'hmac', 'auth', 'jwt', 'bearer', 'credentials', 'secrets'])

const ending = /(?:apikey|secret|secretkey|privatekey|publickey|accesskey|password|passphrase|passwd|token|signature|authorization|cookie)$/

/** True for header, field and option names such as `X-TXC-SIGNATURE`, `apiSecret`, `websocket_token`, `set-cookie`. */
export const isSensitiveName = (name: string): boolean => {
  if (name.length > 64) return false
  const bare = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return exact.has(bare) || bare.startsWith('xtxc') || ending.test(bare)
}

type Rule = readonly [pattern: RegExp, replacement: string]

// A value is text in quotes (of any depth of JSON inside JSON), or runs to the next separator.
const rules: readonly Rule[] = [
  // Headers whose value may hold spaces: to the end of the line, or of the quotes.
  [/\b((?:proxy-)?authorization|(?:set-)?cookie)(["'\\]*\s*[:=]\s*)(?:\\*"[^"]*?\\*"|'[^']*'|[^\r\n]+)/gi, `$1$2${mask}`],
  [
    /(?<![a-z_-])(x-txc-[a-z-]+|[a-z_-]*(?:api[_-]?key|secret[_-]?key|secret|(?:private|public|access)[_-]?key|pass(?:word|phrase|wd)|token|signature|payload|hmac|jwt))(["'\\]*\s*[:=]\s*)(?:\\*"[^"]*?\\*"|'[^']*'|[^\s,;&}\])"']+)/gi,
    `$1$2${mask}`,
  ],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/g, `$1 ${mask}`],
  // Base64 of anything that begins like a JSON object: a signed payload, or a token.
  [/\bey[I-L][\w+/-]{16,}[\w+/=.-]*/g, mask],
  // Hex as long as an HMAC-SHA512 (specification section 5).
  [/\b[0-9a-f]{100,}\b/gi, mask],
  [/\/\/[^\s/@:]+:[^\s/@]+@/g, `//${mask}@`],
]

export const maskByShape = (text: string): string =>
  rules.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text)

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** What base64 of a longer text shows of this part of it, at each of the three ways it can be aligned. */
const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2].map((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes])
    const text = shifted.toString('base64').replace(/=+$/, '')
    shifted.fill(0)
    // The outermost characters also hold bits of the neighbours.
    return text.slice(shift === 0 ? 0 : shift + 1, (shift + bytes.byteLength) % 3 === 0 ? undefined : -1)
  })

/** Half of a secret is still too much of one. */
const shortestHalved = 24

const formsOf = (bytes: Buffer): Set<string> => {
  const plain = bytes.toString('latin1')
  const half = plain.length >> 1
  const base64 = base64Forms(bytes)
  const hex = bytes.toString('hex')
  return new Set([
    plain,
    ...(plain.length >= shortestHalved ? [plain.slice(0, half), plain.slice(half)] : []),
    jsonEscaped(plain),
    jsonEscaped(jsonEscaped(plain)),
    encodeURIComponent(plain),
    [...plain].join('\0'),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ])
}

/** Takes out every form of a secret in use. Halves come after wholes, so that a whole one leaves one mask. */
export const maskLiveSecrets = (text: string, secrets: Iterable<LiveSecret>): string => {
  let masked = text
  for (const secret of secrets) {
    const revealed = secret.reveal()
    const forms = [...formsOf(Buffer.from(revealed.buffer, revealed.byteOffset, revealed.byteLength))]
    for (const form of forms.toSorted((a, b) => b.length - a.length)) masked = masked.replaceAll(form, mask)
  }
  return masked
}
