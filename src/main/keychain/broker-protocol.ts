// What passes between the app and the keychain broker. Items travel here and nowhere else: never in arguments, never in the environment.

export type BrokerOperation = 'get' | 'set' | 'delete'

export type BrokerRequest = {
  readonly id: number
  readonly op: BrokerOperation
  readonly args: { readonly service: string; readonly account: string; readonly item: Uint8Array | null }
}

export type BrokerReply =
  | { readonly id: number; readonly ok: true; readonly value: Uint8Array | boolean | null }
  | { readonly id: number; readonly ok: false; readonly message: string }

type Fields = { readonly [name: string]: unknown }

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const isOperation = (value: unknown): value is BrokerOperation => value === 'get' || value === 'set' || value === 'delete'

/** Null for anything that is not a whole request. */
export const readBrokerRequest = (message: unknown): BrokerRequest | null => {
  if (!isRecord(message) || !isRecord(message['args'])) return null
  const { id, op, args } = message
  const { service, account, item } = message['args']
  if (typeof id !== 'number' || !isOperation(op) || !isRecord(args)) return null
  if (typeof service !== 'string' || typeof account !== 'string') return null
  if (item !== null && !(item instanceof Uint8Array)) return null
  return { id, op, args: { service, account, item } }
}

/** Null for anything that is not a whole reply. */
export const readBrokerReply = (message: unknown): BrokerReply | null => {
  if (!isRecord(message) || typeof message['id'] !== 'number') return null
  const { id, ok, value } = message
  if (ok === true && (value === null || typeof value === 'boolean' || value instanceof Uint8Array)) return { id, ok, value }
  if (ok === false && typeof message['message'] === 'string') return { id, ok, message: message['message'] }
  return null
}
