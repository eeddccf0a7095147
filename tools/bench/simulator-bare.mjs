// The baseline: the least a server can do and still check a V4 signature. It takes its key on the
// command line, listens, prints its address, and answers every valid call with a fixed text of the
// length requested in the path.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const [apiKey = '', apiSecret = ''] = process.argv.slice(2)

/** @param {string} path */
const textFor = (path) => JSON.stringify({ text: 'x'.repeat(Number(path.slice(1)) - 11) })
/** @type {Map<string, string>} */
const texts = new Map()

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts)
    const payload = String(request.headers['x-txc-payload'])
    const wanted = createHmac('sha512', apiSecret).update(payload).digest('hex')
    const given = String(request.headers['x-txc-signature'])
    const good =
      request.headers['x-txc-apikey'] === apiKey &&
      payload === body.toString('base64') &&
      given.length === wanted.length &&
      timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
    JSON.parse(body.toString('utf8'))
    const path = request.url ?? '/'
    const text = texts.get(path) ?? textFor(path)
    texts.set(path, text)
    response.writeHead(good ? 200 : 401, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null)
    process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.on('disconnect', () => process.exit(0))
