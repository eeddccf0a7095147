// A V4 call signed here, from the specification's section 5 alone: shared with neither the client
// nor the simulator.
import { createHmac } from 'node:crypto'

export type CallKey = { apiKey: string; apiSecret: string }

export type CallAnswer = { status: number; headers: Headers; text: string; json: unknown }

export type CallOptions = {
  /** Body members beside `request` and `nonce`. */
  body?: Record<string, unknown>
  nonce?: string | number | null
  /** What the body says under `request`; the path itself where absent, left out where null. */
  request?: string | null
  /** Replaces or, with undefined, removes headers after signing. */
  headers?: Record<string, string | undefined>
  /** Sent instead of the signed text. */
  sentBody?: string
}

export function sign(text: string, secret: string): { payload: string; signature: string } {
  const payload = Buffer.from(text, 'utf8').toString('base64')
  return { payload, signature: createHmac('sha512', secret).update(payload).digest('hex') }
}

const firstNonce = 1_755_500_000_000

/** A caller with its own growing nonce. Every answer comes back, whatever its status. */
export function signedCaller(url: string, key: CallKey, start = firstNonce) {
  let last = start
  const call = async (path: string, options: CallOptions = {}): Promise<CallAnswer> => {
    const nonce = options.nonce === undefined ? String((last += 1)) : options.nonce
    const request = options.request === undefined ? path : options.request
    const text = JSON.stringify({
      ...options.body,
      ...(request === null ? {} : { request }),
      ...(nonce === null ? {} : { nonce }),
    })
    const { payload, signature } = sign(text, key.apiSecret)
    const wanted: Record<string, string | undefined> = {
      'Content-Type': 'application/json',
      'X-TXC-APIKEY': key.apiKey,
      'X-TXC-PAYLOAD': payload,
      'X-TXC-SIGNATURE': signature,
      ...options.headers,
    }
    const headers = Object.fromEntries(
      Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: options.sentBody ?? text,
    })
    return readAnswer(response)
  }
  return call
}

export async function readAnswer(response: Response): Promise<CallAnswer> {
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, headers: response.headers, text, json }
}
