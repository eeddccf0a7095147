// A mail server on loopback: TLS from the start or by STARTTLS, a mailbox with a password, and the
// faults that mail servers have. It takes a password only over TLS.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls'
import type { Certificate } from './certificates.js'

export type SmtpWish = {
  security?: 'tls' | 'starttls'
  user?: string
  password?: string
  /**
   * `greylisted` 451 to a recipient it has not seen before · `dropped` takes the message and closes
   * before it answers · `closed` closes when the message begins · `silent` does not greet before
   * `greet()` · `no-starttls` · `full` 552 after the message · `unknown` 550 to every recipient ·
   * `huge` a reply without end · `odd` greets with the code of success · `turned-away` 554 instead
   * of a greeting · `mute` takes the message and does not answer until `answer()`
   */
  fault?:
    | 'greylisted'
    | 'dropped'
    | 'closed'
    | 'silent'
    | 'no-starttls'
    | 'full'
    | 'unknown'
    | 'huge'
    | 'odd'
    | 'turned-away'
    | 'mute'
    | null
}

export type SmtpMessage = { from: string; to: string; bytes: string }

const base64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8')

/** Header by name, and the text, as a mail program shows them. */
export function readMail({ bytes }: SmtpMessage): { headers: Map<string, string>; text: string } {
  const [head = '', body = ''] = bytes.split('\r\n\r\n')
  const lines = head.replaceAll('\r\n ', '\n').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(': ')
      const words = line.slice(at + 2).split('\n')
      const text = words
        .map((word) => /^=\?UTF-8\?B\?(.*)\?=$/.exec(word)?.[1] ?? null)
        .reduce<string>(
          (all, word, index) => all + (word === null ? (words[index] ?? '') : base64(word)),
          '',
        )
      return [line.slice(0, at), text]
    }),
  )
  return { headers, text: base64(body) }
}

export async function startFakeSmtp(certificate: Certificate, wish: SmtpWish = {}) {
  const { security = 'tls' } = wish
  const options = { ...wish }
  const messages: SmtpMessage[] = []
  /** Every line of every client, in order; whether it came over TLS. */
  const lines: { text: string; secure: boolean }[] = []
  const sockets = new Set<Socket>()
  const seen = new Set<string>()
  const names: string[] = []
  let connections = 0
  const greetings: (() => void)[] = []
  const answers: (() => void)[] = []

  const serve = (opened: Socket, isSecure: boolean): void => {
    let socket = opened
    let secure = isSecure
    let buffered = ''
    let signedIn = false
    let from = ''
    let to = ''
    let isData = false
    const say = (text: string): void => void socket.write(`${text}\r\n`)

    const take = (bytes: string): void => {
      isData = false
      if (options.fault === 'full') return say('552 5.2.2 Mailbox full')
      messages.push({ from, to, bytes: bytes.replaceAll('\r\n..', '\r\n.') })
      const accept = (): void => say('250 2.0.0 Queued')
      if (options.fault === 'dropped') socket.destroy()
      else if (options.fault === 'mute') answers.push(accept)
      else accept()
    }

    const signIn = (given: string): void => {
      const [, user = '', password = ''] = base64(given).split('\0')
      const { user: mailbox = 'me@example.com', password: right = 'app password' } = options
      signedIn = secure && user === mailbox && password === right
      say(signedIn ? '235 2.7.0 Accepted' : '535 5.7.8 Username and Password not accepted')
    }

    const upgrade = (): void => {
      say('220 2.0.0 Ready')
      socket.removeAllListeners('data')
      const plain = socket
      socket = new TLSSocket(plain, {
        isServer: true,
        secureContext: createSecureContext(certificate),
      })
      secure = true
      listen()
    }

    const answer = (line: string): void => {
      const [name = '', rest = ''] = [line.slice(0, 4).toUpperCase(), line.slice(5)]
      if (name === 'EHLO') {
        if (options.fault === 'huge') return void socket.write('250-'.concat('x'.repeat(200_000)))
        const offers = secure || options.fault === 'no-starttls' ? [] : ['250-STARTTLS']
        return say(
          ['250-fake.example', ...offers, '250-AUTH LOGIN PLAIN', '250 SIZE 35882577'].join('\r\n'),
        )
      }
      if (name === 'STAR')
        return options.fault === 'no-starttls' ? say('502 5.5.1 Not known') : upgrade()
      if (name === 'AUTH') return signIn(rest.replace(/^PLAIN /, ''))
      if (!signedIn) return say('530 5.7.0 Sign in first')
      if (name === 'MAIL') {
        from = /<(.*)>/.exec(rest)?.[1] ?? ''
        return say('250 2.1.0 OK')
      }
      if (name === 'RCPT') {
        to = /<(.*)>/.exec(rest)?.[1] ?? ''
        if (options.fault === 'unknown') return say('550 5.1.1 No such user')
        if (options.fault === 'greylisted' && !seen.has(to)) {
          seen.add(to)
          return say('451 4.7.1 Try again later')
        }
        return say('250 2.1.5 OK')
      }
      if (name === 'DATA') {
        if (options.fault === 'closed') return void socket.destroy()
        isData = true
        return say('354 Go ahead')
      }
      return say('250 OK')
    }

    const read = (chunk: Buffer): void => {
      buffered += chunk.toString('latin1')
      for (;;) {
        const mark = isData ? '\r\n.\r\n' : '\r\n'
        const end = buffered.indexOf(mark)
        if (end < 0) return
        const part = buffered.slice(0, end)
        buffered = buffered.slice(end + mark.length)
        if (isData) take(part)
        else {
          lines.push({ text: part, secure })
          answer(part)
        }
      }
    }

    function listen(): void {
      // A client that does not trust the certificate ends the handshake.
      socket.on('error', () => undefined)
      socket.on('data', read)
    }

    listen()
    const greet = (): void => say('220 fake.example ESMTP')
    if (options.fault === 'odd') say('250 OK')
    else if (options.fault === 'turned-away') say('554 5.3.2 Not now')
    else if (options.fault === 'silent') greetings.push(greet)
    else greet()
  }

  const begin = (socket: Socket): void => {
    if (socket instanceof TLSSocket && typeof socket.servername === 'string')
      names.push(socket.servername)
    connections += 1
    sockets.add(socket)
    serve(socket, security === 'tls')
  }
  const server = security === 'tls' ? createTlsServer(certificate, begin) : createServer(begin)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    messages,
    lines,
    /** Which server each client with TLS from the start wanted to reach. */
    names,
    /** May be changed between two messages. */
    options,
    connections: () => connections,
    /** Whose message was not answered. */
    answer: (): void => {
      for (const accept of answers.splice(0)) accept()
    },
    /** Whoever was not greeted. */
    greet: (): void => {
      for (const greet of greetings.splice(0)) greet()
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
