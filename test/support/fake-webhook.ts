// The user's own server for alerts: keeps what it is sent, on loopback, and checks who signed it.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function startFakeWebhook(secret: string) {
  const received: { body: string; isSigned: boolean }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const {
        'webhook-id': id,
        'webhook-timestamp': at,
        'webhook-signature': signature,
      } = request.headers
      const signed = `${String(id)}.${String(at)}.${body}`
      const right = createHmac('sha256', secret).update(signed).digest('base64')
      received.push({ body, isSigned: signature === `v1,${right}` })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/alerts`,
    received,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
