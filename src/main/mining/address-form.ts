// What a payout address looks like by its own form: Base58Check as legacy addresses have it, Bech32
// and Bech32m as segwit ones do (BIP 173, BIP 350). It says nothing of whose address it is.
import { createHash } from 'node:crypto'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { AddressForm } from '../../shared/mining/mining.js'

type Network = Extract<AddressForm, 'bitcoin' | 'bitcoin-test'>

/** First byte of a legacy address: to a key, to a script. */
const versions: ReadonlyMap<number, Network> = new Map([
  [0x00, 'bitcoin'],
  [0x05, 'bitcoin'],
  [0x6f, 'bitcoin-test'],
  [0xc4, 'bitcoin-test'],
])

const prefixes: ReadonlyMap<string, Network> = new Map([
  ['bc', 'bitcoin'],
  ['tb', 'bitcoin-test'],
  ['bcrt', 'bitcoin-test'],
])

const longestSegwit = 90

const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
)

function legacyForm(address: string): AddressForm {
  try {
    const bytes = base58check.decode(address)
    if (bytes.length === 21) return versions.get(bytes[0] ?? -1) ?? 'other'
  } catch {
    // It holds a sign that none has, or its check digits do not fit.
  }
  // Nothing but an address with a slip in it is as long as this and begins so.
  return /^[13mn2][A-Za-z0-9]{24,35}$/.test(address) ? 'broken' : 'other'
}

function segwitForm(address: string, network: Network): AddressForm {
  const plain = bech32.decodeUnsafe(address, longestSegwit)
  const read = plain ?? bech32m.decodeUnsafe(address, longestSegwit)
  const [version, ...words] = read?.words ?? []
  if (read === undefined || version === undefined || version > 16) return 'broken'
  // Version 0 keeps the first check, all later ones have the second (BIP 350).
  if ((version === 0) !== (plain !== undefined)) return 'broken'
  const program = bech32.fromWordsUnsafe(words)
  if (program === undefined || program.length < 2 || program.length > 40) return 'broken'
  // Whatever is paid to a version that has no rules yet, anyone may take.
  if (version > 1) return 'other'
  // What anybody's wallet makes: to a key or a script, and taproot.
  const isWhole = program.length === 32 || (version === 0 && program.length === 20)
  return isWhole ? network : version === 0 ? 'broken' : 'other'
}

/** Far longer than any address; decoding takes time with the square of the length. */
const longest = 200

export function addressForm(address: string): AddressForm {
  if (address.length > longest) return 'other'
  const lower = address.toLowerCase()
  const network = prefixes.get(lower.slice(0, lower.lastIndexOf('1')))
  if (network !== undefined) return segwitForm(address, network)
  // The mark in the middle is lost or doubled, but nothing else begins like this.
  if (/^(bc|tb|bcrt)1[a-z0-9]{6,87}$/.test(lower)) return 'broken'
  return legacyForm(address)
}
