// A message as it is sent to a mail server: plain text, one sender and one recipient.
import type { MailSettings } from '../../shared/away/away.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Secret } from '../keychain/secret.js'

export type Mail = MailSettings & {
  host: string
  password: Secret | null
  /** The same for every attempt. */
  id: string
  at: UnixSeconds
  subject: string
  text: string
  critical: boolean
}

/** Bytes of text in an encoded word, so that its line has at most 76 characters (RFC 2047, 2). */
const mostInWord = 39
const encodedLines = /.{1,76}/g

/** One line: nothing in a title can begin another header. */
function lineOf(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Text of a header: as it is if it is plain and short, otherwise as encoded words (RFC 2047). */
function headerText(text: string): string {
  const line = lineOf(text)
  if (/^[\x20-\x7e]{0,60}$/.test(line) && !line.includes('=?')) return line
  const words: string[] = []
  let word = ''
  for (const character of line.toWellFormed()) {
    if (Buffer.byteLength(word + character) > mostInWord) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word]
    .map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`)
    .join('\r\n ')
}

function headersOf({ from, to, subject, id, at, critical }: Mail): [name: string, text: string][] {
  return [
    ['From', lineOf(from)],
    ['To', lineOf(to)],
    ['Subject', headerText(subject)],
    ['Date', new Date(at * 1000).toUTCString().replace('GMT', '+0000')],
    ['Message-ID', lineOf(`<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`)],
    ['Auto-Submitted', 'auto-generated'],
    ...(critical ? [['Importance', 'high'] satisfies [string, string]] : []),
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Transfer-Encoding', 'base64'],
  ]
}

/** The bytes of a message, without attachments or markup. */
export function mailBytes(mail: Mail): Buffer {
  const body = Buffer.from(`${mail.text.toWellFormed()}\r\n`).toString('base64')
  const lines = body.match(encodedLines) ?? []
  const head = headersOf(mail).map(([name, text]) => `${name}: ${text}`)
  return Buffer.from([...head, '', ...lines, ''].join('\r\n'))
}
