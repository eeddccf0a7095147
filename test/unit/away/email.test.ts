import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Mail, mailBytes } from '../../../src/main/exchange/mail-message.js'
import { destinationSettings } from '../../../src/main/away/away-repository.js'
import {
  destinationFaults,
  type DestinationSettings,
  type MailSettings,
  newDestination,
} from '../../../src/shared/away/away.js'
import { readMail } from '../../support/fake-smtp.js'
import { worded } from '../../support/worded.js'

const mail: MailSettings = {
  security: 'tls',
  port: 465,
  user: 'me@example.com',
  from: 'me@example.com',
  to: 'phone@example.com',
}
const settings: DestinationSettings = {
  ...newDestination('email'),
  address: 'smtp.example.com',
  mail,
}

function bytesOf(some: Partial<Mail>): string {
  return mailBytes({
    ...mail,
    host: 'smtp.example.com',
    password: null,
    id: '00000000-0000-4000-8000-000000000001',
    at: 0,
    subject: '',
    text: '',
    critical: false,
    ...some,
  }).toString('latin1')
}

const names = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'Auto-Submitted',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
]

describe('a mail', () => {
  it('has exactly these headers and this text, whatever is in a title or a text', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'a\r\nBcc: you@example.com',
        '\n\n.\r\n',
        '=?UTF-8?B?QQ==?=',
        '\u2028x',
        '🔔'.repeat(40),
      ),
    )
    fc.assert(
      fc.property(hostile, hostile, (subject, text) => {
        const bytes = bytesOf({ subject, text })
        const { headers, text: read } = readMail({ from: '', to: '', bytes })
        expect([...headers.keys()]).toEqual(names)
        expect(read).toBe(`${text.toWellFormed()}\r\n`)
        expect(bytes).toMatch(/^[\x20-\x7e\r\n]*$/)
        expect(bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        for (const line of bytes.split('\r\n')) expect(line.length).toBeLessThan(77)
      }),
    )
  })

  it('keeps a title that a mail program would decode, and one that is long', () => {
    for (const subject of ['=?UTF-8?B?QQ==?=', 'Loan '.repeat(40).trim(), '🔔'.repeat(40)])
      expect(
        readMail({ from: '', to: '', bytes: bytesOf({ subject }) }).headers.get('Subject'),
      ).toBe(subject)
  })
})

describe('a mail destination is refused for', () => {
  it.each([
    ['a line break in an address', { to: 'a@example.com\r\nBcc: b@example.com' }, 'to'],
    ['a name', { from: 'Me <me@example.com>' }, 'from'],
    ['two addresses', { to: 'a@example.com,b@example.com' }, 'to'],
    ['a comment', { to: 'a@example.com(b)' }, 'to'],
    ['a line break in the user name', { user: 'me\nQUIT' }, 'user'],
    ['no user name', { user: '' }, 'user'],
    ['a port that is none', { port: 65_536 }, 'port'],
  ])('%s', (_, some, field) => {
    const faults = destinationFaults({ ...settings, mail: { ...mail, ...some } }, 'app password')
    expect(Object.keys(faults)).toEqual([field])
  })

  it.each([
    'smtps://smtp.example.com',
    'smtp.example.com:465',
    'a b',
    'a\r\nb',
    'xn--pple-43d.com',
    '',
  ])('the server %j', (address) => {
    expect(worded(destinationFaults({ ...settings, address }, 'app password'))).toMatchObject({
      address: [/A host such as/],
    })
  })

  it.each(['', 'short', 'with\nline break', ' leading space', 'пароль-пароль'])(
    'the password %j',
    (password) => {
      expect(Object.keys(destinationFaults(settings, password))).toEqual(['secret'])
    },
  )

  it('nothing else', () => {
    expect(destinationFaults(settings, 'abcd efgh ijkl mnop')).toEqual({})
    expect(destinationFaults(settings, null)).toEqual({})
  })

  it('parts of another kind, or the lack of its own', () => {
    expect(destinationSettings.safeParse(settings).success).toBe(true)
    expect(destinationSettings.safeParse({ ...settings, mail: null }).success).toBe(false)
    expect(destinationSettings.safeParse({ ...newDestination('ntfy'), mail }).success).toBe(false)
  })
})
