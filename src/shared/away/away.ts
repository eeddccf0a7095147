// Alerts that reach people who are away from this computer: where they are sent, which of them, and
// what they say. Everything is off until the user adds a destination.
import { checkCustomAddress } from '../accounts/address.js'
import type { AlertLevel } from '../alerts/alert.js'
import type { QuietHours } from '../alerts/quiet-hours.js'
import { messageOf, type MessageOrText } from '../messages/messages.js'
import type { FieldErrors } from '../problem.js'
import type { UnixSeconds } from '../time.js'

/**
 * `ntfy` a topic of the public or an own ntfy server · `telegram` a chat with the user's own bot ·
 * `webhook` signed JSON to any address · `ping` an address that raises an alert itself when the
 * pings stop, such as that of healthchecks.
 */
export const destinationKinds = ['ntfy', 'telegram', 'webhook', 'ping'] as const
export type DestinationKind = (typeof destinationKinds)[number]

const publicAddresses: Record<DestinationKind, string> = {
  ntfy: 'https://ntfy.sh',
  telegram: 'https://api.telegram.org',
  webhook: '',
  ping: '',
}

/** Minutes after which the missing of Plimsoll is noticed. */
export const watchMinutes = [15, 30, 60] as const

/** A certificate authority that the user chose for the server of one destination. */
export type Authority = {
  pem: string
  /** Whom it names. */
  subject: string
  from: UnixSeconds
  until: UnixSeconds
  /** SHA-256, as pairs of hexadecimal digits. */
  fingerprint: string
}

export type DestinationSettings = {
  kind: DestinationKind
  /** Of ntfy and Telegram, scheme and host; otherwise the whole address. */
  address: string
  /**
   * Of ntfy, where it is known to whoever may read it, like a password. Of Telegram, the id of the
   * chat.
   */
  topic: string
  /** Trusted by this destination in place of the authorities that come with Plimsoll. */
  authority: Authority | null
  on: boolean
  /** Which alerts are sent. */
  levels: AlertLevel[]
  /** Whether LTV, headroom and distances are sent. Amounts never are. */
  percentages: boolean
  /** Whether the account is named. */
  accountName: boolean
  quietHours: QuietHours
  /** Margin calls, liquidations and the like are sent during quiet hours as well. */
  criticalBreaksQuiet: boolean
  /** Whether it reports that Plimsoll stopped, and after how many minutes. */
  watch: { on: boolean; minutes: (typeof watchMinutes)[number] }
}

export function newDestination(kind: DestinationKind): DestinationSettings {
  return {
    kind,
    address: publicAddresses[kind],
    topic: '',
    authority: null,
    on: true,
    levels: kind === 'ping' ? [] : ['danger'],
    percentages: false,
    accountName: false,
    quietHours: { on: false, from: 22 * 60, to: 7 * 60 },
    criticalBreaksQuiet: true,
    watch: { on: kind === 'ping', minutes: 15 },
  }
}

type DestinationParts = {
  /** Whether its address is a scheme and a host alone. */
  hostOnly: boolean
  /** What `topic` is. */
  topic: 'topic' | 'chat' | null
  alerts: boolean
  watch: boolean
  /** `bot`: the token of a Telegram bot, which is required as well. */
  secret: 'optional' | 'required' | 'bot' | 'none'
}

/** Which parts a kind of destination has. */
export const destinationParts: Record<DestinationKind, DestinationParts> = {
  ntfy: { hostOnly: true, topic: 'topic', alerts: true, watch: true, secret: 'optional' },
  telegram: { hostOnly: true, topic: 'chat', alerts: true, watch: false, secret: 'bot' },
  webhook: { hostOnly: false, topic: null, alerts: true, watch: false, secret: 'required' },
  ping: { hostOnly: false, topic: null, alerts: false, watch: true, secret: 'none' },
}

const baseForm = /^https?:\/\/[^/?#\s]+/i
/** Printable ASCII without `#`. */
const pathForm = /^[/?][\x21-\x22\x24-\x7e]*$/

/** An address as the host to connect to and the path to send; the same hosts as for keys. */
export function splitAddress(typed: string) {
  const [base = ''] = baseForm.exec(typed.trim()) ?? []
  const rest = typed.trim().slice(base.length)
  if (base === '' || (rest !== '' && !pathForm.test(rest)))
    return { ok: false as const, reason: messageOf('away.address.none', { typed: typed.trim() }) }
  const checked = checkCustomAddress(base)
  if (!checked.ok) return checked
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return { ok: true as const, baseUrl: checked.baseUrl, path }
}

const topicForms = {
  /** As ntfy documents topics; it uses the same form for ids. */
  topic: /^[-_A-Za-z0-9]{1,64}$/,
  /** A number, negative for groups, or the name of a public channel. */
  chat: /^(?:-?[1-9]\d{0,15}|@[A-Za-z]\w{3,31})$/,
} as const

/** Printable ASCII without spaces, as in a header. */
const secretForm = /^[\x21-\x7e]{8,256}$/
/** The id of the bot, and nothing that would mean something else in a path. */
const botTokenForm = /^\d{3,20}:[-\w]{20,100}$/

/**
 * What is wrong with each field. `secret`: what was typed, '' if there is none, null if the stored
 * one is kept.
 */
export function destinationFaults(
  { kind, address, topic }: DestinationSettings,
  secret: string | null,
): FieldErrors {
  const faults: FieldErrors = {}
  const parts = destinationParts[kind]
  const isBot = parts.secret === 'bot'
  const split = splitAddress(address)
  const wrongAddress = !split.ok
    ? split.reason
    : parts.hostOnly && split.path !== '/'
      ? messageOf('accounts.address.path')
      : null
  if (wrongAddress !== null) faults['address'] = [wrongAddress]
  if (parts.topic !== null && !topicForms[parts.topic].test(topic))
    faults['topic'] = [messageOf(`away.${parts.topic}.form`)]
  const isMissing = secret === '' && (isBot || parts.secret === 'required')
  const form = isBot ? botTokenForm : secretForm
  if (isMissing || (secret !== null && secret !== '' && !form.test(secret)))
    faults['secret'] = [messageOf(isBot ? 'away.bot-token.form' : 'away.secret.form')]
  return faults
}

/** Whether it is at the public server of its kind, whose authority is known. */
export function isPublic({ kind, address }: DestinationSettings): boolean {
  const split = splitAddress(address)
  return split.ok && publicAddresses[kind] === split.baseUrl
}

/** Where a destination is, without what must stay secret. */
export function hostOf({ address }: Pick<DestinationSettings, 'address'>): string {
  return address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?].*$/, '')
}

/**
 * `queued` to be sent, or sent again · `sent` the service accepted it · `expired` not accepted
 * within an hour · `quiet` held back by quiet hours · `withdrawn` the user had acknowledged it, or
 * removed the destination. When quiet hours ended: `over` it no longer applied · `surpassed`
 * something more severe of the same followed · `unchosen` the destination no longer takes it
 */
export const awayStates = [
  'queued',
  'sent',
  'expired',
  'quiet',
  'withdrawn',
  'over',
  'surpassed',
  'unchosen',
] as const
export type AwayState = (typeof awayStates)[number]

export type AwayEntry = {
  id: string
  at: UnixSeconds
  title: string
  state: AwayState
  /** When it was sent, or given up. */
  endedAt: UnixSeconds | null
}

/** What went wrong last, until something succeeds. */
export type AwayFault = { at: UnixSeconds; message: MessageOrText }

/**
 * As the service counts them: of all destinations there with one token. `isSlowed`: the message
 * that Plimsoll stopped is moved ahead less often, so that alerts still get through.
 */
export type DailyMessages = {
  used: number
  limit: number
  resetsAt: UnixSeconds
  isSlowed: boolean
}

export type DestinationView = {
  id: string
  settings: DestinationSettings
  hasSecret: boolean
  queued: number
  /** Held back by quiet hours. */
  held: number
  lastSentAt: UnixSeconds | null
  /** Messages of today, where the service limits them. */
  daily: DailyMessages | null
  fault: AwayFault | null
  /** When the message that Plimsoll stopped will be delivered; null if none is scheduled. */
  armedUntil: UnixSeconds | null
  lastPushAt: UnixSeconds | null
  watchFault: AwayFault | null
}

export type AwayView = {
  destinations: DestinationView[]
  /** Newest first; of all destinations. */
  history: AwayEntry[]
}

export const noAway: AwayView = { destinations: [], history: [] }

export const mostDestinations = 10

/** Exactly what would be sent. */
export type AwayPreview = {
  /** A sample alert; null if this kind sends none. */
  alert: { title: string; text: string } | null
  /** What arrives when Plimsoll stopped; null without the switch. */
  stopped: { title: string; text: string } | null
  /** The requests, each as method, path without its secret part, and body. */
  requests: string[]
}

export type DestinationDraft = {
  /** Null for a new one. */
  id: string | null
  settings: DestinationSettings
  /** The token of ntfy or the signing secret of a webhook; null keeps the stored one. */
  secret: string | null
}
