// The only importer of keytar. It offers single items alone: the library's listing calls crash the process when an unlock prompt is
// cancelled, and nothing here may reach them.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { BrokerRequest } from './broker-protocol.js'
import { errorText } from './keychain-adapter.js'

type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** keytar hides why its native part does not load; the loader itself names the missing library. */
const loaderReason = (): string => {
  try {
    const root = dirname(createRequire(import.meta.url).resolve('keytar/package.json'))
    process.dlopen({ exports: {} }, join(root, 'prebuilds', `${process.platform}-${process.arch}`, 'keytar.node'))
    return ''
  } catch (error) {
    return errorText(error)
  }
}

let loaded: Promise<Keytar> | null = null

const load = async (): Promise<Keytar> => {
  try {
    const library = await import('keytar')
    return library.default
  } catch (error) {
    throw new Error(`${errorText(error)}. ${loaderReason()}`, { cause: error })
  }
}

/** Loads keytar at the first call, not before: merely loading it needs libsecret. Rejects with the library's own sentence. */
export const runKeytar = async ({ op, args }: Pick<BrokerRequest, 'op' | 'args'>): Promise<Uint8Array | boolean | null> => {
  loaded ??= load()
  const keytar = await loaded
  if (op === 'delete') return keytar.deletePassword(args.service, args.account)
  if (op === 'get') {
    const text = await keytar.getPassword(args.service, args.account)
    return text === null ? null : Buffer.from(text, 'utf8')
  }
  // keytar takes a string, and nothing else can be handed to it; it lives no longer than this call needs it.
  await keytar.setPassword(args.service, args.account, Buffer.from(args.item ?? []).toString('utf8'))
  return true
}
