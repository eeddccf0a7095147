// Answers two private calls with a fixed text, in a separate process so that its CPU time is
// measured separately.
import { createServer } from 'node:http'
import { answers } from './answers.js'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(answers.get(request.url ?? '') ?? '{}')
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`)
})
process.on('disconnect', () => process.exit(0))
