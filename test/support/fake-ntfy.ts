// An ntfy server as docs.ntfy.sh/publish documents it: JSON to its root, tokens, ids of sequences,
// scheduled messages that are replaced or cancelled by theirs, and limits. It keeps its own time,
// and has faults where a test wants them.
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { headersOf, type OutgoingClient } from '../../src/main/exchange/outgoing-client.js'
import { fail, ok } from '../../src/shared/result.js'
import type { Certificate } from './certificates.js'

export type NtfyMessage = {
  id: string
  sequenceId: string
  topic: string
  title: string
  message: string
  /** When it was delivered. */
  at: number
}

type Scheduled = NtfyMessage & { due: number }

type Reply = { status: number; body: string; retryAfter: number | null }

/** `refuse` answers with 500 · `lost` never arrives · `cut` arrives, but its answer does not */
export type NtfyFault = 'refuse' | 'lost' | 'cut' | null

const idForm = /^[-_A-Za-z0-9]{1,64}$/

export function createFakeNtfy(
  clock: () => number,
  options: {
    token?: string
    /** Messages a day; those of the public server. */
    daily?: number
    /** Requests at once, and seconds until there is one more. */
    bucket?: { size: number; seconds: number }
    /** A server before 2.16 knows no sequence ids. */
    isOld?: boolean
  } = {},
) {
  const delivered: NtfyMessage[] = []
  let scheduled: Scheduled[] = []
  const requests: { at: number; host: string; bytes: string }[] = []
  const perDay = new Map<number, number>()
  let ids = 0
  let room = options.bucket?.size ?? Infinity
  let roomAt = 0

  /** What is due by now reaches the phone. */
  const deliver = (): void => {
    const now = clock()
    for (const { due, ...message } of scheduled.filter((one) => one.due <= now))
      delivered.push({ ...message, at: due })
    scheduled = scheduled.filter(({ due }) => due > now)
  }

  const error = (status: number, code: number, text: string): Reply => ({
    status,
    body: JSON.stringify({ code, http: status, error: text }),
    retryAfter: null,
  })

  const isLimited = (): boolean => {
    const { bucket, daily = Infinity } = options
    if (bucket !== undefined) {
      const now = clock()
      room = Math.min(bucket.size, room + (now - roomAt) / bucket.seconds)
      roomAt = now
      if (room < 1) return true
      room -= 1
    }
    return (perDay.get(Math.floor(clock() / 86_400)) ?? 0) >= daily
  }

  const publish = (body: string): Reply => {
    const { topic, title, message, delay, sequence_id } = JSON.parse(body) as Record<string, string>
    if (topic === undefined || !idForm.test(topic)) return error(400, 40009, 'topic invalid')
    if (sequence_id !== undefined && !idForm.test(sequence_id))
      return error(400, 40049, 'sequence ID invalid')
    const minutes = delay === undefined ? 0 : Number(/^(\d+)m$/.exec(delay)?.[1] ?? Number.NaN)
    if (Number.isNaN(minutes)) return error(400, 40004, 'unable to parse delay')
    if (isLimited()) return error(429, 42908, 'limit reached: too many messages')
    const day = Math.floor(clock() / 86_400)
    perDay.set(day, (perDay.get(day) ?? 0) + 1)
    const id = `m${String((ids += 1))}`
    const known = options.isOld === true ? undefined : sequence_id
    const kept = {
      id,
      sequenceId: known ?? id,
      topic,
      title: title ?? '',
      message: message ?? '',
      at: clock(),
    }
    if (known !== undefined)
      scheduled = scheduled.filter((one) => one.topic !== topic || one.sequenceId !== known)
    if (minutes > 0) scheduled.push({ ...kept, due: clock() + minutes * 60 })
    else delivered.push(kept)
    return {
      status: 200,
      body: JSON.stringify({ id, event: 'message', topic, ...(known && { sequence_id: known }) }),
      retryAfter: null,
    }
  }

  const handle = (
    method: string,
    path: string,
    headers: Record<string, unknown>,
    body: string,
    host: string,
  ): Reply => {
    deliver()
    requests.push({
      at: clock(),
      host,
      bytes: `${method} ${path} ${JSON.stringify(headers)} ${body}`,
    })
    const { token } = options
    if (token !== undefined && headers['authorization'] !== `Bearer ${token}`)
      return error(401, 40101, 'unauthorized')
    if (method === 'POST' && path === '/') return publish(body)
    const [, topic, sequenceId] = path.split('/')
    if (method !== 'DELETE' || sequenceId === undefined) return error(404, 40401, 'not found')
    if (isLimited()) return error(429, 42901, 'limit reached: too many requests')
    scheduled = scheduled.filter((one) => one.topic !== topic || one.sequenceId !== sequenceId)
    return { status: 200, body: '{"event":"message_delete"}', retryAfter: null }
  }

  const lowered = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

  return {
    /** In time's order, up to now. */
    delivered: (): NtfyMessage[] => {
      deliver()
      return delivered
    },
    /**
     * What a phone shows: clients show messages with one sequence id as one, which the latest
     * updates.
     */
    shown: (): Map<string, NtfyMessage> => {
      deliver()
      return new Map(delivered.map((message) => [message.sequenceId, message]))
    },
    scheduled: (): Scheduled[] => {
      deliver()
      return scheduled
    },
    requests: () => requests,
    perDay: () => [...perDay.values()],
    /** In place of the network. `fault`: what happens to the next request. */
    client:
      (fault: () => NtfyFault = () => null): OutgoingClient =>
      async (request) => {
        const { method, path, body } = request
        const what = fault()
        if (what === 'lost') return fail({ cause: 'NO_ROUTE', sent: false })
        if (what === 'refuse') return ok({ status: 500, body: '', retryAfterMs: null })
        const reply = handle(method, path, lowered(headersOf(request)), body ?? '', request.baseUrl)
        return what === 'cut'
          ? fail({ cause: 'TIMEOUT', sent: true })
          : ok({ ...reply, retryAfterMs: reply.retryAfter })
      },
    /** On loopback; the caller closes it. */
    listen: async (
      certificate?: Certificate,
    ): Promise<{ address: string; close: () => Promise<void> }> => {
      const answer: RequestListener = (request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8')
          const { method = '', url = '' } = request
          const reply = handle(method, url, request.headers, body, 'loopback')
          response.writeHead(reply.status, { 'Content-Type': 'application/json' })
          response.end(reply.body)
        })
      }
      const server =
        certificate === undefined ? createServer(answer) : createTlsServer(certificate, answer)
      // A client that does not trust the certificate ends the handshake.
      server.on('tlsClientError', () => undefined)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return {
        address: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
        close: () =>
          new Promise((resolve) => {
            server.closeAllConnections()
            server.close(() => resolve())
          }),
      }
    },
  }
}
