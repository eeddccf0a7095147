// One call of the keychain library: the request, how it crosses to the keychain broker and back,
// and the library itself. The only importer of keytar. It offers single items only: the library's
// listing calls crash the process when an unlock prompt is cancelled, and nothing here may reach
// them.
import type library from 'keytar'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type KeychainCall = {
  readonly op: 'get' | 'set' | 'delete'
  readonly account: string
  readonly item: Uint8Array | null
}
export type KeychainValue = Uint8Array | boolean | null

/**
 * To the broker. Items are in these messages and nowhere else: never in arguments, never in the
 * environment.
 */
export type BrokerRequest = KeychainCall & { readonly id: number }

export type BrokerReply = { readonly id: number } & (
  | { readonly ok: true; readonly value: KeychainValue }
  | { readonly ok: false; readonly message: string }
)

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null
}

/** Null for anything that is not a complete request. */
export function readBrokerRequest(message: unknown): BrokerRequest | null {
  if (!isRecord(message)) return null
  const { id, op, account, item } = message
  if (
    typeof id !== 'number' ||
    typeof account !== 'string' ||
    (op !== 'get' && op !== 'set' && op !== 'delete')
  )
    return null
  return item === null || item instanceof Uint8Array ? { id, op, account, item } : null
}

/** Null for anything that is not a complete reply. */
export function readBrokerReply(reply: unknown): BrokerReply | null {
  if (!isRecord(reply) || typeof reply['id'] !== 'number') return null
  const { id, ok, value, message } = reply
  if (ok === true && (value === null || typeof value === 'boolean' || value instanceof Uint8Array))
    return { id, ok, value }
  return ok === false && typeof message === 'string' ? { id, ok, message } : null
}

/** The broker's first message: it is loaded and accepts requests. */
export const brokerReady = { ready: true } as const

export function isBrokerReady(message: unknown): boolean {
  return isRecord(message) && message['ready'] === true
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const service = 'plimsoll'

/** keytar hides why its native part does not load; the loader itself names the missing library. */
function loaderReason(): string {
  try {
    const root = dirname(createRequire(import.meta.url).resolve('keytar/package.json'))
    process.dlopen(
      { exports: {} },
      join(root, 'prebuilds', `${process.platform}-${process.arch}`, 'keytar.node'),
    )
    return ''
  } catch (error) {
    return errorText(error)
  }
}

async function load(): Promise<
  Pick<typeof library, 'getPassword' | 'setPassword' | 'deletePassword'>
> {
  try {
    const keytar = await import('keytar')
    return keytar.default
  } catch (error) {
    throw new Error(`${errorText(error)}. ${loaderReason()}`, { cause: error })
  }
}

let loaded: ReturnType<typeof load> | null = null

/**
 * Loads keytar at the first call, not before: merely loading it needs libsecret. Rejects with the
 * library's own sentence.
 */
export async function runKeytar({ op, account, item }: KeychainCall): Promise<KeychainValue> {
  loaded ??= load()
  const keytar = await loaded
  if (op === 'delete') return keytar.deletePassword(service, account)
  if (op === 'get') {
    const text = await keytar.getPassword(service, account)
    return text === null ? null : Buffer.from(text, 'utf8')
  }
  // keytar accepts only a string; it lives no longer than this call needs it.
  await keytar.setPassword(service, account, Buffer.from(item ?? []).toString('utf8'))
  return true
}
