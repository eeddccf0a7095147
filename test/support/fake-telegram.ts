// The Bot API of Telegram as core.telegram.org/bots/api documents it: a token in the path, JSON,
// chats that are unknown or have blocked the bot, and limits that say how long to wait. Like the
// real one it has no ids by which a message would be recognized.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { headersOf, type OutgoingClient, pathOf } from '../../src/main/exchange/outgoing-client.js'
import { fail, ok } from '../../src/shared/result.js'
import type { NtfyFault } from './fake-ntfy.js'

type Reply = { status: number; body: string; location?: string }

export type TelegramBot = {
  token: string
  chat: string
  isBlocked?: boolean
  /** Seconds that each message has to wait; null for as soon as possible. */
  floodWait?: number | null
  /** `redirect` to another address · `huge` an answer without end · `page` some other program */
  answers?: 'redirect' | 'huge' | 'page' | null
}

function refusal(status: number, description: string, parameters?: object): Reply {
  return {
    status,
    body: JSON.stringify({ ok: false, error_code: status, description, parameters }),
  }
}

export function createFakeTelegram(clock: () => number, bot: TelegramBot) {
  const delivered: { at: number; text: string; silent: boolean }[] = []
  const requests: { at: number; host: string; path: string; bytes: string }[] = []

  const send = (body: string): Reply => {
    const message = JSON.parse(body) as Record<string, unknown>
    const { chat_id: chat, text, parse_mode: mode, disable_notification: silent } = message
    if (mode !== undefined) return refusal(400, "Bad Request: can't parse entities")
    if (typeof text !== 'string' || text === '')
      return refusal(400, 'Bad Request: message text is empty')
    if (text.length > 4096) return refusal(400, 'Bad Request: message is too long')
    if (chat !== bot.chat) return refusal(400, 'Bad Request: chat not found')
    if (bot.isBlocked === true) return refusal(403, 'Forbidden: bot was blocked by the user')
    const { floodWait: wait = null } = bot
    if (wait !== null)
      return refusal(429, `Too Many Requests: retry after ${String(wait)}`, { retry_after: wait })
    delivered.push({ at: clock(), text, silent: silent === true })
    const result = { message_id: delivered.length, chat: { id: Number(chat) }, text }
    return { status: 200, body: JSON.stringify({ ok: true, result }) }
  }

  const handle = (
    { method, path, headers }: { method: string; path: string; headers: object },
    body: string,
    host: string,
  ): Reply => {
    const bytes = `${method} ${path} ${JSON.stringify(headers)} ${body}`
    requests.push({ at: clock(), host, path, bytes })
    if (bot.answers === 'redirect')
      return { status: 302, body: '', location: `https://elsewhere.example${path}` }
    if (bot.answers === 'huge') return { status: 200, body: ' '.repeat(1024 * 1024) }
    if (bot.answers === 'page') return { status: 200, body: '{"ok":true,"result":true}' }
    const [, token, name] = /^\/bot([^/]*)\/(\w+)$/.exec(path) ?? []
    if (token === undefined || name !== 'sendMessage' || method !== 'POST')
      return refusal(404, 'Not Found')
    return token === bot.token ? send(body) : refusal(401, 'Unauthorized')
  }

  return {
    /** Messages in the chat, oldest first. */
    delivered: () => delivered,
    requests: () => requests,
    /** In place of the network. `fault`: what happens to the next request. */
    client:
      (fault: () => NtfyFault = () => null): OutgoingClient =>
      (request) => {
        const what = fault()
        if (what === 'lost') return Promise.resolve(fail({ cause: 'NO_ROUTE', sent: false }))
        if (what === 'refuse')
          return Promise.resolve(ok({ status: 502, body: '', retryAfterMs: null }))
        const parts = { ...request, path: pathOf(request), headers: headersOf(request) }
        const { status, body } = handle(parts, request.body ?? '', request.baseUrl)
        return Promise.resolve(
          what === 'cut'
            ? fail({ cause: 'TIMEOUT', sent: true })
            : ok({ status, body, retryAfterMs: null }),
        )
      },
    /** On loopback; the caller closes it. */
    listen: async (): Promise<{ address: string; close: () => Promise<void> }> => {
      const server = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const { method = '', url: path = '', headers } = request
          const typed = Buffer.concat(chunks).toString('utf8')
          const { status, body, location } = handle({ method, path, headers }, typed, 'loopback')
          response.writeHead(status, {
            'Content-Type': 'application/json',
            ...(location !== undefined && { Location: location }),
          })
          response.end(body)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return {
        address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
        close: () =>
          new Promise((resolve) => {
            server.closeAllConnections()
            server.close(() => resolve())
          }),
      }
    },
  }
}
