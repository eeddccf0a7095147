// Messages between the app and the keychain broker. Items are in them and nowhere else: never in arguments, never in the environment.

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

/**
 * What the broker inherits: what finding the session bus and loading libsecret need. Everything else of the user's environment,
 * which may hold other programs' secrets, stays out.
 */
const passed = [
  'HOME',
  'PATH',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'LD_LIBRARY_PATH',
]

/** The locale is fixed: the keychain library gives no codes, only sentences, and they are recognised in English. */
export const brokerEnvironment = (from: { readonly [name: string]: string | undefined }): Record<string, string> => {
  const kept = passed.flatMap((name) => {
    const value = from[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', LANGUAGE: 'C' }
}
