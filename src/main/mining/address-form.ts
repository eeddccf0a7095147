// What kind of payout address its format says it is: legacy addresses are Base58Check, segwit ones
// Bech32 or Bech32m (BIP 173, BIP 350). It does not say whose address it is.
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
    // It contains an invalid character, or its check digits do not match.
  }
  // Only a mistyped address has this length and prefix.
  return /^[13mn2][A-Za-z0-9]{24,35}$/.test(address) ? 'broken' : 'other'
}

function segwitForm(address: string, network: Network): AddressForm {
  const plain = bech32.decodeUnsafe(address, longestSegwit)
  const read = plain ?? bech32m.decodeUnsafe(address, longestSegwit)
  const [version, ...words] = read?.words ?? []
  if (read === undefined || version === undefined || version > 16) return 'broken'
  // Version 0 uses the first checksum, all later ones the second (BIP 350).
  if ((version === 0) !== (plain !== undefined)) return 'broken'
  const program = bech32.fromWordsUnsafe(words)
  if (program === undefined || program.length < 2 || program.length > 40) return 'broken'
  // Anyone may spend what is paid to a version that has no rules yet.
  if (version > 1) return 'other'
  // What wallets generate: to a key or a script, and taproot.
  const isWhole = program.length === 32 || (version === 0 && program.length === 20)
  return isWhole ? network : version === 0 ? 'broken' : 'other'
}

/** Far longer than any address; decoding time grows with the square of the length. */
const longest = 200

export function addressForm(address: string): AddressForm {
  if (address.length > longest) return 'other'
  const lower = address.toLowerCase()
  const network = prefixes.get(lower.slice(0, lower.lastIndexOf('1')))
  if (network !== undefined) return segwitForm(address, network)
  // The separator is missing or doubled, but nothing else starts like this.
  if (/^(bc|tb|bcrt)1[a-z0-9]{6,87}$/.test(lower)) return 'broken'
  return legacyForm(address)
}
