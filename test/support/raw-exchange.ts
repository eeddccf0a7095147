// Bytes to a server, and every answer that comes back until the connection is closed: for requests
// that no HTTP library sends.
import { connect } from 'node:net'

export type RawAnswer = {
  status: number
  headers: Map<string, string>
  text: string
  json: unknown
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Splits what came back into answers; each must say how long it is. An interim answer (100) has no
 * body, and neither has one to HEAD.
 */
export function readAnswers(bytes: Buffer, bodies = true): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const status = /^HTTP\/1\.1 (\d{3}) \S/.exec(first)?.[1]
    if (end < 0 || status === undefined)
      throw new Error(`no answer: ${rest.toString('latin1').slice(0, 200)}`)
    const headers = new Map(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const length = status === '100' || !bodies ? 0 : Number(headers.get('content-length'))
    const body = rest.subarray(end + 4, end + 4 + length)
    if (body.length !== length)
      throw new Error(`an answer of ${length} bytes ends after ${body.length}`)
    const text = body.toString('utf8')
    answers.push({ status: Number(status), headers, text, json: readJson(text) })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}

/**
 * Sends the pieces one after the other, then no more. Gives what came back once the other side has
 * closed the connection too.
 */
export function rawExchange(port: number, ...pieces: (string | Buffer)[]): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (bytes: Buffer) => received.push(bytes))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(Buffer.concat(received)))
    for (const piece of pieces)
      socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
    socket.end()
  })
}
