// A call as a command line, for a report or a support question. Always redacted: a key must never
// be pasted by mistake, and a command that works would need a fresh nonce and signature anyway.
import type { CallDetail } from '../../shared/calls/call.js'

const placeholders: ReadonlyMap<string, string> = new Map([
  ['x-txc-apikey', '<API key>'],
  ['x-txc-payload', '<payload>'],
  ['x-txc-signature', '<signature>'],
])

/** Quotes any text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

export function curlText({
  method,
  url,
  headers,
  body,
}: Pick<CallDetail, 'method' | 'url' | 'headers' | 'body'>): string {
  const sent = headers.map(
    ({ name, value }) =>
      `-H ${shellQuoted(`${name}: ${placeholders.get(name.toLowerCase()) ?? value}`)}`,
  )
  const words = [
    `curl -X ${method} ${shellQuoted(url)}`,
    ...sent,
    ...(body === null ? [] : [`--data-raw ${shellQuoted(body)}`]),
  ]
  const note =
    headers.length === 0
      ? ''
      : '# Redacted: to run, it would need a fresh nonce, and a payload and a signature made of it.\n'
  return `${note}${words.join(' \\\n  ')}\n`
}
