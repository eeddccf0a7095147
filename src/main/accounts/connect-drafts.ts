// From a key and a secret to a saved profile. Nothing is stored before Save; a draft holds its keys
// in memory for at most ten minutes and always wipes them when it ends.
import type { Profile } from '../../shared/accounts/account.js'
import { checkCustomAddress } from '../../shared/accounts/address.js'
import type {
  ConnectCheck,
  ConnectForm,
  ConnectStep,
  ConnectStepName,
} from '../../shared/accounts/connect.js'
import type { FieldErrors, Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import { regions } from '../../v4/endpoints.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'
import {
  credentialMissing,
  type Credentials,
  type Secret,
  wipeCredentials,
} from '../keychain/secret.js'
import { inOneLine, type Message, messageOf } from '../../shared/messages/messages.js'
import { checkName } from './account-name.js'
import { type SaveParts, saveProfile, type Target, unknownProfile } from './profiles.js'

const onThisComputer = messageOf('accounts.connect.on-this-computer')

function addressOf(
  form: ConnectForm,
  before: Target | null,
): Result<{ place: Omit<Target, 'name'>; remarks: Message[] }, FieldErrors> {
  if (form.region !== 'custom')
    return ok({ place: { region: form.region, ...regions[form.region] }, remarks: [] })
  const typed = form.baseUrl ?? (before?.region === 'custom' ? before.baseUrl : null)
  const dialect = form.dialect ?? before?.dialect ?? null
  if (typed === null) return fail({ baseUrl: [messageOf('accounts.connect.enter-address')] })
  const verdict = checkCustomAddress(typed)
  if (!verdict.ok) return fail({ baseUrl: [verdict.reason] })
  if (dialect === null) return fail({ dialect: [messageOf('accounts.connect.choose-dialect')] })
  return ok({
    place: { region: 'custom', baseUrl: verdict.baseUrl, dialect },
    remarks: verdict.loopback ? [onThisComputer] : [],
  })
}

/**
 * The target of a form. `before`: the draft's previous target, so null in the form means
 * "unchanged". `existing`: the profile that gets a new key; it keeps its exchange, because its
 * history belongs to it.
 */
function parseForm(
  form: ConnectForm,
  before: Target | null,
  existing: Profile | null,
  profiles: readonly Profile[],
): Result<{ target: Target; remarks: Message[] }, FieldErrors> {
  const name = checkName(form.name, profiles, existing?.id ?? null)
  const placed = addressOf(form, before)
  if (!placed.ok || !name.ok)
    return fail({ ...(placed.ok ? {} : placed.error), ...(name.ok ? {} : { name: [name.error] }) })
  const { place, remarks } = placed.value
  if (
    existing !== null &&
    (existing.region !== place.region || existing.baseUrl !== place.baseUrl)
  ) {
    return fail({ region: [messageOf('accounts.connect.stays-with-exchange')] })
  }
  return ok({ target: { ...place, name: name.value }, remarks })
}

type CheckingClient = Pick<ExchangeClient, 'ping' | 'mainBalance' | 'close'>

const draftLifetime = 600
/** One form is open at a time; drafts left by a reloaded page are dropped. */
const maxDrafts = 3

type Draft = {
  id: string
  /** The id of the future profile, so that a second Save writes the same keychain entry. */
  profileId: string
  existing: Profile | null
  keys: Credentials
  /** When the older half of the key was received. */
  since: UnixSeconds
  cancelExpiry: () => void
  target: Target
  /** The check in progress; a newer one replaces it. */
  checking: CheckingClient | null
  passed: boolean
  saving: boolean
}

type TypedCredentials = { keys: Credentials; remarks: Message[]; bothNew: boolean }

/**
 * A check sends typed text to the address and shows part of the response: limited, so that a
 * compromised page cannot use it as an outbound channel.
 */
const maxChecks = 10
const checkWindow = 60

function tooManyChecks(now: UnixSeconds, until: UnixSeconds): Problem {
  const seconds = Math.ceil(until - now)
  return {
    code: 'busy',
    message: messageOf('accounts.connect.too-many-checks', { checks: maxChecks, seconds }),
    reason: 'TOO_MANY_CHECKS',
    retryAt: until,
  }
}

const expired: Problem = {
  code: 'gone',
  message: messageOf('accounts.connect.expired'),
}
const overtaken: Problem = { code: 'gone', message: messageOf('accounts.connect.overtaken') }
const savingNow: Problem = { code: 'busy', message: messageOf('accounts.connect.saving') }
const unchecked: Problem = { code: 'bad-input', message: messageOf('accounts.connect.unchecked') }

function badInput(fields: FieldErrors): { ok: false; error: Problem } {
  return fail({ code: 'bad-input', message: inOneLine(Object.values(fields).flat()), fields })
}

const stepNames: readonly ConnectStepName[] = ['ping', 'balance']

export function createConnectDrafts(
  parts: SaveParts & {
    clock: Clock
    timing: Pick<Timing, 'after'>
    newId(): string
    /** The rule for valid keys and secrets. The error is for the field. */
    readPart(
      part: 'apiKey' | 'apiSecret',
      text: string,
    ): Result<{ secret: Secret; remark: Message | null }, Message>
    connect(address: Pick<Target, 'baseUrl' | 'dialect'>, keys: Credentials): CheckingClient
    /** A system dialog that names the address. Fails if the user declines. */
    confirmAddress(baseUrl: string): Promise<Result<null, Problem>>
    onSteps(progress: { draftId: string; steps: ConnectStep[] }): void
    /** A profile was added, or has a new key. */
    onSaved(profile: Profile): void
  },
) {
  const drafts = new Map<string, Draft>()
  /** Custom addresses the user confirmed in this run. */
  const confirmed = new Set<string>()
  /** Entered, but not in a draft yet: the dialog about the address is open. */
  const waiting = new Set<Secret>()
  let checkedAt: UnixSeconds[] = []

  const countCheck = (): Result<null, Problem> => {
    const now = parts.clock()
    checkedAt = checkedAt.filter((at) => at <= now && now - at < checkWindow)
    const [oldest] = checkedAt
    if (oldest !== undefined && checkedAt.length >= maxChecks)
      return fail(tooManyChecks(now, oldest + checkWindow))
    checkedAt.push(now)
    return ok(null)
  }

  /**
   * The exchange’s own addresses, this computer, and addresses that a key was saved for need no
   * confirmation.
   */
  const isConfirmed = ({ region, baseUrl }: Target, known: readonly Profile[]): boolean => {
    if (
      region !== 'custom' ||
      confirmed.has(baseUrl) ||
      known.some((profile) => profile.baseUrl === baseUrl && profile.keyHint !== '')
    )
      return true
    const verdict = checkCustomAddress(baseUrl)
    return verdict.ok && verdict.loopback
  }

  const confirm = async (baseUrl: string): Promise<Result<null, Problem>> => {
    const answer = await parts.confirmAddress(baseUrl)
    if (answer.ok) confirmed.add(baseUrl)
    return answer
  }

  const endDraft = (draft: Draft): void => {
    drafts.delete(draft.id)
    draft.cancelExpiry()
    draft.checking?.close()
    draft.checking = null
    wipeCredentials(draft.keys)
  }

  /** Timers pause while the computer sleeps, so the age is also checked on every use. */
  const findDraft = (draftId: string | null): Draft | null => {
    const draft = drafts.get(draftId ?? '') ?? null
    if (draft !== null && !draft.saving && parts.clock() - draft.since >= draftLifetime) {
      endDraft(draft)
      return null
    }
    return draft
  }

  const startAge = (draft: Draft): void => {
    draft.since = parts.clock()
    draft.cancelExpiry()
    // If a draft expires while being saved, the save ends it.
    draft.cancelExpiry = parts.timing.after(draftLifetime * 1000, () => {
      if (!draft.saving) endDraft(draft)
    })
  }

  /**
   * Both halves, each from the form or else from the draft. If one half is invalid, the newly read
   * other half is wiped.
   */
  const readCredentials = (
    form: ConnectForm,
    draft: Draft | null,
  ): Result<TypedCredentials, FieldErrors> => {
    const read = (part: 'apiKey' | 'apiSecret'): ReturnType<typeof parts.readPart> => {
      const text = form[part]
      if (text !== null) return parts.readPart(part, text)
      return draft === null
        ? fail(credentialMissing(part))
        : ok({ secret: draft.keys[part], remark: null })
    }
    const apiKey = read('apiKey')
    const apiSecret = read('apiSecret')
    if (apiKey.ok && apiSecret.ok) {
      const remarks = [apiKey.value.remark, apiSecret.value.remark].filter(
        (remark) => remark !== null,
      )
      const bothNew = form.apiKey !== null && form.apiSecret !== null
      return ok({
        keys: { apiKey: apiKey.value.secret, apiSecret: apiSecret.value.secret },
        remarks,
        bothNew,
      })
    }
    for (const half of [apiKey, apiSecret]) if (half.ok) wipeNew([half.value.secret], draft)
    return fail({
      ...(apiKey.ok ? {} : { apiKey: [apiKey.error] }),
      ...(apiSecret.ok ? {} : { apiSecret: [apiSecret.error] }),
    })
  }

  const wipeNew = (halves: readonly Secret[], draft: Draft | null): void => {
    for (const half of halves)
      if (half !== draft?.keys.apiKey && half !== draft?.keys.apiSecret) half.wipe()
  }

  const openDraft = (keys: Credentials, target: Target): Draft => {
    const oldest = [...drafts.values()].find((draft) => !draft.saving)
    if (drafts.size >= maxDrafts && oldest !== undefined) endDraft(oldest)
    const [id, profileId] = [parts.newId(), parts.newId()]
    const state = {
      existing: null,
      since: parts.clock(),
      cancelExpiry: () => undefined,
      checking: null,
      passed: false,
      saving: false,
    }
    const draft: Draft = { id, profileId, keys, target, ...state }
    drafts.set(id, draft)
    return draft
  }

  const updateDraft = (
    draft: Draft,
    read: TypedCredentials,
    target: Target,
    existing: Profile | null,
  ): void => {
    draft.checking?.close()
    if (draft.existing?.id !== existing?.id) draft.profileId = existing?.id ?? parts.newId()
    const { keys } = draft
    if (keys.apiKey !== read.keys.apiKey) keys.apiKey.wipe()
    if (keys.apiSecret !== read.keys.apiSecret) keys.apiSecret.wipe()
    Object.assign(draft, {
      existing,
      target,
      keys: read.keys,
      checking: null,
      passed: false,
    } satisfies Partial<Draft>)
    if (read.bothNew) startAge(draft)
  }

  const runCheck = async (
    draft: Draft,
    remarks: Message[],
  ): Promise<Result<ConnectCheck, Problem>> => {
    const client = parts.connect(draft.target, draft.keys)
    draft.checking = client
    let steps: ConnectStep[] = stepNames.map((name) => ({ name, state: 'waiting', problem: null }))
    const show = (
      name: ConnectStepName,
      state: ConnectStep['state'],
      problem: Problem | null = null,
    ): void => {
      steps = steps.map((step) => (step.name === name ? { name, state, problem } : step))
      parts.onSteps({ draftId: draft.id, steps })
    }
    for (const name of stepNames) {
      show(name, 'running')
      const answer = await (name === 'ping' ? client.ping() : client.mainBalance())
      if (draft.checking !== client) return fail(drafts.has(draft.id) ? overtaken : expired)
      show(name, answer.ok ? 'passed' : 'failed', answer.ok ? null : answer.error)
      if (!answer.ok) break
    }
    draft.checking = null
    client.close()
    draft.passed = steps.every((step) => step.state === 'passed')
    return ok({ draftId: draft.id, steps, passed: draft.passed, remarks })
  }

  return {
    /** Pings, then requests the balance with the key. Stores nothing. */
    check: async (form: ConnectForm): Promise<Result<ConnectCheck, Problem>> => {
      const draft = findDraft(form.draftId)
      if (draft?.saving === true) return fail(savingNow)
      if (
        form.draftId !== null &&
        draft === null &&
        (form.apiKey === null || form.apiSecret === null)
      )
        return fail(expired)
      const listed = parts.profiles.list()
      if (!listed.ok) return listed
      const existing = listed.value.find(({ id }) => id === form.profileId) ?? null
      if (form.profileId !== null && existing === null) return fail(unknownProfile)
      const parsed = parseForm(form, draft?.target ?? null, existing, listed.value)
      const read = readCredentials(form, draft)
      if (!parsed.ok || !read.ok) {
        if (read.ok) wipeNew(Object.values(read.value.keys), draft)
        return badInput({ ...(parsed.ok ? {} : parsed.error), ...(read.ok ? {} : read.error) })
      }
      const { target, remarks } = parsed.value
      const allowed = countCheck()
      const typed = Object.values(read.value.keys)
      typed.forEach((half) => waiting.add(half))
      const reachable =
        !allowed.ok || isConfirmed(target, listed.value) ? allowed : await confirm(target.baseUrl)
      typed.forEach((half) => waiting.delete(half))
      // The dialog may have been open for a long time.
      const unchanged =
        typed.every((half) => !half.wiped) &&
        (draft === null || (findDraft(draft.id) === draft && !draft.saving))
      if (!reachable.ok || !unchanged) {
        wipeNew(Object.values(read.value.keys), draft)
        return reachable.ok ? fail(expired) : reachable
      }
      const ready = draft ?? openDraft(read.value.keys, target)
      updateDraft(ready, read.value, target, existing)
      return runCheck(ready, [...read.value.remarks, ...remarks])
    },
    save: async (
      draftId: string,
      storage: 'keychain' | 'session',
    ): Promise<Result<Profile, Problem>> => {
      const draft = findDraft(draftId)
      if (draft === null) return fail(expired)
      if (draft.saving) return fail(savingNow)
      if (!draft.passed) return fail(unchecked)
      draft.saving = true
      const saved = await saveProfile(parts, draft, storage, parts.clock()).finally(() => {
        draft.saving = false
      })
      if (!saved.ok) {
        // It may have expired while the keychain waited for the user.
        findDraft(draftId)
        return saved
      }
      endDraft(draft)
      parts.onSaved(saved.value)
      return saved
    },
    discard: (draftId: string): Result<null, Problem> => {
      const draft = findDraft(draftId)
      if (draft?.saving === true) return fail(savingNow)
      if (draft !== null) endDraft(draft)
      return ok(null)
    },
    /** For quitting and locking: wipes every draft, and entered keys that are not in one yet. */
    close: (): void => {
      for (const half of waiting) half.wipe()
      waiting.clear()
      for (const draft of [...drafts.values()]) endDraft(draft)
    },
  }
}
