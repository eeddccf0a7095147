import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { curlText, shellQuoted } from '../../../../src/renderer/calls/curl.js'
import { aCall } from '../../../fixtures/portfolio/calls.js'

/**
 * The words of a POSIX shell for what is used here: quotes, backslashes, spaces, a comment and
 * continued lines.
 */
function shellWords(text: string): string[] {
  const words: string[] = []
  let word: string | null = null
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === "'") {
      const end = text.indexOf("'", at + 1)
      if (end < 0) throw new Error('a quote is not closed')
      word = (word ?? '') + text.slice(at + 1, end)
      at = end
    } else if (letter === '\\') {
      at += 1
      if (text[at] !== '\n') word = (word ?? '') + (text[at] ?? '')
    } else if (letter === '#' && word === null) {
      at = text.indexOf('\n', at)
    } else if (/\s/.test(letter)) {
      if (word !== null) words.push(word)
      word = null
    } else if (/[\w@%+=:,./-]/.test(letter)) word = (word ?? '') + letter
    else throw new Error(`the shell would read ${letter} itself`)
  }
  if (word !== null) words.push(word)
  return words
}

const anyText = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .filter((text) => !text.includes('\0'))
const shellText = fc.oneof(
  anyText,
  fc.string({
    unit: fc.constantFrom("'", '"', '\\', '$', '`', '!', '\n', ' ', '#', 'a', '*', ';', '&'),
    maxLength: 30,
  }),
)

describe('a call as a command line', () => {
  it('is one word to a shell, whatever it contains', () => {
    fc.assert(
      fc.property(shellText, (text) => {
        expect(shellWords(shellQuoted(text))).toEqual([text])
      }),
    )
  })

  it('is parsed back word by word', () => {
    fc.assert(
      fc.property(shellText, shellText, (body, value) => {
        const headers = [
          { name: 'Content-Type', value },
          { name: 'X-TXC-APIKEY', value: 'a1b2…7f90' },
          { name: 'X-TXC-PAYLOAD', value: 'eyJhIjoxfQ==' },
          { name: 'X-TXC-SIGNATURE', value: '4f4f' },
        ]
        expect(
          shellWords(
            curlText({
              method: 'POST',
              url: 'https://exchange.example/api/v4/orders',
              headers,
              body,
            }),
          ),
        ).toEqual([
          ...['curl', '-X', 'POST', 'https://exchange.example/api/v4/orders'],
          ...['-H', `Content-Type: ${value}`],
          ...['-H', 'X-TXC-APIKEY: <API key>'],
          ...['-H', 'X-TXC-PAYLOAD: <payload>'],
          ...['-H', 'X-TXC-SIGNATURE: <signature>'],
          ...['--data-raw', body],
        ])
      }),
    )
  })

  it('SEC-3 contains neither the key, not even shortened, nor the payload nor the signature', () => {
    const call = aCall({ id: 1 })
    const text = curlText(call)
    for (const { name, value } of call.headers)
      if (name.startsWith('X-TXC')) expect(text).not.toContain(value)
    expect(text).toContain('a fresh nonce')
  })

  it('needs nothing of that for a public call', () => {
    const call = aCall({
      id: 1,
      method: 'GET',
      path: '/api/v4/public/ping',
      body: null,
      headers: [],
    })
    expect(curlText(call)).toBe("curl -X GET 'https://whitebit.com/api/v4/public/ping'\n")
  })
})
