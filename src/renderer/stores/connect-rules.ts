// What the page can see is wrong with a connect form before anything is sent. Main checks everything again; this only saves a round trip.
import { checkCustomAddress } from '../../shared/domain/address.js'

export type ConnectField = 'name' | 'baseUrl' | 'apiKey' | 'apiSecret'
export type FieldFaults = Partial<Record<ConnectField, string>>

/** Takes spaces and line breaks off both ends, and says so where there were any. */
export const trimmed = (text: string, what: string): { text: string; remark: string | null } => {
  const clean = text.trim()
  return { text: clean, remark: clean === text || clean === '' ? null : `Spaces around the ${what} were removed.` }
}

/** Letters, digits and signs of a plain keyboard, 8 to 512 of them: anything else would break a header or a keychain entry. */
const keyFault = (text: string, what: string): string | null => {
  if (text === '') return `Enter the ${what}.`
  if (!/^[\x21-\x7e]+$/.test(text)) return `The ${what} may hold only plain letters, digits and signs. Copy it again from the exchange.`
  if (text.length < 8) return `This is too short for an ${what}.`
  if (text.length > 512) return `This is too long for the ${what}.`
  return null
}

const addressFault = (text: string): string | null => {
  if (text === '') return 'Enter the address, for example https://exchange.example'
  const verdict = checkCustomAddress(text)
  return verdict.ok ? null : verdict.reason
}

export const connectFaults = (form: {
  name: string
  custom: boolean
  baseUrl: string
  apiKey: string
  apiSecret: string
  keyKept: boolean
  secretKept: boolean
}): FieldFaults => {
  const faults: FieldFaults = {}
  if (form.name.trim() === '') faults.name = 'Give the account a name you will recognise.'
  else if (form.name.trim().length > 60) faults.name = 'Sixty characters at most.'
  const address = form.custom ? addressFault(form.baseUrl.trim()) : null
  if (address !== null) faults.baseUrl = address
  const key = form.apiKey === '' && form.keyKept ? null : keyFault(form.apiKey.trim(), 'API key')
  if (key !== null) faults.apiKey = key
  const secret = form.apiSecret === '' && form.secretKept ? null : keyFault(form.apiSecret.trim(), 'API secret')
  if (secret !== null) faults.apiSecret = secret
  return faults
}

/** First four … last four characters, as main shows it for a saved profile. */
export const keyHintOf = (key: string): string => `${key.slice(0, 4)}…${key.slice(-4)}`
