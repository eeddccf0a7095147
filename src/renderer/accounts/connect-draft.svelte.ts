import type { Dialect, Profile, Region } from '../../shared/accounts/account.js'
import type { ConnectStep } from '../../shared/accounts/connect.js'
import type { Problem } from '../../shared/problem.js'
import type { Bridge } from '../../shared/contract.js'
import { checkCustomAddress } from '../../shared/accounts/address.js'
import {
  type Message,
  type MessageKey,
  messageOf,
  textOf,
  type MessageOrText,
} from '../../shared/messages/messages.js'

type ConnectField = 'name' | 'baseUrl' | 'apiKey' | 'apiSecret'
type FieldFaults = Partial<Record<ConnectField, readonly MessageOrText[]>>
type KeyField = 'api-key' | 'api-secret'

const keyFields: readonly KeyField[] = ['api-key', 'api-secret']
const trimmedKeys = {
  'api-key': 'accounts.key-trimmed',
  'api-secret': 'accounts.secret-trimmed',
} as const satisfies Record<KeyField, MessageKey>

/** Printable ASCII, 8 to 512 characters: anything else would break a header or a keychain entry. */
function keyFault(text: string, what: KeyField): MessageOrText | null {
  if (text === '') return messageOf(`shell.connect.${what}.none`)
  if (!/^[\x21-\x7e]+$/.test(text)) return messageOf(`shell.connect.${what}.letters`)
  if (text.length < 8) return messageOf(`shell.connect.${what}.short`)
  if (text.length > 512) return messageOf(`shell.connect.${what}.long`)
  return null
}

function addressFault(text: string): MessageOrText | null {
  if (text === '') return messageOf('shell.connect.address.none')
  const verdict = checkCustomAddress(text)
  return verdict.ok ? null : verdict.reason
}

export function connectFaults(
  form: Pick<
    ConnectDraft,
    'name' | 'region' | 'baseUrl' | 'apiKey' | 'apiSecret' | 'keptKeyHint' | 'secretKept'
  >,
): FieldFaults {
  const faults: FieldFaults = {}
  if (form.name.trim() === '') faults.name = [messageOf('shell.connect.name.none')]
  else if (form.name.trim().length > 60) faults.name = [messageOf('shell.connect.name.long')]
  const address = form.region === 'custom' ? addressFault(form.baseUrl.trim()) : null
  if (address !== null) faults.baseUrl = [address]
  const key =
    form.apiKey === '' && form.keptKeyHint !== null ? null : keyFault(form.apiKey.trim(), 'api-key')
  if (key !== null) faults.apiKey = [key]
  const secret =
    form.apiSecret === '' && form.secretKept ? null : keyFault(form.apiSecret.trim(), 'api-secret')
  if (secret !== null) faults.apiSecret = [secret]
  return faults
}

function untouched(): ConnectStep[] {
  return [
    { name: 'ping', state: 'waiting', problem: null },
    { name: 'balance', state: 'waiting', problem: null },
  ]
}

/**
 * A key being entered. The key and the secret are in the page only from the keystroke to the check:
 * after that, main holds them under the draft's id and the fields are cleared, whatever the result.
 */
export class ConnectDraft {
  readonly #bridge: Bridge
  /** Set when an existing profile gets a new key. */
  readonly profile: Profile | null

  name = $state('')
  region = $state<Exclude<Region, 'demo'>>('global')
  baseUrl = $state('')
  dialect = $state<Dialect>('live')
  apiKey = $state('')
  apiSecret = $state('')

  phase = $state<'editing' | 'checking' | 'saving'>('editing')
  steps = $state.raw<ConnectStep[]>(untouched())
  checked = $state(false)
  passed = $state(false)
  #trimmed = $state.raw<Readonly<Record<KeyField, boolean>>>({
    'api-key': false,
    'api-secret': false,
  })
  #checkRemarks = $state.raw<readonly Message[]>([])
  #faults = $state.raw<FieldFaults>({})
  problem = $state.raw<Problem | null>(null)
  /** First four … last four of the key main holds for this draft. */
  keptKeyHint = $state<string | null>(null)
  secretKept = $state(false)

  #draftId: string | null = null
  #stopListening: (() => void) | null = null
  #over = false

  constructor(bridge: Bridge, profile: Profile | null = null) {
    this.#bridge = bridge
    this.profile = profile
    if (profile === null) return
    this.name = profile.name
    if (profile.region !== 'demo') this.region = profile.region
    if (profile.region === 'custom') this.baseUrl = profile.baseUrl
    this.dialect = profile.dialect
  }

  /** Whether closing the form would lose anything. */
  get begun(): boolean {
    const named = this.profile === null && this.name.trim() !== ''
    const typed = [
      this.baseUrl === (this.profile?.baseUrl ?? '') ? '' : this.baseUrl,
      this.apiKey,
      this.apiSecret,
    ]
    return named || this.secretKept || typed.some((text) => text.trim() !== '')
  }

  /** In the current language. */
  get faults(): Partial<Record<ConnectField, string>> {
    return Object.fromEntries(
      Object.entries(this.#faults).map(([field, faults]) => [field, faults.map(textOf).join(' ')]),
    )
  }

  /** What was corrected automatically, and what the check noted. */
  get remarks(): string[] {
    const pasted = keyFields.flatMap((field) =>
      this.#trimmed[field] ? [messageOf(trimmedKeys[field])] : [],
    )
    const checked = this.#checkRemarks.filter(({ key }) => pasted.every((one) => one.key !== key))
    return [...pasted, ...checked].map(textOf)
  }

  open(): void {
    this.#stopListening = this.#bridge.listen('connect-steps', ({ draftId, steps }) => {
      if (this.phase !== 'checking') return
      // The first check learns its draft's id from the first step reported.
      this.#draftId ??= draftId
      if (draftId === this.#draftId) this.steps = steps
    })
  }

  /** Leaves nothing behind: main discards the key and the secret of a draft that was not saved. */
  close(): void {
    this.#over = true
    this.#stopListening?.()
    this.#stopListening = null
    this.apiKey = ''
    this.apiSecret = ''
    if (this.#draftId !== null) void this.#bridge.ask('connect/discard', { draftId: this.#draftId })
    this.#draftId = null
  }

  /** Any change after a check makes its result stale. */
  edited(field?: ConnectField): void {
    this.passed = false
    this.checked = false
    this.steps = untouched()
    this.problem = null
    this.#checkRemarks = []
    if (field !== undefined)
      this.#faults = Object.fromEntries(Object.entries(this.#faults).filter(([of]) => of !== field))
  }

  /** What remains after pasting into a key field. */
  pasted(field: 'apiKey' | 'apiSecret', text: string): void {
    const clean = text.trim()
    this[field] = clean
    this.edited(field)
    this.#trimmed = {
      ...this.#trimmed,
      [field === 'apiKey' ? 'api-key' : 'api-secret']: clean !== text && clean !== '',
    }
  }

  async check(): Promise<void> {
    if (this.phase !== 'editing') return
    this.problem = null
    this.#faults = connectFaults(this)
    if (Object.keys(this.#faults).length > 0) return
    const custom = this.region === 'custom'
    const [apiKey, apiSecret] = [this.apiKey.trim(), this.apiSecret.trim()]
    const form = {
      draftId: this.#draftId,
      profileId: this.profile?.id ?? null,
      name: this.name.trim(),
      region: this.region,
      baseUrl: custom ? this.baseUrl.trim() : null,
      dialect: custom ? this.dialect : null,
      apiKey: apiKey === '' ? null : apiKey,
      apiSecret: apiSecret === '' ? null : apiSecret,
    }
    this.#emptyKeys()
    this.phase = 'checking'
    this.passed = false
    this.steps = [{ name: 'ping', state: 'running', problem: null }, ...untouched().slice(1)]
    const answer = await this.#bridge.ask('connect/check', form)
    if (this.#over) {
      if (answer.ok) void this.#bridge.ask('connect/discard', { draftId: answer.value.draftId })
      return
    }
    this.phase = 'editing'
    this.checked = true
    if (!answer.ok) {
      this.#refused(answer.error)
      return
    }
    this.#draftId = answer.value.draftId
    this.steps = answer.value.steps
    this.passed = answer.value.passed
    this.#checkRemarks = answer.value.remarks
    if (apiKey !== '') this.keptKeyHint = `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`
    this.secretKept = true
  }

  /** The saved profile, or null; `problem` then says why. */
  async save(storage: 'keychain' | 'session'): Promise<Profile | null> {
    if (this.phase !== 'editing' || !this.passed || this.#draftId === null) return null
    this.#emptyKeys()
    this.problem = null
    this.phase = 'saving'
    const answer = await this.#bridge.ask('connect/save', { draftId: this.#draftId, storage })
    this.phase = 'editing'
    if (!answer.ok) {
      this.problem = answer.error
      return null
    }
    this.#draftId = null
    return answer.value
  }

  #emptyKeys(): void {
    this.apiKey = ''
    this.apiSecret = ''
  }

  #refused(problem: Problem): void {
    this.steps = untouched()
    this.#faults = problem.fields ?? {}
    this.problem = problem
    // Main discards a draft it refuses outright, unless it still holds an earlier check of it.
    if (this.#draftId === null) {
      this.keptKeyHint = null
      this.secretKept = false
    }
  }
}
