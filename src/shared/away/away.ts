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
 * `email` a message through the user's mail server · `webhook` signed JSON to any address ·
 * `ping` an address that raises an alert itself when the pings stop, such as that of healthchecks.
 */
export const destinationKinds = ['ntfy', 'telegram', 'email', 'webhook', 'ping'] as const
export type DestinationKind = (typeof destinationKinds)[number]

const publicAddresses: Record<DestinationKind, string> = {
  ntfy: 'https://ntfy.sh',
  telegram: 'https://api.telegram.org',
  email: '',
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

/** `tls` from the start · `starttls` before anything else is said. Never without TLS. */
export const mailSecurities = ['tls', 'starttls'] as const
export type MailSecurity = (typeof mailSecurities)[number]

export const usualPorts: Record<MailSecurity, number> = { tls: 465, starttls: 587 }

/** How mail is sent. The host is the address of the destination. */
export type MailSettings = {
  security: MailSecurity
  port: number
  user: string
  from: string
  to: string
}

export type DestinationSettings = {
  kind: DestinationKind
  /** Of ntfy and Telegram, scheme and host; of e-mail, the host; otherwise the whole address. */
  address: string
  /**
   * Of ntfy, where it is known to whoever may read it, like a password. Of Telegram, the id of the
   * chat.
   */
  topic: string
  /** Trusted by this destination in place of the authorities that come with Plimsoll. */
  authority: Authority | null
  /** Of e-mail alone. */
  mail: MailSettings | null
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
    mail:
      kind === 'email'
        ? { security: 'tls', port: usualPorts.tls, user: '', from: '', to: '' }
        : null,
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
  /** `bot`: the token of a Telegram bot, `password`: of a mailbox, which are required as well. */
  secret: 'optional' | 'required' | 'bot' | 'password' | 'none'
}

/** Which parts a kind of destination has. */
export const destinationParts: Record<DestinationKind, DestinationParts> = {
  ntfy: { hostOnly: true, topic: 'topic', alerts: true, watch: true, secret: 'optional' },
  telegram: { hostOnly: true, topic: 'chat', alerts: true, watch: false, secret: 'bot' },
  email: { hostOnly: true, topic: null, alerts: true, watch: false, secret: 'password' },
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
/** App passwords are shown in groups, with spaces between them. */
const passwordForm = /^[\x21-\x7e][\x20-\x7e]{6,254}[\x21-\x7e]$/
/** The id of the bot, and nothing that would mean something else in a path. */
const botTokenForm = /^\d{3,20}:[-\w]{20,100}$/

const hostForm = /^(?![.-])[a-z\d.-]{1,253}(?<![.-])$/i
/** A name before the sign, without what would need quotes, and nothing that ends a line. */
const mailboxForm = /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?![.-])[a-z\d.-]{1,189}(?<![.-])$/i
/** As it is sent to the server; many are addresses. */
const userForm = /^[\x21-\x7e]{1,200}$/

/** The host to connect to, and which server that is. */
export function serverOf(settings: DestinationSettings) {
  const { address, mail } = settings
  if (mail === null) {
    const split = splitAddress(address)
    return split.ok ? { ok: true as const, address: split.baseUrl, place: split.baseUrl } : split
  }
  const host = address.trim().toLowerCase()
  // Letters of other alphabets may look like those of another host.
  return hostForm.test(host) && !host.includes('xn--')
    ? { ok: true as const, address: host, place: `${host}:${String(mail.port)}` }
    : { ok: false as const, reason: messageOf('away.mail.host-form') }
}

function mailFaults({ port, user, from, to }: MailSettings): FieldErrors {
  const faults: FieldErrors = {}
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    faults['port'] = [messageOf('away.mail.port-form')]
  if (!userForm.test(user)) faults['user'] = [messageOf('away.mail.user-form')]
  for (const [name, mailbox] of Object.entries({ from, to }))
    if (!mailboxForm.test(mailbox)) faults[name] = [messageOf('away.mail.address-form')]
  return faults
}

const secretForms = {
  optional: { form: secretForm, said: messageOf('away.secret.form') },
  required: { form: secretForm, said: messageOf('away.secret.form') },
  none: { form: secretForm, said: messageOf('away.secret.form') },
  bot: { form: botTokenForm, said: messageOf('away.bot-token.form') },
  password: { form: passwordForm, said: messageOf('away.mail.password-form') },
} as const

/**
 * What is wrong with each field. `secret`: what was typed, '' if there is none, null if the stored
 * one is kept.
 */
export function destinationFaults(
  settings: DestinationSettings,
  secret: string | null,
): FieldErrors {
  const { kind, address, topic, mail } = settings
  const faults: FieldErrors = mail === null ? {} : mailFaults(mail)
  const parts = destinationParts[kind]
  const server = serverOf(settings)
  const split = mail === null ? splitAddress(address) : null
  const hasPath = parts.hostOnly && split?.ok === true && split.path !== '/'
  if (!server.ok) faults['address'] = [server.reason]
  else if (hasPath) faults['address'] = [messageOf('accounts.address.path')]
  if (parts.topic !== null && !topicForms[parts.topic].test(topic))
    faults['topic'] = [messageOf(`away.${parts.topic}.form`)]
  const isMissing = secret === '' && parts.secret !== 'optional' && parts.secret !== 'none'
  const { form, said } = secretForms[parts.secret]
  if (isMissing || (secret !== null && secret !== '' && !form.test(secret)))
    faults['secret'] = [said]
  return faults
}

/** Whether it may be a server of the user's own, with an authority of its own. */
export function isOwnServer(settings: DestinationSettings): boolean {
  const server = serverOf(settings)
  if (!server.ok) return false
  const usesTls = settings.mail !== null || server.address.startsWith('https:')
  return usesTls && server.address !== publicAddresses[settings.kind]
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
 * within an hour · `refused` the service refused it for good · `unanswered` a mail server took it
 * several times without an answer · `quiet` held back by quiet hours · `withdrawn` the user had
 * acknowledged it, or removed the destination. When quiet hours ended: `over` it no longer applied
 * · `surpassed` something more severe of the same followed · `unchosen` the destination no longer
 * takes it
 */
export const awayStates = [
  'queued',
  'sent',
  'expired',
  'refused',
  'unanswered',
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
